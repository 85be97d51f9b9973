import ApusSchema
import GRDB

/// Compares some rows of a table with those of its rebuilt draft, just before the draft replaces it.
///
/// Other checks count all rows and follow all foreign keys. This one makes sure that each value was copied to the right
/// column, by comparing columns by name in a few rows across the whole table.
struct SampleComparison: Hashable {
    let table: String
    let draft: String
    let identity: String
    /// The columns with the same name and the same values in both.
    let columns: [String]

    /// The approximate number of rows to compare.
    private static let size: Int64 = 128

    /// Compares the rows.
    ///
    /// - Returns: A message about the first row that differs; `nil` if there is none.
    /// - Throws: `DatabaseError`.
    func difference(_ db: Database) throws -> String? {
        guard !columns.isEmpty, let ends = try db.ends(of: identity, in: table) else { return nil }
        let (name, key) = (SQLText.name(table), SQLText.name(identity))
        let isOther = SQLText.any(columns.map { "a.\(SQLText.name($0)) IS NOT b.\(SQLText.name($0))" })
        let statement = try db.makeStatement(
            sql: """
                SELECT a.\(key) FROM \(name) AS a JOIN \(SQLText.name(draft)) AS b ON b.\(key) = a.\(key)
                WHERE a.\(key) = (SELECT min(\(key)) FROM \(name) WHERE \(key) >= ?) AND (\(isOther))
                """
        )
        for bound in Self.bounds(ends.first, ends.last) {
            if let found = try Int64.fetchOne(statement, arguments: [bound]) {
                return "row \(found) of '\(table)' would have different values"
            }
        }
        return nil
    }

    /// Evenly spaced numbers from the first to the last, both included.
    static func bounds(_ first: Int64, _ last: Int64) -> [Int64] {
        let step: UInt64 = max(UInt64(bitPattern: last &- first) / UInt64(size), 1)
        var bounds: [Int64] = []
        var offset: UInt64 = 0
        while offset < UInt64(bitPattern: last &- first) {
            bounds.append(first &+ Int64(bitPattern: offset))
            let (next, isBeyond) = offset.addingReportingOverflow(step)
            if isBeyond { break }
            offset = next
        }
        return bounds + [last]
    }
}
