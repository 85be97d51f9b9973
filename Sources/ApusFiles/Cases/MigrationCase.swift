package import ApusDiagnostics
package import ApusSchema

/// A test in a file: rows of an older version, and the rows that a migration makes of them.
package struct MigrationCase: Hashable, Sendable {
    /// The file, as messages show it.
    package let file: SourceFile

    /// The version of the rows.
    package let from: Schema.Version

    /// The version to which they are migrated; `nil` for the head.
    package let to: Schema.Version?

    /// Whether the file says the target; otherwise it is the newest version.
    let hasTarget: Bool

    /// The rows.
    package let rows: [Row]

    /// What is expected of some entities; `nil` if the file does not say it yet.
    package let expectations: [Expectation]?

    /// Whether the file has the key `expect`.
    let hasExpectationKey: Bool

    /// The index of the key's line if all that follows in the file is its value; otherwise `nil`.
    let expectationLine: Int?

    /// An object.
    package struct Row: Hashable, Sendable {
        /// Its entity.
        package let entity: String
        /// Its name, by which other rows refer to it.
        package let name: String
        /// The values of attributes, by their paths down to the innermost part of a composite.
        package var values: [[String]: StoredValue] = [:]
        /// The names of the objects to which relationships refer.
        package var references: [String: [String]] = [:]
        /// The location of its name.
        package let location: SourceLocation

        /// Creates a row without values.
        package init(entity: String, name: String, at location: SourceLocation) {
            (self.entity, self.name, self.location) = (entity, name, location)
        }
    }

    /// What is expected of the objects of an entity.
    package enum Expectation: Hashable, Sendable {
        /// Their number.
        case count(entity: String, Int)
        /// The objects, with those of their values that are to be compared.
        case rows(entity: String, [Row])
    }
}

/// The versions that cases can name.
package struct CaseVersions {
    /// The frozen versions.
    package let known: [Schema.Version]
    /// Those that were retired.
    let retired: Set<Schema.Version>
    /// The newest one, to which a case leads that does not say where.
    package let newest: Schema.Version
    /// Returns the schema of a version, `nil` for the head; or `nil` if it cannot be read.
    package let schema: (Schema.Version?) -> Schema?

    /// Creates a value.
    package init(
        known: [Schema.Version],
        retired: [Schema.Version] = [],
        newest: Schema.Version,
        schema: @escaping (Schema.Version?) -> Schema?
    ) {
        (self.known, self.retired, self.newest, self.schema) = (known, Set(retired), newest, schema)
    }

    /// The versions of a history, its head included; `nil` if no version is frozen.
    package init?(of history: History) {
        guard let newest = history.newest else { return nil }
        let retired = history.retired.map(\.version)
        self.init(known: history.versions, retired: retired, newest: newest.version) { version in
            guard let version else { return history.hasUnreleasedHead ? history.head : newest.schema }
            // A version that cannot be read is reported by what plans a migration from it.
            return try? history.schema(of: version)
        }
    }
}
