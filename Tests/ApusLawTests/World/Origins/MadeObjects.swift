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
    }

    /// An object of an older kind.
    private struct Key: Hashable {
        let kind: String
        let identity: Int64
    }

    /// Objects whose identities do not meet: those of one older root, taken for the same time.
    private struct Block: Hashable {
        let root: String
        let ordinal: Int
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
            var first: Block? = match.entities[root.name].map { Block(root: older.root(of: $0), ordinal: 0) }
            if let stayer = makings.first(where: \.stays) {
                first = Block(root: older.root(of: stayer.oldKind), ordinal: 0)
            }
            var order: [Block] = first.map { [$0] } ?? []
            var blocks: [Block: [One]] = [:]
            for making in makings {
                let block = Block(root: older.root(of: making.oldKind), ordinal: making.ordinal)
                if !order.contains(block) { order.append(block) }
                for (identity, object) in world.objects[making.oldKind] ?? [:]
                where try making.takes(object, in: world, older) {
                    taken.insert(Key(kind: making.oldKind, identity: identity))
                    blocks[block, default: []].append(One(making: making, source: identity, identity: identity))
                }
            }
            // The first block that an origin, or an object that stays, is of.
            order = order.filter { block in
                makings.contains { older.root(of: $0.oldKind) == block.root && $0.ordinal == block.ordinal }
            }
            var shift: Int64 = 0
            for block in order {
                let objects: [One] = blocks[block] ?? []
                guard Set(objects.map(\.source)).count == objects.count else {
                    throw MigrationStopped(reason: "two objects below '\(root.name)' would have one identity")
                }
                for object in objects {
                    var object: One = object
                    object.identity += shift
                    all.append(object)
                }
                shift += world.lastIdentity(below: block.root, in: older)
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
            bySource[Key(kind: one.making.oldKind, identity: one.source), default: []].append(one)
            byObject[Key(kind: one.making.kind, identity: one.identity)] = one
        }
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
