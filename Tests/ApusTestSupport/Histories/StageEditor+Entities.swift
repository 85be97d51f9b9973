import ApusSchema

extension StageEditor {
    /// Does an edit of a whole entity.
    mutating func editEntities(_ kind: EditKind) -> String? {
        switch kind {
        case .addEntity: return "add entity '\(draft.entities[addEntity(freshEntityName())].name)'"
        case .removeEntity:
            guard draft.entities.count > 1, let entity = pickEntity() else { return nil }
            return "remove entity '\(removeEntity(entity))'"
        case .readdEntity:
            let taken: Set<String> = Set(draft.entities.map { $0.name.lowercased() })
            let names: [String] = retired.filter { $0.owner == 0 }.map(\.name)
            guard let name = random.pickAny(names.filter { !taken.contains($0.lowercased()) }) else { return nil }
            _ = addEntity(name)
            return "add entity '\(name)', a name that was gone"
        case .reorder:
            draft.entities = random.shuffled(draft.entities)
            for index in draft.entities.indices {
                draft.entities[index].attributes = random.shuffled(draft.entities[index].attributes)
                draft.entities[index].relationships = random.shuffled(draft.entities[index].relationships)
            }
            return "another order of everything"
        case .renameOnlyCase: return renameOnlyCase()
        default: return renameEntities(kind)
        }
    }

    private mutating func renameEntities(_ kind: EditKind) -> String? {
        guard let entity = pickEntity() else { return nil }
        let name: String = draft.entities[entity].name
        switch kind {
        case .renameEntity:
            draft.entities[entity].name = freshEntityName()
            return "rename entity '\(name)' to '\(draft.entities[entity].name)'"
        case .renameEntityAndProperty:
            guard !draft.entities[entity].attributes.isEmpty else { return nil }
            let attribute: Int = random.below(draft.entities[entity].attributes.count)
            let property: String = draft.entities[entity].attributes[attribute].value.name
            draft.entities[entity].name = freshEntityName()
            draft.entities[entity].attributes[attribute].value.name = freshPropertyName(entity)
            return "rename '\(name).\(property)' to '\(draft.entities[entity].name)."
                + "\(draft.entities[entity].attributes[attribute].value.name)'"
        case .swapEntities:
            guard let other = random.pickAny(draft.entities.indices.filter { $0 != entity }) else { return nil }
            draft.entities[entity].name = draft.entities[other].name
            draft.entities[other].name = name
            return "swap the names of entities '\(name)' and '\(draft.entities[entity].name)'"
        case .replaceEntity:
            draft.entities[entity].name = freshEntityName()
            _ = addEntity(name)
            return "rename entity '\(name)' to '\(draft.entities[entity].name)', and add another '\(name)'"
        case .renameEntityOntoRemoved:
            guard draft.entities.count > 1 else { return nil }
            _ = removeEntity(entity)
            guard let other = pickEntity() else { return nil }
            let otherName: String = draft.entities[other].name
            draft.entities[other].name = name
            return "remove entity '\(name)', and give its name to '\(otherName)'"
        default: return nil
        }
    }

    private mutating func renameOnlyCase() -> String? {
        if random.chance(50) {
            guard let entity = pickEntity(where: { Self.otherCase($0.name) != nil }),
                let name = Self.otherCase(draft.entities[entity].name)
            else { return nil }
            let old: String = draft.entities[entity].name
            draft.entities[entity].name = name
            return "rename entity '\(old)' to '\(name)'"
        }
        guard let (entity, index) = pickAttribute(where: { Self.otherCase($0.value.name) != nil }),
            let name = Self.otherCase(draft.entities[entity].attributes[index].value.name)
        else { return nil }
        let old: String = draft.entities[entity].attributes[index].value.name
        draft.entities[entity].attributes[index].value.name = name
        return "rename '\(draft.entities[entity].name).\(old)' to '\(name)'"
    }

    /// The name in another case, where that is the same name to SQLite.
    private static func otherCase(_ name: String) -> String? {
        [name.uppercased(), name.lowercased()].first { $0 != name && $0.lowercased() == name.lowercased() }
    }

    /// Adds an entity with up to four attributes; required ones need no default, as there are no rows.
    mutating func addEntity(_ name: String) -> Int {
        draft.entities.append(Draft.Entity(id: newID(), name: name))
        let index = draft.entities.count - 1
        for _ in 0..<random.below(5) {
            var attribute: Attribute = newAttribute(freshPropertyName(index))
            attribute.isOptional = random.chance(50)
            if random.chance(40) { attribute.defaultValue = nil }
            draft.entities[index].attributes.append(Draft.Attribute(id: newID(), value: attribute))
        }
        return index
    }

    /// Removes an entity and all that leads to it.
    private mutating func removeEntity(_ index: Int) -> String {
        let entity: Draft.Entity = draft.entities.remove(at: index)
        for other in draft.entities.indices {
            draft.entities[other].relationships.removeAll { $0.destination == entity.id }
        }
        return entity.name
    }
}
