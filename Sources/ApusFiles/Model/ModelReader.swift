import ApusDiagnostics
import ApusSchema
import ApusYAML

/// Reads the files of one schema and gathers all that is wrong with them.
struct ModelReader {
    /// The part of an element that a place belongs to.
    struct Facet: Hashable {
        let path: ElementPath
        let facet: Schema.Facet
    }

    var findings = DiagnosticCollector()

    /// Where each facet stands, for the findings about the whole schema.
    var places: [Facet: SourceLocation] = [:]

    /// Elements that stand in a file but could not be read. What others say about them cannot be judged.
    var unreadable: Set<ElementPath> = []

    private var model: (name: String, location: SourceLocation)?
    private var entities: [Entity] = []
    private var files: [String] = []

    /// Reads one file.
    mutating func read(_ file: SourceFile) {
        files.append(file.path)
        let (node, findings) = YAMLReader.read(file.text, file: file.path)
        self.findings.add(contentsOf: findings)
        guard let node else {
            if findings.isEmpty {
                self.findings.error(
                    "the file is empty",
                    at: SourceLocation(file: file.path),
                    help: ["write 'model: Name' and 'entities:', or remove the file"]
                )
            }
            return
        }
        guard
            let keys = Keys(
                node,
                Keys.Kinds(owner: "a model", known: ["model", "entities"], later: Self.laterModelKeys),
                into: &self.findings
            )
        else { return }
        readModelName(keys)
        guard let list = keys["entities"] else {
            self.findings.error(
                "'entities' is missing",
                at: keys.location,
                help: ["write 'entities:' and the entities"]
            )
            return
        }
        for entry in list.entries(of: "'entities'", into: &self.findings) ?? [] { read(entity: entry) }
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
        guard let first = model else {
            model = (name.text, name.location)
            findings.add(contentsOf: ModelFile.problems(withName: name.text, at: name.location))
            return
        }
        if first.name != name.text {
            findings.error(
                "this file belongs to the model '\(name.text)', but another one to '\(first.name)'",
                at: name.location,
                notes: ["'\(first.name)' is at \(first.location)"],
                help: ["give all files of a schema one model"]
            )
        }
    }

    private mutating func read(entity entry: YAMLNode.Entry) {
        let path = ElementPath(entry.key.text)
        if let first = places[Facet(path: path, facet: .name)] {
            findings.error(
                "the entity '\(path)' is defined twice",
                at: entry.key.location,
                notes: ["the first one is at \(first)"],
                help: ["rename or remove one of them"]
            )
            return
        }
        record(.name, of: path, at: entry.key.location)
        guard let entity = readEntity(entry) else {
            unreadable.insert(path)
            return
        }
        entities.append(entity)
    }

    /// Keeps the place of a facet.
    mutating func record(_ facet: Schema.Facet, of path: ElementPath, at location: SourceLocation) {
        places[Facet(path: path, facet: facet)] = location
    }

    /// The schema, and all findings in the order of their places.
    mutating func finish() -> (schema: Schema?, diagnostics: [Diagnostic]) {
        let schema = Schema(model: model?.name ?? "", entities: entities)
        let places = self.places
        findings.add(
            contentsOf: judgeable(schema).validate { path, facet in
                places[Facet(path: path, facet: facet)] ?? places[Facet(path: path, facet: .name)]
            }
        )
        return (findings.hasErrors || model == nil ? nil : schema, findings.diagnostics.inOrder(of: files))
    }

    /// The schema without what it says about elements that could not be read, so that no mistake is reported twice.
    private func judgeable(_ schema: Schema) -> Schema {
        guard !unreadable.isEmpty else { return schema }
        var copy: Schema = schema
        for index in copy.entities.indices {
            copy.entities[index].relationships = copy.entities[index].relationships.compactMap { relationship in
                if unreadable.contains(ElementPath(relationship.destination)) { return nil }
                guard let inverse = relationship.inverse,
                    unreadable.contains(ElementPath(relationship.destination, inverse))
                else { return relationship }
                var alone: Relationship = relationship
                alone.inverse = nil
                alone.holdsKey = nil
                return alone
            }
        }
        return copy
    }

    /// What a model of Core Data has beside its entities.
    private static let laterModelKeys: Set<String> = [
        "configurations", "fetchRequests", "versionIdentifier", "userInfo", "types", "composites", "table",
    ]
}
