import ApusDiagnostics
import ApusSchema
import ApusYAML

extension MappingReader {
    /// The line with the origins of an entity's objects: one, or a list of them. Those that cannot be used are reported.
    mutating func line(_ entry: YAMLNode.Entry, withOriginsOf subject: Mapping.Line?) -> Mapping.Line? {
        let entity: String = subject?.subject ?? entry.key.text
        var nodes: [YAMLNode] = [entry.value]
        if case .sequence(let list) = entry.value.content { nodes = list }
        if nodes.isEmpty {
            findings.error(
                "the list of origins of '\(entity)' is empty",
                at: entry.value.location,
                help: [help(writing: "{ from: Entity }")]
            )
        }
        let found = nodes.compactMap { origin($0, of: entity) }
        guard let subject, !found.isEmpty else { return nil }
        return Mapping.Line(
            subject.key,
            subject.path,
            .list(found.map(\.origin.json)),
            at: subject.location,
            originLocations: found.map(\.locations)
        )
    }

    /// An origin with the locations of its parts.
    private typealias LocatedOrigin = (origin: Mapping.Origin, locations: [Mapping.Origin.Part: SourceLocation])

    /// Reads an origin; `nil` if it has no older entity. Parts that cannot be used are reported.
    private mutating func origin(_ node: YAMLNode, of entity: String) -> LocatedOrigin? {
        let what = "the origin of '\(entity)'"
        if case .scalar(let scalar) = node.content, !scalar.isNull {
            findings.error(
                "\(what) must be keys and values, not a string",
                at: node.location,
                help: [help(writing: "{ from: \(scalar.text) }")]
            )
            return nil
        }
        let known = findings.diagnostics.count
        let kinds = Keys.Kinds(owner: what, known: Mapping.Origin.Key.allCases.map(\.rawValue))
        guard let keys = Keys(node, kinds, into: &findings) else { return nil }
        var (origin, locations): LocatedOrigin = (Mapping.Origin([]), [:])
        if let node = keys[.from] {
            for scalar in sources(node, of: what) {
                locations[.source(scalar.text)] = scalar.location
                origin.sources.append(scalar.text)
            }
        } else if findings.diagnostics.count == known {
            // An unknown key is probably a misspelled one.
            findings.error("\(what) has no 'from'", at: keys.location, help: [help()])
        }
        if let scalar = keys[.name]?.text(of: "the name of \(what)", into: &findings) {
            locations[.name] = scalar.location
            origin.name = name(scalar)
        }
        if let scalar = keys[.each]?.text(of: "'each' of \(what)", into: &findings) {
            locations[.each] = scalar.location
            origin.each = expression(scalar)
        }
        if let scalar = keys[.condition]?.text(of: "the condition of \(what)", into: &findings) {
            locations[.condition] = scalar.location
            origin.condition = condition(scalar)
        }
        if let node = keys[.distinct] {
            if case .sequence([]) = node.content {
                findings.error(
                    "'distinct' of \(what) is empty",
                    at: node.location,
                    help: ["write an expression by whose values objects are one, or remove it"]
                )
            }
            for scalar in unique(node.texts(of: "'distinct' of \(what)", into: &findings)) {
                locations[.distinct(origin.distinct.count)] = scalar.location
                origin.distinct.append(expression(scalar) ?? scalar.text)
            }
        }
        for entry in keys[.values]?.entries(of: "'values' of \(what)", into: &findings) ?? [] {
            let value = "the expression of '\(entity).\(entry.key.text)'"
            guard let scalar = entry.value.text(of: value, into: &findings) else { continue }
            locations[.value(entry.key.text)] = entry.key.location
            origin.values[entry.key.text] =
                expression(scalar, of: ElementPath(entity, entry.key.text)) ?? scalar.text
        }
        return origin.sources.isEmpty ? nil : (origin, locations)
    }

    /// The older entities, without duplicates.
    private mutating func sources(_ node: YAMLNode, of what: String) -> [YAMLScalar] {
        if case .sequence([]) = node.content {
            findings.error("'from' of \(what) is empty", at: node.location, help: [help()])
        }
        return unique(node.texts(of: "'from' of \(what)", into: &findings)).filter { scalar in
            if ElementPath(parsing: scalar.text) == ElementPath(scalar.text), !scalar.text.contains("*") { return true }
            findings.error("'\(scalar.text)' is not an entity", at: scalar.location, help: [help()])
            return false
        }
    }

    /// The name by which expressions refer to the objects. No other origin of the mapping has it.
    private mutating func name(_ scalar: YAMLScalar) -> String? {
        let name = scalar.text
        guard name.isIdentifier else {
            findings.error(
                "'\(name)' is not a name",
                at: scalar.location,
                help: ["write letters, digits and '_', with a letter or '_' first"]
            )
            return nil
        }
        guard let first = originNames[name] else {
            originNames[name] = scalar.location
            return name
        }
        findings.error(
            "two origins have the name '\(name)'",
            at: scalar.location,
            notes: ["the first one is at \(first)"],
            help: ["rename one of them"]
        )
        return nil
    }

    /// The help for an origin that needs an older entity.
    private func help(writing text: String = "from: Entity") -> String {
        "write '\(text)', with an entity of \(MappingFile.title(of: from))"
    }
}

extension Keys {
    fileprivate subscript(key: Mapping.Origin.Key) -> YAMLNode? { self[key.rawValue] }
}
