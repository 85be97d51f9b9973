/// The rows that ship with a model, as values.
///
/// A row has a key, which is unique among the rows of its entity's hierarchy. It identifies the row over all versions of the
/// data, and other rows refer to it by its key.
package struct SeedRows: Hashable, Sendable {
    /// What happens to the stored row when the data gives other values than before.
    package enum EditRule: String, CaseIterable, Hashable, Sendable {
        /// The stored row stays as it is.
        case keep
        /// A value that the user has not changed gets the new one.
        case merge
        /// All given values are written.
        case replace
    }

    /// What happens to the stored row when the data no longer has it.
    package enum RemovalRule: String, CaseIterable, Hashable, Sendable {
        /// The stored row stays as it is.
        case keep
        /// The row is deleted, unless the user has changed it or an object refers to it.
        case delete
    }

    /// A row.
    package struct Row: Hashable, Sendable {
        /// The entity, which is not abstract.
        package let entity: String
        /// The key.
        package let key: String
        /// The given values of attributes, by their paths down to the innermost part of a composite.
        package var values: [[String]: StoredValue]
        /// The keys of the rows to which relationships refer, in their order.
        package var references: [String: [String]]
        /// The rule for edits.
        package let edited: EditRule
        /// The rule for the removal of the row.
        package let removed: RemovalRule

        /// Creates a row.
        package init(
            entity: String,
            key: String,
            values: [[String]: StoredValue] = [:],
            references: [String: [String]] = [:],
            edited: EditRule = .keep,
            removed: RemovalRule = .keep
        ) {
            (self.entity, self.key, self.values, self.references) = (entity, key, values, references)
            (self.edited, self.removed) = (edited, removed)
        }
    }

    /// The rows, in the order of the files.
    package let rows: [Row]

    /// Creates data.
    package init(_ rows: [Row] = []) { self.rows = rows }
}
