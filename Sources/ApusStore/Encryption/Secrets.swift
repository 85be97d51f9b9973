import ApusMigration
import ApusSchema

/// The values of a migration that no message shows: those of encrypted attributes, what becomes one, and what is made of either, over
/// all passes.
///
/// Columns go by the names of their tables and their own, in whichever version: one that only has the name of a secret one is hidden as
/// well. That hides too much at worst.
struct Secrets {
    /// What stands for such a value.
    static let text = "‹encrypted›"

    private var columns: Set<FileColumn> = []
    /// The innermost names of their attributes.
    private var names: Set<String> = []

    /// No secrets.
    init() {}

    /// The secrets of a migration.
    ///
    /// - Parameters:
    ///   - passes: All its passes.
    ///   - isExact: Whether only what expressions do counts. Otherwise, what code in Swift may have moved does, too, and what
    ///     the store may have computed from a value before it was encrypted.
    init(_ passes: [TablePass], isExact: Bool = false) {
        let tables = passes.flatMap { $0.source.tables + $0.target.tables }
        columns = Self.columns(of: tables) { $0.seal != nil || $0.lookup != nil }
        if columns.isEmpty { return }
        if !isExact {
            columns.formUnion(Self.columns(of: tables, where: \.isDerived))
            for pass in passes where pass.swift != nil {
                columns.formUnion(Self.columns(of: pass.source.tables + pass.target.tables) { _ in true })
            }
        }
        let flows = passes.map { ColumnFlow($0).reads }
        var count = 0
        // Each pass may lead on what another one has led to a name.
        while count < columns.count {
            count = columns.count
            for (newer, older) in flows.joined() {
                if columns.contains(newer) {
                    columns.formUnion(older)
                } else if !columns.isDisjoint(with: older) {
                    columns.insert(newer)
                }
            }
        }
        for table in tables {
            for column in table.columns where covers(column, of: table) {
                if let name = column.attribute?.last { names.insert(name) }
            }
        }
    }

    /// The columns of attributes of which something holds.
    private static func columns(of tables: [Table], where holds: (Column) -> Bool) -> Set<FileColumn> {
        var found: Set<FileColumn> = []
        for table in tables {
            for column in table.columns where column.attribute != nil && holds(column) {
                found.insert(FileColumn(table: table.name, column: column.name))
            }
        }
        return found
    }

    /// Whether there are none.
    var isEmpty: Bool { columns.isEmpty }

    /// Whether the values of a column are secret.
    func covers(_ column: Column, of table: Table) -> Bool { covers(column.name, of: table) }

    /// Whether the values of the column with a name are secret.
    func covers(_ column: String, of table: Table) -> Bool {
        columns.contains(FileColumn(table: table.name, column: column))
    }

    /// Whether the values of an attribute, or of a part of it, are secret.
    func covers(_ path: ElementPath, in layout: Layout) -> Bool {
        guard !isEmpty, let property = path.property, let name = property.split(separator: ".").last.map(String.init)
        else { return false }
        let named = layout.tables.flatMap { table -> [(table: Table, column: Column)] in
            table.columns.filter { $0.attribute?.last == name }.map { (table: table, column: $0) }
        }
        let own = named.filter { $0.table.holds(path.entity) || $0.column.owner == path.entity }
        return (own.isEmpty ? named : own).contains { covers($0.column, of: $0.table) }
    }

    /// Whether a text mentions a secret attribute.
    func areMentioned(in text: String) -> Bool { names.contains { text.contains($0) } }

    /// Whether an expression reads a secret value, of its row or of another one.
    func areRead(by id: ExpressionGraph.ID, over row: SourceRow, in pass: TablePass) -> Bool {
        !isEmpty && !columns.isDisjoint(with: ColumnsRead(pass).columns(of: id, over: row))
    }
}

extension Table {
    /// Whether an entity, possibly an abstract one, is one of the hierarchy's.
    func holds(_ entity: String) -> Bool {
        concreteEntities.contains(entity) || parents.contains { $0.key == entity || $0.value == entity }
    }
}
