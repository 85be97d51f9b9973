import ApusMigration

/// What happens to one table of a store, as a plan shows it.
package struct TableLine: Encodable, Hashable, Sendable {
    /// The table's newer name, or its older name if it is dropped.
    package let table: String
    /// The number of rows, if it is known.
    package let rows: Int?
    /// How it is made.
    package let how: String
    /// The reason, in a few words.
    package let why: String

    /// Creates a line.
    package init(table: String, rows: Int?, how: String, why: String) {
        self.table = table
        self.rows = rows
        self.how = how
        self.why = why
    }

    private enum CodingKeys: String, CodingKey {
        case table, rows, how, why
    }

    /// Encodes all keys, `rows` as null if they are not known.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(table, forKey: .table)
        try container.encode(rows, forKey: .rows)
        try container.encode(how, forKey: .how)
        try container.encode(why, forKey: .why)
    }

    /// Whether the table is dropped: then the name is that of the older schema.
    package var isDropped: Bool { how == "drop" }

    /// The number of rows as text.
    var count: String { rows.map(String.init) ?? "unknown" }
}

/// The work of a plan in one store.
package struct StoreWork: Hashable, Sendable {
    /// What happens to the tables.
    package let tables: [TableLine]
    /// The extent of each loss, as text, by its path in the older schema.
    package let losses: [String: String]
    /// The paths of properties that only some of the objects lose, and of entities that lose only some of their objects.
    package let partialLosses: Set<String>
    /// The values that are kept although they violate a newer rule, by column.
    package let brokenRules: [BrokenRule]
    /// The time and disk space that the plan needs, as text.
    package let needs: String?
    /// What the migration leaves for later.
    package let deferred: [Deferral]
    /// What the app's seed data will do when it opens the store.
    package let seedData: [SeedLine]

    /// The rows of an entity that come from seed data.
    package struct SeedLine: Hashable, Sendable {
        /// The entity.
        package let entity: String
        /// How many are added, changed and removed at most.
        package let text: String

        /// Creates a value.
        package init(entity: String, text: String) {
            self.entity = entity
            self.text = text
        }
    }

    /// The values of a column that violate a rule.
    package struct BrokenRule: Hashable, Sendable {
        /// The column, by its newer name: `Trip.rating`.
        package let path: String
        /// The number of values, their rows, and how they violate the rule.
        package let text: String

        /// Creates a value.
        package init(path: String, text: String) {
            self.path = path
            self.text = text
        }
    }

    /// Work that is left for later.
    package struct Deferral: Hashable, Sendable {
        /// The column, by its older name, or the index.
        package let name: String
        /// What is done with it later.
        package let text: String

        /// Creates a value.
        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// The numbers of rows that mappings leave out, or in whose place they let others stay, by entity, and of references that they
    /// give up, without accepted losses.
    func leftOut(besides accepted: [Plan.Record.LossRecord]) -> [(path: String, text: String)] {
        // An accepted property covers its parts.
        func isAccepted(_ path: String) -> Bool {
            accepted.contains { $0.path == path || $0.path.contains(".") && path.hasPrefix("\($0.path).") }
        }
        return losses.sorted { $0.key < $1.key }.filter { path, _ in
            (!path.contains(".") || partialLosses.contains(path)) && !isAccepted(path)
        }.map { ($0.key, $0.value) }
    }

    /// The numbers of some accepted losses; of several of one element, only the first is known.
    func counts(of accepted: [Plan.Record.LossRecord]) -> [(loss: Plan.Record.LossRecord, count: String?)] {
        var seen: Set<String> = []
        return accepted.map { ($0, seen.insert($0.path).inserted ? losses[$0.path] : nil) }
    }

    /// The work of a plan without a store.
    package static let unknown = StoreWork(tables: [], losses: [:], brokenRules: [], needs: nil)

    /// Creates a value.
    package init(
        tables: [TableLine],
        losses: [String: String],
        partialLosses: Set<String> = [],
        brokenRules: [BrokenRule],
        needs: String?,
        deferred: [Deferral] = [],
        seedData: [SeedLine] = []
    ) {
        self.tables = tables
        self.losses = losses
        self.partialLosses = partialLosses
        self.brokenRules = brokenRules
        self.needs = needs
        self.deferred = deferred
        self.seedData = seedData
    }
}
