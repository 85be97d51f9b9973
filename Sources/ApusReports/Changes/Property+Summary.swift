package import ApusSchema

extension Property {
    /// The property in the form of a model's short lines: `string? = 'x'`, `to many Item`.
    var summary: String {
        switch self {
        case .attribute(let attribute): attribute.summary
        case .relationship(let relationship): relationship.summary
        }
    }
}

extension Attribute {
    /// The type and the default, in the form of a model's short lines.
    package var summary: String {
        typeName + (isOptional ? "?" : "") + (defaultText.map { " = \($0)" } ?? "")
    }

    /// The same of a new attribute, whose encryption no change of its own says.
    var newSummary: String {
        guard let key = encryptionKey else { return summary }
        return summary + ", encrypted with the key '\(key)'" + (allowsLookup ? ", can be looked up" : "")
    }

    /// The default as a diff prints it, with strings in quotes.
    var defaultText: String? {
        defaultValue?.quoted ?? defaultExpression
    }
}

extension Relationship {
    /// The cardinality and the destination.
    var summary: String {
        isToMany
            ? "to many \(destination)" + (isOrdered ? ", ordered" : "")
            : "to one \(destination)" + (isOptional ? "?" : "")
    }
}

extension Value {
    /// The value's text, in quotes if the value is a string.
    package var quoted: String {
        if case .string(let text) = self { "'\(text)'" } else { text }
    }
}
