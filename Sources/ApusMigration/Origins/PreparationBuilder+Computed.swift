import ApusDiagnostics
import ApusSchema

// Relationships that expressions compute.

extension PreparationBuilder {
    /// Makes the relationships that lines compute.
    mutating func computeRelationships() {
        for line in mapping[.values] where new.isRelationship(line) {
            for entity in new.concreteEntities(below: line.path.entity)
            where isNearest(line, for: entity) && !isGivenUp(entity) {
                guard let text = line.expression, let prepared = preparedName(of: entity) else { continue }
                keepObjects(of: prepared)
                let given = mapping.line(.entities, ElementPath(entity))?.origins ?? []
                for (index, origin) in (origins[prepared] ?? []).enumerated() {
                    // What an origin says of its own objects is nearer.
                    let isGiven = origin.isWritten && given.indices.contains(origin.part)
                    if isGiven, given[origin.part].values[line.path.property ?? ""] != nil { continue }
                    compute(line.path.property ?? "", of: entity, by: text, inOriginAt: index, of: prepared, line)
                }
            }
        }
        for line in mapping[.entities] {
            let entity = line.path.entity
            guard let prepared = made[entity], let lines = line.origins else { continue }
            for (index, origin) in (origins[prepared] ?? []).enumerated() where origin.isWritten {
                for (name, text) in lines[origin.part].sortedValues
                where new.declaredRelationship(ElementPath(entity, name)) != nil {
                    compute(name, of: entity, by: text, inOriginAt: index, of: prepared, line)
                }
            }
            continueUncomputed(line, lines, prepared)
        }
        refusePartlyComputed()
    }

    /// Lets the origins of a line that give a to-one relationship no value, although others do, continue the older relationship
    /// that matches it.
    private mutating func continueUncomputed(_ line: Mapping.Line, _ lines: [Mapping.Origin], _ prepared: String) {
        let entity = line.path.entity
        let given = Set(lines.flatMap(\.values.keys)).sorted().filter { name in
            new.declaredRelationship(ElementPath(entity, name))?.relationship.isToMany == false
        }
        if given.isEmpty { return }
        for (index, origin) in (origins[prepared] ?? []).enumerated() where origin.isWritten {
            let pairs = PropertyMatching(from: old.properties(of: origin.entity), to: new.properties(of: entity)).pairs
            for name in given where !origin.computedNames.contains(name) {
                guard let pair = pairs.first(where: { $0.to.name == name }), !pair.from.isAttribute, !pair.from.isToMany
                else { continue }
                compute(name, of: entity, by: "$source.\(pair.from.name)", inOriginAt: index, of: prepared, line)
            }
        }
    }

    /// Refuses to-many relationships that are computed for some objects only, where others have older references.
    private mutating func refusePartlyComputed() {
        for path in Set(pairs.map(\.path)).sorted() {
            guard let line = pairsLines[path],
                let relationship = schema.entity(path.entity)?.relationship(path.property ?? "")
            else { continue }
            let sides = [path, relationship.inversePath].compactMap(\.self)
            let hadReferences = removed.contains { references in
                [references.holder, references.inverse].compactMap(\.self).contains(where: sides.contains)
            }
            guard hadReferences else { continue }
            let other = preparedFamily(below: path.entity).first { name in
                (origins[name] ?? []).indices.contains { index in
                    !pairs.contains { $0.path == path && $0.entity == name && $0.origin == index }
                }
            }
            guard let other else { continue }
            refuse(line, .partlyComputed(path, others: other))
        }
    }

    /// Returns whether no line below names the same relationship nearer to an entity.
    private func isNearest(_ line: Mapping.Line, for entity: String) -> Bool {
        let paths = new.lineage(of: entity).map { ElementPath($0.name, line.path.property) }
        return paths.first { mapping.line(.values, $0) != nil } == line.path
    }

    /// Gives an older entity whose objects stay an origin of its own.
    mutating func keepObjects(of prepared: String) {
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
        by text: String,
        inOriginAt index: Int,
        of owner: String,
        _ line: Mapping.Line
    ) {
        guard let (path, relationship) = new.declaredRelationship(ElementPath(entity, name)),
            let origin = origins[owner].flatMap({ $0.indices.contains(index) ? $0[index] : nil })
        else { return }
        guard
            let references = new.schema.entity(path.entity).flatMap({ new.schema.references(of: relationship, in: $0) })
        else { return refuse(line, .notStored(path)) }
        if relationship.isToMany, !references.usesJoinTable || references.inverse == references.holder {
            return refuse(line, .notComputable(path, isOwnInverse: references.usesJoinTable))
        }
        // Only one side has the references: in a released mapping, that of the last line.
        if let inverse = references.side(across: path), inverse != path, mapping.to == nil, !relationship.isToMany,
            declared.contains(inverse)
        {
            return refuse(line, .bothComputed(path, inverse: inverse))
        }
        guard preparedName(of: relationship.destination) != nil else {
            // A line about these objects that cannot be carried out is reported instead.
            let isReported = mapping.line(.entities, ElementPath(relationship.destination)).map(used.contains) == true
            if isReported { return }
            return refuse(line, .destinationNotMade(relationship.destination, of: path))
        }
        let part: (Mapping.Origin.Part, origin: Int)? = line.origins == nil ? nil : (.value(name), origin.part)
        do {
            var origin = origin
            var format = try ExpressionFormat.parse(text, calling: Set(functions.keys))
            var rows = MadePairs.Rows.objects
            let scope = scope(of: origin.entity)
            if relationship.isToMany, let listed = MadePairs.Listed(format, in: scope) {
                if case .keyPath = listed.list.kind, old.sourceOfElements(origin.entity) != nil {
                    return refuse(
                        line,
                        expression: text,
                        of: ElementPath(entity, name),
                        .listOfElement(format.text)
                    )
                }
                let elements = try elements(of: listed.list, origin.entity, [origin.entity])
                rows = .elements(elements)
                format = listed.object
                if let problem = problem(of: .object(nil, entity: origin.entity), to: path.entity, for: origin) {
                    return refuse(line, expression: text, of: ElementPath(entity, name), problem)
                }
                origin = EntityOrigin(staying: elements)
            }
            let value = try ReferenceValue(format, in: self.scope(of: origin.entity))
            if let problem = problem(of: value, to: relationship.destination, for: origin) {
                return refuse(line, expression: text, of: ElementPath(entity, name), problem, at: part)
            }
            guard let prepared = declare(relationship, path, holdsKey: references.holder == path) else { return }
            if relationship.isToMany {
                let own = ElementPath(preparedName(of: path.entity) ?? path.entity, prepared)
                var holder = own
                if references.holder != path, let back = schema.entity(own.entity)?.relationship(prepared) {
                    holder = ElementPath(back.destination, back.inverse)
                }
                let made = MadePairs(
                    entity: owner,
                    origin: index,
                    path: own,
                    holder: holder,
                    rows: rows,
                    value: value
                )
                if pairs.contains(where: { $0.holder == holder && $0.path != own }) {
                    let inverse = relationship.inversePath ?? path
                    return refuse(line, .bothComputed(path, inverse: inverse))
                }
                if !pairs.contains(made) { pairs.append(made) }
                pairsLines[own] = line
                origins[owner]?[index].computedNames.insert(name)
                used.insert(line)
                return
            }
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
            refuse(line, expression: text, of: ElementPath(entity, name), .expression(error), at: part)
        }
    }

    /// Returns why an expression gives no object of a newer entity, or several.
    private func problem(
        of value: ReferenceValue,
        to destination: String,
        for origin: EntityOrigin
    ) -> Refusal.Problem? {
        switch value {
        case .none: return nil
        case .found(let name, let equalities):
            guard new.isKind(name, of: destination) else { return .otherEntity(name, destination: destination) }
            return equalities.lazy.compactMap { problem(of: $0, in: name) }.first
        case .first(let values):
            return values.lazy.compactMap { problem(of: $0, to: destination, for: origin) }.first
        case .conditional(_, let one, let other):
            return problem(of: one, to: destination, for: origin) ?? problem(of: other, to: destination, for: origin)
        case .same(let name):
            let found = candidates(from: [origin.entity], to: destination, named: name)
            if found.isEmpty {
                return .nothingNamed(
                    name,
                    source: origin.entity,
                    destination: destination,
                    isElement: old.sourceOfElements(origin.entity) != nil
                )
            }
            return found.contains { $0.ordinal != found[0].ordinal } ? .ambiguousName(name) : nil
        case .object(_, let entity):
            let found = candidates(from: old.concreteEntities(below: entity), to: destination, named: nil)
            if found.isEmpty { return .becomesNone(of: destination, from: entity) }
            return found.contains { $0.ordinal > 0 } ? .becomesSeveral(of: destination, from: entity) : nil
        }
    }

    /// Returns why an attribute of a newer entity cannot be compared with a value.
    private func problem(of equality: ReferenceValue.Equality, in name: String) -> Refusal.Problem? {
        guard let owned = new.properties(of: name).first(where: { $0.name == equality.attribute }),
            case .attribute(let attribute) = owned.property, attribute.isKept,
            let leaf = new.schema.leaves(of: attribute).first, leaf.composite == nil
        else { return .noAttribute(equality.attribute, entity: name) }
        let isAlike =
            leaf.type == equality.type || leaf.type.integerRange != nil && equality.type.integerRange != nil
        return isAlike ? nil : .comparedUnlike(ElementPath(name, equality.attribute), leaf.type, with: equality.type)
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

    /// Declares a newer relationship, and its inverse, in the prepared schema.
    ///
    /// - Returns: Its name there.
    private mutating func declare(_ relationship: Relationship, _ path: ElementPath, holdsKey: Bool) -> String? {
        guard let owner = preparedName(of: path.entity), let destination = preparedName(of: relationship.destination)
        else { return nil }
        let name = names.older(path)?.property ?? ownName(of: path, in: owner)
        guard declared.insert(path).inserted else { return name }
        // The expression takes the place of the older references.
        removeOlder(path)
        var made = relationship.prepared(name, to: destination, holdsKey: holdsKey || !relationship.isToMany)
        made.originalName = originalName(of: path, in: relationship)
        if !made.isToMany { made.isOptional = true }
        // An inverse that is named but not returned has references of its own.
        let returned = new.schema.entity(path.entity).flatMap { new.schema.inverse(of: relationship, in: $0) }
        if returned == nil, let named = relationship.inversePath.flatMap(new.declaredRelationship)?.path {
            excuse([names.older(named)].compactMap(\.self))
        }
        if let (farEntity, far) = returned {
            let farPath = ElementPath(farEntity.name, far.name)
            let farName = names.older(farPath)?.property ?? ownName(of: farPath, in: destination)
            removeOlder(farPath)
            var inverse = far.prepared(farName, to: owner, inverse: name, holdsKey: made.holdsKey == true ? nil : true)
            inverse.originalName = originalName(of: farPath, in: far)
            if !made.isToMany, !inverse.isToMany, let line = mapping.line(.duplicates, farPath) {
                // The stage chooses among several objects, but not of one relationship: of that, what is returned stays.
                if farPath == path { used.insert(line) } else { inverse.isToMany = true }
                chosen.insert(ElementPath(destination, farName))
            }
            add(inverse, to: destination)
            computedSides.insert(ElementPath(destination, farName))
            made.inverse = farName
        }
        add(made, to: owner)
        computedSides.insert(ElementPath(owner, name))
        // Others keep the older references.
        for entity in preparedFamily(below: owner) { keepObjects(of: entity) }
        if let older = names.older(path), old.relationship(older)?.isToMany == false {
            kept.append(KeptReferences(side: older, owner: owner, destination: destination, name: name))
        }
        return name
    }

    /// Returns the former name of a prepared relationship: that of the older property that matches the newer one, or the
    /// newer one's own.
    private func originalName(of path: ElementPath, in relationship: Relationship) -> String? {
        guard let older = names.older(path) else { return relationship.originalName }
        switch old.properties(of: older.entity).first(where: { $0.name == older.property })?.property {
        case .attribute(let attribute)?: return attribute.originalName
        case .relationship(let other)?: return other.originalName
        case nil: return nil
        }
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
    mutating func remove(_ references: References) {
        if !removed.contains(references) { removed.append(references) }
        remove(references.holder)
        if let inverse = references.inverse { remove(inverse) }
    }
}
