import ApusDiagnostics
import ApusSchema
import ApusYAML

/// Reads the files of a schema and collects the findings.
struct ModelReader {
    var findings = DiagnosticCollector()

    /// The locations of all elements.
    var locations = ModelLocations()

    /// Elements in a file that could not be read, so references to them cannot be checked.
    var unreadable: Set<ModelPath> = []

    private var schema = Schema(model: "")
    private var isNamed: Bool = false
    private var files: [String] = []

    /// Reads a file.
    mutating func read(_ file: SourceFile) {
        files.append(file.path)
        let (node, problems) = YAMLReader.read(file.text, file: file.path)
        findings.add(contentsOf: problems)
        guard let node else {
            if problems.isEmpty {
                findings.error(
                    "the file is empty",
                    at: SourceLocation(file: file.path),
                    help: ["write 'model: Name' and 'entities:', or remove the file"]
                )
            }
            return
        }
        let kinds = Keys.Kinds(owner: "a model", known: Schema.keys.map(\.name))
        guard let keys = Keys(node, kinds, into: &findings) else { return }
        readModelName(keys)
        readSettings(keys)
        readSections(keys)
    }

    private mutating func readModelName(_ keys: Keys) {
        guard let node = keys["model"] else {
            findings.error(
                "'model' is missing",
                at: keys.location,
                help: ["write 'model: Name' with the model that the file belongs to"]
            )
            return
        }
        guard let name = node.text(of: "'model'", into: &findings) else { return }
        let path = ModelPath(["model"])
        guard isNamed, let first = locations.exactly(path) else {
            schema.model = name.text
            isNamed = true
            locations.record(path, at: name.location)
            findings.add(contentsOf: ModelFile.problems(withName: name.text, at: name.location))
            return
        }
        if schema.model != name.text {
            findings.error(
                "this file belongs to the model '\(name.text)', but another one belongs to '\(schema.model)'",
                at: name.location,
                notes: ["'\(schema.model)' is at \(first)"],
                help: ["write the same model in all files of a schema"]
            )
        }
    }

    /// Reads the model's own settings, each of which may be in one file only.
    private mutating func readSettings(_ keys: Keys) {
        for key in Schema.keys where key.name != "model" {
            guard let node = keys[key.name] else { continue }
            let path = ModelPath([key.name])
            switch key.form {
            case .structure: continue
            case .texts(let lens):
                let texts = readTexts(node, at: path)
                lens.set(&schema, lens.get(schema).merging(texts) { first, _ in first })
            default:
                if let first = locations.exactly(path) {
                    findings.error(
                        "'\(key.name)' is defined twice",
                        at: keys.location(of: key.name),
                        notes: ["the first one is at \(first)"],
                        help: ["remove one of them"]
                    )
                } else {
                    var copy = schema
                    readSetting(key, of: &copy, from: node, at: path)
                    schema = copy
                }
            }
        }
    }

    private mutating func readSections(_ keys: Keys) {
        let sections = ["entities", "composites", "enums", "fetchRequests", "configurations"]
        if sections.allSatisfy({ keys[$0] == nil }), keys["localization"] == nil {
            findings.error("'entities' is missing", at: keys.location, help: ["write 'entities:' and the entities"])
        }
        schema.entities += readSection(keys, "entities", kind: "entity") { $0.readEntity($1, at: $2) }
        schema.composites += readSection(keys, "composites", kind: "composite") { $0.readComposite($1, at: $2) }
        schema.enumerations += readSection(keys, "enums", kind: "enum") { $0.readEnumeration($1, at: $2) }
        schema.fetchRequests += readSection(keys, "fetchRequests", kind: "fetch request") {
            $0.readFetchRequest($1, at: $2)
        }
        schema.configurations += readSection(keys, "configurations", kind: "configuration") {
            $0.readConfiguration($1, at: $2)
        }
    }

    /// Reads named elements, each of which may be in one file only.
    ///
    /// - Parameters:
    ///   - keys: The keys of the owner.
    ///   - section: The key of the elements.
    ///   - kind: The kind of the elements as messages name it.
    ///   - owner: The owner of the elements; the model by default.
    ///   - read: Reads an element; `nil` if it is not valid.
    /// - Returns: The valid elements.
    mutating func readSection<Element>(
        _ keys: Keys,
        _ section: String,
        kind: String,
        of owner: ModelPath = ModelPath(),
        _ read: (inout ModelReader, YAMLNode.Entry, ModelPath) -> Element?
    ) -> [Element] {
        guard let node = keys[section] else { return [] }
        var elements: [Element] = []
        guard let entries = node.entries(of: "'\(section)'", into: &findings) else {
            unreadable.insert(owner.key(section))
            return []
        }
        for entry in entries {
            let path = owner.element(section, entry.key.text)
            if let first = locations.exactly(path) {
                findings.error(
                    "the \(kind) '\(entry.key.text)' is defined twice",
                    at: entry.key.location,
                    notes: ["the first one is at \(first)"],
                    help: ["rename or remove one of them"]
                )
                continue
            }
            locations.record(path, at: entry.key.location)
            if let element = read(&self, entry, path) {
                elements.append(element)
            } else {
                unreadable.insert(path)
            }
        }
        return elements
    }

    /// The schema without validation; `nil` if something could not be read.
    var draft: Schema? { findings.hasErrors || !isNamed ? nil : schema }

    /// Returns the schema, and all findings sorted by location.
    mutating func finish(as role: ModelFile.Role) -> ModelFile.Contents {
        if case .head(let newest) = role { schema.pairInverses(after: newest) }
        let locations = self.locations
        findings.add(contentsOf: schema.validate(unreadable: unreadable) { locations[$0] })
        return ModelFile.Contents(
            schema: findings.hasErrors || !isNamed ? nil : schema,
            diagnostics: findings.diagnostics.inOrder(of: files),
            locations: locations
        )
    }
}
