import ApusSchema
import ApusTestSupport

extension MatrixEdit {
    static let relationshipEnds: [MatrixEdit] = [
        MatrixEdit("destination widened") { draft in
            let all: [ElementPath] = draft.relationships { _, relationship in
                relationship.inverse == nil && draft.schema.entity(relationship.destination)?.parent != nil
            }
            guard let path = draft.pick(all), let far = draft.relationship(path)?.destination,
                let parent = draft.schema.entity(far)?.parent
            else { return false }
            draft.change(relationship: path) { $0.destination = parent }
            draft.tell("'\(path)' leads to '\(parent)'")
            return true
        },
        MatrixEdit("destination narrowed") { draft in
            let all: [ElementPath] = draft.relationships { entity, relationship in
                relationship.isOptional && draft.schema.entities.contains { $0.parent == relationship.destination }
            }
            guard let path = draft.pick(all), let far = draft.relationship(path)?.destination,
                let child = draft.random.pickAny(draft.schema.entities.filter { $0.parent == far })
            else { return false }
            draft.detach(path)
            draft.change(relationship: path) { $0.destination = child.name }
            draft.accept.append(path)
            draft.tell("'\(path)' leads to '\(child.name)' only")
            return true
        },
        MatrixEdit("destination replaced") { draft in
            guard let path = draft.pick(draft.relationships { $1.isOptional }),
                let old = draft.relationship(path)?.destination,
                let far = draft.random.pickAny(draft.schema.entities.filter { $0.name != old })
            else { return false }
            draft.detach(path)
            draft.change(relationship: path) { $0.destination = far.name }
            draft.accept.append(path)
            draft.tell("'\(path)' leads to '\(far.name)'")
            return true
        },
        MatrixEdit("inverse replaced") { draft in
            let all: [ElementPath] = draft.relationships { entity, relationship in
                let path = ElementPath(entity.name, relationship.name)
                return draft.inverse(path).flatMap { draft.relationship($0) }
                    .map { $0.isToMany && !$0.isOrdered && !$0.isTransient } == true && draft.inverse(path) != path
            }
            guard let path = draft.pick(all), let back = draft.inverse(path), let old = draft.relationship(back) else {
                return false
            }
            let name: String = draft.newName("instead")
            draft.remove(back)
            var new: Relationship = old
            (new.name, new.originalName, new.holdsKey, new.table) = (name, nil, nil, nil)
            let final: Relationship = new
            draft.change(entity: back.entity) { $0.relationships.append(final) }
            draft.change(relationship: path) {
                $0.inverse = name; $0.holdsKey = nil
            }
            draft.touch(ElementPath(back.entity, name))
            draft.tell("'\(back)' goes, '\(name)' takes its place as the inverse of '\(path)'")
            return true
        },
        MatrixEdit("pair split") { draft in
            let all: [ElementPath] = draft.relationships { entity, relationship in
                let path = ElementPath(entity.name, relationship.name)
                return draft.inverse(path).map { $0 != path } == true
            }
            guard let path = draft.pick(all) else { return false }
            draft.detach(path)
            draft.tell("'\(path)' and its inverse are two from now on")
            return true
        },
        MatrixEdit("pair united, one lost") { $0.unite(isLost: true) },
        MatrixEdit("pair united") { $0.unite(isLost: false) },
        MatrixEdit("own inverse no more") { draft in
            let all: [ElementPath] = draft.relationships { entity, relationship in
                let path = ElementPath(entity.name, relationship.name)
                return draft.inverse(path) == path
            }
            guard let path = draft.pick(all) else { return false }
            draft.change(relationship: path) { $0.inverse = nil }
            draft.tell("'\(path)' is not its own inverse any more")
            return true
        },
        MatrixEdit("own inverse, references lost") { draft in
            let all: [ElementPath] = draft.relationships { entity, relationship in
                relationship.inverse == nil && relationship.destination == entity.name && !relationship.isTransient
                    && relationship.isOptional
            }
            guard let path = draft.pick(all) else { return false }
            draft.change(relationship: path) {
                $0.inverse = path.property; $0.holdsKey = nil
            }
            draft.accept.append(path)
            draft.tell("'\(path)' becomes its own inverse")
            return true
        },
        MatrixEdit("relationship pulled up") { draft in
            let all: [ElementPath] = draft.relationships { entity, relationship in
                entity.parent.map { draft.isFree(relationship.name, above: entity.name, $0) } == true
                    && relationship.inverse == nil && relationship.isOptional
            }
            guard let path = draft.pick(all), let relationship = draft.relationship(path),
                let parent = draft.schema.entity(path.entity)?.parent
            else { return false }
            draft.remove(path)
            draft.change(entity: parent) { $0.relationships.append(relationship) }
            draft.touch(ElementPath(parent, relationship.name))
            draft.tell("'\(path)' moves up to '\(parent)'")
            return true
        },
        MatrixEdit("relationship pushed down") { draft in
            let all: [ElementPath] = draft.relationships { entity, relationship in
                draft.schema.entities.contains { $0.parent == entity.name }
                    && !draft.isSelfInverse(entity, relationship)
            }
            guard let path = draft.pick(all), let relationship = draft.relationship(path),
                let child = draft.random.pickAny(draft.schema.entities.filter { $0.parent == path.entity })
            else { return false }
            let back: ElementPath? = draft.inverse(path)
            draft.change(entity: path.entity) { $0.relationships.removeAll { $0.name == relationship.name } }
            draft.change(entity: child.name) { $0.relationships.append(relationship) }
            if let back { draft.change(relationship: back) { $0.destination = child.name } }
            draft.touch(ElementPath(child.name, relationship.name))
            draft.tell("'\(path)' moves down to '\(child.name)'")
            return true
        },
    ]
}

extension StageDraft {
    /// Ends a pair: both sides stay, each on its own.
    fileprivate mutating func detach(_ path: ElementPath) {
        guard let back = inverse(path) else { return }
        for side in [path, back] { change(relationship: side) { ($0.inverse, $0.holdsKey) = (nil, nil) } }
    }

    fileprivate func isSelfInverse(_ entity: Entity, _ relationship: Relationship) -> Bool {
        inverse(ElementPath(entity.name, relationship.name)) == ElementPath(entity.name, relationship.name)
    }

    fileprivate func isFree(_ property: String, above entity: String, _ parent: String) -> Bool {
        let reading = Reading(schema)
        return schema.entities.allSatisfy { other in
            other.name == entity || !reading.isKind(other.name, of: parent)
                || (other.attribute(property) == nil && other.relationship(property) == nil)
        }
    }

    /// Two one-way relationships become each other's inverse. The references of one are lost, or both sides' stay, which
    /// needs a to-one side.
    fileprivate mutating func unite(isLost: Bool) -> Bool {
        guard let (path, other) = unitable(), isLost || relationship(path)?.isToMany == false else { return false }
        change(relationship: path) {
            $0.inverse = other.property; $0.holdsKey = nil
        }
        change(relationship: other) {
            $0.inverse = path.property; $0.holdsKey = nil
        }
        if isLost { accept.append(other) }
        let lost: String = isLost ? ", the latter's references are lost" : ""
        tell("'\(path)' and '\(other)' become each other's inverse\(lost)")
        return true
    }

    /// A relationship that leads where another one comes from and back, both without inverse; the latter to many.
    fileprivate mutating func unitable() -> (ElementPath, ElementPath)? {
        func partners(of path: ElementPath, _ draft: StageDraft) -> [ElementPath] {
            draft.relationships { entity, other in
                other.inverse == nil && other.isToMany && other.isOptional && !other.isTransient
                    && other.destination == path.entity && entity.name == draft.relationship(path)?.destination
                    && ElementPath(entity.name, other.name) != path
            }
        }
        let draft: StageDraft = self
        let all: [ElementPath] = relationships { entity, relationship in
            relationship.inverse == nil && !relationship.isTransient
                && !partners(of: ElementPath(entity.name, relationship.name), draft).isEmpty
        }
        guard let path = pick(all), let other = random.pickAny(partners(of: path, draft)) else { return nil }
        touch(other)
        return (path, other)
    }
}
