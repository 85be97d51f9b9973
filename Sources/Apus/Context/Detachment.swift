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
        for object in objects { object.abandon() }
        // Most contexts end without a loaded relationship, or without one in use.
        let related = objects.indices.filter { !loadedPositions(of: objects[$0]).isEmpty }
        if related.isEmpty { return }
        takeEnds(of: related)
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

    /// The positions of an object's loaded relationships.
    private func loadedPositions(of object: ModelObject) -> [Int] {
        let values = object.knownValues
        return values.apusEntity.relationshipPositions.filter { position in
            switch values[apusEnd: position].state {
            case .unknown, .row, .one(nil), .detached: false
            case .one, .many: true
            }
        }
    }

    /// Detaches the objects with some indexes from those that they are related to.
    private mutating func takeEnds(of owners: [Int]) {
        let indexes = Dictionary(objects.enumerated().map { (ObjectIdentifier($1), $0) }) { first, _ in first }
        ends = Array(repeating: [], count: objects.count)
        for owner in owners {
            let values = objects[owner].knownValues
            for position in loadedPositions(of: objects[owner]) {
                let related = values[apusEnd: position].known.compactMap { indexes[ObjectIdentifier($0)] }
                values[apusEnd: position] = RelationshipEnd(.detached([]))
                if !related.isEmpty { ends[owner].append((position, related)) }
            }
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
