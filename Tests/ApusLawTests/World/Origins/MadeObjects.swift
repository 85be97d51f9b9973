import ApusSchema

/// The objects after a stage, each with the older one that it is made of.
struct MadeObjects: Sendable {
    /// A newer object.
    struct One: Sendable {
        let making: Making
        /// The older object's identity.
        let source: Int64
        /// Its own.
        var identity: Int64
        /// Everything that it is made of, the older object first; several where equal elements are one.
        var members: [Member]

        init(_ making: Making, _ source: Int64, identity: Int64, _ element: NaiveElement? = nil) {
            (self.making, self.source, self.identity) = (making, source, identity)
            members = [Member(making: making, source: source, element: element, identity: identity)]
        }
    }

    /// An older object that a newer one is made of, or an element of it.
    struct Member: Sendable {
        let making: Making
        let source: Int64
        let element: NaiveElement?
        /// The identity that it has, or would have alone.
        let identity: Int64
    }

    /// An object of an older kind.
    private struct Key: Hashable {
        let kind: String
        let identity: Int64
    }

    /// Objects whose identities do not meet: those of one older root, taken for the same time.
    private enum Block: Hashable {
        case objects(root: String, ordinal: Int)
        /// Elements: those of a newer entity's origin.
        case elements(kind: String, ordinal: Int)

        init(of making: Making, _ older: Reading) {
            self =
                making.each == nil
                ? .objects(root: older.root(of: making.oldKind), ordinal: making.ordinal)
                : .elements(kind: making.kind, ordinal: making.ordinal)
        }
    }

    private(set) var all: [One] = []
    /// The last identities below the newer roots, those of objects that are gone included.
    private(set) var last: [String: Int64] = [:]
    private var bySource: [Key: [One]] = [:]
    private var byObject: [Key: One] = [:]

    /// - Throws: `MigrationStopped` if an object is made twice with one identity, or one is lost.
    init(_ survivors: Survivors, _ older: Reading, _ newer: Reading, _ match: StageMatch, _ world: World) throws {
        var taken: Set<Key> = []
        for root in newer.schema.entities where root.parent == nil {
            let kinds: [String] = newer.depthFirst(root.name)
            let makings: [Making] = kinds.flatMap(survivors.makings(for:))
            // Those of the hierarchy that the newer one was.
            let below: [String] = newer.schema.entities.map(\.name).filter { newer.isKind($0, of: root.name) }
            let before: Set<String> = Set(below.compactMap { match.entities[$0] }.map(older.root))
            var first: String? = match.entities[root.name].map(older.root) ?? (before.count == 1 ? before.first : nil)
            if let stayer = makings.first(where: \.stays) { first = older.root(of: stayer.oldKind) }
            // Identities stay if all comes from one hierarchy.
            let roots: Set<String> = Set(makings.map { older.root(of: $0.oldKind) })
            if roots.count == 1 { first = roots.first }
            var order: [Block] = first.map { [.objects(root: $0, ordinal: 0)] } ?? []
            var blocks: [Block: [One]] = [:]
            // The identities of elements are new, and follow those of all other objects.
            for making in makings.filter({ $0.each == nil }) + makings.filter({ $0.each != nil }) {
                let block = Block(of: making, older)
                if !order.contains(block) { order.append(block) }
                if making.each != nil { continue }
                for (identity, object) in world.objects[making.oldKind] ?? [:]
                where try making.takes(object, in: world, older) {
                    taken.insert(Key(kind: making.oldKind, identity: identity))
                    blocks[block, default: []].append(One(making, identity, identity: identity))
                }
            }
            // The first block that an origin, or an object that stays, is of.
            order = order.filter { block in
                makings.contains { Block(of: $0, older) == block }
            }
            var shift: Int64 = 0
            for block in order {
                guard case .objects(let oldRoot, _) = block else {
                    let origin: [Making] = makings.filter { Block(of: $0, older) == block }
                    shift = try makeElements(origin, after: shift, world, older)
                    continue
                }
                let objects: [One] = blocks[block] ?? []
                guard Set(objects.map(\.source)).count == objects.count else {
                    throw MigrationStopped(reason: "two objects below '\(root.name)' would have one identity")
                }
                for object in objects {
                    var object: One = object
                    object.identity += shift
                    self.all.append(object)
                }
                shift += world.lastIdentity(below: oldRoot, in: older)
            }
            last[root.name] = shift
        }
        for kind in survivors.complete {
            for identity in (world.objects[kind] ?? [:]).keys where !taken.contains(Key(kind: kind, identity: identity))
            {
                throw MigrationStopped(reason: "\(kind) \(identity) is in no entity any more")
            }
        }
        for one in all {
            for member in one.members {
                bySource[Key(kind: member.making.oldKind, identity: member.source), default: []].append(one)
            }
            byObject[Key(kind: one.making.kind, identity: one.identity)] = one
        }
    }

    /// Makes the objects of an origin's elements. Each element has an identity, also one of which no object is made.
    ///
    /// - Returns: The last identity.
    private mutating func makeElements(_ origin: [Making], after last: Int64, _ world: World, _ older: Reading) throws
        -> Int64
    {
        var last: Int64 = last
        var groups: [[StoredValue]: Int] = [:]
        // Hierarchy by hierarchy, in the order of identities.
        var roots: [String] = []
        for root in origin.map({ older.root(of: $0.oldKind) }) where !roots.contains(root) { roots.append(root) }
        for root in roots {
            let sources = origin.filter { older.root(of: $0.oldKind) == root }.flatMap { making in
                (world.objects[making.oldKind] ?? [:]).map { (making: making, identity: $0.key, object: $0.value) }
            }
            for (making, source, object) in sources.sorted(by: { $0.identity < $1.identity }) {
                for element in try making.each?.elements(of: object, making.oldKind, world, older) ?? [] {
                    last += 1
                    guard try making.takes(object, element, in: world, older) else { continue }
                    let one = One(making, source, identity: last, element)
                    let key: [StoredValue] = try making.distinct.map {
                        try NaiveExpression($0).value(of: object, making.oldKind, element, in: world, older)
                    }
                    if key.contains(.null) { continue }
                    if let number = groups[key], !key.isEmpty {
                        all[number].members += one.members
                        continue
                    }
                    groups[key] = all.count
                    all.append(one)
                }
            }
        }
        return last
    }

    /// A newer object.
    func one(_ kind: String, _ identity: Int64) -> One? { byObject[Key(kind: kind, identity: identity)] }

    /// All that is made of an older object.
    func all(of oldKind: String, _ identity: Int64) -> [One] { bySource[Key(kind: oldKind, identity: identity)] ?? [] }

    /// What references to an older object can lead to.
    func becoming(_ oldKind: String, _ identity: Int64) -> [One] {
        all(of: oldKind, identity).filter { $0.making.ordinal == 0 }
    }

    /// How many objects of some newer kinds have an identity that is not larger.
    func count(of kinds: [String], upTo identity: Int64) -> Int {
        all.count { kinds.contains($0.making.kind) && $0.identity <= identity }
    }
}

extension Reading {
    /// The kinds that are an entity or below it, each entity before its sub-entities.
    fileprivate func depthFirst(_ entity: String) -> [String] {
        let own: [String] = kinds.contains(entity) ? [entity] : []
        return own + schema.entities.filter { $0.parent == entity }.flatMap { depthFirst($0.name) }
    }
}
