import ApusMigration
import ApusSchema
import ApusTestSupport

extension MatrixEdit {
    /// Objects that are made of older ones.
    static let origins: [MatrixEdit] =
        [
            MatrixEdit("entity split where it has a value") { draft in
                guard let path = draft.pickMovable(isOptional: true), let name = path.property,
                    let attribute = draft.attribute(path)
                else { return false }
                let part: String = draft.newName("Part")
                draft.schema.entities.append(Entity(part, attributes: [attribute]))
                draft.remove(path)
                draft.origins[part] = [Mapping.Origin([path.entity], where: "\(name) != nil")]
                if draft.random.chance(60) { draft.lead(path.entity, to: part, "same(\(part))") }
                draft.touch(ElementPath(part), ElementPath(part, name))
                draft.tell("'\(path)' moves to the new '\(part)' where it has a value")
                return true
            },
            MatrixEdit("entity split with values") { draft in
                guard let path = draft.pickMovable(isOptional: false), let name = path.property,
                    var attribute = draft.attribute(path)
                else { return false }
                let part: String = draft.newName("Part")
                attribute.name = draft.newName("value")
                attribute.originalName = nil
                let rank = Attribute(draft.newName("rank"), .int64)
                draft.schema.entities.append(Entity(part, attributes: [attribute, rank]))
                draft.remove(path)
                draft.origins[part] = [
                    Mapping.Origin([path.entity], values: [attribute.name: "$source.\(name)", rank.name: "3"])
                ]
                draft.lead(part, to: path.entity, "$source")
                draft.touch(ElementPath(part), ElementPath(part, attribute.name))
                draft.tell("'\(path)' moves to the new '\(part)'")
                return true
            },
            MatrixEdit("entity split twice") { draft in
                guard let path = draft.pickMovable(isOptional: true), let name = path.property,
                    let attribute = draft.attribute(path)
                else { return false }
                let part: String = draft.newName("Part")
                let side = Attribute(draft.newName("side"), .string)
                draft.schema.entities.append(Entity(part, attributes: [attribute, side]))
                draft.remove(path)
                let (home, work): (String, String) = (draft.newName("home"), draft.newName("work"))
                draft.origins[part] = [
                    Mapping.Origin([path.entity], where: "\(name) != nil", values: [side.name: "'home'"], as: home),
                    Mapping.Origin([path.entity], values: [side.name: "'work'"], as: work),
                ]
                draft.lead(path.entity, to: part, "same(\(home))")
                draft.lead(
                    path.entity,
                    to: part,
                    draft.random.pick(["same(\(work))", "ifNull(same(\(home)), same(\(work)))"])
                )
                draft.touch(ElementPath(part), ElementPath(part, name))
                draft.tell("'\(path)' moves to two of the new '\(part)'")
                return true
            },
            MatrixEdit("entities merged") { draft in
                let all: [ElementPath] = draft.entities { draft.isWhole($0.name) }
                guard let path = draft.pick(all) else { return false }
                let others: [ElementPath] = all.filter { $0 != path && draft.areMergeable(path.entity, $0.entity) }
                guard let other = draft.random.pickAny(others) else { return false }
                draft.absorb([other.entity], into: path.entity)
                draft.origins[path.entity] =
                    draft.random.chance(50)
                    ? [Mapping.Origin([path.entity, other.entity])]
                    : [Mapping.Origin([other.entity]), Mapping.Origin([path.entity])]
                draft.tell("'\(other)' is merged into '\(path)'")
                return true
            },
            MatrixEdit("entity routed below a new root") { draft in
                let all: [ElementPath] = draft.attributes { entity, attribute in
                    draft.isWhole(entity.name) && draft.isOlder(ElementPath(entity.name, attribute.name))
                        && (attribute.type.scalar?.integerRange != nil || attribute.type.scalar == .bool)
                }
                guard let path = draft.pick(all), let name = path.property, let attribute = draft.attribute(path) else {
                    return false
                }
                let (root, one, two) = (draft.newName("Root"), draft.newName("One"), draft.newName("Two"))
                draft.rename(entities: [path.entity: root])
                let isNew = draft.random.chance(60)
                draft.change(entity: root) {
                    $0.isAbstract = true
                    if isNew { $0.originalName = nil }
                }
                draft.schema.entities += [Entity(one, parent: root), Entity(two, parent: root)]
                let condition: String = attribute.type.scalar == .bool ? "\(name) == YES" : "\(name) > 1"
                draft.origins[one] = [Mapping.Origin([path.entity], where: condition)]
                draft.origins[two] = [Mapping.Origin([path.entity], where: "NOT \(condition)")]
                draft.touch(ElementPath(root), ElementPath(one), ElementPath(two))
                draft.tell("'\(path.entity)' is routed to '\(one)' and '\(two)' below '\(root)', by '\(name)'")
                return true
            },
            MatrixEdit("hierarchy flattened") { draft in
                let all: [ElementPath] = draft.entities { entity in
                    entity.parent == nil && !draft.isLeaf(entity.name) && draft.isUntouched(below: entity.name)
                }
                guard let path = draft.pick(all) else { return false }
                let below: [String] = Reading(draft.schema).schema.entities.map(\.name).filter {
                    $0 != path.entity && Reading(draft.schema).isKind($0, of: path.entity)
                }
                guard draft.haveOneType(below + [path.entity]) else { return false }
                draft.absorb(below, into: path.entity)
                let flat: String = draft.newName("Flat")
                draft.rename(entities: [path.entity: flat])
                let isNew = draft.random.chance(60)
                draft.change(entity: flat) {
                    $0.isAbstract = false
                    if isNew { $0.originalName = nil }
                }
                draft.origins[flat] = [Mapping.Origin([path.entity])]
                draft.tell("all below '\(path)' become '\(flat)'")
                return true
            },
            MatrixEdit("sub-entities become values") { draft in
                let all: [ElementPath] = draft.entities { entity in
                    entity.parent == nil && !draft.isLeaf(entity.name) && draft.isUntouched(below: entity.name)
                }
                guard let path = draft.pick(all) else { return false }
                let reading = Reading(draft.schema)
                let kinds: [String] = reading.kinds(below: path.entity)
                let below: [String] = reading.schema.entities.map(\.name).filter {
                    $0 != path.entity && reading.isKind($0, of: path.entity)
                }
                guard draft.haveOneType(below + [path.entity]) else { return false }
                draft.absorb(below, into: path.entity)
                let (flat, kind): (String, String) = (draft.newName("Flat"), draft.newName("kind"))
                draft.rename(entities: [path.entity: flat])
                draft.change(entity: flat) {
                    $0.isAbstract = false
                    $0.attributes.append(Attribute(kind, .string))
                }
                // Of each kind its own, said by what it is called, unless one line says it of all.
                draft.origins[flat] =
                    draft.random.chance(30)
                    ? [Mapping.Origin([path.entity], values: [kind: "entity.name"])]
                    : kinds.map { one in
                        Mapping.Origin(
                            [one],
                            where: reading.kinds(below: one).count > 1 ? "$source.entity.name == '\(one)'" : nil,
                            values: [kind: "'\(one)'"]
                        )
                    }
                draft.touch(ElementPath(flat, kind))
                draft.tell("the kinds below '\(path)' become values of '\(kind)' in '\(flat)'")
                return true
            },
            MatrixEdit("relationship computed") { draft in
                var found: [(entity: String, destination: String, text: String)] = []
                for entity in draft.older.entities where draft.keeps(entity.name) {
                    for one in entity.relationships
                    where !one.isToMany && !one.isTransient && draft.keeps(one.destination) {
                        found.append((entity.name, one.destination, "$source.\(one.name)"))
                        for two in draft.older.entity(one.destination)?.relationships ?? []
                        where !two.isToMany && !two.isTransient && draft.keeps(two.destination) {
                            let text = "$source.\(one.name).\(two.name)"
                            found.append((entity.name, two.destination, text))
                            if two.destination == one.destination {
                                found.append((entity.name, two.destination, "ifNull(\(text), $source.\(one.name))"))
                            }
                        }
                    }
                    found.append((entity.name, entity.name, "$source"))
                }
                guard let one = draft.random.pickAny(found) else { return false }
                draft.lead(one.entity, to: one.destination, one.text)
                return true
            },
        ] + elements
}

extension StageDraft {
    /// Whether an attribute is as it was in the version before.
    func isOlder(_ path: ElementPath) -> Bool {
        guard keeps(path.entity), let name = path.property, let now = attribute(path), now.isPlain,
            !now.usesExternalStorage
        else { return false }
        return older.entity(path.entity)?.attributes.first { $0.name == name } == now
    }

    /// An attribute that is as it was in the version before, of a type that conditions can compare.
    fileprivate mutating func pickMovable(isOptional: Bool) -> ElementPath? {
        pick(
            plainAttributes { $0.type.scalar != nil && (!isOptional || $0.isOptional) }.filter { path in
                isOlder(path) && origins[path.entity] == nil && schema.entity(path.entity)?.isAbstract == false
            }
        )
    }

    /// Whether an entity is as whole as in the version before: a root without sub-entities.
    fileprivate func isWhole(_ name: String) -> Bool {
        guard let entity = schema.entity(name) else { return false }
        return isLeaf(name) && entity.parent == nil && !entity.isAbstract && isUntouched(below: name)
    }

    /// Whether no edit of the stage named or made an entity, or one below it.
    fileprivate func isUntouched(below name: String) -> Bool {
        let reading = Reading(schema)
        return schema.entities.filter { reading.isKind($0.name, of: name) }.allSatisfy {
            keeps($0.name) && older.entity($0.name) == $0 && origins[$0.name] == nil
        } && !origins.values.joined().contains { $0.sources.contains { reading.isKind($0, of: name) } }
    }

    /// Whether two entities have no property of one name.
    fileprivate func areMergeable(_ one: String, _ other: String) -> Bool {
        guard let one = schema.entity(one), let other = schema.entity(other) else { return false }
        let names: Set<String> = Set(one.properties.map(\.name))
        // Whether a default is for objects whose origin does not have the attribute is not decided.
        let isOpen = one.attributes.contains {
            $0.isOptional && $0.defaultValue != nil && other.attribute($0.name) == nil
        }
        if isOpen { return false }
        return other.properties.allSatisfy { property in
            guard names.contains(property.name) else { return true }
            guard case .attribute(let attribute) = property, let same = one.attribute(property.name) else {
                return false
            }
            return attribute.type == same.type && attribute.isPlain && same.isPlain
        }
    }

    /// Whether attributes of one name have one type, and relationships' names are unique.
    fileprivate func haveOneType(_ entities: [String]) -> Bool {
        var types: [String: AttributeType] = [:]
        var names: Set<String> = []
        for property in entities.compactMap({ schema.entity($0) }).flatMap(\.properties) {
            switch property {
            case .attribute(let attribute):
                if !attribute.isPlain || types[attribute.name].map({ $0 != attribute.type }) == true { return false }
                types[attribute.name] = attribute.type
            default: if !names.insert(property.name).inserted { return false }
            }
        }
        return names.isDisjoint(with: types.keys)
    }

    /// Moves the properties of entities to another one, with everything that leads to them, and removes them.
    fileprivate mutating func absorb(_ others: [String], into name: String) {
        for other in others {
            guard let gone = schema.entity(other), let stays = schema.entity(name) else { continue }
            let attributes: [Attribute] = gone.attributes.filter { $0.isPlain && stays.attribute($0.name) == nil }.map {
                var attribute: Attribute = $0
                attribute.isOptional = true
                attribute.isUnique = false
                attribute.defaultValue = nil
                return attribute
            }
            let relationships: [Relationship] = gone.relationships.map {
                var relationship: Relationship = $0
                if !relationship.isToMany { relationship.isOptional = true }
                return relationship
            }
            change(entity: name) {
                $0.attributes += attributes
                $0.relationships += relationships
            }
        }
        for index in schema.entities.indices {
            for number in schema.entities[index].relationships.indices
            where others.contains(schema.entities[index].relationships[number].destination) {
                schema.entities[index].relationships[number].destination = name
            }
        }
        schema.entities.removeAll { others.contains($0.name) }
        touch(ElementPath(name))
    }

    /// Adds a to-one relationship that an expression computes.
    mutating func lead(_ entity: String, to destination: String, _ text: String) {
        let name: String = newName("leads")
        let isPaired = random.chance(40)
        let inverse: String? = isPaired ? newName("led") : nil
        change(entity: entity) {
            $0.relationships.append(.toOne(name, destination, isOptional: true, inverse: inverse))
        }
        if let inverse {
            change(entity: destination) { $0.relationships.append(.toMany(inverse, entity, inverse: name)) }
        }
        values[ElementPath(entity, name)] = text
        touch(ElementPath(entity, name))
        tell("'\(entity).\(name)' is new, and is \(text)")
    }
}
