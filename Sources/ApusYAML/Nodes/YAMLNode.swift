package import ApusDiagnostics

/// A value in a YAML document, with its location.
package struct YAMLNode: Hashable, Sendable {
    /// The content of a node.
    package enum Content: Hashable, Sendable {
        /// A string.
        case scalar(YAMLScalar)
        /// Keys and values, in the order of the file.
        case mapping([Entry])
        /// A list of values.
        case sequence([YAMLNode])
    }

    /// A key of a mapping and its value.
    package struct Entry: Hashable, Sendable {
        /// The key.
        package let key: YAMLScalar
        /// The value.
        package let value: YAMLNode

        /// Creates an entry.
        init(_ key: YAMLScalar, _ value: YAMLNode) {
            self.key = key
            self.value = value
        }
    }

    /// The content.
    package let content: Content

    /// The location of its first character.
    package let location: SourceLocation

    /// Creates a node.
    init(_ content: Content, at location: SourceLocation) {
        self.content = content
        self.location = location
    }

    /// The kind of the node as messages name it: `a string`, `a list`, `keys and values`.
    package var kind: String {
        switch content {
        case .scalar(let scalar): scalar.isMissing ? "nothing" : "a string"
        case .mapping: "keys and values"
        case .sequence: "a list"
        }
    }
}
