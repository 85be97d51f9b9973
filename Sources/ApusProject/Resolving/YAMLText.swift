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

    /// JSON whose escaped pairs of surrogates, `\ud840\udc01`, are escapes of YAML, `\U00020001`.
    static func withoutSurrogates(_ json: String) -> String {
        let scalars = Array(json.unicodeScalars)
        /// The number of an escape, `\ud840`, that begins at an index.
        func unit(at index: Int) -> UInt32? {
            guard index + 6 <= scalars.count, scalars[index] == "\\", scalars[index + 1] == "u" else { return nil }
            return UInt32(String(String.UnicodeScalarView(scalars[index + 2..<index + 6])), radix: 16)
        }
        var text = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            if let high = unit(at: index), (0xD800..<0xDC00).contains(high),
                let low = unit(at: index + 6), (0xDC00..<0xE000).contains(low)
            {
                let digits = String(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00), radix: 16)
                text.append(contentsOf: "\\U\(String(repeating: "0", count: 8 - digits.count))\(digits)".unicodeScalars)
                index += 12
                continue
            }
            // An escaped backslash is not the beginning of an escape.
            let length = scalars[index] == "\\" && index + 1 < scalars.count ? 2 : 1
            text.append(contentsOf: scalars[index..<index + length])
            index += length
        }
        return String(text)
    }
}
