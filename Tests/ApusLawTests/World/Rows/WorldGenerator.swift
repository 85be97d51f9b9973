import ApusSchema
import ApusTestSupport

/// Makes worlds that a schema allows, of data that is hard to keep: the same seed gives the same world.
struct WorldGenerator {
    /// How much is in a world.
    enum Size: CaseIterable {
        /// Nothing.
        case nothing
        /// One object of each kind.
        case single
        /// Some objects of each kind.
        case some
        /// Some objects of each kind, with few nulls and plain values, as conversions can hold them.
        case tame
    }

    let reading: Reading
    var random: SplitMix64
    var world: World
    /// Whether values are plain, and few are missing.
    let isTame: Bool

    /// The world of a seed; the absent entities have no objects, as far as no other object must lead to one.
    static func world(_ reading: Reading, seed: UInt64, size: Size = .some, without absent: Set<String> = []) -> World {
        var generator = WorldGenerator(
            reading: reading,
            random: SplitMix64(seed: seed),
            world: World(emptyFor: reading),
            isTame: size == .tame
        )
        generator.generate(size, without: Set(absent.flatMap(reading.kinds(below:))))
        return generator.world
    }

    private mutating func generate(_ size: Size, without absent: Set<String>) {
        let counts: [String: Int] = counts(size, without: absent)
        for root in Set(reading.kinds.map(reading.root)).sorted() { place(counts, below: root) }
        for kind in reading.kinds { fillValues(of: kind) }
        for unit in reading.units where unit.isStored { connect(unit) }
        removeTheIncomplete()
    }

    /// How many objects each kind has: enough for those that must lead to one.
    private mutating func counts(_ size: Size, without absent: Set<String>) -> [String: Int] {
        var counts: [String: Int] = [:]
        for kind in reading.kinds {
            switch size {
            case .nothing: counts[kind] = 0
            case .single: counts[kind] = 1
            case .some, .tame: counts[kind] = random.chance(8) ? 0 : 2 + random.below(5)
            }
        }
        for kind in absent { counts[kind] = 0 }
        for _ in 0..<3 {
            for unit in reading.units where unit.isStored {
                for (number, side) in unit.sides.enumerated() { provide(for: side, unit, number, &counts) }
            }
        }
        return counts
    }

    private func provide(
        for side: ReferenceUnit.Side,
        _ unit: ReferenceUnit,
        _ number: Int,
        _ counts: inout [String: Int]
    ) {
        guard !side.relationship.isToMany, !side.relationship.isOptional else { return }
        let near: Int = reading.kinds(below: side.owner).reduce(0) { $0 + (counts[$1] ?? 0) }
        let far: [String] = reading.kinds(below: side.relationship.destination)
        let isOneToOne = unit.opposite(number)?.relationship.isToMany == false
        let missing: Int = (isOneToOne ? near : min(near, 1)) - far.reduce(0) { $0 + (counts[$1] ?? 0) }
        if missing > 0, let kind = far.first { counts[kind, default: 0] += missing }
    }

    /// Gives the objects below a root their identities, those of different kinds one among the other.
    private mutating func place(_ counts: [String: Int], below root: String) {
        let kinds: [String] = random.shuffled(
            reading.kinds(below: root).flatMap { Array(repeating: $0, count: counts[$0] ?? 0) }
        )
        var identity: Int64 = random.chance(10) ? 9_007_199_254_740_992 : random.chance(10) ? 4_294_967_295 : 0
        for kind in kinds {
            identity += random.chance(60) ? 1 : Int64(1 + random.below(9))
            world.objects[kind]?[identity] = WorldObject()
        }
    }

    private mutating func fillValues(of kind: String) {
        let identities: [Int64] = (world.objects[kind] ?? [:]).keys.sorted()
        for attribute in reading.plainAttributes(of: kind) {
            for leaf in reading.schema.storedLeaves(of: attribute) {
                for (identity, value) in zip(identities, values(of: leaf, identities.count)) {
                    world.objects[kind]?[identity]?.values[leaf.path] = value
                }
            }
            for identity in identities { settle(attribute, under: [], of: kind, identity) }
        }
    }

    /// So many values: the edges of the type in a random order, one after the other, and nulls among them.
    private mutating func values(of leaf: WorldLeaf, _ count: Int) -> [StoredValue] {
        var edges: [StoredValue] = random.shuffled(leaf.rawValues ?? EdgeValues.values(of: leaf.type).map(\.1))
        // Now and then only values that conversions can hold, and no nulls where they could be.
        if leaf.rawValues == nil, isTame || random.chance(20) { edges = Self.tame(leaf.type) ?? edges }
        let hasNulls = leaf.part.isOptional && random.chance(isTame ? 15 : 70)
        return (0..<count).map { number in
            if hasNulls, random.chance(number == 0 ? 70 : 25) { return .null }
            if !isTame, edges.count > 1, leaf.rawValues == nil, random.chance(10) {
                return ValueGenerator.value(of: leaf.type, &random).stored
            }
            return edges.isEmpty ? .null : edges[number % edges.count]
        }
    }

    /// Small, plain values.
    private static func tame(_ type: ScalarType) -> [StoredValue]? {
        switch type {
        case .int16, .int32, .int64: [0, 1, 2, -7, 100].map { .integer($0) }
        case .double, .float, .date: [0, 1, 2, -7, 100].map { .real($0) }
        case .decimal, .string: ["0", "1", "2", "-7", "100"].map { .text($0) }
        default: nil
        }
    }

    /// Makes a composite whole, or takes it away.
    private mutating func settle(_ attribute: Attribute, under prefix: [String], of kind: String, _ identity: Int64) {
        guard let composite = reading.schema.composite(of: attribute) else { return }
        if attribute.isOptional, random.chance(isTame ? 10 : 30) {
            for leaf in reading.schema.storedLeaves(of: attribute, under: prefix) {
                world.objects[kind]?[identity]?.values[leaf.path] = .null
            }
        } else {
            for part in composite.attributes { settle(part, under: prefix + [attribute.name], of: kind, identity) }
        }
    }

    /// Takes away objects that should lead to one and do not, until there is none.
    private mutating func removeTheIncomplete() {
        while let (kind, identity) = firstIncomplete() { world.remove(identity, of: kind, in: reading) }
    }

    private func firstIncomplete() -> (String, Int64)? {
        for kind in reading.kinds {
            let required: [String] = reading.storedRelationships(of: kind)
                .filter { !$0.isToMany && !$0.isOptional }.map(\.name)
            for (identity, object) in (world.objects[kind] ?? [:]).sorted(by: { $0.key < $1.key })
            where required.contains(where: { object.references[$0]?.isEmpty != false }) {
                return (kind, identity)
            }
        }
        return nil
    }
}
