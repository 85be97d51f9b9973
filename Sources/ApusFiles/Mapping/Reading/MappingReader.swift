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

    /// The elements whose fill is a text that is the name of a generator without its parentheses, and has no quotes.
    private(set) var bareGenerators: Set<ElementPath> = []

    /// The names of the functions in Swift that the mapping declares.
    var functions: Set<String> = []

    /// The names of origins, with the location of each.
    var originNames: [String: SourceLocation] = [:]

    init(from: Schema.Version, to: Schema.Version?) {
        self.from = from
        self.to = to
    }

    /// Reads a file: all lines that can be used, also beside others that cannot.
    mutating func read(_ file: SourceFile) -> Mapping {
        var lines: [Mapping.Line] = []
        let (node, problems) = YAMLReader.read(file.text, file: file.path)
        findings.add(contentsOf: problems)
        let kinds = Keys.Kinds(
            owner: "a mapping",
            known: Mapping.Key.allCases.map(\.rawValue)
        )
        // A file of comments alone is the mapping that says nothing.
        if let node, let keys = Keys(node, kinds, into: &findings) {
            for key in Mapping.Key.allCases {
                if let node = keys[key.rawValue] { lines += read(node, below: key) }
            }
        }
        return Mapping(from: from, to: to, lines, file: file.path)
    }

    /// The lines below a key.
    private mutating func read(_ node: YAMLNode, below key: Mapping.Key) -> [Mapping.Line] {
        let definition: Mapping.Key.Definition = key.definition
        guard let form = definition.value else { return withoutCovered(elements(node, of: key)) }
        if form == .message { return assertions(node, of: key) }
        if form == .function { return functions(node, of: key) }
        if form == .version { return code(node, of: key) }
        return entries(node, of: key.rawValue).compactMap { entry in
            let subject: Mapping.Line? = subject(entry.key, of: key)
            if form == .origins { return line(entry, withOriginsOf: subject) }
            if form == .duplicates, let subject, subject.path.property == nil {
                return line(entry, withDuplicatesOf: subject)
            }
            let what = "\(definition.noun) of '\(subject?.subject ?? entry.key.text)'"
            guard let text = entry.value.text(of: what, into: &findings),
                let value = value(text, form, of: subject?.path), let subject
            else { return nil }
            if form == .fill, text.isBareGenerator { bareGenerators.insert(subject.path) }
            return Mapping.Line(key, subject.path, isWildcard: subject.isWildcard, value, at: subject.location)
        }
    }

    /// The lines without those that a wildcard covers already, which are reported.
    private mutating func withoutCovered(_ lines: [Mapping.Line]) -> [Mapping.Line] {
        let wildcards: [String: Mapping.Line] = Dictionary(
            lines.filter(\.isWildcard).map { ($0.path.entity, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return lines.filter { line in
            guard line.path.property != nil, let wildcard = wildcards[line.path.entity] else { return true }
            findings.error(
                "'\(line.subject)' is accepted by '\(wildcard.subject)' already",
                at: line.location,
                notes: wildcard.location.map { ["'\(wildcard.subject)' is at \($0)"] } ?? [],
                help: ["remove it"]
            )
            return false
        }
    }
}
