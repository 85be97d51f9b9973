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

/// What a plan comes to in one store.
public struct StoreWork: Hashable, Sendable {
    /// What becomes of the tables.
    public let tables: [TableLine]
    /// How much of each loss there is, in words, by its path.
    public let losses: [String: String]
    /// What it takes of time and disk, in words.
    public let needs: String?

    /// What a plan comes to where no store is at hand.
    public static let unknown = StoreWork(tables: [], losses: [:], needs: nil)

    /// Creates a value.
    public init(tables: [TableLine], losses: [String: String], needs: String?) {
        self.tables = tables
        self.losses = losses
        self.needs = needs
    }
}
