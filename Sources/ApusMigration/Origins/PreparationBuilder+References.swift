import ApusSchema

extension PreparationBuilder {
    /// Makes the relationships of the prepared schema: those that expressions compute, then the older ones that lead from
    /// or to objects that become others.
    mutating func makeRelationships() {
        computeRelationships()
        let touched = old.schema.entities.flatMap { entity in
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
                let holder = newer(of: references.holder)
                let inverse = references.inverse.flatMap { $0 == references.holder ? nil : newer(of: $0) }
                let isComplete = holder != nil && (inverse != nil || references.inverse == nil)
                if isComplete == isWhole { continueReferences(references, holder, inverse) }
            }
        }
    }

    // MARK: Computed relationships

    /// Makes the relationships that lines compute.
    private mutating func computeRelationships() {
        for line in mapping[.values] where new.isToOne(line) {
            if isBorrowed, names.older(line.path) != nil { continue }
            for entity in new.concreteEntities(below: line.path.entity) {
                guard let text = line.expression, let prepared = preparedName(of: entity) else { continue }
                keepObjects(of: prepared)
                for index in (origins[prepared] ?? []).indices {
                    compute(line.path.property ?? "", of: entity, prepared, index, text, line)
                }
            }
        }
        for line in mapping[.entities] {
            let entity = line.path.entity
            guard let prepared = made[entity], let lines = line.origins else { continue }
            for (index, origin) in (origins[prepared] ?? []).enumerated() where origin.isWritten {
                for (name, text) in lines[origin.part].sortedValues where new.toOne(ElementPath(entity, name)) != nil {
                    compute(name, of: entity, prepared, index, text, line)
                }
            }
        }
    }

    /// Gives an older entity whose objects stay an origin of its own.
    private mutating func keepObjects(of prepared: String) {
        guard origins[prepared] == nil, old.isConcrete(prepared), !consumed.contains(prepared) else { return }
        var origin = EntityOrigin(staying: prepared)
        for owned in old.properties(of: prepared) where owned.isAttribute {
            origin.attributes[owned.name] = .continued(owned.name, isShared: false)
        }
        for owned in old.properties(of: prepared) where !owned.isAttribute && !owned.isToMany {
            origin.references[owned.name] = .continued(owned.path)
        }
        origins[prepared] = [origin]
    }

    private mutating func compute(
        _ name: String,
        of entity: String,
        _ owner: String,
        _ index: Int,
        _ text: String,
        _ line: Mapping.Line
    ) {
        guard let (path, relationship) = new.toOne(ElementPath(entity, name)),
            let origin = origins[owner].flatMap({ $0.indices.contains(index) ? $0[index] : nil })
        else { return }
        guard new.schema.entity(path.entity).flatMap({ new.schema.references(of: relationship, in: $0) }) != nil else {
            return refuse(line, "'\(path)' is not stored")
        }
        guard preparedName(of: relationship.destination) != nil else {
            return refuse(line, "nothing makes objects of '\(relationship.destination)', which '\(path)' leads to")
        }
        do {
            let value = try ReferenceValue(text, in: OlderScope(old, entity: origin.entity))
            if let problem = problem(of: value, to: relationship.destination, for: origin) {
                return refuse(line, text, of: ElementPath(entity, name), PredicateProblem(at: 0, problem))
            }
            guard let prepared = declare(relationship, path) else { return }
            for owned in old.properties(of: origin.entity) where value.reads(owned.path) {
                let one = KeptReferences(
                    side: owned.path,
                    owner: preparedName(of: path.entity) ?? path.entity,
                    destination: preparedName(of: relationship.destination) ?? relationship.destination,
                    name: prepared
                )
                if !kept.contains(one) { kept.append(one) }
            }
            origins[owner]?[index].references[prepared] = .computed(value)
            origins[owner]?[index].computedNames.insert(name)
            used.insert(line)
        } catch {
            refuse(line, text, of: ElementPath(entity, name), error)
        }
    }

    /// Returns why an expression leads to no object of a newer entity, or to several ones.
    private func problem(of value: ReferenceValue, to destination: String, for origin: EntityOrigin) -> String? {
        switch value {
        case .none: return nil
        case .found(let name, let equalities):
            guard new.isKind(name, of: destination) else { return "'\(name)' is not '\(destination)', or below it" }
            return equalities.lazy.compactMap { problem(of: $0, in: name) }.first
        case .first(let values):
            return values.lazy.compactMap { problem(of: $0, to: destination, for: origin) }.first
        case .conditional(_, let one, let other):
            return problem(of: one, to: destination, for: origin) ?? problem(of: other, to: destination, for: origin)
        case .same(let name):
            let found = candidates(from: [origin.entity], to: destination, named: name)
            if found.isEmpty {
                return "nothing makes an object of '\(destination)' of each '\(origin.entity)' as '\(name)'"
            }
            return found.contains { $0.ordinal != found[0].ordinal }
                ? "several origins make objects of '\(name)': give each a name with 'as', and write it here" : nil
        case .object(_, let entity):
            let found = candidates(from: old.concreteEntities(below: entity), to: destination, named: nil)
            if found.isEmpty { return "no object of '\(entity)' becomes one of '\(destination)'" }
            return found.contains { $0.ordinal > 0 }
                ? "an object of '\(entity)' becomes several of '\(destination)': write same(name), with the name of an origin"
                : nil
        }
    }

    /// Returns why an attribute of a newer entity cannot be compared with a value.
    private func problem(of equality: ReferenceValue.Equality, in name: String) -> String? {
        guard let owned = new.properties(of: name).first(where: { $0.name == equality.attribute }),
            case .attribute(let attribute) = owned.property, attribute.isKept,
            let leaf = new.schema.leaves(of: attribute).first, leaf.composite == nil
        else { return "'\(name)' has no attribute '\(equality.attribute)' that a store keeps" }
        let isAlike =
            leaf.type == equality.type || leaf.type.integerRange != nil && equality.type.integerRange != nil
        return isAlike
            ? nil
            : "'\(name).\(equality.attribute)' is \(leaf.type.rawValue), and is compared with a value of type "
                + equality.type.rawValue
    }

    /// Returns the origins that make objects below a newer entity of those of older ones.
    private func candidates(
        from entities: [String],
        to destination: String,
        named name: String?
    ) -> [EntityOrigin] {
        new.concreteEntities(below: destination).flatMap { newer -> [EntityOrigin] in
            guard let prepared = preparedName(of: newer) else { return [] }
            let all =
                origins[prepared] ?? (old.isConcrete(prepared) ? [EntityOrigin(staying: prepared)] : [])
            return all.filter { origin in
                entities.contains(origin.entity) && (name == nil || name == newer || name == origin.name)
            }
        }
    }

    /// Declares a newer to-one relationship, and its inverse, in the prepared schema.
    ///
    /// - Returns: Its name there.
    private mutating func declare(_ relationship: Relationship, _ path: ElementPath) -> String? {
        guard let owner = preparedName(of: path.entity), let destination = preparedName(of: relationship.destination)
        else { return nil }
        let name = names.older(path)?.property ?? relationship.name
        guard declared.insert(path).inserted else { return name }
        // The expression takes the place of the older references.
        removeOlder(path)
        var made = relationship.prepared(name, to: destination, holdsKey: true)
        made.isOptional = true
        if let back = relationship.inverse, let far = new.entity(relationship.destination)?.relationship(back) {
            let farPath = ElementPath(relationship.destination, back)
            let farName = names.older(farPath)?.property ?? back
            removeOlder(farPath)
            add(far.prepared(farName, to: owner, inverse: name), to: destination)
            made.inverse = farName
        }
        add(made, to: owner)
        // Others that had the older references lose them.
        for entity in preparedFamily(below: owner) { keepObjects(of: entity) }
        return name
    }

    /// Removes the older references, or the older attribute, that match a newer relationship.
    private mutating func removeOlder(_ path: ElementPath) {
        guard let older = names.older(path),
            let owned = old.properties(of: older.entity).first(where: { $0.name == older.property })
        else { return }
        if owned.isAttribute {
            replaced.insert(owned.path)
            if let index = schema.entities.firstIndex(where: { $0.name == owned.owner }) {
                schema.entities[index].attributes.removeAll { $0.name == owned.name }
            }
        }
        guard case .relationship(let relationship) = owned.property, let entity = old.entity(owned.owner),
            let references = old.schema.references(of: relationship, in: entity)
        else { return }
        remove(references)
    }

    /// Removes both sides of older references from the prepared schema.
    private mutating func remove(_ references: References) {
        if !removed.contains(references) { removed.append(references) }
        remove(references.holder)
        if let inverse = references.inverse { remove(inverse) }
    }

    // MARK: Older references

    /// Returns whether references lead from or to objects that become others.
    private func isTouched(_ references: References) -> Bool {
        let ends = [references.holder.entity, old.relationship(references.holder)?.destination ?? ""]
        let entities = Set(ends.flatMap { old.concreteEntities(below: $0) })
        return entities.contains { consumed.contains($0) || origins[$0]?.contains(where: \.isWritten) == true }
    }

    /// Continues older references under the newer relationship that matches one of their sides.
    private mutating func continueReferences(
        _ references: References,
        _ holder: ElementPath?,
        _ inverse: ElementPath?
    ) {
        let sides = [holder, inverse].compactMap { $0 }
        guard !sides.isEmpty, let before = old.relationship(references.holder) else { return }
        if let holder, let inverse, new.relationship(holder)?.inverse != inverse.property { return }
        // What an expression computes, or other references continue, has no second source.
        if sides.contains(where: isDeclared) { return }
        guard let owner = owner(of: references.holder, holder, across: inverse),
            let destination = owner.destination
        else { return }
        var made = before.prepared(owner.name, to: destination, holdsKey: true)
        if let back = references.inverse, back != references.holder, let far = old.relationship(back) {
            let name = inverse.map { names.newer(back) == $0 ? back.property ?? "" : $0.property ?? "" } ?? far.name
            if inverse != nil || schema.entity(destination)?.relationship(name) == nil {
                add(far.prepared(name, to: owner.entity, inverse: made.name), to: destination)
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
        if references.usesJoinTable {
            joinTables[ElementPath(owner.entity, owner.name)] = references.holder
            return
        }
        for entity in preparedFamily(below: owner.entity) {
            keepObjects(of: entity)
            for index in (origins[entity] ?? []).indices
            where old.isKind(origins[entity]?[index].entity ?? "", of: references.holder.entity) {
                origins[entity]?[index].references[made.name] = .continued(references.holder)
            }
        }
    }

    /// Returns the newer relationship that matches an older one in the objects that had it, with the entity that declares
    /// it.
    private func newer(of path: ElementPath) -> ElementPath? {
        for entity in old.family(below: path.entity) {
            var pairs: [PropertyMatch] = []
            if let name = names.newerName(of: entity) { pairs += names.properties(ofNewer: name)?.pairs ?? [] }
            if consumed.contains(entity) {
                for (newer, prepared) in made.sorted(by: { $0.key < $1.key })
                where origins[prepared]?.contains(where: { $0.entity == entity }) == true {
                    pairs += PropertyMatching(from: old.properties(of: entity), to: new.properties(of: newer)).pairs
                }
            }
            let found = pairs.first { $0.from.path == path && !$0.to.isAttribute }
            if let found { return found.to.path }
        }
        return nil
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
        let isSame = newer.map { names.newer(holder) == $0 } ?? true
        return (entity, isSame ? holder.property ?? "" : newer?.property ?? "", destination)
    }

    private func isDeclared(_ path: ElementPath) -> Bool {
        guard let owner = preparedName(of: path.entity) else { return false }
        let name = names.older(path)?.property ?? path.property ?? ""
        return schema.entity(owner)?.relationship(name) != nil
    }

    private func preparedFamily(below name: String) -> [String] {
        [name] + schema.entities.filter { $0.parent == name }.flatMap { preparedFamily(below: $0.name) }
    }

    private mutating func add(_ relationship: Relationship, to name: String) {
        guard let index = schema.entities.firstIndex(where: { $0.name == name }) else { return }
        schema.entities[index].relationships.removeAll { $0.name == relationship.name }
        schema.entities[index].relationships.append(relationship)
    }

    private mutating func remove(_ path: ElementPath) {
        guard let index = schema.entities.firstIndex(where: { $0.name == path.entity }),
            schema.entities[index].relationships.contains(where: { $0 == old.relationship(path) })
        else { return }
        schema.entities[index].relationships.removeAll { $0.name == path.property }
    }
}

extension Relationship {
    /// Returns the relationship in a prepared schema, where it matches by its name alone.
    fileprivate func prepared(
        _ name: String,
        to destination: String,
        inverse: String? = nil,
        holdsKey: Bool? = nil
    ) -> Relationship {
        var copy = self
        (copy.name, copy.originalName) = (name, nil)
        (copy.destination, copy.inverse, copy.holdsKey) = (destination, inverse, holdsKey)
        return copy
    }
}
