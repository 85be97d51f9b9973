import ApusDiagnostics
import ApusSchema
import ApusYAML

extension ModelReader {
    /// Reads `type`, `type?`, `type = default` or `type? = default`.
    ///
    /// The default is the rest of the text. In quotes of either kind it may be empty or have spaces around it.
    mutating func readShortAttribute(_ name: String, _ scalar: YAMLScalar, at path: ModelPath) -> Attribute? {
        // As Unicode scalars, so that a combining mark does not hide the character before it.
        let scalars = Array(scalar.text.unicodeScalars)
        let equals = scalars.firstIndex(of: "=")
        let left = trimmed(scalars[..<(equals ?? scalars.count)])
        let isOptional = left.last == "?"
        let word = text(isOptional ? left.dropLast() : left)
        guard !word.isEmpty else {
            findings.error(
                "the type of '\(path.title)' is missing",
                at: scalar.location,
                help: ["write a type in front, such as 'string\(equals == nil ? "" : " = …")'"]
            )
            return nil
        }
        let location = scalar.location(atOffset: left.startIndex)
        locations.record(path.key("type"), at: location)
        guard let type = checkType(word, at: location) else { return nil }
        var attribute = Attribute(name, typeName: type, isOptional: isOptional)
        guard let equals else { return attribute }
        let right = trimmed(scalars[(equals + 1)...])
        readDefault(right, of: &attribute, at: path.key("default"), in: scalar, after: equals)
        return attribute
    }

    private mutating func readDefault(
        _ text: ArraySlice<Unicode.Scalar>,
        of attribute: inout Attribute,
        at path: ModelPath,
        in scalar: YAMLScalar,
        after equals: Int
    ) {
        let location: SourceLocation = scalar.location(atOffset: text.isEmpty ? equals : text.startIndex)
        locations.record(path, at: location)
        guard let key = Attribute.keys.first(where: { $0.name == "default" }), case .coded(let coding) = key.form,
            let value = unquoted(text, of: path.parent?.title ?? "", at: location)
        else { return }
        read(value, as: "default", coding, of: &attribute, at: path, location: location)
    }

    /// The text of a default, without quotes.
    private mutating func unquoted(
        _ scalars: ArraySlice<Unicode.Scalar>,
        of path: String,
        at location: SourceLocation
    ) -> String? {
        guard let first = scalars.first else {
            findings.error(
                "the default of '\(path)' is missing after the '='",
                at: location,
                help: ["write it; an empty string is \"\", and a string that contains ' #' needs quotes"]
            )
            return nil
        }
        if first == "\"" || first == "'" {
            let inner = scalars.dropFirst().dropLast()
            if scalars.count >= 2, scalars.last == first, !inner.contains(first), !inner.contains("\\") {
                return text(inner)
            }
            findings.error(
                "the default of '\(path)' begins with a quote, but is not a string between two quotes",
                at: location,
                help: ["for quotes and escapes in a default, use the long form: '{ type: …, default: … }'"]
            )
            return nil
        }
        let text: String = text(scalars)
        if ["null", "Null", "NULL", "~"].contains(text) {
            findings.error(
                "the default of '\(path)' is '\(text)', which has no meaning here",
                at: location,
                help: ["remove the '= \(text)', or write = \"\(text)\" for this string"]
            )
            return nil
        }
        return text
    }

    /// The slice without the spaces around it.
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
