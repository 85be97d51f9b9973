/// A data attribute whose large values may now be stored in files, or no longer.
package struct ExternalStorageChanged: Difference {
    /// The attribute's newer name.
    package let name: String

    /// Whether they may be kept beside the store now.
    package let isExternal: Bool

    /// Creates the difference.
    package init(name: String, isExternal: Bool) {
        self.name = name
        self.isExternal = isExternal
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP218"
}
