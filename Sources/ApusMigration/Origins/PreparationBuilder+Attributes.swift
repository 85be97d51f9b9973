import ApusSchema

extension PreparationBuilder {
    /// A prepared entity whose attributes are made.
    private struct MadeEntity {
        /// The newer entity.
        let name: String
        /// The prepared entity.
        let prepared: String
        /// The line of the mapping that makes its objects, or the first one if they stay.
        let line: Mapping.Line
        /// The line's origins; none if its objects stay.
        let lines: [Mapping.Origin]
        /// How the attributes of the older entities of the origins match the newer ones.
        let matchings: [String: PropertyMatching]
    }

    /// Makes the attributes of a prepared entity, and their sources in each of its origins.
    mutating func makeAttributes(
        of name: String,
        _ prepared: String,
        from lines: [Mapping.Origin],
        by line: Mapping.Line
    ) {
        let inherited = inheritedAttributes(of: name, prepared)
        let matchings = Dictionary(grouping: origins[prepared] ?? [], by: \.entity).mapValues { origins in
            PropertyMatching(from: old.properties(of: origins[0].entity), to: new.properties(of: name))
        }
        let entity = MadeEntity(
            name: name,
            prepared: prepared,
            line: line,
            lines: lines,
            matchings: matchings
        )
        var columns = moveUp(inherited, matchings[prepared], prepared)
        let isWritten = origins[prepared]?.contains(where: \.isWritten) == true
        for property in new.properties(of: name) {
            guard case .attribute(let attribute) = property.property, attribute.isKept else { continue }
            let column = inherited[attribute.name] ?? ownName(of: property.path, in: prepared)
            columns.insert(column)
            self.columns[name, default: [:]][attribute.name] = column
            makeAttribute(attribute, named: column, of: entity)
            for leaf in new.schema.leaves(of: attribute) where leaf.composite != nil {
                let isInherited = lineage(of: prepared).contains { $0.attribute(leaf.name) != nil }
                let isGiven = entity.lines.contains { $0.values[leaf.name] != nil }
                let isMade = isGiven || isWritten && text(of: leaf.name, in: name) != nil
                guard isInherited || isMade else { continue }
                columns.insert(leaf.name)
                makePart(leaf, of: attribute, in: entity)
            }
        }
        dropUnused(columns, of: prepared)
        // What the older entity of the same objects had, and the newer one does not, is judged as its removal.
        for index in (origins[prepared] ?? []).indices where origins[prepared]?[index].entity == prepared {
            for owned in old.properties(of: prepared) where owned.isAttribute && !columns.contains(owned.name) {
                origins[prepared]?[index].attributes[owned.name] = .removed(owned.name)
            }
        }
    }

    /// Returns the prepared attributes that a prepared entity has already, by the names of the newer ones that they
    /// match.
    func inheritedAttributes(of name: String, _ prepared: String) -> [String: String] {
        guard let known = new.lineage(of: name).lazy.compactMap({ names.olderName(of: $0.name) }).first else {
            return [:]
        }
        var found: [String: String] = [:]
        let pairs = PropertyMatching(from: old.properties(of: known), to: new.properties(of: name)).pairs
        for pair in pairs where pair.from.isAttribute && pair.to.isAttribute {
            found[pair.to.name] = pair.from.name
        }
        let above = attributesAbove(prepared)
        for owned in new.properties(of: name) where owned.isAttribute && owned.owner != name {
            guard let column = names.older(owned.path)?.property, above.contains(column) else { continue }
            // Only the attribute that matches the one above has its values.
            found = found.filter { $0.value != column }
            found[owned.name] = column
        }
        return found
    }

    /// Returns the names of the attributes that a prepared entity inherits.
    private func attributesAbove(_ prepared: String) -> Set<String> {
        Set(lineage(of: prepared).dropFirst().flatMap(\.attributes).map(\.name))
    }

    /// Removes the attributes that a prepared entity declares and now has from one above it.
    ///
    /// - Returns: Their names.
    private mutating func moveUp(
        _ inherited: [String: String],
        _ matching: PropertyMatching?,
        _ prepared: String
    ) -> Set<String> {
        let above = attributesAbove(prepared)
        guard !above.isEmpty, let index = schema.entities.firstIndex(where: { $0.name == prepared }) else { return [] }
        var moved: Set<String> = []
        for (newer, column) in inherited where above.contains(column) {
            guard let older = matching?.pair(newer: newer)?.from.name,
                schema.entities[index].attribute(older) != nil
            else { continue }
            schema.entities[index].attributes.removeAll { $0.name == older }
            moved.insert(older)
        }
        return moved
    }

    /// An origin, by its index, that gives a prepared attribute values.
    private struct GivenValue {
        let index: Int
        let source: EntityOrigin.AttributeSource
        let attribute: Attribute
    }

    private mutating func makeAttribute(
        _ attribute: Attribute,
        named column: String,
        of made: MadeEntity
    ) {
        let (name, line) = (made.name, made.line)
        guard var all = origins[made.prepared] else { return }
        var found: [GivenValue] = []
        for number in all.indices {
            let entity = all[number].entity
            let before = older(of: attribute, in: made.matchings[entity])
            let isWritten = all[number].isWritten
            // What an expression says of values that stay is carried out, and judged, by the stage.
            let written = isWritten ? made.lines[all[number].part].values[attribute.name] : nil
            if let text = written ?? (isWritten || before == nil ? text(of: attribute.name, in: name) : nil) {
                guard let leaf = new.schema.leaves(of: attribute).first, leaf.composite == nil else {
                    let parts = new.schema.leaves(of: attribute).prefix(12).map { ElementPath(name, $0.name) }
                    return refuse(line, .wholeComposite(ElementPath(name, attribute.name), parts: parts))
                }
                guard let given = computed(leaf, by: text, of: all[number], in: made) else { continue }
                found.append(GivenValue(index: number, source: .computed(given.value), attribute: given.attribute))
                all[number].computedNames.insert(attribute.name)
            } else if let before {
                let source: EntityOrigin.AttributeSource =
                    .continued(before.name, isShared: isShared(entity, by: made.prepared))
                found.append(GivenValue(index: number, source: source, attribute: before))
            }
        }
        guard let definition = declare(attribute, named: column, from: found, among: &all, of: made) else { return }
        if let value = new.schema.fillText(of: attribute)?.value, !isFilled(attribute.name, of: name) {
            let isAlike =
                definition.type == attribute.type
                && old.schema.enumeration(of: definition) == new.schema.enumeration(of: attribute)
            for index in all.indices where all[index].attributes[column] == nil {
                // The default of a required attribute is filled in by the stage, which converts the others' values first.
                if isAlike { all[index].attributes[column] = .filled(value) }
                if isAlike || !attribute.isOptional { continue }
                return refuse(line, .defaultOfOtherType(attribute.name, objects: all[index].entity))
            }
        }
        origins[made.prepared] = all
    }

    /// Makes the prepared attribute that has the values of a part of a newer composite, under the part's name with that of
    /// the attribute. Its stage puts it into the composite.
    private mutating func makePart(
        _ leaf: Schema.Leaf,
        of attribute: Attribute,
        in made: MadeEntity
    ) {
        guard var all = origins[made.prepared] else { return }
        let rules = ValueRules(matching: names, lines: MappingLines())
        var found: [GivenValue] = []
        for number in all.indices where all[number].isWritten {
            var before: Schema.Leaf?
            // The older values in whose place an expression is.
            var replaced: [Schema.Leaf] = []
            if let older = older(of: attribute, in: made.matchings[all[number].entity]) {
                switch rules.olderElement(of: leaf.path, from: older, to: attribute) {
                case .leaf(let one): (before, replaced) = (one, [one])
                case .another(nil): replaced = old.schema.leaves(of: older)
                // What happens to a part of another structure is judged once, for its type.
                case .nothing, .another: break
                }
            }
            if let text = made.lines[all[number].part].values[leaf.name] ?? text(of: leaf.name, in: made.name) {
                guard let given = computed(leaf, by: text, of: all[number], in: made) else { continue }
                found.append(GivenValue(index: number, source: .computed(given.value), attribute: given.attribute))
                for one in replaced { all[number].replaced[one.path] = attribute.name }
                all[number].computedNames.insert(leaf.name)
            } else if let before {
                var continued = before.attribute
                continued.isOptional = before.isNullable
                let source: EntityOrigin.AttributeSource = .computed(ComputedValue(reading: before))
                found.append(GivenValue(index: number, source: source, attribute: continued))
            }
        }
        var part = leaf.attribute
        (part.name, part.originalName) = (leaf.name, nil)
        if declare(part, named: leaf.name, from: found, among: &all, of: made) != nil { origins[made.prepared] = all }
    }

    /// Returns the older attribute that a newer one continues, if a store keeps it.
    private func older(of attribute: Attribute, in matching: PropertyMatching?) -> Attribute? {
        guard case .attribute(let one)? = matching?.pair(newer: attribute.name)?.old, one.isKept else { return nil }
        return one
    }

    /// Declares the prepared attribute whose values origins give, and adds it to these.
    ///
    /// - Returns: The attribute; `nil` if no origin gives it values, or if they do not fit each other, which is refused.
    private mutating func declare(
        _ attribute: Attribute,
        named column: String,
        from found: [GivenValue],
        among all: inout [EntityOrigin],
        of made: MadeEntity
    ) -> Attribute? {
        let (prepared, line) = (made.prepared, made.line)
        let known = lineage(of: prepared).lazy.compactMap { $0.attribute(column) }.first
        guard var definition = known ?? found.first?.attribute else { return nil }
        var isReplaced = false
        if known != nil, let first = found.first, found.count == all.count,
            found.allSatisfy({ $0.source.isComputed })
        {
            isReplaced = !hasSiblings(column, of: prepared)
            if isReplaced { definition = first.attribute }
            if !isReplaced, first.attribute.type != known?.type {
                refuse(line, .otherTypeThanInherited(attribute.name))
                return nil
            }
        }
        for one in found where one.attribute.type != definition.type {
            let isComputed = one.source.isComputed
            refuse(
                line,
                .unlikeTypes(attribute.name, definition.type, one.attribute.type, isComputed: isComputed)
            )
            return nil
        }
        definition.isOptional =
            known?.isOptional == true && !isReplaced || found.count < all.count
            || found.contains { $0.attribute.isOptional }
        if known == nil || isReplaced || definition.isOptional != known?.isOptional {
            declare(definition, named: column, originalName: attribute.originalName, of: prepared, isNew: known == nil)
        }
        for one in found { all[one.index].attributes[column] = one.source }
        return definition
    }

    /// Returns the expression of a line below `values` about an attribute of a newer entity.
    private mutating func text(of attribute: String, in entity: String) -> String? {
        for owner in new.lineage(of: entity) {
            guard let line = mapping.line(.values, ElementPath(owner.name, attribute)) else { continue }
            used.insert(line)
            return line.expression
        }
        return nil
    }

    /// Removes attributes that an older entity declares if none of its objects are among those of the prepared one.
    private mutating func dropUnused(_ columns: Set<String>, of prepared: String) {
        let isTaken = origins[prepared]?.contains { old.isKind($0.entity, of: prepared) } == true
        guard !isTaken, old.concreteEntities(below: prepared) == [prepared],
            let index = schema.entities.firstIndex(where: { $0.name == prepared })
        else { return }
        schema.entities[index].attributes.removeAll { !columns.contains($0.name) }
    }

    /// Returns whether a line of the mapping fills a newer attribute where it has no value.
    private func isFilled(_ attribute: String, of entity: String) -> Bool {
        new.lineage(of: entity).contains { mapping.line(.fill, ElementPath($0.name, attribute)) != nil }
    }

    /// Returns whether the objects of an older entity become several ones, or stay beside those that are made.
    private func isShared(_ entity: String, by prepared: String) -> Bool {
        if entity != prepared, names.newerName(of: entity) != nil { return true }
        return takers[entity, default: 0] > 1
    }

    /// Returns a prepared entity and its ancestors, nearest first.
    func lineage(of prepared: String) -> [Entity] {
        var found: [Entity] = []
        while let entity = schema.entity(found.last.map { $0.parent ?? "" } ?? prepared) { found.append(entity) }
        return found
    }

    /// Returns whether other entities inherit an attribute from where a prepared entity has it from.
    private func hasSiblings(_ column: String, of prepared: String) -> Bool {
        guard let owner = lineage(of: prepared).first(where: { $0.attribute(column) != nil }) else { return false }
        return schema.entities.contains { entity in
            entity.name != prepared && !entity.isAbstract
                && lineage(of: entity.name).contains { $0.name == owner.name }
        }
    }

    /// Declares an attribute in a prepared entity, or replaces its declaration.
    private mutating func declare(
        _ definition: Attribute,
        named column: String,
        originalName: String?,
        of prepared: String,
        isNew: Bool
    ) {
        var attribute = definition
        if isNew {
            attribute.name = column
            attribute.originalName = originalName
        }
        attribute.isUnique = false
        attribute.column = nil
        let owner = isNew ? nil : lineage(of: prepared).first { $0.attribute(column) != nil }
        guard let index = schema.entities.firstIndex(where: { $0.name == owner?.name ?? prepared }) else { return }
        if let position = schema.entities[index].attributes.firstIndex(where: { $0.name == column }) {
            attribute.isUnique = schema.entities[index].attributes[position].isUnique
            attribute.column = schema.entities[index].attributes[position].column
            attribute.originalName = schema.entities[index].attributes[position].originalName
            attribute.name = column
            schema.entities[index].attributes[position] = attribute
        } else {
            schema.entities[index].attributes.append(attribute)
        }
    }

    /// Returns how an expression computes the values of a newer attribute or part, and the attribute that it makes: one of
    /// the type's raw values if it is an enum.
    private mutating func computed(
        _ leaf: Schema.Leaf,
        by text: String,
        of origin: EntityOrigin,
        in entity: MadeEntity
    ) -> (value: ComputedValue, attribute: Attribute)? {
        do {
            let enumeration = new.schema.enumeration(of: leaf.attribute)
            let value = try ComputedValue(text, for: leaf, of: enumeration, in: scope(of: origin.entity))
            var made = leaf.attribute
            if !made.type.isForeign { made.type = .scalar(leaf.type) }
            made.isOptional = value.isNullable(where: origin.takes)
            made.defaultValue = nil
            made.defaultExpression = nil
            // The newer rules are checked as new ones.
            (made.minimum, made.maximum, made.length, made.pattern) = (nil, nil, nil, nil)
            return (value, made)
        } catch {
            refuse(
                entity.line,
                expression: text,
                of: ElementPath(entity.name, leaf.name),
                .expression(error),
                at: (.value(leaf.name), origin.part)
            )
            return nil
        }
    }
}

extension EntityOrigin.AttributeSource {
    fileprivate var isComputed: Bool { if case .computed = self { true } else { false } }
}
