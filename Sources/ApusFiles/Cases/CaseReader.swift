import ApusDiagnostics
import ApusSchema
import ApusYAML

/// Reads a case, and reports everything in it that cannot be used.
struct CaseReader {
    let versions: CaseVersions

    /// What was found, in the order in which the keys are read.
    var findings = DiagnosticCollector()

    /// The references of the rows to be made, with the names of these rows.
    var references: [(relationship: Relationship, row: String, target: YAMLScalar)] = []

    init(versions: CaseVersions) {
        self.versions = versions
    }

    /// Reads a file; `nil` if it is not a case.
    mutating func read(_ file: SourceFile) -> MigrationCase? {
        let (node, problems) = YAMLReader.read(file.text, file: file.path)
        findings.add(contentsOf: problems)
        let kinds = Keys.Kinds(owner: "a case", known: ["from", "to", "rows", "expect"])
        guard let node, let keys = Keys(node, kinds, into: &findings) else {
            if problems.isEmpty, node == nil { missing("from", at: SourceLocation(file: file.path)) }
            return nil
        }
        let from = keys["from"].flatMap { version($0, of: "from", allowsHead: false) ?? nil }
        if keys["from"] == nil { missing("from", at: keys.location) }
        var to: Schema.Version?? = .some(versions.newest)
        if let node = keys["to"] { to = version(node, of: "to", allowsHead: true) }
        if let from, let to { checkDirection(from, to, at: (keys["to"] ?? keys["from"] ?? node).location) }
        guard let from, let to, let older = versions.schema(from), let newer = versions.schema(to) else { return nil }
        guard let rowsNode = keys["rows"] else {
            missing("rows", at: keys.location)
            return nil
        }
        let rows = self.rows(rowsNode, below: "rows", of: older, MappingFile.title(of: from), isComplete: true)
            .flatMap { entity, expectation in
                if case .rows(_, let rows) = expectation { return rows }
                findings.error(
                    "the rows of '\(entity.text)' must be keys and values, not a number",
                    at: entity.location,
                    help: ["write each row with a name, such as 'first: { … }'"]
                )
                return []
            }
        check(references: rows, in: older)
        let expectations = keys["expect"].map { node in
            self.rows(node, below: "expect", of: newer, MappingFile.title(of: to), isComplete: false).map(\.1)
        }
        return MigrationCase(
            file: file,
            from: from,
            to: to,
            hasTarget: keys["to"] != nil,
            rows: rows,
            // Nothing below 'expect' is left for a run that records.
            expectations: expectations?.isEmpty == true ? nil : expectations,
            hasExpectationKey: keys["expect"] != nil,
            expectationLine: lastLine(of: "expect", in: node)
        )
    }

    private mutating func checkDirection(_ from: Schema.Version, _ to: Schema.Version?, at location: SourceLocation) {
        guard let to, let start = versions.known.firstIndex(of: from), let end = versions.known.firstIndex(of: to),
            start >= end
        else { return }
        findings.error(
            "version \(to) does not come after version \(from), so nothing is migrated",
            at: location,
            help: ["write 'from' with an older version than 'to'"]
        )
    }

    private mutating func missing(_ key: String, at location: SourceLocation) {
        let example = key == "from" ? "from: 1" : "rows: { Entity: { first: { … } } }"
        findings.error("a case needs '\(key)'", at: location, help: ["write it, such as '\(example)'"])
    }

    /// A version; the inner `nil` for the head, the outer one if there is no such version, which is reported.
    private mutating func version(_ node: YAMLNode, of key: String, allowsHead: Bool) -> Schema.Version?? {
        guard let scalar = node.text(of: "'\(key)'", into: &findings) else { return nil }
        if allowsHead, scalar.text == "head" { return .some(nil) }
        let version = Schema.Version(scalar.text)
        if let version, versions.known.contains(version) { return version }
        let isRetired = version.map(versions.retired.contains) == true
        let known = versions.known.map(\.description).joined(separator: ", ")
        findings.error(
            isRetired ? "version \(scalar.text) is retired" : "there is no version '\(scalar.text)'",
            at: scalar.location,
            help: (isRetired ? ["remove the case: 'apus retire' removes those of retired versions"] : []) + [
                "the versions are \(known)\(allowsHead ? " and head" : "")"
            ]
        )
        return nil
    }

    /// What is below the names of entities.
    private mutating func rows(
        _ node: YAMLNode,
        below key: String,
        of schema: Schema,
        _ version: String,
        isComplete: Bool
    ) -> [(YAMLScalar, MigrationCase.Expectation)] {
        (node.entries(of: "'\(key)'", into: &findings) ?? []).compactMap { entry in
            guard let entity = entity(entry.key, of: schema, version) else { return nil }
            if case .scalar(let scalar) = entry.value.content, !scalar.isNull {
                return entry.value.count(of: "number of rows", into: &findings).map {
                    (entry.key, .count(entity: entity.name, $0))
                }
            }
            let rows = (entry.value.entries(of: "the rows of '\(entity.name)'", into: &findings) ?? []).map { row in
                self.row(row, of: entity, schema, version, isComplete: isComplete)
            }
            return (entry.key, .rows(entity: entity.name, rows))
        }
    }

    mutating func entity(_ name: YAMLScalar, of schema: Schema, _ version: String) -> Entity? {
        guard let entity = schema.entity(name.text) else {
            let names = schema.entities.filter { !$0.isAbstract }.map(\.name)
            findings.add(unknownWord(name, "\(version) has no entity '\(name.text)'", among: names))
            return nil
        }
        guard !entity.isAbstract else {
            let names = schema.entities.filter { !$0.isAbstract && schema.isKind($0.name, of: entity.name) }.map(\.name)
            findings.error(
                "'\(entity.name)' is abstract, so it has no rows of its own",
                at: name.location,
                help: ["write a sub-entity: \(names.map { "'\($0)'" }.joined(separator: ", "))"]
            )
            return nil
        }
        return entity
    }

    /// References are to rows of the case. Only names that a relationship can refer to have to be unique.
    private mutating func check(references rows: [MigrationCase.Row], in schema: Schema) {
        var names: [String: [String: SourceLocation]] = [:]
        for row in rows {
            guard let entity = schema.entity(row.entity) else { continue }
            let root = (schema.ancestors(of: entity).last ?? entity).name
            if let first = names[root, default: [:]].updateValue(row.location, forKey: row.name) {
                findings.error(
                    "two rows have the name '\(row.name)'",
                    at: row.location,
                    notes: ["the first one is at \(first)"],
                    help: ["rename one of them"]
                )
            }
        }
        checkOnlyTargets(of: rows, in: schema)
        var known: [String: Set<String>] = [:]
        for (relationship, row, target) in references {
            let destination = relationship.destination
            let names =
                known[destination] ?? Set(rows.filter { schema.isKind($0.entity, of: destination) }.map(\.name))
            known[destination] = names
            if names.contains(target.text) { continue }
            let message = "'\(relationship.name)' of '\(row)': the case has no row '\(target.text)' of '\(destination)'"
            findings.error(
                message,
                at: target.location,
                help: [
                    NearMiss.suggestion(for: target.text, among: names.sorted()).map { "did you mean '\($0)'?" }
                        ?? "add the row, or remove the reference"
                ]
            )
        }
    }

    /// A to-one relationship refers to one object, whichever side gives the reference.
    private mutating func checkOnlyTargets(of rows: [MigrationCase.Row], in schema: Schema) {
        let named = Dictionary(grouping: rows, by: \.name)
        var targets: [ElementPath: [String: String]] = [:]
        for (relationship, row, target) in references {
            guard let inverse = schema.namedInverse(of: relationship),
                inverse.relationship.inverse == relationship.name, !inverse.relationship.isToMany
            else { continue }
            let path = ElementPath(inverse.entity.name, inverse.relationship.name)
            let given = named[target.text]?.first { schema.isKind($0.entity, of: inverse.entity.name) }
            let other = targets[path]?[target.text] ?? given?.references[inverse.relationship.name]?.first
            targets[path, default: [:]][target.text] = row
            if let other, other != row {
                findings.error(
                    "'\(inverse.relationship.name)' of '\(target.text)' refers to one object, but both '\(other)' and "
                        + "'\(row)' refer to it",
                    at: target.location,
                    help: ["remove one of the references"]
                )
            }
        }
    }

    /// The index of a key's line if all that follows in the file is its value.
    private func lastLine(of key: String, in node: YAMLNode) -> Int? {
        guard case .mapping(let entries) = node.content, let last = entries.last, last.key.text == key,
            last.key.location.column == 1, let line = last.key.location.line
        else { return nil }
        return line - 1
    }
}
