import ApusSchema

/// The entities that differ between two schemas, and those that the differences affect: their families, entities that
/// use a changed type, and entities with relationships to a family that differs in more than its attributes.
struct AffectedEntities {
    /// The names in the newer schema.
    private(set) var newer: Set<String> = []

    /// The names among them of entities that differ in what relationships depend on, or that point to such an entity.
    private(set) var related: Set<String> = []

    /// The newer names, and the older names, of entities that differ in what relationships depend on.
    private var destinations: Set<String> = []
    private var oldDestinations: Set<String> = []

    private let old: IndexedSchema
    private let new: IndexedSchema
    private let names: NameMatcher

    init(from old: IndexedSchema, to new: IndexedSchema, matching names: NameMatcher, types: TypeMatching) {
        self.old = old
        self.new = new
        self.names = names
        var oldNames: Set<String> = []
        for index in new.schema.entities.indices {
            guard let older = names.older[index] else {
                newer.insert(new.names[index].name)
                destinations.insert(new.names[index].name)
                continue
            }
            let (before, after): (IndexedEntity, IndexedEntity) = (old.entities[older], new.entities[index])
            if before === after || before.entity == after.entity { continue }
            newer.insert(new.names[index].name)
            oldNames.insert(old.names[older].name)
            if !before.isRelated(as: after) {
                destinations.insert(new.names[index].name)
                oldDestinations.insert(old.names[older].name)
            }
        }
        for index in old.schema.entities.indices where names.newer[index] == nil {
            oldNames.insert(old.names[index].name)
            oldDestinations.insert(old.names[index].name)
        }
        if newer.isEmpty, oldNames.isEmpty, types.changed.isEmpty { return }
        if old.hasHierarchies || new.hasHierarchies {
            addFamilies(of: &newer, older: &oldNames)
            addFamilies(of: &destinations, older: &oldDestinations)
        }
        related = destinations
        addReferrers()
        addUsers(of: types.changed)
        addDerived()
    }

    /// Adds the families of entities in both schemas.
    private func addFamilies(of newNames: inout Set<String>, older oldNames: inout Set<String>) {
        // A family of one schema may be spread over several families of the other.
        var (unseenNew, unseenOld) = (Array(newNames), Array(oldNames))
        while !unseenNew.isEmpty || !unseenOld.isEmpty {
            let families = Set(unseenNew.map(new.root(of:))).flatMap(new.family(below:))
            let oldFamilies = Set(unseenOld.map(old.root(of:))).flatMap(old.family(below:))
            let addedNew = families.filter { newNames.insert($0).inserted }
            let addedOld = oldFamilies.filter { oldNames.insert($0).inserted }
            let matchedOld = (unseenNew + addedNew).compactMap { name in
                new.indices[name].flatMap { names.older[$0] }.map { old.names[$0].name }
            }
            let matchedNew = (unseenOld + addedOld).compactMap { name in
                old.indices[name].flatMap { names.newer[$0] }.map { new.names[$0].name }
            }
            unseenOld = matchedOld.filter { oldNames.insert($0).inserted }
            unseenNew = matchedNew.filter { newNames.insert($0).inserted }
        }
    }

    /// Adds the entities with relationships to entities that differ in what relationships depend on.
    private mutating func addReferrers() {
        if destinations.isEmpty, oldDestinations.isEmpty { return }
        var families: Set<String> = []
        for index in new.entities.indices where new.entities[index].destinations.contains(where: destinations.contains)
        {
            families.insert(new.names[index].name)
        }
        for index in old.entities.indices
        where old.entities[index].destinations.contains(where: oldDestinations.contains) {
            if let newest = names.newer[index] { families.insert(new.names[newest].name) }
        }
        // Entities that inherit such a relationship are affected, too.
        related.formUnion(new.families(below: families))
        newer.formUnion(related)
    }

    /// Adds the entities whose derived attributes depend on other objects: the values are recomputed after any
    /// difference.
    private mutating func addDerived() {
        newer.formUnion(new.families(below: new.entities.lazy.filter(\.readsOtherObjects).map(\.entity.name)))
    }

    /// Adds the entities with attributes of some types.
    private mutating func addUsers(of types: Set<String>) {
        guard !types.isEmpty else { return }
        let users = new.entities.lazy.filter { $0.types.contains(where: types.contains) }
        newer.formUnion(new.families(below: users.map(\.entity.name)))
    }
}
