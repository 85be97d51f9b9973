import ApusSchema

/// The entities that differ between two schemas, and those that are touched by it: their families, those who use a type
/// that differs, and those whose relationships lead to a family that differs in more than its attributes.
struct TouchedEntities {
    /// Names of the newer schema.
    private(set) var newer: Set<String> = []

    /// Those among them that differ in what relationships depend on, or that lead to such a one.
    private(set) var related: Set<String> = []

    /// Those among them, and older ones, that differ in what relationships depend on.
    private var far: Set<String> = []
    private var oldFar: Set<String> = []

    init(_ old: IndexedSchema, _ new: IndexedSchema, _ names: NameMatcher, _ types: TypeMatching) {
        var oldOnes: Set<String> = []
        for place in new.schema.entities.indices {
            guard let older = names.older[place] else {
                newer.insert(new.names[place].name)
                far.insert(new.names[place].name)
                continue
            }
            let (before, after): (IndexedEntity, IndexedEntity) = (old.entities[older], new.entities[place])
            if before === after || before.entity == after.entity { continue }
            newer.insert(new.names[place].name)
            oldOnes.insert(old.names[older].name)
            if !before.isRelated(as: after) {
                far.insert(new.names[place].name)
                oldFar.insert(old.names[older].name)
            }
        }
        for place in old.schema.entities.indices where names.newer[place] == nil {
            oldOnes.insert(old.names[place].name)
            oldFar.insert(old.names[place].name)
        }
        if newer.isEmpty, oldOnes.isEmpty, types.changed.isEmpty { return }
        if old.hasHierarchies || new.hasHierarchies {
            addFamilies(old, new, names, &newer, &oldOnes)
            addFamilies(old, new, names, &far, &oldFar)
        }
        related = far
        addReferrers(old, new, names)
        addUsers(of: types.changed, in: new)
        addDerived(in: new)
    }

    private func addFamilies(
        _ old: IndexedSchema,
        _ new: IndexedSchema,
        _ names: NameMatcher,
        _ newOnes: inout Set<String>,
        _ oldOnes: inout Set<String>
    ) {
        // A family of one schema may be spread over several of the other.
        var count: Int = -1
        while count != newOnes.count + oldOnes.count {
            count = newOnes.count + oldOnes.count
            for name in newOnes { newOnes.formUnion(new.family(below: new.root(of: name))) }
            for name in oldOnes { oldOnes.formUnion(old.family(below: old.root(of: name))) }
            for name in newOnes {
                if let place = new.numbers[name], let older = names.older[place] {
                    oldOnes.insert(old.names[older].name)
                }
            }
            for name in oldOnes {
                if let place = old.numbers[name], let newest = names.newer[place] {
                    newOnes.insert(new.names[newest].name)
                }
            }
        }
    }

    private mutating func addReferrers(_ old: IndexedSchema, _ new: IndexedSchema, _ names: NameMatcher) {
        if far.isEmpty, oldFar.isEmpty { return }
        var families: Set<String> = []
        for place in new.entities.indices where new.entities[place].destinations.contains(where: far.contains) {
            families.insert(new.names[place].name)
        }
        for place in old.entities.indices where old.entities[place].destinations.contains(where: oldFar.contains) {
            if let newest = names.newer[place] { families.insert(new.names[newest].name) }
        }
        // Who inherits such a relationship has it too.
        for name in families { related.formUnion(new.family(below: name)) }
        newer.formUnion(related)
    }

    /// What follows from the values of other objects is computed anew wherever anything differs.
    private mutating func addDerived(in new: IndexedSchema) {
        for indexed in new.entities where indexed.looksElsewhere {
            newer.formUnion(new.family(below: indexed.entity.name))
        }
    }

    private mutating func addUsers(of types: Set<String>, in new: IndexedSchema) {
        guard !types.isEmpty else { return }
        for indexed in new.entities where indexed.types.contains(where: types.contains) {
            newer.formUnion(new.family(below: indexed.entity.name))
        }
    }
}
