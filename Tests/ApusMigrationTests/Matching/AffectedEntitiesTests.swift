import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// A stage skips only entities that no difference affects.
@Suite struct AffectedEntitiesTests {
    /// Returns the schema with different documentation everywhere: no change, but no entity can be skipped.
    private func shaken(_ schema: Schema) -> Schema {
        var copy: Schema = schema
        for index in copy.entities.indices {
            copy.entities[index].documentation = "shaken"
            for position in copy.entities[index].attributes.indices {
                copy.entities[index].attributes[position].documentation = "shaken"
            }
            for position in copy.entities[index].relationships.indices {
                copy.entities[index].relationships[position].documentation = "shaken"
            }
        }
        for index in copy.composites.indices { copy.composites[index].documentation = "shaken" }
        for index in copy.enumerations.indices { copy.enumerations[index].documentation = "shaken" }
        return copy
    }

    /// Compares the two; whether the projections could be compared as well, which a refused stage has none of.
    @discardableResult
    private func compare(_ old: Schema, _ new: Schema, _ what: String, _ mapping: Mapping = .of()) -> Bool {
        let quick = Stage.between(old, new, mapping)
        let slow = Stage.between(old, shaken(new), mapping)
        #expect(quick.lines == slow.lines, "\(what)")
        #expect(quick.reasons == slow.reasons, "\(what)")
        #expect(quick.losses == slow.losses, "\(what)")
        #expect(quick.startsPass == slow.startsPass, "\(what)")
        for entity in new.entities {
            #expect(quick.matching.older(ElementPath(entity.name)) == slow.matching.older(ElementPath(entity.name)))
            for property in entity.properties {
                let path = ElementPath(entity.name, property.name)
                #expect(quick.matching.older(path) == slow.matching.older(path), "\(what): \(path)")
            }
        }
        guard quick.refusals.isEmpty else { return false }
        var (one, other) = (Projection(identity: old), Projection(identity: old))
        one.append(quick)
        other.append(slow)
        let differences: [String] = one.texts.difference(from: other.texts).map { change in
            switch change {
            case .insert(_, let text, _): "+ \(text)"
            case .remove(_, let text, _): "- \(text)"
            }
        }
        #expect(differences == [], "\(what)")
        return true
    }

    @Test("Over random changes of schemas of every feature", arguments: TestScale.seeds(8))
    func everyFeature(seed: UInt64) {
        let old: Schema = SchemaGenerator.schema(seed: seed)
        var random = SplitMix64(seed: seed)
        var (count, projected): (Int, Int) = (0, 0)
        for number in 0..<16 {
            var new: Schema = old
            for _ in 0...random.below(3) { new.changeSomething(&random) }
            guard new != old, new.validate().allSatisfy({ $0.severity != .error }) else { continue }
            count += 1
            if compare(old, new, "seed \(seed), change \(number)") { projected += 1 }
            if compare(new, old, "seed \(seed), change \(number) back") { projected += 1 }
        }
        #expect(count > 1 && projected > 1, "seed \(seed): \(count), \(projected)")
    }

    @Test("Over the stages of random histories, with their mappings", arguments: TestScale.seeds(12))
    func histories(seed: UInt64) {
        let history = HistoryGenerator.history(seed: seed, versions: 8, entities: 5)
        for (number, stage) in history.stages.enumerated() {
            let mapping = Mapping(from: Schema.Version(1), to: Schema.Version(2), stage.mapping.lines)
            #expect(compare(stage.older, stage.newer, "seed \(seed): \(number)", mapping))
        }
    }
}

extension Projection {
    /// How every value is made, in words, and where every row comes from.
    fileprivate var texts: [String] {
        ordered.flatMap { projection in
            projection.sources.map { source in
                let values: [String] = zip(projection.extent.members, source.values).map { member, value in
                    // What the store computes it computes anew, or not at all where nothing differs.
                    "\(member.field.text) = \(member.isDerived ? "derived" : graph.text(value))"
                }
                let conditions: [String] = source.conditions.map { graph.text($0) }
                return "\(projection.extent.name.text) from \(source.extent.text) where \(conditions): \(values)"
            }
        } + checks.map { "\($0.extent.text): \(graph.text($0.expression))" }
    }
}

extension Schema {
    /// Changes one thing: a setting, a name, a parent, a destination, a type, or takes something away.
    fileprivate mutating func changeSomething(_ random: inout SplitMix64) {
        guard !entities.isEmpty else { return }
        let index: Int = random.below(entities.count)
        switch random.below(9) {
        case 0: rename(entities[index].name, to: "Renamed\(random.below(1000))")
        case 1:
            guard let position = entities[index].attributes.indices.randomElement(using: &random) else { return }
            let key: Key<Attribute> = random.pick(Attribute.keys)
            let attribute: Attribute = entities[index].attributes[position]
            entities[index].attributes[position] = key.otherwise(attribute, samples: codedSamples) ?? attribute
        case 2:
            guard let position = entities[index].relationships.indices.randomElement(using: &random) else { return }
            let key: Key<Relationship> = random.pick(Relationship.keys)
            let relationship: Relationship = entities[index].relationships[position]
            entities[index].relationships[position] = key.otherwise(relationship) ?? relationship
        case 3: entities[index] = random.pick(Entity.keys).otherwise(entities[index]) ?? entities[index]
        case 4: entities[index].parent = random.chance(50) ? nil : random.pick(entities).name
        case 5:
            guard let position = entities[index].relationships.indices.randomElement(using: &random) else { return }
            entities[index].relationships[position].destination = random.pick(entities).name
        case 6: entities[index].isAbstract.toggle()
        case 7:
            entities[index].attributes.append(Attribute("added\(random.below(1000))", .int16, isOptional: true))
        default:
            guard let position = entities[index].attributes.indices.randomElement(using: &random) else { return }
            entities[index].attributes.remove(at: position)
        }
    }

    /// Gives an entity another name, wherever it is named.
    private mutating func rename(_ name: String, to other: String) {
        for index in entities.indices {
            if entities[index].name == name {
                entities[index].originalName = name
                entities[index].name = other
            }
            if entities[index].parent == name { entities[index].parent = other }
            for position in entities[index].relationships.indices
            where entities[index].relationships[position].destination == name {
                entities[index].relationships[position].destination = other
            }
        }
    }
}
