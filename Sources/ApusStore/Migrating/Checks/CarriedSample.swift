import ApusSchema
import GRDB

/// Compares rows of a table with those of its draft, just before the draft takes its place.
///
/// All rows are counted, and all keys are followed; that each value came into its own column is looked at in a few rows
/// from one end of the table to the other, by names, whatever statement wrote them.
struct CarriedSample: Hashable {
    let table: String
    let draft: String
    let identity: String
    /// The columns that have the same name and the same values in both.
    let columns: [String]

    /// About how many rows are compared.
    private static let size: Int64 = 128

    /// Compares.
    ///
    /// - Returns: The first row found that is another, for a message; `nil` where there is none.
    /// - Throws: `DatabaseError`.
    func difference(_ db: Database) throws -> String? {
        guard !columns.isEmpty, let ends = try db.ends(of: identity, in: table) else { return nil }
        let (name, key): (String, String) = (SQLText.name(table), SQLText.name(identity))
        let isOther: String = columns.map { "a.\(SQLText.name($0)) IS NOT b.\(SQLText.name($0))" }.joined(
            separator: " OR "
        )
        let statement: Statement = try db.makeStatement(
            sql: """
                SELECT a.\(key) FROM \(name) AS a JOIN \(SQLText.name(draft)) AS b ON b.\(key) = a.\(key)
                WHERE a.\(key) = (SELECT min(\(key)) FROM \(name) WHERE \(key) >= ?) AND (\(isOther))
                """
        )
        for bound in Self.bounds(ends.first, ends.last) {
            if let found = try Int64.fetchOne(statement, arguments: [bound]) {
                return "row \(found) of '\(table)' would get other values"
            }
        }
        return nil
    }

    /// Numbers from the first to the last, both of them, evenly apart.
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
