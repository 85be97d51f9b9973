import ApusDiagnostics
import ApusSchema
import ApusYAML

/// Reads a mapping, and says of each line that is none why.
struct MappingReader {
    /// The version whose stores the mapping is for.
    let from: Schema.Version

    /// The version that they become; `nil` for the head.
    let to: Schema.Version?

    /// What was found, in the order in which the keys are read.
    var findings = DiagnosticCollector()

    init(from: Schema.Version, to: Schema.Version?) {
        self.from = from
        self.to = to
    }

    /// Reads a file: all lines that can be used, also beside others that cannot.
    mutating func read(_ file: SourceFile) -> Mapping {
        var mapping = Mapping(from: from, to: to, file: file.path)
        let (node, problems) = YAMLReader.read(file.text, file: file.path)
        findings.add(contentsOf: problems)
        let kinds = Keys.Kinds(owner: "a mapping", known: MappingFile.keys.map(\.name), later: Self.laterKeys)
        // A file of comments alone is the mapping that says nothing.
        guard let node, let keys = Keys(node, kinds, into: &findings) else { return mapping }
        mapping.accept = keys["accept"].map { acceptances($0) } ?? []
        mapping.fill = keys["fill"].map { fillings($0) } ?? []
        mapping.convert = keys["convert"].map { conversions($0) } ?? []
        mapping.require = keys["require"].map { requirements($0) } ?? []
        return mapping
    }

    private mutating func acceptances(_ node: YAMLNode) -> [Mapping.Acceptance] {
        let form: String =
            "write '- Entity', '- Entity.property' or '- Entity.*', with the names of \(MappingFile.title(of: from))"
        let all: [Mapping.Acceptance] = elements(node, of: "accept", "an accepted loss", form).compactMap { scalar in
            let isWildcard: Bool = scalar.text.hasSuffix(".*")
            let text: String = isWildcard ? String(scalar.text.dropLast(2)) : scalar.text
            guard let path = path(text, of: scalar, isWildcard: isWildcard, "entity or property", form) else {
                return nil
            }
            return Mapping.Acceptance(path, isWildcard: isWildcard, at: scalar.location)
        }
        let wildcards: [String: Mapping.Acceptance] = Dictionary(
            all.filter(\.isWildcard).map { ($0.path.entity, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return all.filter { acceptance in
            guard acceptance.path.property != nil, let wildcard = wildcards[acceptance.path.entity] else { return true }
            findings.error(
                "'\(acceptance.text)' is accepted by '\(wildcard.text)' already",
                at: acceptance.location,
                notes: wildcard.location.map { ["'\(wildcard.text)' is at \($0)"] } ?? [],
                help: ["remove it"]
            )
            return false
        }
    }

    private mutating func fillings(_ node: YAMLNode) -> [Mapping.Filling] {
        let form: String = "write 'Entity.attribute: value', with the names of \(MappingFile.title(of: to))"
        return entries(node, of: "fill").compactMap { entry in
            let path: ElementPath? = property(entry.key, "attribute", form)
            let name: String = path?.description ?? entry.key.text
            guard let value = entry.value.text(of: "the fill of '\(name)'", into: &findings),
                let fill = fill(value), let path
            else { return nil }
            return Mapping.Filling(path, fill, at: entry.key.location)
        }
    }

    private mutating func conversions(_ node: YAMLNode) -> [Mapping.NamedConversion] {
        let form: String = "write 'Entity.attribute: method', with the names of \(MappingFile.title(of: to))"
        return entries(node, of: "convert").compactMap { entry in
            let path: ElementPath? = property(entry.key, "attribute", form)
            let name: String = path?.description ?? entry.key.text
            guard let word = entry.value.text(of: "the conversion of '\(name)'", into: &findings) else { return nil }
            guard ConversionNames.all.contains(word.text) else {
                findings.error(
                    "'\(word.text)' is no conversion",
                    at: word.location,
                    help: ConversionNames.help(for: word.text, among: ConversionNames.all),
                    fixes: ConversionNames.meant(by: word.text, among: ConversionNames.all)
                        .map { [.replace(word.location, word: word.text, with: $0)] } ?? []
                )
                return nil
            }
            return path.map { Mapping.NamedConversion($0, word.text, at: entry.key.location) }
        }
    }

    private mutating func requirements(_ node: YAMLNode) -> [Mapping.Requirement] {
        let form: String = "write '- Entity.property', with the names of \(MappingFile.title(of: to))"
        return elements(node, of: "require", "a requirement", form).compactMap { scalar in
            property(scalar, "property", form).map { Mapping.Requirement($0, at: scalar.location) }
        }
    }

    /// What later releases add.
    private static let laterKeys: Set<String> = [
        "map", "mapping", "entities", "values", "assert", "where", "filter", "split", "merge", "sql", "swift", "from",
        "to",
    ]
}
