import ApusSchema

extension PreparationBuilder {
    /// Makes the relationships of the prepared schema: those that expressions compute, then the older ones that lead from
    /// or to objects that become others.
    mutating func makeRelationships() {
        computeRelationships()
        taken = Set(origins.values.joined().filter(\.isWritten).map(\.entity))
        // The references of elements are not older ones, so none can be lost.
        let touched = older.schema.entities.flatMap { entity in
            entity.relationships.compactMap { relationship -> References? in
                guard let references = old.schema.references(of: relationship, in: entity),
                    references.holder == ElementPath(entity.name, relationship.name), isTouched(references)
                else { return nil }
                return references
            }
        }
        for references in touched where !removed.contains(references) { remove(references) }
        // Of two relationships that are one now, the one whose both sides match is continued.
        for isWhole in [true, false] {
            for references in touched {
                let (holder, inverse) = newerSides(of: references)
                let isComplete = holder != nil && (inverse != nil || references.inverse == nil)
                if isComplete == isWhole { continueReferences(references, holder: holder, inverse: inverse) }
            }
        }
        if touched.isEmpty { return }
        indexOrigins()
        let prepared = IndexedSchema(schema, like: old)
        for references in touched { continueElsewhere(references, in: prepared) }
    }

    // MARK: Older references

    /// Returns whether references lead from or to objects that become others.
    private func isTouched(_ references: References) -> Bool {
        let ends = [references.holder.entity, old.relationship(references.holder)?.destination ?? ""]
        let entities = Set(ends.flatMap { old.concreteEntities(below: $0) })
        return isMoved(references) || !entities.isDisjoint(with: moved)
            || entities.contains { consumed.contains($0) || origins[$0]?.contains(where: \.isWritten) == true }
    }

    /// Returns whether older references continue between objects that origins make of those at their ends, or under a
    /// relationship that expressions compute.
    private func isMoved(_ references: References) -> Bool {
        guard let before = old.relationship(references.holder) else { return false }
        let isRead = kept.contains { $0.side == references.holder || $0.side == references.inverse }
        if !isRead, !isTaken(references) { return false }
        let (holder, inverse) = newerSides(of: references)
        if holder == nil, inverse == nil { return isRead }
        guard let owner = owner(of: references.holder, holder, across: inverse), let destination = owner.destination
        else { return false }
        return isMade(of: references.holder.entity, below: owner.entity)
            || isMade(of: before.destination, below: destination)
    }

    /// Returns whether written origins take objects at an end of older references.
    func isTaken(_ references: References) -> Bool {
        let ends = [references.holder.entity, old.relationship(references.holder)?.destination ?? ""]
        return !taken.isDisjoint(with: ends.flatMap(old.concreteEntities))
    }

    /// Returns whether origins alone make objects below a prepared entity of those of an older one.
    private func isMade(of entity: String, below prepared: String) -> Bool {
        let kinds = old.concreteEntities(below: entity)
        let family = preparedFamily(below: prepared)
        if kinds.contains(where: { family.contains($0) && !consumed.contains($0) }) { return false }
        return family.contains { name in
            origins[name]?.contains { $0.isWritten && kinds.contains($0.entity) } == true
        }
    }

    /// Returns the newer relationships that match the sides of older references.
    private func newerSides(of references: References) -> (holder: ElementPath?, inverse: ElementPath?) {
        let inverse = references.inverse.flatMap { $0 == references.holder ? nil : newer(of: $0) }
        return (newer(of: references.holder), inverse)
    }

    /// Continues older references under the newer relationship that matches one of their sides.
    mutating func continueReferences(
        _ references: References,
        holder: ElementPath?,
        inverse: ElementPath?
    ) {
        let sides = [holder, inverse].compactMap { $0 }
        guard !sides.isEmpty, let before = old.relationship(references.holder) else { return }
        if let holder, let inverse, declaredInverse(of: holder) != inverse {
            return continuePair(references, holder: holder, inverse: inverse)
        }
        let owner = owner(of: references.holder, holder, across: inverse)
        // Several objects that are one may have the same pair. What the mapping gives up is given up.
        if references.usesJoinTable {
            let ends = [(references.holder.entity, owner?.entity), (before.destination, owner?.destination)]
            if ends.contains(where: { makesOne(of: $0, below: isAccepted(references) ? nil : $1) }) { return }
        }
        if sides.contains(where: isDeclared) { return join(references, holder: holder, inverse: inverse) }
        guard let owner, let destination = owner.destination,
            hasObjects(of: references.holder.entity, below: owner.entity),
            hasObjects(of: before.destination, below: destination)
        else { return }
        // A holder that the newer schema does not have has the older name, of which there is one.
        if continuing[ElementPath(owner.entity, owner.name)] != nil { return }
        former[ElementPath(owner.entity, owner.name)] = references.holder
        var made = before.prepared(owner.name, to: destination, holdsKey: true)
        if let holder, owner.name != before.name { made.originalName = new.relationship(holder)?.originalName }
        if let back = references.inverse, back != references.holder, let far = old.relationship(back) {
            let name = inverse.map { preparedName(of: $0, in: destination) } ?? far.name
            // Two sides that get one name in one entity are not inverses of each other any more.
            let isOne = destination == owner.entity && name == made.name
            if !isOne, inverse != nil || schema.entity(destination)?.relationship(name) == nil {
                var side = far.prepared(name, to: owner.entity, inverse: made.name)
                if let inverse, name != far.name { side.originalName = new.relationship(inverse)?.originalName }
                add(side, to: destination)
                former[ElementPath(destination, name)] = back
                made.inverse = name
            }
        } else if references.inverse == references.holder {
            made.inverse = made.name
        }
        add(made, to: owner.entity)
        kept.append(
            KeptReferences(
                side: references.holder,
                owner: owner.entity,
                destination: destination,
                name: references.usesJoinTable ? nil : made.name
            )
        )
        carry(references, references.holder, to: ElementPath(owner.entity, owner.name))
    }

    /// Continues the references of a pair whose sides are two relationships in the newer version, between the objects of the first
    /// side that can have them. The prepared version has them as a pair: the stage parts it, and judges what is lost of each side.
    private mutating func continuePair(_ references: References, holder: ElementPath, inverse: ElementPath) {
        let count = kept.count
        continueReferences(references, holder: holder, inverse: nil)
        if kept.count == count { continueReferences(references, holder: nil, inverse: inverse) }
        if kept.count > count { excuse([references.holder, references.inverse].compactMap(\.self)) }
    }

    /// Excuses the lines of a released mapping about the loss of older references that earlier versions of Apus did not keep.
    mutating func excuse(_ sides: [ElementPath]) {
        if refusesDoubles { return }
        used.formUnion(
            mapping[.accept].filter { line in
                sides.contains { line.isWildcard ? line.path.entity == $0.entity : line.path == $0 }
            } + mapping[.require].filter { sides.compactMap(names.newer).contains($0.path) }
        )
    }

    /// Gives a prepared relationship older references, of which one side is at its end.
    mutating func carry(_ references: References, _ near: ElementPath, to path: ElementPath) {
        continuing[path, default: []].append(near)
        if references.usesJoinTable {
            let isSwapped = near != references.holder
            joinTables[path, default: []].append(.init(holder: references.holder, isSwapped: isSwapped))
            return
        }
        // Of several objects that are made of one, the first has what only one can have.
        let isSole = references.inverse.flatMap(old.relationship)?.isToMany == false
        for entity in preparedFamily(below: path.entity) {
            keepObjects(of: entity)
            for (index, origin) in (origins[entity] ?? []).enumerated()
            where old.isKind(origin.entity, of: references.holder.entity) && (!isSole || origin.ordinal == 0) {
                origins[entity]?[index].references[path.property ?? ""] = .continued(references.holder)
            }
        }
    }

    /// Returns the newer relationship that matches an older one in the objects that had it, with the entity that declares
    /// it.
    private func newer(of path: ElementPath) -> ElementPath? {
        let (named, written) = matches(of: path)
        return named.first { _ in true } ?? written.first { _ in true }
    }

    /// Returns the newer relationships that match an older one in the objects that had it, in the entities that match by
    /// names, and in those that origins make.
    func matches(
        of path: ElementPath
    ) -> (named: some Sequence<ElementPath>, written: some Sequence<ElementPath>) {
        let family = old.family(below: path.entity)
        func match(_ pairs: [PropertyMatch]) -> ElementPath? {
            pairs.first { $0.from.path == path && !$0.to.isAttribute }?.to.path
        }
        let named = family.lazy.compactMap { entity in
            names.newerName(of: entity).flatMap { names.properties(ofNewer: $0) }?.pairs
        }
        let written = family.lazy.flatMap { entity in
            made.sorted { $0.key < $1.key }.lazy.filter { _, prepared in
                origins[prepared]?.contains { $0.isWritten && $0.entity == entity } == true
            }.map { PropertyMatching(from: old.properties(of: entity), to: new.properties(of: $0.key)).pairs }
        }
        return (named.compactMap(match), written.compactMap(match))
    }

    /// Returns where the holder of continued references is declared in the prepared schema, and where it leads.
    private func owner(
        of holder: ElementPath,
        _ newer: ElementPath?,
        across inverse: ElementPath?
    ) -> (entity: String, name: String, destination: String?)? {
        let far = inverse.flatMap { new.relationship($0)?.destination }
        let near = newer.flatMap { new.relationship($0)?.destination } ?? inverse?.entity
        guard let declaring = newer?.entity ?? far, let entity = preparedName(of: declaring),
            let target = near, let destination = preparedName(of: target)
        else { return nil }
        if let newer { return (entity, preparedName(of: newer, in: entity), destination) }
        let name = holder.property ?? ""
        // The other side may have its name now, and keeps its own direction. No property of a model has a space in its name.
        let isTaken = entity == destination && inverse.map { preparedName(of: $0, in: destination) } == name
        return (entity, isTaken ? "\(name) before" : name, destination)
    }

    private func declaredInverse(of path: ElementPath) -> ElementPath? {
        new.relationship(path)?.inversePath.flatMap(new.declaredRelationship)?.path
    }

    /// Returns whether some objects of an older entity are objects below a prepared one.
    func hasObjects(of entity: String, below prepared: String) -> Bool {
        let kinds = old.concreteEntities(below: entity)
        return preparedFamily(below: prepared).contains { name in
            origins[name]?.contains { kinds.contains($0.entity) }
                ?? (kinds.contains(name) && !consumed.contains(name))
        }
    }

    /// Returns whether origins make one object of several of an older entity: below a prepared one, or below any.
    private func makesOne(of entity: String, below prepared: String?) -> Bool {
        let kinds = old.concreteEntities(below: entity)
        let family = prepared.map(preparedFamily)
        return origins.contains { name, origins in
            family?.contains(name) != false && origins.contains { kinds.contains($0.entity) && !$0.distinct.isEmpty }
        }
    }

    private func isDeclared(_ path: ElementPath) -> Bool { declaredPath(path) != nil }

    /// Returns the prepared relationship of a newer one; `nil` if there is none yet.
    func declaredPath(_ path: ElementPath) -> ElementPath? {
        guard let owner = preparedName(of: path.entity) else { return nil }
        return schema.entity(owner)?.relationship(preparedName(of: path, in: owner)).map { ElementPath(owner, $0.name) }
    }

    /// Returns the name of a newer relationship in a prepared entity: that of the older one which it matches, if any.
    private func preparedName(of path: ElementPath, in entity: String) -> String {
        names.older(path)?.property ?? ownName(of: path, in: entity)
    }

    func preparedFamily(below name: String) -> [String] {
        [name] + schema.entities.filter { $0.parent == name }.flatMap { preparedFamily(below: $0.name) }
    }

    mutating func add(_ relationship: Relationship, to name: String) {
        guard let index = schema.entities.firstIndex(where: { $0.name == name }) else { return }
        schema.entities[index].relationships.removeAll { $0.name == relationship.name }
        schema.entities[index].relationships.append(relationship)
    }

    mutating func remove(_ path: ElementPath) {
        guard let index = schema.entities.firstIndex(where: { $0.name == path.entity }),
            schema.entities[index].relationships.contains(where: { $0 == old.relationship(path) })
        else { return }
        schema.entities[index].relationships.removeAll { $0.name == path.property }
    }
}

extension Relationship {
    /// The path of its inverse; `nil` if it has none.
    var inversePath: ElementPath? { inverse.map { ElementPath(destination, $0) } }

    /// Returns the relationship in a prepared schema, where it matches the newer one by the name, as in a rename that has
    /// happened before.
    func prepared(
        _ name: String,
        to destination: String,
        inverse: String? = nil,
        holdsKey: Bool? = nil
    ) -> Relationship {
        var copy = self
        copy.name = name
        (copy.destination, copy.inverse, copy.holdsKey) = (destination, inverse, holdsKey)
        return copy
    }
}
