import ApusSchema

extension StageEditor {
    /// Gives the name of a table of pairs to an entity, or the other way round: both were free to choose it.
    mutating func exchangeTableNames(_ kind: EditKind) -> String? {
        kind == .entityTakesPairTable ? entityTakesPairTable() : pairTableTakesEntity()
    }

    private mutating func entityTakesPairTable() -> String? {
        let keepers: [Int: Int] = draft.keepers
        let owned = pickRelationship { $0.isToMany && keepers[$0.id] == $0.id }
        guard let (entity, index) = owned else { return nil }
        let path = "\(draft.entities[entity].name).\(draft.entities[entity].relationships[index].name)"
        let table: String = path.replacing(".", with: "_")
        draft.entities[entity].relationships[index].name = freshPropertyName(entity)
        guard random.chance(50), let other = pickEntity() else {
            _ = addEntity(table)
            return "rename '\(path)', and give the name of its table of pairs to a new entity"
        }
        let old: String = draft.entities[other].name
        draft.entities[other].name = table
        return "rename '\(path)', and entity '\(old)' to the name of its table of pairs"
    }

    private mutating func pairTableTakesEntity() -> String? {
        let named: [(entity: Int, owner: Int, property: String)] = draft.entities.indices.flatMap { entity in
            draft.entities.indices.compactMap { owner in
                let prefix: String = draft.entities[owner].name + "_"
                guard draft.entities[entity].name.hasPrefix(prefix) else { return nil }
                return (entity, owner, String(draft.entities[entity].name.dropFirst(prefix.count)))
            }
        }
        guard let (entity, owner, property) = random.pickAny(named), let far = pickEntity() else { return nil }
        let old: String = draft.entities[entity].name
        draft.entities[entity].name = freshEntityName()
        let relationship: Int = append(to: owner, destination: far, isToMany: true, name: property)
        return "rename entity '\(old)', and " + words("add", relationship) + ", whose table of pairs has that name"
    }
}
