import ApusDiagnostics
import ApusSchema
import ApusYAML

extension ModelReader {
    /// Reads `type`, `type?`, `type = default` or `type? = default`.
    ///
    /// The default is the rest of the text; in quotes of either kind it may be empty or have spaces around it.
    mutating func readShortAttribute(_ scalar: YAMLScalar, _ path: ElementPath) -> Attribute? {
        // By Unicode scalars: a combining mark must not hide the sign that it stands behind.
        let scalars: [Unicode.Scalar] = Array(scalar.text.unicodeScalars)
        let equals: Int? = scalars.firstIndex(of: "=")
        let left = trimmed(scalars[..<(equals ?? scalars.count)])
        let isOptional: Bool = left.last == "?"
        let word: String = text(isOptional ? left.dropLast() : left)
        guard !word.isEmpty else {
            findings.error(
                "the type of '\(path)' is missing",
                at: scalar.location,
                help: ["write a type in front, such as 'string\(equals == nil ? "" : " = …")'"]
            )
            return nil
        }
        guard let type = readType(word, at: scalar.location(atOffset: left.startIndex)) else { return nil }
        guard let equals else { return Attribute(path.property ?? "", type, isOptional: isOptional) }
        let right = trimmed(scalars[(equals + 1)...])
        let place: SourceLocation = scalar.location(atOffset: right.isEmpty ? equals : right.startIndex)
        record(.defaultValue, of: path, at: place)
        let value: Value? = unquoted(right, path, at: place).flatMap { readDefault($0, type, of: path, at: place) }
        return Attribute(path.property ?? "", type, isOptional: isOptional, default: value)
    }

    /// The text of a default, without the quotes that it may have.
    private mutating func unquoted(
        _ scalars: ArraySlice<Unicode.Scalar>,
        _ path: ElementPath,
        at place: SourceLocation
    ) -> String? {
        guard let first = scalars.first else {
            findings.error(
                "the default of '\(path)' is missing behind the '='",
                at: place,
                help: ["write it; an empty text is \"\", and a text with ' #' in it needs quotes"]
            )
            return nil
        }
        if first == "\"" || first == "'" {
            let inner = scalars.dropFirst().dropLast()
            if scalars.count >= 2, scalars.last == first, !inner.contains(first), !inner.contains("\\") {
                return text(inner)
            }
            findings.error(
                "the default of '\(path)' begins with a quote, but it is no text between two quotes",
                at: place,
                help: ["for quotes and escapes in a default use the long form: '{ type: …, default: … }'"]
            )
            return nil
        }
        let text: String = text(scalars)
        if ["null", "Null", "NULL", "~"].contains(text) {
            findings.error(
                "the default of '\(path)' is '\(text)', which means nothing",
                at: place,
                help: ["remove the '= \(text)', or write = \"\(text)\" for this text"]
            )
            return nil
        }
        return text
    }

    /// Without the spaces around it; indices stay.
    private func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        let front = scalars.drop { $0 == " " }
        let end: Int = front.lastIndex { $0 != " " }.map { $0 + 1 } ?? front.startIndex
        return front[..<end]
    }

    private func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
