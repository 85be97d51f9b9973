import ApusSchema
import ApusTestSupport

extension MatrixEdit {
    static let relationshipLife: [MatrixEdit] = [
        MatrixEdit("relationship renamed") { draft in
            guard let path = draft.pick(draft.relationships { _, _ in true }) else { return false }
            let name: String = draft.newName("renamed")
            draft.rename(properties: [path.property ?? "": name], of: path.entity)
            draft.tell("'\(path)' becomes '\(name)'")
            return true
        },
        MatrixEdit("relationships swapped") { draft in
            guard let path = draft.pick(draft.relationships { entity, _ in entity.relationships.count > 1 }),
                let other = draft.random.pickAny(
                    draft.relationships { entity, relationship in
                        entity.name == path.entity && relationship.name != path.property
                    }
                ), let (one, two) = path.property.flatMap({ one in other.property.map { (one, $0) } })
            else { return false }
            draft.rename(properties: [one: two, two: one], of: path.entity)
            draft.tell("'\(path)' and '\(other)' exchange their names")
            return true
        },
        MatrixEdit("to-one relationship added") { draft in
            guard let path = draft.pick(draft.entities { _ in true }),
                let far = draft.random.pickAny(draft.schema.entities)
            else { return false }
            let name: String = draft.newName("to")
            draft.change(entity: path.entity) { $0.relationships.append(.toOne(name, far.name, isOptional: true)) }
            draft.touch(ElementPath(path.entity, name))
            draft.tell("'\(path).\(name)' is new and leads to '\(far.name)'")
            return true
        },
        MatrixEdit("pair of relationships added") { draft in
            guard let path = draft.pick(draft.entities { _ in true }),
                let far = draft.random.pickAny(draft.schema.entities)
            else { return false }
            let (name, back) = (draft.newName("many"), draft.newName("back"))
            var forth: Relationship = .toMany(name, far.name, inverse: back)
            forth.isOrdered = draft.random.chance(40)
            let isToMany = draft.random.chance(50)
            let one: Relationship =
                isToMany
                ? .toMany(back, path.entity, inverse: name) : .toOne(back, path.entity, isOptional: true, inverse: name)
            draft.change(entity: path.entity) { $0.relationships.append(forth) }
            draft.change(entity: far.name) { $0.relationships.append(one) }
            draft.touch(ElementPath(path.entity, name), ElementPath(far.name, back))
            draft.tell("'\(path).\(name)' and '\(far.name).\(back)' are new")
            return true
        },
        MatrixEdit("relationship removed") { draft in
            guard let path = draft.pick(draft.relationships { _, _ in true }) else { return false }
            let back: ElementPath? = draft.inverse(path)
            draft.remove(path)
            if let back, back != path { draft.remove(back) }
            draft.accept.append(path)
            draft.tell("'\(path)' goes, with its inverse")
            return true
        },
        MatrixEdit("inverse removed") { draft in
            let all: [ElementPath] = draft.relationships { entity, relationship in
                let path = ElementPath(entity.name, relationship.name)
                return draft.inverse(path).map { $0 != path } == true
            }
            guard let path = draft.pick(all) else { return false }
            draft.remove(path)
            draft.tell("'\(path)' goes, its inverse stays")
            return true
        },
        MatrixEdit("inverse added") { draft in
            let all: [ElementPath] = draft.relationships { $1.inverse == nil && !$1.isTransient && $0.name != "" }
            guard let path = draft.pick(all), let name = path.property,
                let far = draft.relationship(path)?.destination
            else { return false }
            let back: String = draft.newName("back")
            let isOrdered = draft.random.chance(40)
            draft.change(relationship: path) {
                $0.inverse = back; $0.holdsKey = nil
            }
            var inverse: Relationship = .toMany(back, path.entity, inverse: name)
            inverse.isOrdered = isOrdered
            let final: Relationship = inverse
            draft.change(entity: far) { $0.relationships.append(final) }
            draft.touch(ElementPath(far, back))
            draft.tell("'\(path)' gets the inverse '\(far).\(back)'")
            return true
        },
        MatrixEdit("to-one inverse added, references lost") { $0.addInverse(isLost: true) },
        MatrixEdit("to-one inverse added") { $0.addInverse(isLost: false) },
        MatrixEdit("inverse leads to a sub-entity") { $0.addInverseOfSubEntity() },
        MatrixEdit("relationship transient or stored") { draft in
            guard let path = draft.pick(draft.relationships { _, _ in true }), let old = draft.relationship(path) else {
                return false
            }
            let back: ElementPath? = draft.inverse(path)
            for side in [path] + [back].compactMap({ $0 }) {
                draft.change(relationship: side) { relationship in
                    relationship.isTransient = !old.isTransient
                    (relationship.column, relationship.table, relationship.holdsKey) = (nil, nil, nil)
                    relationship.isUnique = false
                    if !relationship.isToMany { relationship.isOptional = true }
                }
            }
            if !old.isTransient { draft.accept.append(path) }
            draft.tell("'\(path)' is \(old.isTransient ? "stored" : "transient") now")
            return true
        },
    ]
}

extension StageDraft {
    /// A relationship gets an inverse that is to-one, and its references are lost, or one of each object stays.
    fileprivate mutating func addInverse(isLost: Bool) -> Bool {
        guard let path = pick(relationships { $1.inverse == nil && !$1.isTransient && $1.isOptional }),
            let far = relationship(path)?.destination
        else { return false }
        let back: ElementPath = addInverse(of: path, in: far, isToMany: false, to: path.entity)
        if isLost { accept.append(path) }
        tell("'\(path)' gets the to-one inverse '\(back)'")
        return true
    }

    /// A relationship gets an inverse that leads to a sub-entity only, so that other objects cannot have it any more.
    fileprivate mutating func addInverseOfSubEntity() -> Bool {
        let draft: StageDraft = self
        let all: [ElementPath] = relationships { entity, relationship in
            relationship.inverse == nil && !relationship.isTransient && relationship.isOptional
                && draft.schema.entities.contains { $0.parent == entity.name }
        }
        guard let path = pick(all), let far = relationship(path)?.destination,
            let child = random.pickAny(schema.entities.filter { $0.parent == path.entity })
        else { return false }
        let back: ElementPath = addInverse(of: path, in: far, isToMany: random.chance(50), to: child.name)
        tell("'\(path)' gets the inverse '\(back)', which leads to '\(child.name)' only")
        return true
    }

    private mutating func addInverse(
        of path: ElementPath,
        in far: String,
        isToMany: Bool,
        to near: String
    ) -> ElementPath {
        let (back, name) = (newName("back"), path.property ?? "")
        change(relationship: path) {
            $0.inverse = back; $0.holdsKey = nil
        }
        change(entity: far) { entity in
            entity.relationships.append(
                isToMany
                    ? .toMany(back, near, inverse: name) : .toOne(back, near, isOptional: true, inverse: name)
            )
        }
        touch(ElementPath(far, back))
        return ElementPath(far, back)
    }
}
