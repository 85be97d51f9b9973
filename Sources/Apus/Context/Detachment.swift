/// Detaches the objects that outlive their context.
///
/// Related objects retain each other, so they would never be deallocated if they kept their relationships as they are.
/// Instead, objects that are in use elsewhere retain what can be reached from them, each object the ones further away, and
/// refer to the others weakly. So what was loaded stays readable from each object that is in use, and goes with the last.
struct Detachment {
    private var objects: [ModelObject]
    /// The loaded relationships of the objects, as indexes of objects, so that nothing is retained.
    private var ends: [[(position: Int, related: [Int])]] = []

    /// Creates the detachment of the objects that are not deallocated with the context.
    init(_ objects: [ModelObject]) {
        self.objects = objects
    }

    /// Detaches the objects.
    mutating func carryOut() {
        if objects.isEmpty { return }
        takeEnds()
        var order = [Int?](repeating: nil, count: objects.count)
        // Without relationships and lists of the context, only users of an object retain it.
        var reached: [Int] = objects.indices.filter { !isKnownUniquelyReferenced(&objects[$0]) }
        for (number, index) in reached.enumerated() { order[index] = number }
        var next = 0
        while next < reached.count {
            for related in ends[reached[next]].lazy.flatMap(\.related) where order[related] == nil {
                order[related] = reached.count
                reached.append(related)
            }
            next += 1
        }
        for (number, index) in reached.enumerated() {
            for (position, related) in ends[index] {
                let references = related.map { other in
                    DetachedReference(objects[other], isRetained: order[other].map { $0 > number } ?? false)
                }
                objects[index].knownValues[apusEnd: position] = RelationshipEnd(.detached(references))
            }
        }
    }

    /// Detaches all objects from the context and from each other.
    private mutating func takeEnds() {
        let indexes = Dictionary(objects.enumerated().map { (ObjectIdentifier($1), $0) }) { first, _ in first }
        for object in objects {
            object.abandon()
            let values = object.knownValues
            var taken: [(Int, [Int])] = []
            for position in values.apusEntity.relationshipPositions {
                switch values[apusEnd: position].state {
                case .unknown, .row, .one(nil), .detached: continue
                case .one, .many: break
                }
                let related = values[apusEnd: position].known.compactMap { indexes[ObjectIdentifier($0)] }
                values[apusEnd: position] = RelationshipEnd(.detached([]))
                if !related.isEmpty { taken.append((position, related)) }
            }
            ends.append(taken)
        }
    }
}

/// A reference to a related object after the context was deallocated.
struct DetachedReference {
    private let retained: ModelObject?
    private weak var other: ModelObject?

    init(_ object: ModelObject, isRetained: Bool) {
        retained = isRetained ? object : nil
        other = isRetained ? nil : object
    }

    /// The object, if it still exists.
    var object: ModelObject? { retained ?? other }
}
