/// What becomes of one table of a store, as a plan shows it.
package struct TableLine: Encodable, Hashable, Sendable {
    /// The table's newer name; its older one where it is dropped.
    package let table: String
    /// How many rows it has, where that is known.
    package let rows: Int?
    /// How it is made.
    package let how: String
    /// Why so, in a few words.
    package let why: String

    /// Creates a line.
    package init(table: String, rows: Int?, how: String, why: String) {
        self.table = table
        self.rows = rows
        self.how = how
        self.why = why
    }
}

/// What a plan comes to in one store.
package struct StoreWork: Hashable, Sendable {
    /// What becomes of the tables.
    package let tables: [TableLine]
    /// How much of each loss there is, in words, by its path.
    package let losses: [String: String]
    /// What breaks a newer rule for saving, and is carried over as it is: the column, and how many values and why.
    package let brokenRules: [BrokenRule]
    /// What it takes of time and disk, in words.
    package let needs: String?

    /// Values that break a rule.
    package struct BrokenRule: Hashable, Sendable {
        /// The column, by its newer name: `Trip.rating`.
        package let path: String
        /// How many values, of which rows, and what is wrong with them.
        package let text: String

        /// Creates a value.
        package init(path: String, text: String) {
            self.path = path
            self.text = text
        }
    }

    /// What a plan comes to where no store is at hand.
    package static let unknown = StoreWork(tables: [], losses: [:], brokenRules: [], needs: nil)

    /// Creates a value.
    package init(tables: [TableLine], losses: [String: String], brokenRules: [BrokenRule], needs: String?) {
        self.tables = tables
        self.losses = losses
        self.brokenRules = brokenRules
        self.needs = needs
    }
}
