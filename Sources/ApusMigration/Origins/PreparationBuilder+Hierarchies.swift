import ApusSchema

// Entities of several older hierarchies that share a newer root. Identities are unique below one root, so the objects of
// all hierarchies but one get new ones, which only lines about all of their entities allow.

extension PreparationBuilder {
    /// Returns whether an older sub-entity keeps its objects, so that the line of a newer entity above does not take them.
    func stays(_ entity: String, below name: String) -> Bool {
        guard let newer = names.newerName(of: entity), newer != name, new.isConcrete(newer), new.isKind(newer, of: name)
        else { return false }
        if names.olderName(of: name).map({ $0 != entity && old.isKind(entity, of: $0) }) == true { return true }
        return keepsObjects(newer, of: entity)
    }

    /// Returns whether a newer entity keeps the objects of an older one where it gets below other entities: unless the mapping
    /// gives them up and has no line for it, or an entity that it is not below takes the objects of one that the older one was
    /// below.
    func keepsObjects(_ newer: String, of entity: String) -> Bool {
        (!isAccepted(entity) || hasLine(newer))
            && !mapping[.entities].contains { line in
                !new.isKind(newer, of: line.path.entity)
                    && line.origins?.contains { $0.sources.contains { $0 != entity && old.isKind(entity, of: $0) } }
                        == true
            }
    }

    /// Returns whether a line of a newer entity says which objects it has, so that an acceptance covers only those that no origin
    /// takes.
    private func hasLine(_ newer: String) -> Bool { mapping.line(.entities, ElementPath(newer)) != nil }

    /// Returns whether the mapping accepts the loss of an older entity's objects.
    private func isAccepted(_ entity: String) -> Bool { mapping.line(.accept, ElementPath(entity)) != nil }

    /// Returns the newer entities below a root that have older ones with objects, by the older root entity.
    private func hierarchies(below root: String) -> [String: [String]] {
        let all = new.concreteEntities(below: root).filter { names.olderName(of: $0).map(old.isConcrete) == true }
        return Dictionary(grouping: all) { old.root(of: names.olderName(of: $0) ?? "") }
    }

    /// Returns whether entities of other older hierarchies share the root of a newer entity.
    func sharesRoot(_ name: String) -> Bool { hierarchies(below: new.root(of: name)).count > 1 }

    /// Returns whether the mapping gives up the objects of a newer entity, whose hierarchy meets another one.
    func isGivenUp(_ name: String) -> Bool {
        guard let own = names.olderName(of: name), !hasLine(name) else { return false }
        return isAccepted(own) && sharesRoot(name)
    }

    /// Finds the older entities whose objects cannot get below the newer root of their entity, as those of other hierarchies do,
    /// and whose loss the mapping accepts. Lines of other entities may take them.
    mutating func giveUpObjects() {
        for root in new.schema.entities where root.parent == nil {
            let all = new.concreteEntities(below: root.name).compactMap(preparedName).filter {
                schema.entity($0)?.isAbstract == false
            }
            let hierarchies = Dictionary(grouping: all) { lineage(of: $0).last?.name ?? $0 }
            if hierarchies.count < 2 { continue }
            for entities in hierarchies.values
            where entities.allSatisfy({ isAccepted($0) && names.newerName(of: $0).map(hasLine) != true }) {
                givenUp.formUnion(entities)
            }
        }
        givenUp.formIntersection(origins.values.joined().map(\.entity))
        used.formUnion(mapping[.accept].filter { $0.path.property == nil && givenUp.contains($0.path.entity) })
    }

    /// Puts older hierarchies below the newer root that they share, if lines allow new identities for all but one.
    mutating func joinHierarchies() {
        let lined = Set(mapping[.entities].map(\.path.entity))
        for root in Set(lined.map(new.root)).sorted() {
            let all = hierarchies(below: root)
            // A new entity without an older one above it is in none of these.
            let isNew =
                lined.contains { name in
                    new.root(of: name) == root
                        && new.lineage(of: name).allSatisfy { names.olderName(of: $0.name) == nil }
                }
                && all.values.joined().allSatisfy {
                    hasLine($0) || keepsObjects($0, of: names.olderName(of: $0) ?? $0)
                }
            guard all.count > 1 || isNew,
                let line = mapping[.entities].first(where: { new.root(of: $0.path.entity) == root })
            else { continue }
            let kept = all.filter { !lined.isSuperset(of: $0.value) }
            if kept.count > 1 {
                // Those that have no line at all are reported as a merge.
                for name in kept.filter({ !lined.isDisjoint(with: $0.value) }).values.joined().sorted()
                where !lined.contains(name) {
                    refuse(line, .newIdentities(name, older: names.olderName(of: name) ?? name, root: root))
                }
                continue
            }
            for older in all.keys.sorted() where names.newerName(of: older) != root {
                guard let obstacle = join(older, below: root) else { continue }
                refuse(line, .notJoined(older, root: root, obstacle))
            }
        }
    }

    /// Puts the entities of an older hierarchy that stay below a newer root, with all below them, below the prepared parents of
    /// their newer ones.
    ///
    /// - Returns: Why that is not possible; `nil` if it is done.
    private mutating func join(_ older: String, below root: String) -> Refusal.HierarchyObstacle? {
        func isBelow(_ entity: String) -> Bool {
            names.newerName(of: entity).map { new.isKind($0, of: root) } == true
        }
        let before = schema
        for own in old.family(below: older) where isBelow(own) {
            if old.lineage(of: own).dropFirst().contains(where: { isBelow($0.name) }) { continue }
            if let obstacle = move(own) {
                schema = before
                return obstacle
            }
        }
        return nil
    }

    /// Returns whether an origin takes the objects of an older entity, whatever it is called, so that none stay.
    private func isTaken(_ entity: String) -> Bool {
        mapping[.entities].flatMap { $0.origins ?? [] }.contains { origin in
            origin.each == nil && !readsEntity(origin) && origin.sources.contains { old.isKind(entity, of: $0) }
        }
    }

    /// Puts an older entity, with all below it, below the prepared parent of its newer one.
    ///
    /// - Returns: Why that is not possible; `nil` if it is done.
    private mutating func move(_ own: String) -> Refusal.HierarchyObstacle? {
        let family = old.family(below: own)
        guard let name = names.newerName(of: own), let parent = new.entity(name)?.parent,
            family.allSatisfy({ one in names.newerName(of: one).map { new.isKind($0, of: name) } ?? isTaken(one) })
        else { return .subEntitiesLeave }
        let prepared = preparedParent(parent)
        let above = lineage(of: prepared)
        guard let index = schema.entities.firstIndex(where: { $0.name == own }),
            !above.contains(where: { $0.name == own })
        else { return .wasAbove }
        let left = old.lineage(of: own).dropFirst().filter { one in !above.contains { $0.name == one.name } }
        if !left.isEmpty { moved.formUnion(family) }
        // The attributes of older entities that are not above it any more are its own.
        schema.entities[index].attributes += left.flatMap(\.attributes)
        schema.entities[index].parent = prepared
        let columns = inheritedAttributes(of: name, own)
        let pairs = PropertyMatching(from: old.properties(of: own), to: new.properties(of: name)).pairs
        // What moves up is compared where objects of the entity itself are made or stay.
        let movesUp = old.isConcrete(own) && new.isConcrete(name)
        let taken = Set(above.flatMap(\.attributes).map(\.name) + above.flatMap(\.relationships).map(\.name))
        for entity in family.compactMap(old.entity) {
            let isTop = entity.name == own
            let declared =
                (isTop ? schema.entities[index] : entity).attributes.map(\.name) + entity.relationships.map(\.name)
            let clash = declared.first { one in
                let isSame =
                    movesUp && isTop
                    && pairs.contains { $0.from.name == one && columns[$0.to.name] == one }
                return taken.contains(one) && !isSame
            }
            guard let clash else { continue }
            return .inheritedName(ElementPath(entity.name, clash))
        }
        // The objects that come have no references of the kind that is required there.
        for entity in above {
            guard let place = schema.entities.firstIndex(where: { $0.name == entity.name }) else { continue }
            for one in schema.entities[place].relationships.indices where !entity.relationships[one].isToMany {
                schema.entities[place].relationships[one].isOptional = true
            }
        }
        return nil
    }

    /// Gives older entities that stay, but have other properties in the prepared schema, origins of their own.
    mutating func keepChangedObjects() {
        guard let line = mapping[.entities].first else { return }
        let prepared = IndexedSchema(schema, like: old)
        for own in old.schema.entities.map(\.name)
        where origins[own] == nil && old.isConcrete(own) && !consumed.contains(own)
            && prepared.objects(of: own)?.members.map(\.field) != old.objects(of: own)?.members.map(\.field)
        {
            keepObjects(of: own)
            if let name = names.newerName(of: own) { makeAttributes(of: name, own, from: [], by: line) }
        }
    }

    /// Refuses objects without lines that would get new identities.
    mutating func refuseMoved(_ prepared: IndexedSchema) {
        guard let line = mapping[.entities].first else { return }
        for entity in prepared.schema.entities where entity.parent == nil {
            let staying = prepared.concreteEntities(below: entity.name).filter { name in
                old.isConcrete(name) && !consumed.contains(name)
                    && names.newerName(of: name).map(new.isConcrete) == true
                    && origins[name]?.contains(where: \.isWritten) != true
            }
            if Set(staying.map(old.root)).count > 1 {
                refuse(line, .severalIdentities(staying, root: shownName(of: entity.name)))
            }
        }
    }
}
