import ApusSchema

extension StageEditor {
    /// Removes, renames or changes a relationship.
    mutating func changeRelationship(_ kind: EditKind) -> String? {
        switch kind {
        case .swapAttributeAndRelationship, .swapRelationships: return swapNames(kind)
        case .replaceByRelationship: return replaceByRelationship()
        case .removeInverse: return removeInverse()
        case .splitInverse: return splitInverse()
        case .moveReferences: return moveReferences()
        default: break
        }
        let isMeant: (Draft.Relationship) -> Bool =
            switch kind {
            case .makeToOneOptional: { !$0.isOptional && !$0.isToMany }
            // An odd row would be left over among those that lead to each other.
            case .makeToOneRequired: { $0.isOptional && !$0.isToMany && $0.inverse != $0.id }
            case .makeToMany: { !$0.isToMany }
            case .changeOrder: { $0.isToMany }
            default: { _ in true }
            }
        guard let (entity, index) = pickRelationship(where: isMeant) else { return nil }
        let relationship: Draft.Relationship = draft.entities[entity].relationships[index]
        let path = "\(draft.entities[entity].name).\(relationship.name)"
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
        case .makeToOneRequired:
            draft.entities[entity].relationships[index].isOptional = false
            return "make '\(path)' required"
        case .makeToMany:
            draft.entities[entity].relationships[index].isToMany = true
            draft.entities[entity].relationships[index].isOptional = true
            draft.entities[entity].relationships[index].holdsKey = nil
            relationship.inverse.map { draft.update($0) { $0.holdsKey = nil } }
            return "make '\(path)' to-many"
        case .changeOrder:
            draft.entities[entity].relationships[index].isOrdered.toggle()
            return "make '\(path)' \(relationship.isOrdered ? "unordered" : "ordered")"
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

    /// Removes one side of a pair: the references are the other side's.
    private mutating func removeInverse() -> String? {
        guard let (entity, index) = pickRelationship(where: { $0.inverse != nil && $0.inverse != $0.id }) else {
            return nil
        }
        let relationship: Draft.Relationship = draft.entities[entity].relationships[index]
        let words: String = words("remove only", relationship.id)
        remove([relationship.id])
        if let inverse = relationship.inverse { draft.update(inverse) { $0.inverse = nil } }
        return words
    }

    /// Makes the two sides of a pair independent: each keeps all references.
    private mutating func splitInverse() -> String? {
        guard let (entity, index) = pickRelationship(where: { $0.inverse != nil }) else { return nil }
        let relationship: Draft.Relationship = draft.entities[entity].relationships[index]
        let words: String = words("take the inverse from", relationship.id)
        for side in [relationship.id, relationship.inverse ?? relationship.id] {
            draft.update(side) { ($0.inverse, $0.holdsKey) = (nil, nil) }
        }
        return words
    }

    /// Keeps the references of a pair on its other side.
    private mutating func moveReferences() -> String? {
        let keepers: [Int: Int] = draft.keepers
        let all: [Draft.Relationship] = draft.entities.flatMap(\.relationships)
        let found = pickRelationship { one in
            guard let inverse = one.inverse, inverse != one.id, keepers[one.id] == one.id else { return false }
            return all.first { $0.id == inverse }?.isToMany == one.isToMany
        }
        guard let (entity, index) = found, let inverse = draft.entities[entity].relationships[index].inverse else {
            return nil
        }
        draft.update(draft.entities[entity].relationships[index].id) { $0.holdsKey = nil }
        draft.update(inverse) { $0.holdsKey = true }
        return words("keep the references in", inverse)
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
