import Apus
import ApusStore
import ApusTestSupport
import Foundation

/// Changes of an object graph that bytes decide, compared with ``NaiveGraph``.
struct GraphAttack {
    /// The objects of the store that an attack begins with.
    private static let counts: [(entity: GraphEntity, count: Int)] = [(.node, 6), (.list, 3), (.label, 3), (.leaf, 3)]

    /// The number of objects that there are ever.
    private static let limit = 24

    /// The bytes of a store with all objects; only leaves are related to anything.
    private static let image: Result<(Data, NaiveGraph, [Int: PersistentIdentifier]), any Error> = Result {
        let url = try ScratchFolder.empty("graph-image").appending(path: "store.sqlite")
        let (graph, identifiers) = try fill(url)
        return (try Data(contentsOf: url), graph, identifiers)
    }

    /// Makes the store, and closes it, so that its file is whole.
    private static func fill(_ url: URL) throws -> (NaiveGraph, [Int: PersistentIdentifier]) {
        let context = try open(url)
        var graph = NaiveGraph()
        var objects: [Int: any NumberedObject] = [:]
        for (entity, count) in counts {
            for index in 0..<count {
                let number = graph.create(entity)
                if entity == .leaf { graph.set(.stem, of: number, to: index) }
                guard let object = object(entity, number, stem: objects[index]) else { continue }
                context.insert(object)
                objects[number] = object
            }
        }
        try context.save()
        graph.save()
        return (graph, objects.mapValues(\.persistentModelID))
    }

    private static func open(_ url: URL) throws -> ModelContext {
        let container = try ModelContainer(for: GraphSchema.self, url: url)
        return ModelContext(container, isObservable: false)
    }

    /// Makes an object, which needs a stem if it is a leaf.
    private static func object(
        _ entity: GraphEntity,
        _ number: Int,
        stem: (any NumberedObject)?
    ) -> (any NumberedObject)? {
        switch entity {
        case .node: Node(name: "\(number)")
        case .list: List(name: "\(number)")
        case .label: Label(name: "\(number)")
        case .leaf: (stem as? Node).map { Leaf(name: "\(number)", stem: $0) }
        }
    }

    private let url: URL
    private var random: SplitMix64
    private var context: ModelContext
    private var graph: NaiveGraph
    private var saved: NaiveGraph
    private var identifiers: [Int: PersistentIdentifier]

    /// The objects that were fetched or created; others are faults of the context, or not in it.
    private var objects: [Int: any NumberedObject] = [:]

    init(_ decisions: [UInt8]) throws {
        url = try ScratchFolder.empty("graph").appending(path: "store.sqlite")
        let image: Data
        (image, graph, identifiers) = try Self.image.get()
        try image.write(to: url)
        random = SplitMix64(ledBy: decisions)
        context = try Self.open(url)
        saved = graph
    }

    /// Makes the changes, and compares the graph with the naive one from both sides, in the context and in the store.
    mutating func run() throws {
        while random.isLed { try step() }
        try compare("at the end")
        try saveRepaired()
        try compare("after the last save")
        try compareStored("in the store", in: Self.open(url))
        let verification = try Verifier.verify(url)
        try require(verification.isSound, "the store is sound: \(verification.badValues) \(verification.differences)")
    }

    private mutating func step() throws {
        switch random.below(24) {
        case 0: try save()
        case 1: try saveRepaired()
        case 2:
            try saveRepaired()
            context = ModelContext(context.container, isObservable: false)
            objects = objects.filter { !saved.live.contains($0.key) }
            if random.oneIn(2) { try compare("in another context") }
        case 3: rollback()
        case 4: try compare("between changes")
        case 5: try compareStored("in another context", in: ModelContext(context.container, isObservable: false))
        case 6: try read()
        case 7, 8: try pick().map { try delete($0) }
        case 9, 10: try pick(areLive: false).map { try insert($0) }
        case 11:
            guard let one = pick() else { break }
            try delete(one)
            try insert(one)
        case 12: try create()
        default: try change(random.pick(GraphRelationship.allCases))
        }
    }

    // MARK: - Objects

    /// The object with a number.
    private mutating func object(_ number: Int) throws -> any NumberedObject {
        if let object = objects[number] { return object }
        let found = identifiers[number].flatMap { context.model(for: $0) } as? any NumberedObject
        guard let found else { throw BrokenLaw("object \(number) is found") }
        objects[number] = found
        return found
    }

    private mutating func pick(_ entity: GraphEntity? = nil, areLive: Bool = true) -> Int? {
        let entity = entity ?? (random.oneIn(3) ? random.pick(GraphEntity.allCases) : .node)
        let numbers = graph.objects(entity, areLive: areLive)
        // An object that was deleted before it was fetched is gone after the save.
        return random.pickAny(numbers.filter { objects[$0] != nil || identifiers[$0] != nil })
    }

    private mutating func create() throws {
        guard graph.entities.count < Self.limit else { return }
        let entity = random.pick(GraphEntity.allCases)
        let stem = entity == .leaf ? pick(.node) : nil
        let number = graph.entities.count
        guard let object = Self.object(entity, number, stem: try stem.map { try self.object($0) }) else { return }
        objects[graph.create(entity)] = object
        graph.set(.stem, of: number, to: stem)
        context.insert(object)
    }

    private mutating func delete(_ number: Int) throws {
        context.delete(try object(number))
        graph.delete(number)
    }

    private mutating func insert(_ number: Int) throws {
        context.insert(try object(number))
        graph.insert(number)
    }

    /// Reads a relationship of any object, deleted ones too, which changes nothing.
    private mutating func read() throws {
        guard let one = pick(areLive: !random.oneIn(4)), let entity = graph.entities[one] else { return }
        let relationship = random.pick(entity.relationships)
        _ = relationship.access.get(try object(one)).map(\.name)
    }

    // MARK: - Relationships

    private mutating func change(_ relationship: GraphRelationship) throws {
        guard let one = pick(relationship.source), let other = pick(relationship.destination) else { return }
        guard relationship.isToMany else { return try set(relationship, of: one, to: random.oneIn(4) ? nil : other) }
        let (access, object, target) = (relationship.access, try object(one), try object(other))
        switch random.below(relationship.isOrdered ? 6 : 4) {
        case 0:
            access.remove(object, target)
            if graph[relationship, one].contains(other) { graph.unlink(relationship, one, other) }
        case 1:
            try set(relationship, of: one, to: random.some(4, of: graph.objects(relationship.destination)))
        case 2, 3:
            access.add(object, target)
            graph.add(relationship, of: one, other)
        default:
            let rest = graph[relationship, one].filter { $0 != other }
            let index = random.below(rest.count + 1)
            access.insert(object, target, index)
            graph.set(relationship, of: one, to: rest[..<index] + [other] + rest[index...])
        }
    }

    private mutating func set(_ relationship: GraphRelationship, of one: Int, to other: Int?) throws {
        relationship.access.set(try object(one), try other.map { [try object($0)] } ?? [])
        graph.set(relationship, of: one, to: other)
    }

    private mutating func set(_ relationship: GraphRelationship, of one: Int, to others: [Int]) throws {
        let objects = try others.map { try object($0) }
        // Only the first occurrence of an object counts.
        relationship.access.set(try object(one), objects + objects)
        graph.set(relationship, of: one, to: others)
    }

    // MARK: - Saving

    private mutating func save() throws {
        let problems = graph.problems
        do {
            try context.save()
        } catch let error as ModelError {
            try require(!problems.isEmpty, "the changes can be saved: \(error)")
            return
        }
        try require(problems.isEmpty, "what cannot be saved is refused: \(problems)")
        graph.save()
        saved = graph
        // Of an object that was deleted before its values were read, nothing is left.
        objects = objects.filter { graph.live.contains($0.key) || $0.value.name == "\($0.key)" }
        identifiers = identifiers.filter { graph.live.contains($0.key) }
            .merging(objects.filter { graph.live.contains($0.key) }.mapValues(\.persistentModelID)) { $1 }
    }

    /// Solves the problems that a save has, and saves.
    private mutating func saveRepaired() throws {
        for _ in 0..<40 {
            guard let problem = random.pickAny(graph.problems) else { return try save() }
            try repair(problem)
        }
        rollback()
    }

    private mutating func repair(_ problem: NaiveGraph.Problem) throws {
        let (one, relationship) = (problem.object, problem.relationship)
        if let other = problem.other, random.oneIn(2) {
            try insert(other)
        } else if relationship.isRequired {
            if random.oneIn(2), let stem = pick(.node) {
                try set(relationship, of: one, to: stem)
            } else {
                try delete(one)
            }
        } else if !relationship.isToMany {
            try set(relationship, of: one, to: nil)
        } else if let other = problem.other {
            relationship.access.remove(try object(one), try object(other))
            graph.unlink(relationship, one, other)
        } else {
            try set(relationship, of: one, to: [])
        }
    }

    private mutating func rollback() {
        context.rollback()
        graph = saved
        // An object that was inserted since is in no context, and its number is given again.
        objects = objects.filter { graph.entities[$0.key] != nil }
    }

    // MARK: - Comparing

    private mutating func compare(_ moment: String) throws {
        for number in graph.entities.keys.sorted() where graph.live.contains(number) || graph.stored.contains(number) {
            let isDeleted = try object(number).isDeleted
            try require(isDeleted != graph.live.contains(number), "\(number) is deleted \(moment): \(isDeleted)")
        }
        let objects = objects
        try graph.compare(context, moment) { objects[$0] }
    }

    /// Compares what was saved last with what another context reads.
    private func compareStored(_ moment: String, in other: ModelContext) throws {
        var found: [Int: any NumberedObject] = [:]
        for entity in GraphEntity.allCases {
            for object in try other.objects(entity) { Int(object.name).map { found[$0] = object } }
        }
        try saved.compare(other, moment) { found[$0] }
    }
}
