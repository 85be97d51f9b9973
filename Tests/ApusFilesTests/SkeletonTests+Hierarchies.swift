import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

// Hierarchies of several entities that merge.

extension SkeletonTests {
    @Test("Each choice between hierarchies that merge settles its decision", arguments: seeds)
    func settlesMerged(seed: UInt64) throws {
        for number in 0..<4 {
            var random = SplitMix64(seed: seed &* 5 &+ UInt64(number))
            let (older, newer) = Self.merged(&random)
            let stage = Self.stage(from: older, to: newer)
            #expect(stage.refusals.contains { $0.code == "AP109" })
            try check(stage, "seed \(seed), number \(number)", seed: seed)
            try checkHelp(of: stage, "seed \(seed), number \(number)")
        }
    }

    @Test("An accepted entity of a hierarchy whose merge is undecided is not needless")
    func acceptedPartly() {
        let older = Schema(model: "M", entities: [Entity("Car"), Entity("Boat"), Entity("Yacht", parent: "Boat")])
        var newer = older
        newer.entities[1].parent = "Car"
        func codes(_ lines: [Mapping.Line]) -> [String] {
            Self.stage(from: older, to: newer, Mapping(from: Schema.Version(1), to: Schema.Version(2), lines))
                .refusals.map(\.code)
        }
        #expect(codes([]) == ["AP109"])
        for name in ["Boat", "Yacht", "Car"] {
            let left = codes([.accept(ElementPath(name))])
            #expect(left == (name == "Car" ? [] : ["AP109"]), "\(name)")
        }
        #expect(codes([.accept(ElementPath("Boat")), .accept(ElementPath("Yacht"))]) == [])
        #expect(codes([.accept(ElementPath("Boats"))]) == ["AP109", "AP403"])
    }

    /// Adds the lines of each resolution by itself.
    private func checkHelp(of stage: Stage, _ name: String) throws {
        for refusal in stage.refusals where refusal.code == "AP109" {
            for lines in refusal.settlements.map(\.lines) where !lines.isEmpty {
                let mapping = Mapping(from: Schema.Version(1), to: Schema.Version(2), lines)
                let left = Self.stage(from: stage.old, to: stage.new, mapping).refusals
                let wrong = left.filter { ["AP109", "AP403", "AP415"].contains($0.code) }
                #expect(wrong.map(\.message) == [], "\(name), \(lines.map(\.flow))")
            }
        }
    }

    /// Two or three hierarchies, and the same below one root.
    private static func merged(_ random: inout SplitMix64) -> (older: Schema, newer: Schema) {
        var older = Schema(model: "M")
        var newer = Schema(model: "M")
        let count = 2 + random.below(2)
        let rootNumber = random.below(count + 1)
        var roots: [Int] = []
        for tree in 0..<count {
            let size = 1 + random.below(4)
            let first = older.entities.count
            roots.append(first)
            for index in 0..<size {
                var entity = Entity("T\(tree)E\(index)")
                if index > 0 { entity.parent = older.entities[first + random.below(index)].name }
                // What others inherit from now on is not required of them.
                let isOptional = tree == rootNumber || random.oneIn(2)
                entity.attributes = [Attribute("a\(tree)x\(index)", .string, isOptional: isOptional)]
                entity.isAbstract = index < size - 1 && random.oneIn(4)
                older.entities.append(entity)
            }
        }
        let all = older.entities.map(\.name)
        if random.oneIn(2) {
            let index = random.below(all.count)
            older.entities[index].relationships = [.toOne("r", random.pick(all), isOptional: true)]
        }
        newer.entities = older.entities
        var top = "Top"
        if rootNumber == count {
            var root = Entity("Top")
            root.isAbstract = random.oneIn(2)
            newer.entities.insert(root, at: 0)
        } else {
            let family = newer.entities.filter { $0.name.hasPrefix("T\(rootNumber)E") }.map(\.name)
            top = random.pick(family)
        }
        for (tree, index) in roots.enumerated() where tree != rootNumber {
            let place = newer.entities.firstIndex { $0.name == older.entities[index].name } ?? 0
            newer.entities[place].parent = top
        }
        for name in all where random.oneIn(5) { newer.rename(name, to: name + "New") }
        return (older, newer)
    }
}

extension Schema {
    /// Renames an entity that was not renamed before.
    fileprivate mutating func rename(_ name: String, to other: String) {
        for index in entities.indices {
            if entities[index].name == name {
                entities[index].name = other
                entities[index].originalName = name
            }
            if entities[index].parent == name { entities[index].parent = other }
            for one in entities[index].relationships.indices
            where entities[index].relationships[one].destination == name {
                entities[index].relationships[one].destination = other
            }
        }
    }
}
