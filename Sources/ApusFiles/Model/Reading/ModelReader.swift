import ApusDiagnostics
import ApusSchema
import ApusYAML

/// Reads the files of one schema and gathers all that is wrong with them.
struct ModelReader {
    var findings = DiagnosticCollector()

    /// Where everything stands.
    var places = ModelPlaces()

    /// Elements that stand in a file but could not be read. What others say about them cannot be judged.
    var unreadable: Set<ModelPath> = []

    private var schema = Schema(model: "")
    private var isNamed: Bool = false
    private var files: [String] = []

    /// Reads one file.
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
                help: ["write 'model: Name': each file says which model it belongs to"]
            )
            return
        }
        guard let name = node.text(of: "'model'", into: &findings) else { return }
        let path = ModelPath(["model"])
        guard isNamed, let first = places.exactly(path) else {
            schema.model = name.text
            isNamed = true
            places.record(path, at: name.location)
            findings.add(contentsOf: ModelFile.problems(withName: name.text, at: name.location))
            return
        }
        if schema.model != name.text {
            findings.error(
                "this file belongs to the model '\(name.text)', but another one to '\(schema.model)'",
                at: name.location,
                notes: ["'\(schema.model)' is at \(first)"],
                help: ["give all files of a schema one model"]
            )
        }
    }

    /// Reads what the model says of itself, once in all files.
    private mutating func readSettings(_ keys: Keys) {
        for key in Schema.keys where key.name != "model" {
            guard let node = keys[key.name] else { continue }
            let path = ModelPath([key.name])
            switch key.form {
            case .structure: continue
            case .texts(let lens):
                let texts: [String: String] = readTexts(node, at: path)
                lens.set(&schema, lens.get(schema).merging(texts) { first, _ in first })
            default:
                if let first = places.exactly(path) {
                    findings.error(
                        "'\(key.name)' is said twice",
                        at: keys.place(of: key.name),
                        notes: ["the first one is at \(first)"],
                        help: ["remove one of them"]
                    )
                } else {
                    var copy: Schema = schema
                    readSetting(key, of: &copy, from: node, at: path)
                    schema = copy
                }
            }
        }
    }

    private mutating func readSections(_ keys: Keys) {
        let sections: [String] = ["entities", "composites", "enums", "fetchRequests", "configurations"]
        if sections.allSatisfy({ keys[$0] == nil }), keys["localization"] == nil {
            findings.error("'entities' is missing", at: keys.location, help: ["write 'entities:' and the entities"])
        }
        schema.entities += readSection(keys, "entities", "entity") { $0.readEntity($1, at: $2) }
        schema.composites += readSection(keys, "composites", "composite") { $0.readComposite($1, at: $2) }
        schema.enumerations += readSection(keys, "enums", "enum") { $0.readEnumeration($1, at: $2) }
        schema.fetchRequests += readSection(keys, "fetchRequests", "fetch request") { $0.readFetchRequest($1, at: $2) }
        schema.configurations += readSection(keys, "configurations", "configuration") {
            $0.readConfiguration($1, at: $2)
        }
    }

    /// Reads elements by name, each of which may stand in one file only.
    ///
    /// - Parameters:
    ///   - keys: The keys of what has the elements.
    ///   - section: The key that they stand under.
    ///   - kind: What one of them is, in words.
    ///   - owner: What has them; the model where not said.
    ///   - read: Reads one of them; `nil` where it cannot be used.
    /// - Returns: Those that can be used.
    mutating func readSection<Element>(
        _ keys: Keys,
        _ section: String,
        _ kind: String,
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
            let path: ModelPath = owner.element(section, entry.key.text)
            if let first = places.exactly(path) {
                findings.error(
                    "the \(kind) '\(entry.key.text)' is defined twice",
                    at: entry.key.location,
                    notes: ["the first one is at \(first)"],
                    help: ["rename or remove one of them"]
                )
                continue
            }
            places.record(path, at: entry.key.location)
            if let element = read(&self, entry, path) {
                elements.append(element)
            } else {
                unreadable.insert(path)
            }
        }
        return elements
    }

    /// What was read, whether it is valid or not; `nil` where something could not be read.
    var draft: Schema? { findings.hasErrors || !isNamed ? nil : schema }

    /// The schema, and all findings in the order of their places.
    mutating func finish() -> ModelFile.Contents {
        let places: ModelPlaces = self.places
        findings.add(contentsOf: schema.validate(unreadable: unreadable) { places[$0] })
        return ModelFile.Contents(
            schema: findings.hasErrors || !isNamed ? nil : schema,
            diagnostics: findings.diagnostics.inOrder(of: files),
            places: places
        )
    }
}
