public import ApusSchema

/// The step between two neighbouring schemas of a history.
public struct Stage: Hashable, Sendable {
    /// A schema's place in a history.
    public enum Point: Hashable, Sendable {
        /// A frozen version.
        case version(Schema.Version)
        /// A schema that is not released: the head, or what a store made by an older head holds.
        case unreleased
    }

    /// Where the stage starts.
    public let from: Point

    /// Where the stage ends.
    public let to: Point

    /// The older schema.
    public let old: Schema

    /// The newer schema.
    public let new: Schema

    /// What each entity and property of the newer schema was; what is lost on purpose does not match.
    public let matching: Matching

    /// The differences, by entity in the newer schema's order, what is gone last.
    public let changes: [Change]

    /// Why the stage cannot be carried out; empty where it can.
    public let refusals: [Refusal]
}

extension Stage.Point: CustomStringConvertible {
    /// The point as files and commands name it: `3`, `head`.
    public var description: String {
        switch self {
        case .version(let version): version.description
        case .unreleased: "head"
        }
    }
}

extension Stage.Point {
    /// The version, or `nil` where the schema is not released.
    public var version: Schema.Version? {
        if case .version(let version) = self { version } else { nil }
    }
}

extension Stage {
    /// The elements of the older schema whose rows or values the stage loses; of a removed entity only itself, of a
    /// relationship and its inverse only one.
    public var losses: [ElementPath] {
        let removed: Set<String> = Set(matching.removed.map(\.name))
        var pairs: Set<ElementPath> = []
        return changes.compactMap { change in
            switch change.kind {
            case .entityRemoved(let entity): return ElementPath(entity.name)
            case .attributeRemoved(let attribute):
                guard attribute.isKept else { return nil }
                return older(change.entity).map { ElementPath($0, attribute.name) }
            case .relationshipRemoved(let relationship, losesReferences: true):
                guard let entity = older(change.entity) else { return nil }
                let path = ElementPath(entity, relationship.name)
                let inverse: ElementPath? = relationship.inverse.map { ElementPath(relationship.destination, $0) }
                let isCovered: Bool = inverse.map { pairs.contains($0) || removed.contains($0.entity) } ?? false
                pairs.insert(path)
                return isCovered ? nil : path
            default: return nil
            }
        }
    }

    private func older(_ newer: String) -> String? {
        matching.match(newer: newer)?.old.name
    }
}
