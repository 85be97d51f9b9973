import ApusMigration
import ApusSchema
import GRDB

/// Finds values that the older schema does not allow before a pass's first write: in columns whose values it converts,
/// computes with, or reads from files; and missing ones in all required columns of the tables whose rows it reads.
///
/// A store enforces its schema by triggers, so such values were written without them, or the file is damaged. Converted,
/// they could become valid values that were never meant.
struct OlderValues {
    private let pass: TablePass

    /// - Parameter pass: The first pass: the rows of later ones are Apus' own.
    init(_ pass: TablePass) {
        self.pass = pass
    }

    /// Checks the values.
    ///
    /// - Parameter db: The store before the pass.
    /// - Returns: The invalid values, with the current names of tables and columns.
    /// - Throws: `DatabaseError`.
    func invalid(in db: Database) throws -> [Verification.BadValues] {
        var columns: [String: Set<String>] = [:]
        var read: Set<String> = []
        for strategy in pass.strategies.tables {
            for (index, source) in strategy.sources.enumerated() {
                let isCopied = strategy.copiedSources.indices.contains(index)
                columns[source.table.name, default: []].formUnion(
                    usedColumns(of: source, by: strategy, isCopied: isCopied)
                )
                if isCopied || [.update, .rewrite].contains(strategy.way) { read.insert(source.table.name) }
            }
        }
        for rows in pass.projection.assertions.flatMap(\.rows) {
            guard let row = pass.row(of: rows.extent) else { continue }
            let fields = (rows.conditions + (rows.value.map { [$0] } ?? [])).flatMap(pass.graph.fields)
            let names = fields.compactMap { row.column(of: $0) }.filter { !$0.isExternal }.map(\.name)
            columns[row.table.name, default: []].formUnion(names)
        }
        let checks: [RowCheck] = try pass.source.tables.flatMap { table -> [RowCheck] in
            let missing = try read.contains(table.name) ? missingValues(in: table, db) : []
            guard let used = columns[table.name], !used.isEmpty else { return missing }
            let files = table.columns.filter { $0.isExternal && used.contains($0.name) }
            return missing
                + table.rules.filter { used.contains($0.column) && $0.constraint.isOfType }
                .compactMap { RuleChecks.check(of: $0, in: table) }
                + files.map { FileChecks.check(ofNamesIn: $0, of: table) }
        }
        return try RowCheck.run(checks, db)
    }

    /// The checks for missing values, if there are any.
    private func missingValues(in table: Table, _ db: Database) throws -> [RowCheck] {
        let required = table.columns.filter { !$0.isNullable && $0.field != .identity }
        let conditions = required.map { SQLStatement.isNull($0.name) }
        guard !required.isEmpty,
            try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM \(SQLText.name(table.name)) "
                    + "WHERE \(SQLText.any(conditions.map(\.sql))))",
                arguments: StatementArguments(conditions.flatMap(\.arguments))
            ) == true
        else { return [] }
        return required.map { column in
            RowCheck(
                table,
                column.name,
                "missing",
                where: "typeof(\(SQLText.column(column.name, of: RowCheck.row))) = 'null'"
            )
        }
    }

    /// The older columns of a source whose values do not simply stay as they are.
    private func usedColumns(of source: TableProjection.Source, by strategy: TableStrategy, isCopied: Bool) -> Set<
        String
    > {
        var names: Set<String> = []
        for part in source.parts {
            let row = SourceRow(source.table, part.older)
            for (column, id) in zip(strategy.table.columns, part.values) where !column.isDerived {
                for field in pass.graph.fields(of: id) {
                    guard let older = row.column(of: field) else { continue }
                    let isKept = pass.graph[id].value == .field(field) && older.type == column.type
                    // The rows of a table that is kept keep their files.
                    if !isKept || older.isExternal && isCopied { names.insert(older.name) }
                }
            }
        }
        return names
    }
}

extension ExpressionGraph {
    /// The fields of the row from which a value is computed.
    func fields(of id: ID) -> Set<Field> {
        var (fields, seen, waiting): (Set<Field>, Set<ID>, [ID]) = ([], [], [id])
        while let next = waiting.popLast() {
            // Stages that are composed share values.
            guard seen.insert(next).inserted else { continue }
            switch self[next].value {
            case .field(let field): fields.insert(field)
            case .computed(let expression): waiting += expression.leaves
            case .required(let part, _), .stored(let part, _), .reference(let part, _): waiting.append(part)
            case .rowNumber, .largest, .uuid, .now, .lookup, .derived: break
            }
        }
        return fields
    }
}

extension Table.Rule.Constraint {
    /// Whether the requirement is one of the column's type, rather than a limit for saving.
    fileprivate var isOfType: Bool {
        switch self {
        case .type, .cases, .external: true
        case .minimum, .maximum, .length, .pattern, .present, .presentIfAny, .absent, .concreteEntity: false
        }
    }
}
