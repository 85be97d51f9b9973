import GRDB

/// Consecutive ranges of identities that together contain all rows of a table, about the same number in each.
struct IdentityRanges: Sequence, IteratorProtocol {
    private var upcoming: Int64?
    private let last: Int64
    private let width: Int64

    /// The number of rows per range: small enough to report progress several times a second.
    private static let rowsPerRange: Int = 50_000

    init(first: Int64, last: Int64, rows: Int) {
        self.upcoming = first
        self.last = last
        let parts = Int64(Swift.max(1, rows / Self.rowsPerRange))
        // As floating point, because the difference may overflow an integer.
        let span = Double(last) - Double(first)
        let width = span / Double(parts)
        self.width = width >= 9e18 ? .max : Swift.max(1, Int64(width.rounded(.up)))
    }

    mutating func next() -> ClosedRange<Int64>? {
        guard let start = upcoming, start <= last else { return nil }
        let (end, overflow) = start.addingReportingOverflow(width)
        let upper: Int64 = overflow || end > last ? last : end
        upcoming = upper == .max ? nil : upper + 1
        return start...upper
    }
}

extension Database {
    /// The smallest and the largest identity in a table; `nil` if the table is empty.
    func ends(of identity: String, in table: String) throws -> (first: Int64, last: Int64)? {
        let (name, key) = (SQLText.name(table), SQLText.name(identity))
        let first: Int64? = try Int64.fetchOne(self, sql: "SELECT min(\(key)) FROM \(name)")
        let last: Int64? = try Int64.fetchOne(self, sql: "SELECT max(\(key)) FROM \(name)")
        guard let first, let last else { return nil }
        return (first, last)
    }
}
