import ApusMigration
public import ApusSchema
import GRDB

/// The effects of a migration on the rows of a store.
public struct RowEffects: Hashable, Sendable {
    /// The rows of an entity or of a join table.
    public struct Rows: Hashable, Sendable {
        /// The entity or relationship in the newer schema, or in the older one if it is removed.
        public let path: ElementPath
        /// The number of rows before.
        public let before: Int
        /// The number of rows after.
        public let after: Int
        /// The number of added rows.
        public let added: Int
        /// The number of removed rows.
        public let removed: Int
        /// The number of removed rows in whose stead another one with the same values stays, as far as it is known.
        package var merged: Int = 0
        /// Whether newer rows have the pairs of a join table nevertheless, as those of objects apart.
        package var isApart: Bool = false
        /// Whether ``path`` is of the older schema. A newer element may have the name of a removed one.
        package var isOlder: Bool = false
    }

    /// The values of a property.
    public struct Values: Hashable, Sendable {
        /// The property in the newer schema, or in the older one if it is removed.
        public let path: ElementPath
        /// The number of values that changed to another value.
        public let changed: Int
        /// The number of values that became null or were removed with their property.
        public let lost: Int
        /// The number of values that were null before.
        public let filled: Int
        /// Some of the values, those with the lowest identities.
        public let samples: [Sample]
        /// The number of lost values that the store keeps in the table `apus_set_aside`.
        public internal(set) var setAside: Int = 0
        /// Whether other rows keep their values of the property.
        package var isPartial: Bool = false
        /// Whether ``path`` is of the older schema. A newer element may have the name of a removed one.
        package var isOlder: Bool = false
    }

    /// A value before and after.
    public struct Sample: Hashable, Sendable {
        /// The identity of the object; for a join table both identities: `7-12`.
        public let row: String
        /// The value before, safe to print; `nil` for null.
        public let before: String?
        /// The value after; `nil` for null.
        public let after: String?
    }

    /// The entities and relationships with added or removed rows, those of the newer schema first.
    public internal(set) var rows: [Rows]

    /// The properties whose values change.
    public internal(set) var values: [Values]

    /// The entities and relationships with damaged rows, which are counted only in part. The migration succeeds
    /// nevertheless, because it does not read these rows.
    public let unread: [ElementPath]

    /// The objects and values that the migration removes and keeps in the table `apus_set_aside`.
    public internal(set) var setAside: [SetAside] = []
}

extension RowEffects {
    /// The maximum number of samples per property.
    static let sampleCount: Int = 3
}

extension RowEffects.Sample {
    /// The sample without its values, if these are encrypted before or after.
    func redacted(_ isSecret: Bool) -> Self {
        isSecret
            ? Self(row: row, before: before.map { _ in Secrets.text }, after: after.map { _ in Secrets.text }) : self
    }

    /// Returns a value of a sample's row as SQL: GRDB reads a text up to its first NUL, and bytes completely.
    static func whole(_ value: String, _ type: ScalarType?) -> String {
        type?.storage == .text ? "CAST(\(value) AS BLOB)" : value
    }

    /// Reads a row with an identity, a value before and a value after.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - before: The type before; `nil` if there was no such column.
    ///   - after: The type after.
    ///   - texts: The texts of the database, whose bytes the row has where a type is one of texts, see ``whole(_:_:)``.
    init(_ row: Row, before: ScalarType?, after: ScalarType, _ texts: TextBytes) {
        let values = Array(row.databaseValues)
        func shown(_ value: DatabaseValue, _ type: ScalarType) -> String? {
            switch StoredValue.fromDatabaseValue(value) {
            case .blob(let bytes)? where type.storage == .text: StoredValue.text(texts.text(bytes)).shown(as: type)
            case .null?, nil: nil
            case let value?: value.shown(as: type)
            }
        }
        self.init(
            row: "\(values[0].storage.value ?? "")",
            before: shown(values[1], before ?? after),
            after: shown(values[2], after)
        )
    }
}
