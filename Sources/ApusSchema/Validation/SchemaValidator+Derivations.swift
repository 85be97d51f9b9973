extension SchemaValidator {
    mutating func check(
        _ derivation: Derivation,
        of attribute: Attribute,
        _ path: ElementPath,
        in entity: Entity,
        at place: ModelPath
    ) {
        switch derivation {
        case .now:
            // Models of before Swift keep moments as seconds.
            if attribute.type != .date, attribute.type != .double {
                mismatch(derivation, path, attribute, "date", at: place)
            }
        case .keyPath(let keyPath):
            guard let source = source(keyPath, derivation, path, entity, at: place) else { return }
            if source.type != attribute.type {
                mismatch(derivation, path, attribute, source.type.name, at: place)
            } else if case .named(let name) = source.type, schema.composite(name) != nil {
                error(
                    "'\(path)' is derived from '\(keyPath.joined(separator: "."))', which is a composite",
                    at: place,
                    help: [
                        "derive an attribute from each part that you need, such as '\(keyPath.joined(separator: ".")).city'"
                    ]
                )
            }
        case .function(_, let keyPath):
            guard let source = source(keyPath, derivation, path, entity, at: place) else { return }
            if source.type != .string {
                error(
                    "'\(path)' is derived from '\(keyPath.joined(separator: "."))', which is \(source.type.name), not string",
                    at: place,
                    help: ["choose a text"]
                )
            } else if attribute.type != .string {
                mismatch(derivation, path, attribute, "string", at: place)
            }
        case .count(let keyPath):
            guard many(keyPath, "@count", path, entity, at: place) != nil else { return }
            if attribute.type.scalar?.integerRange == nil {
                mismatch(derivation, path, attribute, "an integer", at: place)
            }
        case .sum(let keyPath, let name):
            guard let far = many(keyPath, "@sum", path, entity, at: place),
                let summand = source([name], derivation, path, far, at: place)
            else { return }
            checkSum(of: summand, derivation, attribute, path, at: place)
        }
    }

    /// The attribute that a derived one is computed from.
    private mutating func source(
        _ keyPath: [String],
        _ derivation: Derivation,
        _ path: ElementPath,
        _ entity: Entity,
        at place: ModelPath
    ) -> Attribute? {
        let text: String = derivation.text
        switch index.follow(keyPath, from: entity) {
        case .unreadable: return nil
        case .dead(let dead):
            report(dead, "'\(path)' is derived from '\(text)', but", at: place)
        case .target(let target):
            if let name = target.toMany {
                error(
                    "'\(path)' is derived from '\(text)', but '\(name)' leads to many objects",
                    at: place,
                    help: ["write '\(name).@count' or '\(name).@sum.…'"]
                )
                return nil
            }
            guard case .attribute(let attribute) = target.member else {
                error(
                    "'\(path)' is derived from '\(text)', which is no attribute",
                    at: place,
                    help: ["name an attribute, such as '\(keyPath.joined(separator: ".")).name'"]
                )
                return nil
            }
            if let name = index.transientRelationship(on: keyPath, from: entity) {
                error(
                    "'\(path)' is derived from '\(text)', but no store keeps '\(name)'",
                    at: place,
                    help: ["choose a relationship that is not transient"]
                )
                return nil
            }
            if attribute.usesExternalStorage {
                error(
                    "'\(path)' is derived from '\(text)', whose values may be in files",
                    at: place,
                    help: ["choose an attribute without 'externalStorage'"]
                )
                return nil
            }
            guard !attribute.isTransient, !attribute.isEphemeral else {
                error(
                    "'\(path)' is derived from '\(text)', which no store keeps",
                    at: place,
                    help: ["choose an attribute that is neither transient nor ephemeral"]
                )
                return nil
            }
            return attribute
        }
        return nil
    }

    /// The far end of the to-many relationship that a derived attribute counts or sums over.
    private mutating func many(
        _ keyPath: [String],
        _ function: String,
        _ path: ElementPath,
        _ entity: Entity,
        at place: ModelPath
    ) -> Entity? {
        let text: String = keyPath.joined(separator: ".")
        switch index.follow(keyPath, from: entity) {
        case .unreadable: return nil
        case .dead(let dead):
            report(dead, "'\(path)' is derived over '\(text)', but", at: place)
        case .target(let target):
            if keyPath.count == 1, case .relationship(let relationship) = target.member, relationship.isToMany {
                guard relationship.isTransient else { return target.destination }
                error(
                    "'\(path)' is derived over '\(text)', which no store keeps",
                    at: place,
                    help: ["choose a relationship that is not transient"]
                )
                return nil
            }
            error(
                "'\(path)' is derived over '\(text)', but \(function) is for one to-many relationship",
                at: place,
                help: ["write 'name.\(function)', with the name of a to-many relationship of '\(entity.name)'"]
            )
        }
        return nil
    }

    private mutating func checkSum(
        of summand: Attribute,
        _ derivation: Derivation,
        _ attribute: Attribute,
        _ path: ElementPath,
        at place: ModelPath
    ) {
        guard let type = summand.type.scalar, type.isNumber else {
            return error(
                "'\(path)' is the sum of '\(summand.name)', which is \(summand.type.name), not a number",
                at: place,
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
        if !isHeld { mismatch(derivation, path, attribute, type.rawValue, at: place) }
    }

    private mutating func mismatch(
        _ derivation: Derivation,
        _ path: ElementPath,
        _ attribute: Attribute,
        _ expected: String,
        at place: ModelPath
    ) {
        error(
            "'\(path)' is \(attribute.type.name), but '\(derivation.text)' gives \(expected)",
            at: place,
            help: [expected == "an integer" ? "make the type int64" : "make the type \(expected)"]
        )
    }

    /// Reports a key path that leads nowhere.
    mutating func report(_ dead: SchemaIndex.Dead, _ beginning: String, at place: ModelPath) {
        unknown("\(beginning) \(dead.reason)", dead.name, among: dead.candidates, at: place)
    }

    /// Reports derived attributes that are computed from themselves.
    mutating func checkDerivedCircles() {
        let derived: [ElementPath] = schema.entities.flatMap { entity in
            entity.attributes.filter { $0.derivation != nil }.map { ElementPath(entity.name, $0.name) }
        }
        for circle in circles(of: derived, next: { derivationSource(of: $0).map { [$0] } ?? [] }) {
            error(
                circle.count == 1
                    ? "'\(circle[0])' is derived from itself"
                    : "'\(circle[0])' is derived from itself: \(Self.text(of: circle))",
                at: .entity(circle[0].entity).element("attributes", circle[0].property ?? "").key("derived"),
                help: ["derive one of them from something else"]
            )
        }
    }

    /// The attribute that a derived one is computed from, where both are there.
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
