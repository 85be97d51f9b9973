extension Table {
    /// Something that the model constraints of rows, and the columns' definitions do not say.
    ///
    /// Rules are no part of a table's text, so a change of one touches no row, and rows that were valid when they were
    /// saved never keep a store from being opened. The store keeps bad rows from being written; `apus verify` counts
    /// those that are there.
    public struct Rule: Hashable, Sendable {
        /// What a value must be. A row without a value breaks ``present``, ``presentIfAny(_:)`` and ``concreteEntity`` only.
        public enum Constraint: Hashable, Sendable {
            /// A value of the type: in an integer's range, a truth of 0 or 1, a UUID of 16 bytes, a moment that is
            /// finite, a number of 32 bits, a decimal in its one form. (No store can check the last one.)
            case type(ScalarType)
            /// One of the raw values of the cases of the named enum.
            case cases(of: String, [StoredValue])
            /// Not less than that value.
            case minimum(Value)
            /// Not greater than that value.
            case maximum(Value)
            /// A text of so many characters as Swift counts them. SQLite counts scalars, which are never fewer, so a
            /// store refuses only what is too short by that count; `apus verify` and the runtime count characters.
            case length(Length)
            /// A text that matches a regular expression as a whole, in ICU's syntax: no store can check it.
            case pattern(String)
            /// A value at all.
            case present
            /// A value, where one of the named columns has one; of a composite these are the columns of all its parts.
            case presentIfAny([String])
            /// No value: the rows are of kinds that do not have the column's field.
            case absent
            /// The name of one of the table's kinds.
            case concreteEntity
            /// Bytes, or the name of a file.
            case external
        }

        /// The column whose values are demanded to be something.
        public let column: String

        /// The kinds whose rows the rule is about; `nil` where it is about all.
        public let entities: [String]?

        /// What a value must be.
        public let constraint: Constraint

        /// Creates a rule.
        public init(_ column: String, _ constraint: Constraint, entities: [String]? = nil) {
            self.column = column
            self.entities = entities
            self.constraint = constraint
        }
    }
}
