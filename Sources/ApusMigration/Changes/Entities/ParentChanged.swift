/// An entity with a new parent, its first one, or none anymore.
package struct ParentChanged: Difference {
    /// The older parent, by its older name; `nil` for none.
    package let from: String?

    /// The newer parent; `nil` for none.
    package let to: String?

    /// Creates the difference.
    package init(from: String?, to: String?) {
        self.from = from
        self.to = to
    }

    /// The stable code.
    package static let code = "AP108"
}
