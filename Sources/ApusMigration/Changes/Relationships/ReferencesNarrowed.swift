/// A relationship can no longer lead to objects of entities that it could lead to.
package struct ReferencesNarrowed: Difference {
    /// The relationship's newer name.
    package let name: String

    /// The entities that it can no longer lead to, by their older names.
    package let kinds: [String]

    /// Creates the difference.
    package init(name: String, kinds: [String]) {
        self.name = name
        self.kinds = kinds
    }

    /// The property, as ``Difference/property`` says.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP313"
}
