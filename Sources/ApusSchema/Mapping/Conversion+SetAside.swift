extension Conversion {
    /// What the name of a conversion ends with in a mapping if a value that cannot be held becomes null, and the store keeps it
    /// aside.
    package static let asideSuffix: String = "OrSetAside"

    /// The name of the conversion that stops at such values; `nil` if a name does not set values aside.
    package static func strictName(ofAside name: String) -> String? {
        name.hasSuffix(asideSuffix) ? String(name.dropLast(asideSuffix.count)) : nil
    }
}
