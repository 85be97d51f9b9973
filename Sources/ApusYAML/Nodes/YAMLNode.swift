package import ApusDiagnostics

/// A value of a YAML document, with its place.
package struct YAMLNode: Hashable, Sendable {
    /// What a node is.
    package enum Content: Hashable, Sendable {
        /// A text.
        case scalar(YAMLScalar)
        /// Keys with their values, in the order of the file.
        case mapping([Entry])
        /// Values in order.
        case sequence([YAMLNode])
    }

    /// One line of a mapping: a key and its value.
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

    /// What the node is.
    package let content: Content

    /// Where it begins.
    package let location: SourceLocation

    /// Creates a node.
    init(_ content: Content, at location: SourceLocation) {
        self.content = content
        self.location = location
    }

    /// The node in words for a message: `a text`, `a list`, `keys with values`.
    package var kind: String {
        switch content {
        case .scalar(let scalar): scalar.isMissing ? "nothing" : "a text"
        case .mapping: "keys with values"
        case .sequence: "a list"
        }
    }
}
