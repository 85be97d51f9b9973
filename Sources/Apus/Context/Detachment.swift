/// Detaches the objects that outlive their context.
///
/// Related objects retain each other, so they would never be deallocated if they kept their relationships as they are.
/// Instead, objects that are in use elsewhere retain what can be reached from them, each object the ones further away, and
/// refer to the others weakly. So what was loaded stays readable from each object that is in use, and goes with the last.
struct Detachment {
    /// The objects with loaded relationships, followed by those that they point to.
    private var objects: [ModelObject] = []
    /// The loaded relationships of the objects, as indexes of objects, so that nothing is retained.
    private var ends: [[End]] = []

    /// A loaded relationship.
    private struct End {
        let position: Int
        /// The indexes of the objects.
        var related: [Int] = []
        /// Whether these are all: of a relationship that was not read, only changes are known.
        let isWhole: Bool
    }

    /// Adds an object that is not deallocated with the context. It keeps its values.
    mutating func add(_ object: ModelObject) {
        object.abandon()
        // Most objects have no loaded relationship, and packed ones have none.
        guard let values = object.unpackedValues else { return }
        if values.apusEntity.relationshipPositions.contains(where: { values[apusEnd: $0].isLoaded }) {
            objects.append(object)
        }
    }

    /// Detaches the objects.
    mutating func carryOut() {
        if objects.isEmpty { return }
        takeEnds()
        // Without relationships and lists of the context, only users of an object retain it.
        var reached: [Int] = objects.indices.filter { !isKnownUniquelyReferenced(&objects[$0]) }
        var order = [Int?](repeating: nil, count: objects.count)
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
            for end in ends[index] {
                let references = end.related.map { other in
                    DetachedReference(objects[other], isRetained: order[other].map { $0 > number } ?? false)
                }
                objects[index].knownValues[apusEnd: end.position] = RelationshipEnd(
                    .detached(references + (end.isWhole ? [] : [.lost]))
                )
            }
        }
    }

    /// Detaches the objects from those that they are related to.
    private mutating func takeEnds() {
        var indexes = Dictionary(objects.enumerated().map { (ObjectIdentifier($1), $0) }) { first, _ in first }
        ends = Array(repeating: [], count: objects.count)
        for owner in objects.indices {
            let values = objects[owner].knownValues
            for position in values.apusEntity.relationshipPositions where values[apusEnd: position].isLoaded {
                var end = End(position: position, isWhole: values[apusEnd: position].isWhole)
                for other in values[apusEnd: position].known where other.isDetached && other.lifecycle != .gone {
                    let index = indexes[ObjectIdentifier(other)] ?? objects.count
                    if index == objects.count {
                        indexes[ObjectIdentifier(other)] = index
                        objects.append(other)
                        ends.append([])
                    }
                    end.related.append(index)
                }
                values[apusEnd: position] = RelationshipEnd(.detached(end.isWhole ? [] : [.lost]))
                if !end.related.isEmpty { ends[owner].append(end) }
            }
        }
    }
}
