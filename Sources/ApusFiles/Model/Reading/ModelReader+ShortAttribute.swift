import ApusDiagnostics
import ApusSchema
import ApusYAML

extension ModelReader {
    /// Reads `type`, `type?`, `type = default` or `type? = default`.
    ///
    /// The default is the rest of the text; in quotes of either kind it may be empty or have spaces around it.
    mutating func readShortAttribute(_ name: String, _ scalar: YAMLScalar, at path: ModelPath) -> Attribute? {
        // By Unicode scalars: a combining mark must not hide the sign that it stands behind.
        let scalars: [Unicode.Scalar] = Array(scalar.text.unicodeScalars)
        let equals: Int? = scalars.firstIndex(of: "=")
        let left = trimmed(scalars[..<(equals ?? scalars.count)])
        let isOptional: Bool = left.last == "?"
        let word: String = text(isOptional ? left.dropLast() : left)
        guard !word.isEmpty else {
            findings.error(
                "the type of '\(path.title)' is missing",
                at: scalar.location,
                help: ["write a type in front, such as 'string\(equals == nil ? "" : " = …")'"]
            )
            return nil
        }
        let place: SourceLocation = scalar.location(atOffset: left.startIndex)
        places.record(path.key("type"), at: place)
        guard let type = readType(word, at: place) else { return nil }
        var attribute = Attribute(name, type, isOptional: isOptional)
        guard let equals else { return attribute }
        let right = trimmed(scalars[(equals + 1)...])
        readDefault(right, of: &attribute, at: path.key("default"), in: scalar, equals)
        return attribute
    }

    private mutating func readDefault(
        _ text: ArraySlice<Unicode.Scalar>,
        of attribute: inout Attribute,
        at path: ModelPath,
        in scalar: YAMLScalar,
        _ equals: Int
    ) {
        let place: SourceLocation = scalar.location(atOffset: text.isEmpty ? equals : text.startIndex)
        places.record(path, at: place)
        guard let key = Attribute.keys.first(where: { $0.name == "default" }), case .coded(let coding) = key.form,
            let value = unquoted(text, path.parent?.title ?? "", at: place)
        else { return }
        read(value, as: "default", coding, of: &attribute, at: path, place)
    }

    /// The text of a default, without the quotes that it may have.
    private mutating func unquoted(
        _ scalars: ArraySlice<Unicode.Scalar>,
        _ path: String,
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
