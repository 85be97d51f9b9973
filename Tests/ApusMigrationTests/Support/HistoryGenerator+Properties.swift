import ApusMigration
import ApusSchema
import ApusTestSupport

extension HistoryGenerator {
    /// By the rules, whoever was renamed in the last version can be swapped or renamed in the next but one only.
    private func isRenamable(_ before: Entity) -> Bool {
        let last: Entity? = schemas.last?.entity(before.name)
        return last?.properties.allSatisfy { $0.originalName == nil } ?? true
    }

    mutating func editAttribute(_ index: Int, _ position: Int, _ before: Entity) {
        let attribute: Attribute = before.attributes[position]
        let path = ElementPath(entities[index].name, attribute.name)
        switch isRenamable(before) ? random.below(9) : random.pick([0, 1, 4, 5, 6, 7, 8]) {
        case 0: entities[index].attributes.append(newAttribute(freshName()))
        case 1:
            words.add(.accept(ElementPath(before.name, attribute.name)))
            going.append(attribute.name)
            entities[index].attributes.remove(at: position)
        case 2:
            entities[index].attributes[position].originalName = attribute.name
            entities[index].attributes[position].name = freshName()
        case 3:
            let other: Int = random.below(before.attributes.count)
            guard other != position else { return }
            entities[index].attributes[position].name = before.attributes[other].name
            entities[index].attributes[position].originalName = attribute.name
            entities[index].attributes[other].name = attribute.name
            entities[index].attributes[other].originalName = before.attributes[other].name
        case 4: convert(index, position, path, isExact: true)
        case 5, 6: convert(index, position, path, isExact: false)
        case 7: makeGenerated(index)
        default:
            guard let type = attribute.type.scalar else { return }
            entities[index].attributes[position].isOptional.toggle()
            let value: Value = ValueGenerator.value(of: type, &random)
            entities[index].attributes[position].defaultValue = value
            if attribute.isOptional, random.chance(50) {
                let other: Value = ValueGenerator.value(of: type, &random)
                words.add(.fill(path, .literal(other.text)))
            }
        }
    }

    /// Another type: by a conversion that is inferred, or by one that the mapping names.
    private mutating func convert(_ index: Int, _ position: Int, _ path: ElementPath, isExact: Bool) {
        guard let from = entities[index].attributes[position].type.scalar else { return }
        var choices: [Conversion] = ScalarType.allCases.filter { $0 != from }.flatMap {
            Conversion.conversions(from: from, to: $0)
        }
        if isExact { choices = choices.filter { Conversion.inferred(from: $0.from, to: $0.to) == $0 } }
        guard var conversion = random.pickAny(choices) else { return }
        if !isExact {
            // Most values are extreme ones, which a strict conversion stops at.
            if random.chance(80), let lenient = conversion.lenient { conversion = lenient }
            words.add(.convert(path, conversion.name))
        }
        entities[index].attributes[position].type = .scalar(conversion.to)
        entities[index].attributes[position].defaultValue = ValueGenerator.value(of: conversion.to, &random)
    }

    private mutating func makeGenerated(_ index: Int) {
        let name: String = freshName()
        let (type, generator): (ScalarType, Fill.Generator) = random.pick([
            (.uuid, .uuid), (.string, .uuid), (.date, .now), (.int32, .rowNumber), (.int64, .rowNumber),
        ])
        entities[index].attributes.append(Attribute(name, .scalar(type)))
        words.add(.fill(ElementPath(entities[index].name, name), .generated(generator)))
    }

    mutating func editRelationship(_ index: Int, _ old: [Entity]) {
        let before: Entity = old[index]
        guard let position = before.relationships.indices.randomElement(using: &random), random.chance(70) else {
            let far: String = random.pick(entities.map(\.name))
            let name: String = freshName()
            return entities[index].relationships.append(
                random.chance(50) ? toOne(name, far) : .toMany(name, far)
            )
        }
        let relationship: Relationship = entities[index].relationships[position]
        switch random.below(4) {
        case 0 where isRenamable(before):
            entities[index].relationships[position].originalName = relationship.name
            entities[index].relationships[position].name = freshName()
        case 1:
            entities[index].relationships[position].isToMany = true
        case 2 where relationship.isToMany:
            if relationship.isOrdered {
                words.add(.accept(ElementPath(before.name, relationship.name)))
            }
            entities[index].relationships[position].isOrdered.toggle()
        case 3:
            words.add(.accept(ElementPath(before.name, relationship.name)))
            going.append(relationship.name)
            entities[index].relationships.remove(at: position)
        default: return
        }
    }
}
