import ApusSchema
import ApusTestSupport

extension MatrixEdit {
    static let attributeNames: [MatrixEdit] = [
        MatrixEdit("attribute renamed") { draft in
            guard let path = draft.pick(draft.attributes { _, _ in true }) else { return false }
            let name: String = draft.newName("renamed")
            draft.rename(properties: [path.property ?? "": name], of: path.entity)
            draft.tell("'\(path)' becomes '\(name)'")
            return true
        },
        MatrixEdit("attributes swapped") { draft in
            guard let path = draft.pick(draft.plainAttributes()),
                let other = draft.random.pickAny(
                    draft.plainAttributes().filter { $0.entity == path.entity && $0 != path }
                ), let (one, two) = path.property.flatMap({ one in other.property.map { (one, $0) } })
            else { return false }
            draft.rename(properties: [one: two, two: one], of: path.entity)
            draft.tell("'\(path)' and '\(other)' exchange their names")
            return true
        },
        MatrixEdit("attribute renamed onto a removed one") { draft in
            guard let path = draft.pick(draft.plainAttributes()),
                let other = draft.random.pickAny(
                    draft.plainAttributes().filter { $0.entity == path.entity && $0 != path }
                ), let (old, name) = path.property.flatMap({ one in other.property.map { (one, $0) } })
            else { return false }
            draft.remove(other)
            draft.accept.append(other)
            draft.rename(properties: [old: name], of: path.entity)
            draft.tell("'\(other)' goes, and '\(path)' gets its name")
            return true
        },
        MatrixEdit("stale originalName") { draft in
            guard let path = draft.pick(draft.attributes { $1.originalName == nil }) else { return false }
            let ghost: String = draft.newName("ghost")
            draft.change(attribute: path) { $0.originalName = ghost }
            draft.tell("'\(path)' says that it was '\(ghost)', which nothing is")
            return true
        },
        MatrixEdit("first name for ever") { draft in
            // Where another element has the first name, the line would mean that one.
            let all: [ElementPath] =
                draft.attributes { entity, one in
                    one.originalName.map { draft.isFree($0, in: entity.name) } == true
                }
                + draft.relationships { entity, one in
                    one.originalName.map { draft.isFree($0, in: entity.name) } == true
                }
            guard let path = draft.pick(all) else { return false }
            let name: String = draft.newName("later")
            draft.rename(properties: [path.property ?? "": name], of: path.entity, keepsFirstName: true)
            draft.tell("'\(path)' becomes '\(name)' and keeps its first name")
            return true
        },
        MatrixEdit("renamed back") { draft in
            let all: [ElementPath] = draft.attributes { entity, attribute in
                attribute.originalName.map { draft.isFree($0, in: entity.name) } == true
            }
            guard let path = draft.pick(all), let first = draft.attribute(path)?.originalName else { return false }
            draft.rename(properties: [path.property ?? "": first], of: path.entity)
            draft.tell("'\(path)' becomes '\(first)' again")
            return true
        },
    ]
}

extension StageDraft {
    /// Whether no property of an entity, nor of one above or below it, has a name.
    func isFree(_ name: String, in entity: String) -> Bool {
        let reading = Reading(schema)
        return schema.entities.filter { reading.isKind($0.name, of: entity) || reading.isKind(entity, of: $0.name) }
            .allSatisfy { $0.attribute(name) == nil && $0.relationship(name) == nil }
    }
}
