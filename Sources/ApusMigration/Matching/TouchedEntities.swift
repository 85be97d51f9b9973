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
        var (unseenNew, unseenOld) = (Array(newOnes), Array(oldOnes))
        while !unseenNew.isEmpty || !unseenOld.isEmpty {
            let families = Set(unseenNew.map(new.root(of:))).flatMap(new.family(below:))
            let oldFamilies = Set(unseenOld.map(old.root(of:))).flatMap(old.family(below:))
            let addedNew = families.filter { newOnes.insert($0).inserted }
            let addedOld = oldFamilies.filter { oldOnes.insert($0).inserted }
            let matchedOld = (unseenNew + addedNew).compactMap { name in
                new.numbers[name].flatMap { names.older[$0] }.map { old.names[$0].name }
            }
            let matchedNew = (unseenOld + addedOld).compactMap { name in
                old.numbers[name].flatMap { names.newer[$0] }.map { new.names[$0].name }
            }
            unseenOld = matchedOld.filter { oldOnes.insert($0).inserted }
            unseenNew = matchedNew.filter { newOnes.insert($0).inserted }
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
        related.formUnion(new.families(below: families))
        newer.formUnion(related)
    }

    /// What follows from the values of other objects is computed anew wherever anything differs.
    private mutating func addDerived(in new: IndexedSchema) {
        newer.formUnion(new.families(below: new.entities.lazy.filter(\.looksElsewhere).map(\.entity.name)))
    }

    private mutating func addUsers(of types: Set<String>, in new: IndexedSchema) {
        guard !types.isEmpty else { return }
        let users = new.entities.lazy.filter { $0.types.contains(where: types.contains) }
        newer.formUnion(new.families(below: users.map(\.entity.name)))
    }
}
