import ApusYAML

/// Small pieces of YAML.
enum YAMLText {
    /// A key with a string.
    static func line(_ key: String, _ text: String) -> String {
        let isTruth = text == "true"
        return YAMLWriter.write(.mapping([YAMLValue.Entry(key, isTruth ? .word(text) : .text(text))]))
    }

    /// A node that was read, on one line: what was in quotes still is.
    static func flow(_ node: YAMLNode) -> String {
        switch node.content {
        case .scalar(let scalar): return text(scalar)
        case .sequence(let elements): return "[\(elements.map(flow).joined(separator: ", "))]"
        case .mapping(let entries):
            return "{ \(entries.map { "\(text($0.key)): \(flow($0.value))" }.joined(separator: ", ")) }"
        }
    }

    private static func text(_ scalar: YAMLScalar) -> String {
        if scalar.isNull { return scalar.text }
        let isPlain = scalar.style == .plain && ScalarStyle.canBePlain(scalar.text, inFlow: true)
        return isPlain ? scalar.text : ScalarStyle.quoted(scalar.text)
    }
}
