import ApusDiagnostics
import ApusSchema
import ApusYAML

/// Reads the rows that ship with a model, and reports everything in them that cannot be used.
struct SeedDataReader {
    let schema: Schema

    /// What was found.
    var findings = DiagnosticCollector()

    /// The rows, without what cannot be read.
    private(set) var rows: [SeedRows.Row] = []

    /// The values of the rows with the model's defaults, as they are stored.
    private(set) var stored: [[[String]: StoredValue]] = []

    /// The location of each row's key.
    private(set) var locations: [SourceLocation] = []

    /// The locations of the targets of references, by row and relationship.
    private var targets: [Int: [String: [YAMLScalar]]] = [:]

    private var reader: CaseReader

    init(_ schema: Schema) {
        self.schema = schema
        let none = Schema.Version(0)
        reader = CaseReader(versions: CaseVersions(known: [], newest: none) { _ in schema })
    }

    /// Reads a file.
    mutating func read(_ file: SourceFile) {
        let (node, problems) = YAMLReader.read(file.text, file: file.path)
        findings.add(contentsOf: problems)
        guard let node else { return }
        let kinds = Keys.Kinds(owner: "seed data", known: ["edited", "removed", "rows"])
        guard let keys = Keys(node, kinds, into: &findings) else { return }
        let edited = rule("edited", of: keys, SeedRows.EditRule.allCases.map(\.rawValue))
        let removed = rule("removed", of: keys, SeedRows.RemovalRule.allCases.map(\.rawValue))
        guard let rows = keys["rows"] else {
            findings.error(
                "the file has no rows",
                at: keys.location,
                help: ["write 'rows: { Entity: { key: { property: value } } }', or remove the file"]
            )
            return
        }
        for entry in rows.entries(of: "'rows'", into: &findings) ?? [] {
            guard let entity = reader.entity(entry.key, of: schema, "the model") else { continue }
            refuseEncryptedDefaults(of: entity, at: entry.key.location)
            for row in entry.value.entries(of: "the rows of '\(entity.name)'", into: &findings) ?? [] {
                add(
                    row,
                    of: entity,
                    edited.flatMap(SeedRows.EditRule.init) ?? .keep,
                    removed.flatMap(SeedRows.RemovalRule.init) ?? .keep
                )
            }
        }
        findings.add(contentsOf: reader.findings.diagnostics)
        reader.findings = DiagnosticCollector()
    }

    private mutating func rule(_ key: String, of keys: Keys, _ words: [String]) -> String? {
        guard let scalar = keys[key]?.text(of: "'\(key)'", into: &findings) else { return nil }
        if words.contains(scalar.text) { return scalar.text }
        findings.add(unknownWord(scalar, "'\(scalar.text)' is not a rule for '\(key)'", among: words))
        return nil
    }

    private mutating func add(
        _ entry: YAMLNode.Entry,
        of entity: Entity,
        _ edited: SeedRows.EditRule,
        _ removed: SeedRows.RemovalRule
    ) {
        let row = reader.row(entry, of: entity, schema, "the model", isComplete: true)
        var given: Set<String> = []
        if case .mapping(let properties) = entry.value.content {
            for property in properties {
                given.insert(property.key.text)
                refuseEncrypted(property.key, of: entity)
            }
        }
        var references = row.references
        if case .mapping(let properties) = entry.value.content {
            for property in properties {
                guard case .scalar(let scalar) = property.value.content, scalar.isNull, !scalar.isMissing,
                    schema.relationship(property.key.text, of: entity)?.relationship.isToMany == false
                else { continue }
                // Not the same as a reference that is left out, which stays as it is.
                references[property.key.text] = []
            }
        }
        var keys: [String: [YAMLScalar]] = [:]
        for (relationship, _, target) in reader.references { keys[relationship.name, default: []].append(target) }
        reader.references = []
        targets[rows.count] = keys
        rows.append(
            SeedRows.Row(
                entity: entity.name,
                key: row.name,
                values: row.values.filter { given.contains($0.key[0]) },
                references: references,
                edited: edited,
                removed: removed
            )
        )
        stored.append(row.values)
        locations.append(row.location)
    }

    /// Seed data is readable in the app, so encrypting it in the store would only look safe.
    private mutating func refuseEncrypted(_ key: YAMLScalar, of entity: Entity) {
        guard let attribute = schema.attribute(key.text, of: entity), attribute.encryptionKey != nil else { return }
        findings.error(
            "'\(entity.name).\(attribute.name)' is encrypted, and seed data is readable in the app",
            at: key.location,
            help: ["remove the value, and set it in the app", "remove 'encrypted' in the model"]
        )
    }

    /// A default would have to be encrypted while the data is loaded.
    private mutating func refuseEncryptedDefaults(of entity: Entity, at location: SourceLocation) {
        for attribute in ([entity] + schema.ancestors(of: entity)).flatMap(\.attributes)
        where attribute.encryptionKey != nil && schema.storedDefault(of: attribute) != nil {
            findings.error(
                "'\(entity.name)' cannot have seed data: '\(attribute.name)' is encrypted and has a default",
                at: location,
                help: ["make the attribute optional, without a default"]
            )
        }
    }

    /// Checks what rows say about each other.
    mutating func check() {
        checkKeys()
        let references = SeedReferences(rows, of: schema)
        checkTargets(references)
        var check = SeedRowsCheck(self, references)
        check.check()
        findings.add(contentsOf: check.findings.diagnostics)
    }

    private mutating func checkKeys() {
        var first: [String: [String: Int]] = [:]
        var roots: [String: String] = [:]
        for (index, row) in rows.enumerated() {
            let root = roots[row.entity] ?? schema.root(of: row.entity)
            roots[row.entity] = root
            guard let other = first[root]?[row.key] else {
                first[root, default: [:]][row.key] = index
                continue
            }
            findings.error(
                "two rows of '\(root)' have the key '\(row.key)'",
                at: locations[index],
                notes: ["the first one is at \(locations[other])"],
                help: ["rename one of them; a key that was released must not change"]
            )
        }
    }

    private mutating func checkTargets(_ references: SeedReferences) {
        var known: [String: [String]] = [:]
        for unknown in references.unknown {
            let keys =
                known[unknown.destination]
                ?? rows.filter { schema.isKind($0.entity, of: unknown.destination) }.map(\.key).sorted()
            known[unknown.destination] = keys
            let target = targets[unknown.row]?[unknown.relationship]?.first { $0.text == unknown.key }
            let row = rows[unknown.row]
            // Comparing with a hundred thousand keys, for each of as many references, would never end.
            let nearest = keys.count <= 1000 ? NearMiss.suggestion(for: unknown.key, among: keys) : nil
            findings.error(
                "'\(unknown.relationship)' of '\(row.key)': there is no row '\(unknown.key)' of '\(unknown.destination)'",
                at: target?.location ?? locations[unknown.row],
                help: [nearest.map { "did you mean '\($0)'?" } ?? "add the row, or remove the reference"]
            )
        }
        for conflict in references.conflicts {
            let (one, other) = (rows[conflict.targets[0]].key, rows[conflict.targets[1]].key)
            findings.error(
                "'\(conflict.relationship)' of '\(rows[conflict.row].key)' refers to one object, but '\(one)' and "
                    + "'\(other)' are given",
                at: locations[conflict.row],
                help: ["remove one of the references"]
            )
        }
    }
}
