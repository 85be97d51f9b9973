extension Table {
    /// A constraint of the model on a column's values that the column's definition does not express.
    ///
    /// Rules are not part of a table's definition. Changing one therefore touches no row, and rows that were valid when
    /// they were saved never prevent a store from being opened. The store rejects invalid rows when they are written;
    /// `apus verify` counts those that already exist.
    package struct Rule: Hashable, Sendable {
        /// The requirement on a value. Null violates only ``present``, ``presentIfAny(_:)`` and ``concreteEntity``.
        package enum Constraint: Hashable, Sendable {
            /// A value of the type: an integer within its range, 0 or 1 for a bool, a UUID of 16 bytes, a finite date,
            /// a 32-bit float, a decimal in canonical form, a text in UTF-8 (given as its bytes), a URL. (SQLite cannot
            /// check the last three.)
            case type(ScalarType)
            /// One of the raw values of the named enum.
            case cases(of: String, [StoredValue])
            /// Not less than the value.
            case minimum(Value)
            /// Not greater than the value.
            case maximum(Value)
            /// A text with a length in Swift characters. SQLite counts Unicode scalars, which are never fewer,
            /// so the store rejects only texts with too few scalars; `apus verify` and the runtime count characters.
            case length(Length)
            /// A text that matches a regular expression in ICU's syntax as a whole. SQLite cannot check it.
            case pattern(String)
            /// A non-null value.
            case present
            /// A non-null value if any of the named columns has one; for a composite, the columns of all its parts.
            case presentIfAny([String])
            /// Null, because the rows' entities do not have the column's field.
            case absent
            /// The name of one of the table's concrete entities.
            case concreteEntity
            /// Bytes, or the name of an external file.
            case external
        }

        /// The column that the rule constrains.
        package let column: String

        /// The concrete entities whose rows the rule applies to; `nil` for all.
        package let entities: [String]?

        /// The requirement on a value.
        package let constraint: Constraint

        /// Creates a rule.
        package init(_ column: String, _ constraint: Constraint, entities: [String]? = nil) {
            self.column = column
            self.entities = entities
            self.constraint = constraint
        }
    }
}
