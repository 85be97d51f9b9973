import ApusSchema

/// Edits a draft at random: one stage of a history.
struct StageEditor: Sendable {
    var random: SplitMix64
    var draft: Draft
    let older: Draft
    /// The number that the next new element gets.
    var nextID: Int
    /// The names of elements that are gone, each with the number of its entity, 0 for an entity itself.
    var retired: [(owner: Int, name: String)]
    var edits: [HistoryEdit] = []

    init(_ draft: Draft, random: SplitMix64, nextID: Int, retired: [(owner: Int, name: String)]) {
        self.draft = draft
        self.older = draft
        self.random = random
        self.nextID = nextID
        self.retired = retired
    }

    /// Tries one edit of that kind.
    ///
    /// - Returns: Whether there was anything to do it to.
    mutating func apply(_ kind: EditKind) -> Bool {
        let words: String? =
            switch kind {
            case .addEntity, .removeEntity, .renameEntity, .swapEntities, .replaceEntity, .renameEntityOntoRemoved,
                .readdEntity, .renameEntityAndProperty, .renameOnlyCase, .reorder:
                editEntities(kind)
            case .addOptionalAttribute, .addOptionalAttributeWithDefault, .addRequiredAttribute, .removeAttribute,
                .renameAttribute, .swapAttributes, .replaceAttribute, .renameAttributeOntoRemoved, .readdAttribute,
                .retypeAttribute, .addRequiredWithoutDefault:
                editAttributes(kind)
            case .makeRequired, .makeRequiredWithoutDefault, .makeOptional, .convert, .changeDefault:
                changeAttribute(kind)
            case .addToOne, .addToMany, .addOneToMany, .addManyToMany, .addOneToOne, .addSelfInverse, .addSelfPair,
                .addRequiredToOne, .addRequiredOneToOne, .addInverse:
                addRelationship(kind)
            case .removeRelationship, .removeInverse, .renameRelationship, .swapRelationships,
                .swapAttributeAndRelationship, .replaceByRelationship, .makeToOneOptional, .makeToOneRequired,
                .makeToMany, .moveReferences, .splitInverse, .changeDeleteRule, .changeOrder:
                changeRelationship(kind)
            case .entityTakesPairTable, .pairTableTakesEntity:
                exchangeTableNames(kind)
            case .renamedAgain, .leftOverLine, .droppedLine, .firstNameLine, .keyPinned:
                nil
            }
        guard let words else { return false }
        edits.append(HistoryEdit(kind: kind, words: words))
        return true
    }

    /// A number for a new element.
    mutating func newID() -> Int {
        nextID += 1
        return nextID
    }

    /// A name that none of `taken` has, in any case.
    mutating func freshName(from pool: [String], taken: [String]) -> String {
        let folded: Set<String> = Set(taken.map { $0.lowercased() })
        let free: [String] = pool.filter { !folded.contains($0.lowercased()) }
        if random.chance(85), let name = random.pickAny(free) { return name }
        let base: String = random.pickAny(pool) ?? "n"
        var number = 2
        while folded.contains("\(base)\(number)".lowercased()) { number += 1 }
        return "\(base)\(number)"
    }

    /// A free name for an entity.
    mutating func freshEntityName() -> String {
        freshName(from: NamePool.entities, taken: draft.entities.map(\.name))
    }

    /// A free name for a property of the entity at an index.
    mutating func freshPropertyName(_ entity: Int, besides: [String] = []) -> String {
        freshName(from: NamePool.properties, taken: draft.entities[entity].propertyNames + besides)
    }

    /// The index of one of the entities that a condition holds for.
    mutating func pickEntity(where condition: (Draft.Entity) -> Bool = { _ in true }) -> Int? {
        random.pickAny(draft.entities.indices.filter { condition(draft.entities[$0]) })
    }

    /// The index of an entity and of one of its attributes that a condition holds for.
    mutating func pickAttribute(
        where condition: (Draft.Attribute) -> Bool = { _ in true }
    ) -> (entity: Int, attribute: Int)? {
        random.pickAny(
            draft.entities.indices.flatMap { entity in
                draft.entities[entity].attributes.indices
                    .filter { condition(draft.entities[entity].attributes[$0]) }.map { (entity, $0) }
            }
        )
    }

    /// The index of an entity and of one of its relationships that a condition holds for.
    mutating func pickRelationship(
        where condition: (Draft.Relationship) -> Bool = { _ in true }
    ) -> (entity: Int, relationship: Int)? {
        random.pickAny(
            draft.entities.indices.flatMap { entity in
                draft.entities[entity].relationships.indices
                    .filter { condition(draft.entities[entity].relationships[$0]) }.map { (entity, $0) }
            }
        )
    }
}
