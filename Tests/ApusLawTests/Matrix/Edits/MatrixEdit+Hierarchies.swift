import ApusSchema
import ApusTestSupport

extension MatrixEdit {
    static let hierarchies: [MatrixEdit] = [
        MatrixEdit("abstract parent inserted") { draft in
            guard let path = draft.pick(draft.entities { _ in true }) else { return false }
            let name: String = draft.newName("Parent")
            let above: String? = draft.schema.entity(path.entity)?.parent
            var parent = Entity(name, parent: above)
            parent.isAbstract = true
            draft.schema.entities.append(parent)
            draft.change(entity: path.entity) { $0.parent = name }
            draft.touch(ElementPath(name))
            draft.tell("'\(path)' gets the parent '\(name)'")
            return true
        },
        MatrixEdit("hierarchy left") { draft in
            guard let path = draft.pick(draft.entities { $0.parent != nil }) else { return false }
            draft.change(entity: path.entity) { $0.parent = nil }
            draft.tell("'\(path)' leaves its hierarchy")
            return true
        },
        MatrixEdit("hierarchy left with its properties") { draft in
            guard let path = draft.pick(draft.entities { $0.parent != nil }) else { return false }
            let inherited: [Attribute] = Reading(draft.schema).plainAttributes(of: path.entity).filter { attribute in
                draft.schema.entity(path.entity)?.attribute(attribute.name) == nil
            }
            draft.change(entity: path.entity) {
                $0.parent = nil; $0.attributes += inherited
            }
            draft.tell("'\(path)' leaves its hierarchy and takes its attributes along")
            return true
        },
        MatrixEdit("parent changed") { draft in
            let all: [ElementPath] = draft.entities { $0.parent != nil && !draft.newParents(of: $0.name).isEmpty }
            guard let path = draft.pick(all), let parent = draft.random.pickAny(draft.newParents(of: path.entity))
            else {
                return false
            }
            draft.change(entity: path.entity) { $0.parent = parent }
            draft.tell("'\(path)' gets the parent '\(parent)'")
            return true
        },
        MatrixEdit("hierarchies merged") { draft in
            let all: [ElementPath] = draft.entities { draft.isLone($0.name) && !$0.isAbstract }
            guard let path = draft.pick(all), let root = draft.random.pickAny(draft.strangers(to: path.entity)) else {
                return false
            }
            draft.change(entity: path.entity) { $0.parent = root }
            draft.accept.append(path)
            draft.tell("'\(path)' moves below '\(root)', its objects are lost")
            return true
        },
        MatrixEdit("pulled up from one") { draft in
            let all: [ElementPath] = draft.attributes { entity, attribute in
                entity.parent.map { draft.isFreeAbove(attribute.name, entity.name, $0) } == true
                    && (attribute.isOptional || attribute.defaultValue != nil)
            }
            guard let path = draft.pick(all), let attribute = draft.attribute(path),
                let parent = draft.schema.entity(path.entity)?.parent
            else { return false }
            draft.remove(path)
            draft.change(entity: parent) { $0.attributes.append(attribute) }
            draft.touch(ElementPath(parent, attribute.name))
            draft.tell("'\(path)' moves up to '\(parent)'")
            return true
        },
        MatrixEdit("pulled up from all") { draft in
            guard
                let path = draft.pick(
                    draft.entities { entity in draft.schema.entities.contains { $0.parent == entity.name } }
                )
            else { return false }
            return draft.pullUpFromAll(path)
        },
        MatrixEdit("pushed down to one") { draft in
            guard let path = draft.pick(draft.inheritedAttributes()), let attribute = draft.attribute(path),
                let child = draft.random.pickAny(draft.schema.entities.filter { $0.parent == path.entity })
            else { return false }
            draft.remove(path)
            draft.change(entity: child.name) { $0.attributes.append(attribute) }
            draft.touch(ElementPath(child.name, attribute.name))
            draft.tell("'\(path)' moves down to '\(child.name)' alone")
            return true
        },
        MatrixEdit("pushed down to all") { draft in
            guard let path = draft.pick(draft.inheritedAttributes()), let attribute = draft.attribute(path) else {
                return false
            }
            draft.remove(path)
            for child in draft.schema.entities where child.parent == path.entity {
                draft.change(entity: child.name) { $0.attributes.append(attribute) }
                draft.touch(ElementPath(child.name, attribute.name))
            }
            draft.tell("'\(path)' moves down to all sub-entities")
            return true
        },
    ]
}

extension StageDraft {
    /// Other entities of the same hierarchy that an entity could be below.
    fileprivate func newParents(of name: String) -> [String] {
        let reading = Reading(schema)
        return schema.entities.map(\.name).filter { other in
            reading.root(of: other) == reading.root(of: name) && !reading.isKind(other, of: name)
                && other != schema.entity(name)?.parent
        }
    }

    /// Entities of other hierarchies that have objects of their own or below them.
    fileprivate func strangers(to name: String) -> [String] {
        let reading = Reading(schema)
        return schema.entities.map(\.name).filter { reading.root(of: $0) != name && !reading.kinds(below: $0).isEmpty }
    }

    fileprivate func isFreeAbove(_ property: String, _ entity: String, _ parent: String) -> Bool {
        let reading = Reading(schema)
        return schema.entities.allSatisfy { other in
            other.name == entity || !reading.isKind(other.name, of: parent)
                || other.attribute(property) == nil
                    && other.relationship(property) == nil
        }
    }

    /// Attributes that sub-entities inherit from the entity next above them.
    fileprivate func inheritedAttributes() -> [ElementPath] {
        attributes { entity, attribute in
            attribute.isPlain && schema.entities.contains { $0.parent == entity.name }
        }
    }

    /// Gives all sub-entities' attributes of one type one name in their parent.
    fileprivate mutating func pullUpFromAll(_ path: ElementPath) -> Bool {
        let children: [Entity] = schema.entities.filter { $0.parent == path.entity }
        // Only those of one name are one property: the sub-entities of the sub-entities' names are looked at as well.
        guard let first = children.first else { return false }
        let shared: Attribute? = first.attributes.first { attribute in
            attribute.isPlain && children.allSatisfy { $0.attribute(attribute.name)?.type == attribute.type }
        }
        guard var attribute = shared else { return false }
        attribute.isOptional =
            children.contains { $0.attribute(attribute.name)?.isOptional == true } || attribute.isOptional
        for child in children { remove(ElementPath(child.name, attribute.name)) }
        // Objects of the parent itself have no value.
        if schema.entity(path.entity)?.isAbstract == false { attribute.isOptional = true }
        let final: Attribute = attribute
        change(entity: path.entity) { $0.attributes.append(final) }
        touch(ElementPath(path.entity, final.name))
        tell("'\(final.name)' moves up to '\(path)' from all sub-entities")
        return true
    }
}
