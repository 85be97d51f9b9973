import ApusMigration
import ApusSchema
import ApusTestSupport

extension MatrixEdit {
    /// Objects that are made of elements, and to-many relationships that expressions compute.
    static let elements: [MatrixEdit] = [
        MatrixEdit("text split into objects") { draft in
            let all: [ElementPath] = draft.plainAttributes { $0.type.scalar == .string }.filter { path in
                draft.isOlder(path) && draft.origins[path.entity] == nil
            }
            guard let path = draft.pick(all), let name = path.property else { return false }
            let part: String = draft.newName("Part")
            let label = Attribute(draft.newName("label"), .string)
            let rank = Attribute(draft.newName("rank"), .int64, isOptional: true)
            draft.schema.entities.append(Entity(part, attributes: [label, rank]))
            let list = "split($source.\(name), '\(draft.random.pick(["e", " ", "1", "a", "-", "\u{e9}"]))')"
            let isDistinct = draft.random.chance(60)
            draft.origins[part] = [
                Mapping.Origin(
                    [path.entity],
                    each: list,
                    where: draft.random.chance(50) ? "$each != ''" : nil,
                    distinct: isDistinct ? ["$each"] : [],
                    values: [label.name: "$each", rank.name: "length:($source.\(name))"]
                )
            ]
            draft.tell("'\(path)' is split into the new '\(part)': \(list)")
            if draft.random.chance(50) { draft.lead(part, to: path.entity, "$source") }
            if isDistinct, draft.random.chance(70) {
                draft.list(path.entity, of: part, "each(\(list), find(\(part), \(label.name) == $each))")
            }
            if draft.random.chance(40) { draft.remove(path) }
            draft.touch(ElementPath(part), ElementPath(part, label.name))
            return true
        },
        MatrixEdit("join entity becomes many-to-many") { draft in
            var found: [(entity: String, join: String, destination: String, text: String)] = []
            for entity in draft.older.entities where draft.keeps(entity.name) {
                for one in entity.relationships where one.isToMany && !one.isTransient && draft.keeps(one.destination) {
                    let list = "$source.\(one.name)"
                    found.append((entity.name, one.destination, one.destination, "each(\(list), $each)"))
                    for two in draft.older.entity(one.destination)?.relationships ?? []
                    where !two.isToMany && !two.isTransient && draft.keeps(two.destination) {
                        found.append((entity.name, one.destination, two.destination, "\(list).\(two.name)"))
                        found.append(
                            (entity.name, one.destination, two.destination, "each(\(list), $each.\(two.name))")
                        )
                    }
                }
            }
            guard let one = draft.random.pickAny(found) else { return false }
            draft.list(one.entity, of: one.destination, one.text)
            let isNeeded = one.join == one.destination || one.join == one.entity || !draft.isLeaf(one.join)
            if !isNeeded, draft.origins[one.join] == nil, draft.random.chance(60) {
                draft.remove(entity: one.join)
                draft.tell("'\(one.join)' is removed")
            }
            return true
        },
    ]
}

extension StageDraft {
    /// Adds a to-many relationship that an expression computes.
    fileprivate mutating func list(_ entity: String, of destination: String, _ text: String) {
        let name: String = newName("lists")
        let inverse: String? = random.chance(50) ? newName("listed") : nil
        var relationship: Relationship = .toMany(name, destination, inverse: inverse)
        relationship.isOrdered = random.chance(50)
        change(entity: entity) { $0.relationships.append(relationship) }
        if let inverse {
            var back: Relationship = .toMany(inverse, entity, inverse: name)
            back.isOrdered = random.chance(30)
            change(entity: destination) { $0.relationships.append(back) }
        }
        values[ElementPath(entity, name)] = text
        touch(ElementPath(entity, name))
        tell("'\(entity).\(name)' is new, and is \(text)")
    }
}
