import ApusMigration
public import ApusSchema
import GRDB

/// What a migration does to the rows of one store.
public struct RowEffects: Hashable, Sendable {
    /// The rows of an entity, or the pairs of a relationship.
    public struct Rows: Hashable, Sendable {
        /// What they are in the newer schema, or in the older one where they are no more.
        public let path: ElementPath
        /// How many there were.
        public let before: Int
        /// How many there are.
        public let after: Int
        /// How many are there that were not.
        public let added: Int
        /// How many are there no more.
        public let removed: Int
    }

    /// The values of a property.
    public struct Values: Hashable, Sendable {
        /// The property in the newer schema, or in the older one where it is no more.
        public let path: ElementPath
        /// How many are others than before.
        public let changed: Int
        /// How many are null, or gone with their property, that were not.
        public let lost: Int
        /// How many are there where there was none.
        public let filled: Int
        /// A few of them, those with the lowest identities.
        public let samples: [Sample]
    }

    /// A value before and after.
    public struct Sample: Hashable, Sendable {
        /// The identity of the object; of a pair both ends': `7-12`.
        public let row: String
        /// The value before, fit for a terminal; `nil` for null.
        public let before: String?
        /// The value after; `nil` for null.
        public let after: String?
    }

    /// The entities and relationships whose rows come or go, those of the newer schema first.
    public let rows: [Rows]

    /// The properties whose values change.
    public let values: [Values]
}

extension RowEffects {
    /// How many values of a property are shown.
    static let sampleCount: Int = 3
}

extension RowEffects.Sample {
    /// Reads a row of an identity, a value before and a value after.
    init(_ row: Row) {
        let values: [DatabaseValue] = Array(row.databaseValues)
        func shown(_ value: DatabaseValue) -> String? {
            value.isNull ? nil : StoredValue.fromDatabaseValue(value)?.shown
        }
        self.init(row: "\(values[0].storage.value ?? "")", before: shown(values[1]), after: shown(values[2]))
    }
}
