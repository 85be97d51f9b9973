import ApusSchema
import ApusTestSupport

/// The first difference between two dumps.
struct DumpDifference: CustomStringConvertible {
    let table: String
    let row: RowKey?
    let column: String?
    let expected: String
    let actual: String

    var description: String {
        var location = "table '\(table)'"
        if let row { location += ", \(row)" }
        if let column { location += ", column '\(column)'" }
        return "\(location): expected \(expected), got \(actual)"
    }
}

extension Dump {
    /// The first difference to another dump in the order of tables, rows and columns; `nil` where they are equal.
    ///
    /// Text is compared byte by byte, because Swift's `==` takes `é` and `e` with a combining accent for the same. As
    /// in SQLite, -0.0 is 0.0.
    func firstDifference(to actual: Dump) -> DumpDifference? {
        for table in Set(tables.keys).union(actual.tables.keys).sorted() {
            guard let mine = tables[table], let theirs = actual.tables[table] else {
                return DumpDifference(
                    table: table,
                    row: nil,
                    column: nil,
                    expected: tables[table].map { "a table of \($0.count) rows" } ?? "no such table",
                    actual: actual.tables[table].map { "a table of \($0.count) rows" } ?? "no such table"
                )
            }
            for row in Set(mine.keys).union(theirs.keys).sorted() {
                if let difference = Self.firstDifference(in: table, at: row, mine: mine[row], theirs: theirs[row]) {
                    return difference
                }
            }
        }
        return nil
    }

    private static func firstDifference(
        in table: String,
        at key: RowKey,
        mine: Row?,
        theirs: Row?
    ) -> DumpDifference? {
        guard let mine, let theirs else {
            return DumpDifference(
                table: table,
                row: key,
                column: nil,
                expected: mine == nil ? "no such row" : "a row",
                actual: theirs == nil ? "no such row" : "a row"
            )
        }
        for column in Set(mine.keys).union(theirs.keys).sorted() {
            let pair: (StoredValue?, StoredValue?) = (mine[column], theirs[column])
            if let one = pair.0, let other = pair.1, one == other { continue }
            return DumpDifference(
                table: table,
                row: key,
                column: column,
                expected: pair.0?.spelled(against: pair.1) ?? "no such column",
                actual: pair.1?.spelled(against: pair.0) ?? "no such column"
            )
        }
        return nil
    }
}

extension Dump: Equatable {
    static func == (lhs: Dump, rhs: Dump) -> Bool {
        lhs.firstDifference(to: rhs) == nil
    }
}
