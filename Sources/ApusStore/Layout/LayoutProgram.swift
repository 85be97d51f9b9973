import ApusSchema

/// A trigger of a store, or the virtual table of an R-tree.
///
/// Both follow from the layout, and so do their names, which begin with `apus_`. A migration can therefore drop those
/// that are in its way, and create those of the newer layout afterwards. If one is created after rows were written, its
/// results for them must be computed (``Layout/fillStatements(of:now:)``).
struct LayoutProgram: Hashable {
    /// The type of the object.
    enum Kind: String, Hashable {
        /// A trigger.
        case trigger = "TRIGGER"
        /// A virtual table.
        case table = "TABLE"
    }

    /// The type of the object.
    let kind: Kind
    /// The name.
    let name: String
    /// The tables that it belongs to or mentions: it is in the way if one of them is dropped, renamed or altered.
    let tables: Set<String>
    /// The statement that creates it.
    let sql: String

    /// Whether a trigger or a virtual table has a name that Apus assigns.
    static func isName(_ name: String, ofTrigger isTrigger: Bool) -> Bool {
        let beginnings: [String] =
            isTrigger ? ["apus_rules_", "apus_derived_", "apus_rtree_", "apus_history_"] : ["apus_rtree_"]
        return beginnings.contains(where: name.folded.hasPrefix)
    }

    /// The statement that drops it.
    var dropStatement: SQLStatement { SQLStatement("DROP \(kind.rawValue) IF EXISTS \(SQLText.name(name))") }
}

extension Layout {
    /// All R-trees and triggers of the store, in dependency order.
    var programs: [LayoutProgram] {
        var names: Set<String> = []
        let all: [LayoutProgram] =
            tables.flatMap(\.boxIndexPrograms) + tables.flatMap(\.rulePrograms)
            + tables.flatMap { table in table.derivations.flatMap { DerivationSQL($0, of: table, in: self).programs } }
            + historyPrograms
        return all.map { program in
            let name: String = names.take(program.name)
            guard name != program.name else { return program }
            // Different names of tables and columns may be joined to the same name.
            let sql: String = program.sql.replacing(
                SQLText.name(program.name),
                with: SQLText.name(name),
                maxReplacements: 1
            )
            return LayoutProgram(kind: program.kind, name: name, tables: program.tables, sql: sql)
        }
    }

    /// The statements that compute the derived values and fill the R-trees for all existing rows, after rows were
    /// written without triggers.
    ///
    /// - Parameters:
    ///   - tables: The tables of the rows; `nil` for all.
    ///   - now: The time of the write, as SQL and its arguments.
    /// - Returns: The statements, in dependency order.
    func fillStatements(of tables: Set<String>? = nil, now: SQLStatement = DerivationSQL.now) -> [SQLStatement] {
        let meant: [Table] = self.tables.filter { tables?.contains($0.name) ?? true }
        return derivationsInOrder.filter { table, _ in tables?.contains(table.name) ?? true }
            .map { table, derivation in DerivationSQL(derivation, of: table, in: self).fillStatement(now: now) }
            + meant.flatMap { $0.rtreeFillStatements() }
    }
}
