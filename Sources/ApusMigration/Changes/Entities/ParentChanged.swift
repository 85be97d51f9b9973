/// An entity inherits from another entity, from one at all, or from none any more.
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

    /// The property, as ``Difference/property`` says.
    package var property: String? { nil }

    /// The stable code.
    package static let code = "AP108"
}
