import ApusSchema
import ApusTestSupport

extension StageEditor {
    /// Removes, renames or changes a relationship.
    mutating func changeRelationship(_ kind: EditKind) -> String? {
        switch kind {
        case .swapAttributeAndRelationship, .swapRelationships: return swapNames(kind)
        case .replaceByRelationship: return replaceByRelationship()
        case .removeInverse: return removeInverse()
        default: break
        }
        let isMeant: (Draft.Relationship) -> Bool =
            kind == .makeToOneOptional ? { !$0.isOptional && !$0.isToMany } : { _ in true }
        guard let (entity, index) = pickRelationship(where: isMeant) else { return nil }
        let relationship: Draft.Relationship = draft.entities[entity].relationships[index]
        let path: String = "\(draft.entities[entity].name).\(relationship.name)"
        switch kind {
        case .removeRelationship:
            let words: String = words("remove", relationship.id)
            remove([relationship.id, relationship.inverse ?? relationship.id])
            return words
        case .renameRelationship:
            let name: String = freshPropertyName(entity)
            draft.entities[entity].relationships[index].name = name
            return "rename '\(path)' to '\(name)'"
        case .makeToOneOptional:
            draft.entities[entity].relationships[index].isOptional = true
            return "make '\(path)' optional"
        case .changeDeleteRule:
            let rules = Relationship.DeleteRule.allCases.filter { $0 != relationship.deleteRule }
            draft.entities[entity].relationships[index].deleteRule = random.pickAny(rules) ?? .nullify
            return "another delete rule for '\(path)'"
        default: return nil
        }
    }

    private mutating func remove(_ ids: [Int]) {
        for entity in draft.entities.indices {
            draft.entities[entity].relationships.removeAll { ids.contains($0.id) }
        }
    }

    /// Removes the side of a pair that does not keep the references, so that none is lost.
    private mutating func removeInverse() -> String? {
        let keepers: [Int: Int] = draft.keepers
        guard let (entity, index) = pickRelationship(where: { $0.inverse != nil && keepers[$0.id] != $0.id }) else {
            return nil
        }
        let relationship: Draft.Relationship = draft.entities[entity].relationships[index]
        let words: String = words("remove only", relationship.id)
        remove([relationship.id])
        if let inverse = relationship.inverse { draft.update(inverse) { $0.inverse = nil } }
        return words
    }

    private mutating func swapNames(_ kind: EditKind) -> String? {
        guard let (entity, index) = pickRelationship() else { return nil }
        let owner: Draft.Entity = draft.entities[entity]
        let name: String = owner.relationships[index].name
        let words: String
        if kind == .swapRelationships {
            guard let other = random.pickAny(owner.relationships.indices.filter { $0 != index }) else { return nil }
            draft.entities[entity].relationships[index].name = owner.relationships[other].name
            draft.entities[entity].relationships[other].name = name
            words = owner.relationships[other].name
        } else {
            guard let other = random.pickAny(Array(owner.attributes.indices)) else { return nil }
            draft.entities[entity].relationships[index].name = owner.attributes[other].value.name
            draft.entities[entity].attributes[other].value.name = name
            words = owner.attributes[other].value.name
        }
        return "swap the names of '\(owner.name).\(name)' and '\(words)'"
    }

    /// An attribute goes and a relationship of its name comes, or the other way round.
    private mutating func replaceByRelationship() -> String? {
        if random.chance(50) {
            guard let (entity, index) = pickAttribute(), let far = pickEntity() else { return nil }
            let old: Attribute = draft.entities[entity].attributes.remove(at: index).value
            let new: Int = append(to: entity, destination: far, isToMany: random.chance(40), name: old.name)
            return "remove the attribute '\(old.name)', and " + words("add", new)
        }
        guard let (entity, index) = pickRelationship(where: { $0.inverse == nil }) else { return nil }
        let old: Draft.Relationship = draft.entities[entity].relationships.remove(at: index)
        let new: Attribute = newAttribute(old.name)
        draft.entities[entity].attributes.append(Draft.Attribute(id: newID(), value: new))
        return "remove the relationship '\(draft.entities[entity].name).\(old.name)', and add it as \(new.words)"
    }
}
