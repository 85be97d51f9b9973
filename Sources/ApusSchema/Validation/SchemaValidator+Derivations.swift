extension SchemaValidator {
    mutating func check(
        _ derivation: Derivation,
        of attribute: Attribute,
        _ path: ElementPath,
        in entity: Entity,
        at modelPath: ModelPath
    ) {
        switch derivation {
        case .now:
            // Models from before Swift store dates as seconds.
            if attribute.type != .date, attribute.type != .double {
                mismatch(of: derivation, path, attribute, expected: "date", at: modelPath)
            }
        case .keyPath(let keyPath):
            guard let source = source(keyPath, of: derivation, path, in: entity, at: modelPath) else { return }
            if source.type != attribute.type {
                mismatch(of: derivation, path, attribute, expected: source.type.name, at: modelPath)
            } else if case .named(let name) = source.type, schema.composite(name) != nil {
                error(
                    "'\(path)' is derived from '\(Self.short(keyPath.joined(separator: ".")))', which is a composite",
                    at: modelPath,
                    help: [
                        "derive an attribute from each part that you need, such as '\(Self.short(keyPath.joined(separator: "."))).city'"
                    ]
                )
            }
        case .function(_, let keyPath):
            guard let source = source(keyPath, of: derivation, path, in: entity, at: modelPath) else { return }
            if source.type != .string {
                error(
                    "'\(path)' is derived from '\(Self.short(keyPath.joined(separator: ".")))', which is \(source.type.name), not string",
                    at: modelPath,
                    help: ["choose a string"]
                )
            } else if attribute.type != .string {
                mismatch(of: derivation, path, attribute, expected: "string", at: modelPath)
            }
        case .count(let keyPath):
            guard many(keyPath, for: "@count", path, in: entity, at: modelPath) != nil else { return }
            if attribute.type.scalar?.integerRange == nil {
                mismatch(of: derivation, path, attribute, expected: "an integer", at: modelPath)
            }
        case .sum(let keyPath, let name):
            guard let far = many(keyPath, for: "@sum", path, in: entity, at: modelPath),
                let summand = source([name], of: derivation, path, in: far, at: modelPath)
            else { return }
            checkSum(of: summand, by: derivation, attribute, path, at: modelPath)
        }
    }

    /// The maximum number of relationships in the key path of a derived attribute. SQLite's parser refuses statements with
    /// deeper queries: versions before 3.46 have a stack of 100 entries, which 11 relationships exceed.
    private static var derivationDepth: Int { 8 }

    /// A long path without its middle: both ends say where to look.
    private static func short(_ path: String) -> String {
        path.count > 100 ? "\(path.prefix(50))…\(path.suffix(50))" : path
    }

    /// Returns the attribute that a derived one is computed from, and reports an invalid one.
    private mutating func source(
        _ keyPath: [String],
        of derivation: Derivation,
        _ path: ElementPath,
        in entity: Entity,
        at modelPath: ModelPath
    ) -> Attribute? {
        let text = Self.short(derivation.text)
        switch index.follow(keyPath, from: entity) {
        case .unreadable: return nil
        case .deadEnd(let deadEnd):
            report(deadEnd, "'\(path)' is derived from '\(text)', but", at: modelPath)
        case .target(let target):
            if let name = target.toMany {
                error(
                    "'\(path)' is derived from '\(text)', but '\(name)' is to-many",
                    at: modelPath,
                    help: ["write '\(name).@count' or '\(name).@sum.…'"]
                )
                return nil
            }
            guard case .attribute(let attribute) = target.member else {
                error(
                    "'\(path)' is derived from '\(text)', which is not an attribute",
                    at: modelPath,
                    help: ["use an attribute, such as '\(Self.short(keyPath.joined(separator: "."))).name'"]
                )
                return nil
            }
            guard target.relationships <= Self.derivationDepth else {
                error(
                    "'\(path)' is derived from '\(text)', which leads over \(target.relationships) relationships, "
                        + "more than \(Self.derivationDepth)",
                    at: modelPath,
                    help: ["derive an attribute of an entity on the way, and this one from that"]
                )
                return nil
            }
            if let name = index.transientRelationship(on: keyPath, from: entity) {
                error(
                    "'\(path)' is derived from '\(text)', but '\(name)' is not stored",
                    at: modelPath,
                    help: ["choose a relationship that is not transient"]
                )
                return nil
            }
            if attribute.encryptionKey != nil {
                error(
                    "'\(path)' is derived from '\(text)', whose values are encrypted",
                    at: modelPath,
                    help: ["choose an attribute without 'encrypted': the store would keep the derived value as it is"]
                )
                return nil
            }
            if attribute.usesExternalStorage {
                error(
                    "'\(path)' is derived from '\(text)', whose values may be in external files",
                    at: modelPath,
                    help: ["choose an attribute without 'externalStorage'"]
                )
                return nil
            }
            guard !attribute.isTransient, !attribute.isEphemeral else {
                error(
                    "'\(path)' is derived from '\(text)', which is not stored",
                    at: modelPath,
                    help: ["choose an attribute that is neither transient nor ephemeral"]
                )
                return nil
            }
            return attribute
        }
        return nil
    }

    /// Returns the destination of the to-many relationship that a derived attribute counts or sums over.
    private mutating func many(
        _ keyPath: [String],
        for function: String,
        _ path: ElementPath,
        in entity: Entity,
        at modelPath: ModelPath
    ) -> Entity? {
        let text = Self.short(keyPath.joined(separator: "."))
        switch index.follow(keyPath, from: entity) {
        case .unreadable: return nil
        case .deadEnd(let deadEnd):
            report(deadEnd, "'\(path)' is derived over '\(text)', but", at: modelPath)
        case .target(let target):
            if keyPath.count == 1, case .relationship(let relationship) = target.member, relationship.isToMany {
                guard relationship.isTransient else { return target.destination }
                error(
                    "'\(path)' is derived over '\(text)', which is not stored",
                    at: modelPath,
                    help: ["choose a relationship that is not transient"]
                )
                return nil
            }
            error(
                "'\(path)' is derived over '\(text)', but \(function) needs a single to-many relationship",
                at: modelPath,
                help: ["write 'name.\(function)' with a to-many relationship of '\(entity.name)'"]
            )
        }
        return nil
    }

    private mutating func checkSum(
        of summand: Attribute,
        by derivation: Derivation,
        _ attribute: Attribute,
        _ path: ElementPath,
        at modelPath: ModelPath
    ) {
        guard let type = summand.type.scalar, type.isNumber else {
            return error(
                "'\(path)' is the sum of '\(summand.name)', which is \(summand.type.name), not a number",
                at: modelPath,
                help: ["choose a number"]
            )
        }
        let isHeld: Bool =
            switch attribute.type.scalar {
            case .int16?, .int32?, .int64?: type.integerRange != nil
            case .double?, .float?: type != .decimal
            case .decimal?: type == .decimal || type.integerRange != nil
            default: false
            }
        if !isHeld { mismatch(of: derivation, path, attribute, expected: type.rawValue, at: modelPath) }
    }

    private mutating func mismatch(
        of derivation: Derivation,
        _ path: ElementPath,
        _ attribute: Attribute,
        expected: String,
        at modelPath: ModelPath
    ) {
        error(
            "'\(path)' is \(attribute.type.name), but '\(Self.short(derivation.text))' gives \(expected)",
            at: modelPath,
            help: [expected == "an integer" ? "make the type int64" : "make the type \(expected)"]
        )
    }

    /// Reports a key path that is not valid.
    mutating func report(_ deadEnd: SchemaIndex.DeadEnd, _ beginning: String, at modelPath: ModelPath) {
        unknown("\(beginning) \(deadEnd.reason)", deadEnd.name, among: deadEnd.candidates, at: modelPath)
    }

    /// Reports derived attributes that are computed from themselves.
    mutating func checkDerivationCycles() {
        let derived: [ElementPath] = schema.entities.flatMap { entity in
            entity.attributes.filter { $0.derivation != nil }.map { ElementPath(entity.name, $0.name) }
        }
        for cycle in cycles(of: derived, next: { derivationSource(of: $0).map { [$0] } ?? [] }) {
            error(
                cycle.count == 1
                    ? "'\(cycle[0])' is derived from itself"
                    : "'\(cycle[0])' is derived from itself: \(Self.text(of: cycle))",
                at: .entity(cycle[0].entity).element("attributes", cycle[0].property ?? "").key("derived"),
                help: ["derive one of them from something else"]
            )
        }
    }

    /// Returns the attribute that a derived one is computed from, if both exist.
    private func derivationSource(of path: ElementPath) -> ElementPath? {
        guard case .found(let entity) = index.entity(path.entity),
            let derivation = entity.attribute(path.property ?? "")?.derivation
        else { return nil }
        let keyPath: [String] =
            switch derivation {
            case .keyPath(let names), .function(_, let names): names
            case .sum(let names, let name): names + [name]
            case .count, .now: []
            }
        guard case .target(let target) = index.follow(keyPath, from: entity), !target.isPart,
            case .attribute(let attribute) = target.member, attribute.derivation != nil
        else { return nil }
        return ElementPath(target.owner.name, attribute.name)
    }
}
