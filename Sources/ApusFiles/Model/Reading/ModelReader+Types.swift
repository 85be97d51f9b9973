import ApusDiagnostics
import ApusSchema
import ApusYAML

extension ModelReader {
    /// Reads a composite; `nil` if nothing in it is valid.
    mutating func readComposite(_ entry: YAMLNode.Entry, at path: ModelPath) -> Composite? {
        let kinds = Keys.Kinds(owner: "a composite", known: Composite.keys.map(\.name))
        guard let keys = Keys(entry.value, kinds, into: &findings) else { return nil }
        var composite = Composite(entry.key.text)
        readSettings(Composite.keys, of: &composite, from: keys, at: path)
        composite.attributes = readSection(keys, "attributes", kind: "part", of: path) {
            $0.readAttribute($1, at: $2, Attribute.partKeys)
        }
        return composite
    }

    /// Reads an enum: a list of cases, or the long form; `nil` if nothing in it is valid.
    mutating func readEnumeration(_ entry: YAMLNode.Entry, at path: ModelPath) -> Enumeration? {
        var enumeration = Enumeration(entry.key.text)
        guard case .mapping = entry.value.content else {
            enumeration.cases = readCases(entry.value, of: enumeration, at: path)
            return enumeration
        }
        let kinds = Keys.Kinds(owner: "an enum", known: Enumeration.keys.map(\.name))
        guard let keys = Keys(entry.value, kinds, into: &findings) else { return nil }
        readSettings(Enumeration.keys, of: &enumeration, from: keys, at: path)
        guard let cases = keys["cases"] else {
            findings.error(
                "the cases of '\(path.title)' are missing",
                at: keys.location,
                help: ["write 'cases: [one, two]'"]
            )
            return nil
        }
        enumeration.cases = readCases(cases, of: enumeration, at: path)
        return enumeration
    }

    /// Reads names, whose raw values are as in Swift (the name itself, or numbers from 0), or names with raw values.
    private mutating func readCases(
        _ node: YAMLNode,
        of enumeration: Enumeration,
        at path: ModelPath
    ) -> [Enumeration.Case] {
        guard case .mapping(let entries) = node.content else {
            return node.texts(of: "the list of cases of '\(path.title)'", into: &findings).enumerated().map {
                index,
                name in
                let path = path.element("cases", name.text)
                // The first of two equal names keeps its location.
                if locations.exactly(path) == nil { locations.record(path, at: name.location) }
                return Enumeration.Case(
                    name.text,
                    enumeration.type == .string ? .string(name.text) : .int(Int64(index))
                )
            }
        }
        return entries.compactMap { entry in
            let path = path.element("cases", entry.key.text)
            locations.record(path, at: entry.key.location)
            guard let element = readCase(entry, enumeration.type, at: path) else {
                unreadable.insert(path)
                return nil
            }
            return element
        }
    }

    private mutating func readCase(
        _ entry: YAMLNode.Entry,
        _ type: ScalarType,
        at path: ModelPath
    ) -> Enumeration.Case? {
        var documentation: String?
        var rawValue = entry.value
        if case .mapping = entry.value.content {
            let kinds = Keys.Kinds(owner: "a case", known: Enumeration.Case.keys.map(\.name))
            guard let keys = Keys(entry.value, kinds, into: &findings) else { return nil }
            documentation = keys["documentation"]?.text(of: "'documentation'", into: &findings)?.text
            guard let node = keys["rawValue"] else {
                findings.error(
                    "the raw value of '\(path.title)' is missing",
                    at: keys.location,
                    help: ["write 'rawValue:' with the stored value"]
                )
                return nil
            }
            rawValue = node
        }
        locations.record(path.key("rawValue"), at: rawValue.location)
        guard let scalar = rawValue.text(of: "the raw value of '\(path.title)'", into: &findings) else { return nil }
        guard let value = Value(text: scalar.text, type: type) else {
            findings.error(
                "the raw value '\(scalar.text)' of '\(path.title)' is not \(type.rawValue.withArticle)",
                at: scalar.location,
                help: ["write \(type.expectation)"]
            )
            return nil
        }
        return Enumeration.Case(entry.key.text, value, documentation: documentation)
    }
}
