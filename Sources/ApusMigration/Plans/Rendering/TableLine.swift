/// What becomes of one table of a store, as a plan shows it.
public struct TableLine: Encodable, Hashable, Sendable {
    /// The table's newer name; its older one where it is dropped.
    public let table: String
    /// How many rows it has, where that is known.
    public let rows: Int?
    /// How it is made.
    public let how: String
    /// Why so, in a few words.
    public let why: String

    /// Creates a line.
    public init(table: String, rows: Int?, how: String, why: String) {
        self.table = table
        self.rows = rows
        self.how = how
        self.why = why
    }
}
