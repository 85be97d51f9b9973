import ApusDiagnostics
import ApusSchema

extension StageInference {
    /// A refusal that can be settled by giving up the older values.
    func refusal(_ kind: Change.Kind, _ path: ElementPath, _ message: String, dropping older: ElementPath) -> Refusal {
        Refusal(
            code: kind.code,
            path: path,
            message: message,
            help: [
                mappingFile.map { "to give up the values so far, write in \($0): 'accept: [\(older)]'" }
                    ?? "leave it as it was, or \(startingAnew)"
            ]
        )
    }

    /// How to accept the loss of an element of the older schema.
    private func accepting(_ path: ElementPath) -> String {
        mappingFile.map { "accept the loss in \($0): 'accept: [\(path)]'" } ?? "keep '\(path)', or \(startingAnew)"
    }

    /// What is left to do with a store that has no version, of which no mapping can speak.
    private var startingAnew: String {
        "start with a new store: losses are accepted from a released version on"
    }

    func refusal(ofAdding attribute: Attribute, to match: EntityMatch) -> Refusal {
        let path = ElementPath(match.new.name, attribute.name)
        let older: [Property] = match.removed.filter { property in
            property.isLike(.attribute(attribute)) && !isAcceptedLoss(property, of: match.old)
        }
        let renames: [String] = older.map { "if it was '\($0.name)' before, add 'originalName: \($0.name)'" }
        return Refusal(
            code: Change.Kind.attributeAdded(attribute).code,
            path: path,
            message: "'\(path)' is new and required, but has no default for the rows that exist",
            help: renames + ["give it a default, or make it optional: '\(attribute.type.name)?'"]
        )
    }

    func refusal(ofAdding relationship: Relationship, to entity: String) -> Refusal {
        let path = ElementPath(entity, relationship.name)
        return Refusal(
            code: Change.Kind.relationshipAdded(relationship).code,
            path: path,
            message: "'\(path)' is new and required, but nothing says where it leads to from the rows that exist",
            help: ["make it optional: 'optional: true'"]
        )
    }

    func refusal(ofRequiring attribute: Attribute, in entity: String) -> Refusal {
        let path = ElementPath(entity, attribute.name)
        return Refusal(
            code: Change.Kind.becameRequired(attribute.name, default: nil).code,
            path: path,
            message: "'\(path)' becomes required, but has no default for the rows without a value",
            help: ["give it a default, or leave it optional"]
        )
    }

    func refusal(ofRequiring relationship: Relationship, in entity: String) -> Refusal {
        let path = ElementPath(entity, relationship.name)
        return Refusal(
            code: Change.Kind.becameRequired(relationship.name, default: nil).code,
            path: path,
            message: "'\(path)' becomes required, but nothing says where it leads to from the rows without one",
            help: ["leave it optional: 'optional: true'"]
        )
    }

    func refusal(ofRemoving entity: Entity) -> Refusal {
        let path = ElementPath(entity.name)
        let accept: String = accepting(path)
        let names: Set<String> = Set(entity.properties.map(\.name))
        let likely: Entity? = matching.added.first { candidate in
            let shared: Int = candidate.properties.filter { names.contains($0.name) }.count
            return shared > 0 && shared * 2 >= max(names.count, candidate.properties.count)
        }
        if let likely {
            return Refusal(
                code: "AP103",
                path: ElementPath(likely.name),
                message: "'\(likely.name)' is new and '\(entity.name)' is gone, and they are alike: a rename?",
                help: ["add 'originalName: \(entity.name)' to '\(likely.name)', or \(accept)"]
            )
        }
        if let taker = matching.match(newer: entity.name) {
            return Refusal(
                code: Change.Kind.entityRemoved(entity).code,
                path: path,
                message: "'\(taker.old.name)' takes the name of '\(path)', whose rows would all be lost",
                help: ["keep the older '\(path)' under another name with 'originalName: \(path)'", accept]
            )
        }
        return Refusal(
            code: Change.Kind.entityRemoved(entity).code,
            path: path,
            message: "'\(path)' is gone, and with it all its rows",
            help: [accept]
        )
    }

    func refusal(ofRemoving property: Property, from match: EntityMatch) -> Refusal {
        let path = ElementPath(match.old.name, property.name)
        let accept: String = accepting(path)
        let candidates: [Property] = match.added.filter { $0.isLike(property) }
        let likely: Property? = likelyRename(of: property, among: candidates)
        if let likely {
            let type: String = property.attributeType.map { ", both \($0.name)" } ?? ""
            // The line is there, but it reads as the rename that made the older one of that name.
            let isLeftOver: Bool = likely.originalName == property.name
            let rename: String =
                isLeftOver
                ? "rename in two versions, since the older '\(likely.name)' says 'originalName: \(property.name)' too"
                : "add 'originalName: \(property.name)'"
            return Refusal(
                code: "AP203",
                path: ElementPath(match.new.name, likely.name),
                message: "'\(likely.name)' is new and '\(property.name)' is gone\(type): a rename?",
                help: ["\(rename), or \(accept)"]
            )
        }
        let code: String = property.attributeType == nil ? "AP302" : "AP202"
        let taker: EntityMatch.PropertyMatch? = match.properties.first { $0.new.name == property.name }
        let values: String = property.attributeType == nil ? "references" : "values"
        if let taker {
            return Refusal(
                code: code,
                path: path,
                message: "'\(taker.old.name)' takes the name of '\(path)', whose \(values) would be lost",
                help: ["keep the older '\(property.name)' under another name with 'originalName: \(property.name)'"]
                    + [accept]
            )
        }
        let names: String = candidates.map { "'\($0.name)'" }.joined(separator: " or ")
        let renames: [String] =
            names.isEmpty ? [] : ["if it was renamed, add 'originalName: \(property.name)' to \(names)"]
        return Refusal(
            code: code,
            path: path,
            message: "'\(path)' is gone, and with it its \(values)",
            help: renames + [accept]
        )
    }

    private func likelyRename(of property: Property, among candidates: [Property]) -> Property? {
        let nearest: String? = NearMiss.suggestion(for: property.name, among: candidates.map(\.name))
        return candidates.first { $0.name == nearest } ?? (candidates.count == 1 ? candidates.first : nil)
    }

    /// Reports lines that accept what is not lost.
    mutating func checkAcceptances(_ acceptances: [Mapping.Acceptance]) {
        let file: String = mappingFile ?? "the mapping"
        for path in acceptances.map(\.path) where !isLost(path) {
            let isKnown: Bool = old.contains(path)
            let paths: [String] = old.entities.flatMap { entity in
                [entity.name] + entity.properties.map { "\(entity.name).\($0.name)" }
            }
            let nearest: String? = isKnown ? nil : NearMiss.suggestion(for: path.description, among: paths)
            add(
                Refusal(
                    code: "AP403",
                    path: path,
                    message: isKnown
                        ? "\(file) accepts the loss of '\(path)', but that is not lost"
                        : "\(file) accepts the loss of '\(path)', but the older version has no such element",
                    help: [nearest.map { "did you mean '\($0)'?" } ?? "remove the line"]
                )
            )
        }
    }

    private func isLost(_ path: ElementPath) -> Bool {
        guard let match = matching.match(older: path.entity) else {
            return matching.removed.contains { $0.name == path.entity } && old.contains(path)
        }
        return match.removed.contains { $0.name == path.property }
    }
}

extension Schema {
    /// Whether the schema has such an entity or property.
    func contains(_ path: ElementPath) -> Bool {
        guard let entity = entity(path.entity) else { return false }
        guard let property = path.property else { return true }
        return entity.properties.contains { $0.name == property }
    }
}

extension Property {
    /// The attribute's type; `nil` for a relationship.
    var attributeType: AttributeType? {
        if case .attribute(let attribute) = self { attribute.type } else { nil }
    }

    /// Whether the two could be one property under two names.
    func isLike(_ other: Property) -> Bool {
        switch (self, other) {
        case (.attribute(let one), .attribute(let two)): one.type == two.type
        case (.relationship(let one), .relationship(let two)):
            one.destination == two.destination && one.isToMany == two.isToMany
        default: false
        }
    }
}
