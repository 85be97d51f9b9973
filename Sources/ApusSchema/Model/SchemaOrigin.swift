/// What a schema was made from, such as classes. Schemas of different origins can be equal.
package struct SchemaOrigin: Hashable, Sendable {
    /// The origin; `nil` for a schema that was read or built.
    package var value: (any Sendable)?

    package static func == (lhs: Self, rhs: Self) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
