import ApusSchema

/// Something of a store that works by itself: a trigger, or the table of an index of boxes.
///
/// Programs follow from the layout: their names, which all begin with `apus_`, are the same for the same layout, so a
/// migration may drop those that are in its way and make those of the newer layout afterwards. What one has worked out
/// (``Layout/fillStatements``) is to be worked out for the rows that are there when one is made late.
struct LayoutProgram: Hashable {
    /// What it is.
    enum Kind: String, Hashable {
        /// A trigger.
        case trigger = "TRIGGER"
        /// A virtual table.
        case table = "TABLE"
    }

    /// What it is.
    let kind: Kind
    /// The name.
    let name: String
    /// The tables that it stands on or names: it is in the way where one of them is dropped, renamed or altered.
    let tables: Set<String>
    /// The statement that makes it.
    let sql: String

    /// Whether a trigger or a virtual table bears a name that Apus gives.
    static func isName(_ name: String, ofTrigger isTrigger: Bool) -> Bool {
        let beginnings: [String] =
            isTrigger ? ["apus_rules_", "apus_derived_", "apus_rtree_"] : ["apus_rtree_"]
        return beginnings.contains(where: name.folded.hasPrefix)
    }

    /// The statement that takes it away.
    var dropStatement: SQLStatement { SQLStatement("DROP \(kind.rawValue) IF EXISTS \(SQLText.name(name))") }
}

extension Layout {
    /// All programs of the store, those that others need first.
    var programs: [LayoutProgram] {
        var names: Set<String> = []
        let all: [LayoutProgram] =
            tables.flatMap(\.boxIndexPrograms) + tables.flatMap(\.rulePrograms)
            + tables.flatMap { table in table.derivations.flatMap { DerivationSQL($0, of: table, in: self).programs } }
        return all.map { program in
            let name: String = names.take(program.name)
            guard name != program.name else { return program }
            // Names of tables and columns may run together to the same name.
            let sql: String = program.sql.replacing(
                SQLText.name(program.name),
                with: SQLText.name(name),
                maxReplacements: 1
            )
            return LayoutProgram(kind: program.kind, name: name, tables: program.tables, sql: sql)
        }
    }

    /// The statements that work out, for all rows that are there, what the store computes and finds by boxes: after
    /// rows were written without the programs.
    ///
    /// - Parameters:
    ///   - tables: The tables whose rows are meant; `nil` for all.
    ///   - now: The moment of the writing, as SQL and its arguments.
    /// - Returns: The statements, those first that others read the results of.
    func fillStatements(of tables: Set<String>? = nil, now: SQLStatement = DerivationSQL.now) -> [SQLStatement] {
        let meant: [Table] = self.tables.filter { tables?.contains($0.name) ?? true }
        return derivationsInOrder.filter { table, _ in tables?.contains(table.name) ?? true }
            .map { table, derivation in DerivationSQL(derivation, of: table, in: self).fillStatement(now: now) }
            + meant.flatMap { $0.rtreeFillStatements() }
    }
}
