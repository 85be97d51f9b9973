import ApusDiagnostics

/// The types of attributes that values and records are found by.
private let uidTypes: [AttributeType] = [.string, .int16, .int32, .int64, .uuid].map { .scalar($0) }

extension Schema {
    /// The attribute that an entity's values and records are found by, which the entity or an ancestor names; `nil` if that is the
    /// object's identifier.
    package func uid(of entity: Entity) -> Attribute? {
        let line = [entity] + ancestors(of: entity)
        return line.lazy.compactMap(\.uid).first.flatMap { attribute($0, of: entity) }
    }
}

extension SchemaValidator {
    /// Checks the attribute that an entity's values and records are found by.
    mutating func checkUid(of entity: Entity) {
        let line = index.line(of: entity)
        guard let owner = line.first(where: { $0.uid != nil }), let uid = owner.uid else { return }
        let modelPath = ModelPath.entity(entity.name).key("uid")
        // Ancestors whose uid it is report their own properties.
        let others = entity.uid == nil ? [entity] : line
        for (holder, other) in others.flatMap({ holder in holder.properties.map { (holder, $0) } })
        where uid != "uid" && other.name == "uid" {
            error(
                "'\(holder.name).uid' has the name of a value's uid, which is '\(uid)'",
                at: holder.path(of: other),
                help: ["rename it, such as 'number', with 'originalName: uid', or write 'uid: uid' at '\(owner.name)'"]
            )
        }
        guard entity.uid != nil else { return }
        if let ancestor = line.dropFirst().first(where: { $0.uid != nil }) {
            return error(
                "'\(entity.name)' has the uid of '\(ancestor.name)' already",
                at: modelPath,
                help: ["remove 'uid' here, or there"]
            )
        }
        switch index.member(uid, of: entity) {
        case .unreadable: return
        case .missing:
            unknown(
                "the uid of '\(entity.name)' is '\(uid)', but there is no such attribute",
                uid,
                among: line.flatMap { $0.attributes.map(\.name) },
                at: modelPath
            )
        case .found((_, .attribute(let attribute))):
            if let reason = whyNoUid(attribute) {
                return error(
                    "'\(uid)' cannot be the uid of '\(entity.name)': \(reason)",
                    at: modelPath,
                    help: ["use a required, stored attribute of the type string, int, int16, int32, int64 or uuid"]
                )
            }
            let isUnique = line.contains { owner in
                owner.attribute(uid)?.isUnique == true || owner.uniquenessConstraints.contains { Set($0) == [uid] }
            }
            if isUnique { return }
            error(
                "the uid '\(uid)' of '\(entity.name)' is not unique, so two objects could have the same",
                at: modelPath,
                help: ["write 'unique: [\(uid)]' at '\(entity.name)'"]
            )
        case .found:
            error(
                "'\(uid)' cannot be the uid of '\(entity.name)': it is not an attribute",
                at: modelPath,
                help: ["use a required, stored attribute of the type string, int, int16, int32, int64 or uuid"]
            )
        }
    }

    private func whyNoUid(_ attribute: Attribute) -> String? {
        if let reason = whyNotStored(.attribute(attribute)) { return reason }
        if attribute.derivation != nil { return "it is derived" }
        if attribute.isOptional { return "it is optional, so an object need not have one" }
        return uidTypes.contains(attribute.type) ? nil : "it is of the type \(attribute.type.name)"
    }

    /// Checks how structures for values have a relationship.
    mutating func checkValues(
        of relationship: Relationship,
        _ path: ElementPath,
        in entity: Entity,
        to far: Entity,
        at modelPath: ModelPath
    ) {
        guard let form = relationship.valueForm, !relationship.isTransient else { return }
        let hasValues = schema.entities.contains { $0.hasValueType && index.line(of: $0).contains(entity) }
        if !hasValues {
            error(
                "'\(path)' has 'values', but no structure for values has it",
                at: modelPath.key("values"),
                help: ["write 'values: true' at '\(entity.name)', or remove 'values' here"]
            )
        }
        guard form == .nested else { return }
        if !far.hasValueType {
            error(
                "'\(path)' cannot be nested: '\(far.name)' has no structure for values",
                at: modelPath.key("values"),
                help: ["write 'values: true' at '\(far.name)', or 'values: identifier' here"]
            )
        } else if far.codegen == .none {
            error(
                "'\(path)' cannot be nested: no structure is generated for the values of '\(far.name)', which has 'codegen: none'",
                at: modelPath.key("values"),
                help: ["write 'values: identifier' here, or another 'codegen' at '\(far.name)'"]
            )
        }
    }

    /// Reports structures for values that would contain themselves.
    mutating func checkValueCycles() {
        let nested = Dictionary(
            schema.entities.filter(\.hasValueType).map { entity in
                (
                    entity.name,
                    index.line(of: entity).flatMap { owner in
                        owner.relationships.filter { $0.valueForm == .nested && !$0.isTransient }.map { (owner, $0) }
                    }
                )
            }
        ) { first, _ in first }
        for cycle in cycles(of: schema.entities.map(\.name), next: { nested[$0]?.map(\.1.destination) ?? [] }) {
            let next = cycle.count > 1 ? cycle[1] : cycle[0]
            guard let (owner, relationship) = nested[cycle[0]]?.first(where: { $0.1.destination == next }) else {
                continue
            }
            let steps = (cycle + [cycle[0]]).map { "'\($0)'" }.joined(separator: ", ")
            error(
                cycle.count == 1
                    ? "the values of '\(cycle[0])' would contain themselves"
                    : "the values of '\(cycle[0])' would contain themselves: \(steps)",
                at: owner.path(of: relationship).key("values"),
                help: ["write 'values: identifier' at one of the relationships"]
            )
        }
    }
}
