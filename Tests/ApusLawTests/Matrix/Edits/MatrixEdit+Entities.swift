import ApusSchema
import ApusTestSupport

extension MatrixEdit {
    static let entities: [MatrixEdit] = [
        MatrixEdit("entity renamed") { draft in
            guard let path = draft.pick(draft.entities { _ in true }) else { return false }
            let name: String = draft.newName("Renamed")
            draft.rename(entities: [path.entity: name])
            draft.tell("'\(path)' becomes '\(name)'")
            return true
        },
        MatrixEdit("entities swapped") { draft in
            guard let path = draft.pick(draft.entities { $0.parent == nil }),
                let other = draft.random.pickAny(draft.entities { $0.parent == nil && $0.name != path.entity })
            else { return false }
            draft.rename(entities: [path.entity: other.entity, other.entity: path.entity])
            draft.tell("'\(path)' and '\(other)' exchange their names")
            return true
        },
        MatrixEdit("entity and property renamed") { draft in
            guard let path = draft.pick(draft.plainAttributes()) else { return false }
            let (entity, name) = (draft.newName("Renamed"), draft.newName("renamed"))
            draft.rename(properties: [path.property ?? "": name], of: path.entity)
            draft.rename(entities: [path.entity: entity])
            draft.touch(ElementPath(entity, name))
            draft.tell("'\(path)' becomes '\(entity).\(name)'")
            return true
        },
        MatrixEdit("entity renamed onto a removed one") { draft in
            guard let path = draft.pick(draft.entities { draft.isLone($0.name) && !$0.isAbstract }),
                let other = draft.random.pickAny(
                    draft.entities { draft.isLone($0.name) && $0.name != path.entity && !$0.isAbstract }
                )
            else { return false }
            draft.remove(entity: other.entity)
            draft.rename(entities: [path.entity: other.entity])
            draft.accept.append(other)
            draft.tell("'\(other)' goes, and '\(path)' gets its name")
            return true
        },
        MatrixEdit("entity added") { draft in
            guard let far = draft.pick(draft.entities { _ in true }) else { return false }
            let name: String = draft.newName("Added")
            draft.schema.entities.append(
                Entity(
                    name,
                    attributes: [Attribute("must", .string), Attribute("may", .int64, isOptional: true)],
                    relationships: [.toOne("leads", far.entity)]
                )
            )
            draft.touch(ElementPath(name))
            draft.tell("'\(name)' is new")
            return true
        },
        MatrixEdit("entity removed") { draft in
            guard let path = draft.pick(draft.entities { draft.isLeaf($0.name) && draft.isSpared($0.name) }) else {
                return false
            }
            draft.remove(entity: path.entity)
            draft.accept.append(path)
            draft.tell("'\(path)' goes")
            return true
        },
        MatrixEdit("sub-entity added") { draft in
            guard let path = draft.pick(draft.entities { _ in true }) else { return false }
            let name: String = draft.newName("Sub")
            draft.schema.entities.append(
                Entity(name, parent: path.entity, attributes: [Attribute(draft.newName("own"), .string)])
            )
            draft.touch(ElementPath(name))
            draft.tell("'\(name)' is new below '\(path)'")
            return true
        },
        MatrixEdit("concrete to abstract") { draft in
            guard
                let path = draft.pick(
                    draft.entities { !$0.isAbstract && draft.isSpared($0.name) && !draft.isLeaf($0.name) }
                )
            else {
                return false
            }
            draft.change(entity: path.entity) { $0.isAbstract = true }
            draft.accept.append(path)
            draft.tell("'\(path)' becomes abstract")
            return true
        },
        MatrixEdit("abstract to concrete") { draft in
            guard let path = draft.pick(draft.entities { $0.isAbstract }) else { return false }
            draft.change(entity: path.entity) { $0.isAbstract = false }
            draft.tell("'\(path)' becomes concrete")
            return true
        },
    ]
}

extension StageDraft {
    /// Whether an entity has neither a parent nor sub-entities, and nothing must lead to it.
    func isLone(_ name: String) -> Bool {
        isLeaf(name) && schema.entity(name)?.parent == nil && isSpared(name)
    }

    /// Whether an entity has no sub-entities.
    func isLeaf(_ name: String) -> Bool { !schema.entities.contains { $0.parent == name } }

    /// Whether no object must lead to one of an entity.
    func isSpared(_ name: String) -> Bool {
        let reading = Reading(schema)
        return relationships { entity, relationship in
            !relationship.isToMany && !relationship.isOptional && entity.name != name
                && reading.isKind(name, of: relationship.destination)
        }.isEmpty
    }
}
