import ApusSchema

/// Older references that a newer relationship's references come from, and their direction.
struct ReferenceFlow: Hashable {
    /// The older references.
    let old: References
    /// Whether the newer relationship's objects are at the other side of the older references.
    let isReversed: Bool
    /// The older entities of the objects at the far end that the references come from; `nil` for all.
    var farEntities: [String]?

    /// The older relationship at the newer relationship's end; `nil` if there was none.
    var near: ElementPath? { isReversed ? old.inverse : old.holder }
}

/// The rules that map references to a newer schema. Both judging a stage and carrying it out follow them.
struct ReferenceRules {
    let matching: Matching
    private let memo = Memo()

    init(matching: Matching) { self.matching = matching }

    /// The older relationships of each newer one, so that a large hierarchy is searched once for each of its own.
    private final class Memo {
        var olderSides: [ElementPath: [(side: ElementPath, entities: [String])]] = [:]
    }

    /// A reason why newer references do not come from one older relationship.
    enum Conflict: Hashable {
        /// The two sides were sides of different relationships.
        case independent(ElementPath, ElementPath)
        /// The relationship is now its own inverse and was one-way before.
        case ownInverse(ElementPath)
    }

    /// Returns the newer references of which a relationship is one side.
    func newReferences(_ path: ElementPath) -> References? {
        references(path, in: matching.newer)
    }

    /// Returns the older references of which a relationship is one side.
    func oldReferences(_ path: ElementPath) -> References? {
        references(path, in: matching.older)
    }

    private func references(_ path: ElementPath, in schema: IndexedSchema) -> References? {
        guard let entity = schema.entity(path.entity), let relationship = schema.relationship(path) else { return nil }
        return schema.schema.references(of: relationship, in: entity)
    }

    /// Returns the older references that those of a newer relationship come from in the objects of an entity: those of the
    /// entity's own older relationship, then those that led to them from entities with one of their own. Empty if they are
    /// new, or not stored.
    ///
    /// Two one-way relationships that become each other's inverse are both continued where one side is to-one: a check
    /// before the pass writes makes sure that no object would have several.
    func flows(to path: ElementPath, in entity: String) -> Result<[ReferenceFlow], ConflictError> {
        guard let newer = newReferences(path) else { return .success([]) }
        let here = olderSide(of: path, in: entity)
        let isOwnInverse = newer.inverse == newer.holder
        var flows: [ReferenceFlow] = []
        if let here, let before = oldReferences(here) {
            if isOwnInverse, before.inverse != before.holder { return .failure(ConflictError(.ownInverse(here))) }
            flows.append(ReferenceFlow(old: before, isReversed: before.holder != here))
        }
        guard let across = newer.side(across: path), !isOwnInverse else { return .success(flows) }
        let backs = olderSides(of: across).compactMap { side, entities in
            oldReferences(side).map { (side: side, references: $0, entities: entities) }
        }.filter { leads($0.side, to: entity) }
        if let here, let own = flows.first, let other = backs.first?.side {
            let isContinued = backs.contains { $0.references == own.old && own.old.side(across: here) == $0.side }
            let areOneWay = own.old.inverse == nil && backs.allSatisfy { $0.references.inverse == nil }
            if !isContinued, !areOneWay || newer.usesJoinTable {
                return .failure(ConflictError(.independent(here, other)))
            }
        }
        for back in backs where back.references != flows.first?.old {
            let isReversed = back.references.holder == back.side && back.references.inverse != back.side
            flows.append(ReferenceFlow(old: back.references, isReversed: isReversed, farEntities: back.entities))
        }
        return .success(flows)
    }

    /// Returns whether an older relationship may have led to objects of a newer entity, or of those below it.
    private func leads(_ side: ElementPath, to entity: String) -> Bool {
        guard let before = matching.olderName(of: entity),
            let destination = matching.older.relationship(side)?.destination
        else { return true }
        return matching.older.isKind(before, of: destination) || matching.older.isKind(destination, of: before)
    }

    /// Returns the older references of a newer relationship; empty if they are new or in conflict.
    func settledFlows(to path: ElementPath, in entity: String) -> [ReferenceFlow] {
        if case .success(let flows) = flows(to: path, in: entity) { flows } else { [] }
    }

    /// Returns the older references of a newer relationship in a stage without refusals; empty if they are new.
    func provenFlows(to path: ElementPath, in entity: String) -> [ReferenceFlow] {
        switch flows(to: path, in: entity) {
        case .success(let flows): flows
        case .failure(let error):
            preconditionFailure("a stage without refusals has independent references: \(error.conflict)")
        }
    }

    /// Returns whether an object of an entity may have several older references where a newer to-one relationship has
    /// one: its older relationship was to-many, or relationships without an inverse led to it.
    func mayBeSeveral(_ path: ElementPath, in entity: String) -> Bool {
        guard matching.newer.relationship(path)?.isToMany == false else { return false }
        let flows = settledFlows(to: path, in: entity)
        return flows.count > 1 || flows.contains { $0.near.flatMap(matching.older.relationship)?.isToMany ?? true }
    }

    /// Returns the older relationship that matches a newer one in an entity, with the entity that declares it.
    func olderSide(of path: ElementPath, in entity: String) -> ElementPath? {
        guard let name = path.property, let pair = matching.properties(ofNewer: entity)?.pair(newer: name),
            pair.to.owner == path.entity, case .relationship = pair.old
        else { return nil }
        return pair.from.path
    }

    /// Returns the older relationship that matches a newer one in its own entity, or else in the first entity that has
    /// one.
    func olderSide(of path: ElementPath) -> ElementPath? { olderSides(of: path).first?.side }

    /// Returns the older relationships that match a newer one, each with the older entities whose objects had it.
    private func olderSides(of path: ElementPath) -> [(side: ElementPath, entities: [String])] {
        if let known = memo.olderSides[path] { return known }
        var sides: [(side: ElementPath, entities: [String])] = []
        var indices: [ElementPath: Int] = [:]
        for name in matching.newer.family(below: path.entity) {
            guard let side = olderSide(of: path, in: name), let entity = matching.olderName(of: name) else { continue }
            if let index = indices[side] {
                sides[index].entities.append(entity)
            } else {
                indices[side] = sides.count
                sides.append((side, [entity]))
            }
        }
        memo.olderSides[path] = sides
        return sides
    }

    /// Returns which concrete entities below an older destination are still below a newer one, so that references to
    /// their objects may stay, and which are not.
    func survivors(below oldName: String, within newName: String) -> (kept: [String], lost: [String]) {
        var kept: [String] = []
        var lost: [String] = []
        for entity in matching.older.concreteEntities(below: oldName) {
            if let name = matching.newerName(of: entity), matching.newer.isConcrete(name),
                matching.newer.isKind(name, of: newName)
            {
                kept.append(entity)
            } else {
                lost.append(entity)
            }
        }
        return (kept, lost)
    }
}

/// A conflict as an error, so that it can be the failure of a result.
struct ConflictError: Error, Hashable {
    let conflict: ReferenceRules.Conflict

    init(_ conflict: ReferenceRules.Conflict) {
        self.conflict = conflict
    }
}

extension References {
    /// Returns the other side of one of the two, or `nil` if there is none.
    func side(across path: ElementPath) -> ElementPath? {
        path == holder ? inverse : holder
    }
}
