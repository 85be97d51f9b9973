import ApusSchema

extension StageEditor {
    /// Adds a relationship, with its inverse where the kind has one.
    mutating func addRelationship(_ kind: EditKind) -> String? {
        switch kind {
        case .addInverse: return addInverse()
        case .addRequiredToOne, .addRequiredOneToOne: return addRequired(kind)
        default: break
        }
        guard let entity = pickEntity(), let other = pickEntity() else { return nil }
        switch kind {
        case .addToOne, .addToMany:
            let first: Int = append(to: entity, destination: other, isToMany: kind == .addToMany)
            return words("add", first)
        case .addOneToMany, .addOneToOne, .addManyToMany:
            guard entity != other else { return nil }
            return addPair(kind, entity, other)
        case .addSelfPair:
            return addPair(random.pickAny([.addOneToMany, .addOneToOne, .addManyToMany]) ?? kind, entity, entity)
        case .addSelfInverse:
            let first: Int = append(to: entity, destination: entity, isToMany: random.chance(50))
            draft.update(first) { $0.inverse = first }
            return words("add", first)
        default: return nil
        }
    }

    private mutating func addPair(_ kind: EditKind, _ entity: Int, _ other: Int) -> String {
        let first: Int = append(to: entity, destination: other, isToMany: kind == .addManyToMany)
        let second: Int = append(to: other, destination: entity, isToMany: kind != .addOneToOne)
        link(first, second)
        if kind != .addOneToMany { pinAtRandom(first, second) }
        return words("add", first) + " and " + words("", second)
    }

    /// A required to-one relationship comes with its entity: rows that exist would have nothing to lead to.
    private mutating func addRequired(_ kind: EditKind) -> String? {
        guard let other = pickEntity() else { return nil }
        let entity: Int = addEntity(freshEntityName())
        let first: Int = append(to: entity, destination: other, isToMany: false)
        draft.update(first) { $0.isOptional = false }
        if kind == .addRequiredOneToOne || random.chance(50) {
            let second: Int = append(to: other, destination: entity, isToMany: kind == .addRequiredToOne)
            link(first, second)
            // The required side keeps the key; otherwise each row of the other side would have to be led to.
            if kind == .addRequiredOneToOne, random.chance(40) { draft.update(first) { $0.holdsKey = true } }
        }
        return words("add entity with", first)
    }

    /// Gives a relationship the inverse that it had not: its references stay where they are.
    private mutating func addInverse() -> String? {
        guard let (entity, index) = pickRelationship(where: { $0.inverse == nil }) else { return nil }
        let lone: Draft.Relationship = draft.entities[entity].relationships[index]
        guard let far = draft.entities.firstIndex(where: { $0.id == lone.destination }) else { return nil }
        let second: Int = append(to: far, destination: entity, isToMany: true)
        // The foreign key of a one-to-many relationship is always on the to-one side.
        if !lone.isToMany { draft.update(lone.id) { $0.holdsKey = nil } }
        link(lone.id, second)
        return words("add inverse", second)
    }

    /// Adds a relationship without inverse to the entity at an index.
    mutating func append(to entity: Int, destination: Int, isToMany: Bool, name: String? = nil) -> Int {
        let relationship = Draft.Relationship(
            id: newID(),
            name: name ?? freshPropertyName(entity),
            destination: draft.entities[destination].id,
            isToMany: isToMany,
            deleteRule: random.pickAny(Relationship.DeleteRule.allCases) ?? .nullify
        )
        draft.entities[entity].relationships.append(relationship)
        return relationship.id
    }

    private mutating func link(_ first: Int, _ second: Int) {
        draft.update(first) { $0.inverse = second }
        draft.update(second) { $0.inverse = first }
    }

    private mutating func pinAtRandom(_ first: Int, _ second: Int) {
        switch random.below(4) {
        case 0: draft.update(first) { $0.holdsKey = true }
        case 1: draft.update(second) { $0.holdsKey = true }
        case 2: draft.update(second) { $0.holdsKey = false }
        default: break
        }
    }

    /// What is done to a relationship, in words.
    func words(_ verb: String, _ id: Int) -> String {
        let relationship = draft.entities.flatMap(\.relationships).first { $0.id == id }
        let kind: String = relationship?.isToMany == true ? "to-many" : "to-one"
        let far: String = relationship.flatMap { draft.paths[$0.destination]?.entity } ?? "?"
        let inverse: String =
            relationship?.inverse.flatMap { draft.paths[$0]?.property }.map { ", inverse '\($0)'" } ?? ""
        let path: String = draft.paths[id]?.description ?? "?"
        return "\(verb.isEmpty ? "" : verb + " ")'\(path)' \(kind) '\(far)'\(inverse)"
    }
}
