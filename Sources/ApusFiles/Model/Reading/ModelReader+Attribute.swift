import ApusDiagnostics
import ApusSchema
import ApusYAML

extension ModelReader {
    /// Reads an attribute in its short or long form; `nil` if it is not valid.
    mutating func readAttribute(
        _ entry: YAMLNode.Entry,
        at path: ModelPath,
        _ list: [Key<Attribute>]
    ) -> Attribute? {
        switch entry.value.content {
        case .scalar:
            guard let text = entry.value.text(of: "the type of '\(path.title)'", into: &findings) else { return nil }
            return readShortAttribute(entry.key.text, text, at: path)
        case .mapping: return readLongAttribute(entry, at: path, list)
        case .sequence:
            findings.error(
                "an attribute must be a type or keys and values, not a list",
                at: entry.value.location,
                help: ["write '\(entry.key.text): string', or '\(entry.key.text): { type: string }'"]
            )
            return nil
        }
    }

    private mutating func readLongAttribute(
        _ entry: YAMLNode.Entry,
        at path: ModelPath,
        _ list: [Key<Attribute>]
    ) -> Attribute? {
        let isPart = list.count < Attribute.keys.count
        let kinds = Keys.Kinds(owner: isPart ? "a part of a composite" : "an attribute", known: list.map(\.name))
        guard let keys = Keys(entry.value, kinds, into: &findings) else { return nil }
        let type = readType(keys, at: path)
        var attribute = Attribute(entry.key.text, typeName: type ?? "string")
        // All keys are read before an invalid one ends the reading, so that all errors are reported.
        readSettings(list, of: &attribute, from: keys, at: path, isTypeKnown: type != nil)
        return type == nil ? nil : attribute
    }

    private mutating func readType(_ keys: Keys, at path: ModelPath) -> String? {
        guard let node = keys["type"] else {
            findings.error("the type of '\(path.title)' is missing", at: keys.location, help: ["write 'type: string'"])
            return nil
        }
        guard let word = node.text(of: "the type of '\(path.title)'", into: &findings) else { return nil }
        locations.record(path.key("type"), at: word.location)
        if word.text.hasSuffix("?"), String(word.text.dropLast()).isIdentifier {
            findings.error(
                "'\(word.text)' is only valid in the short form",
                at: word.location,
                help: ["write 'type: \(word.text.dropLast())' and 'optional: true'"]
            )
            return nil
        }
        return checkType(word.text, at: word.location)
    }

    /// Returns the name of a type if it can be one. Whether the model has a type of that name is checked after all files have been read.
    mutating func checkType(_ word: String, at location: SourceLocation) -> String? {
        if word.isIdentifier { return word }
        findings.error(
            "'\(word)' is not a type",
            at: location,
            help: TypeSuggestion.help(for: word, among: []),
            fixes: TypeSuggestion.meant(by: word, among: []).map { [.replace(location, word: word, with: $0)] } ?? []
        )
        return nil
    }
}
