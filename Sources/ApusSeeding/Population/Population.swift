/// The objects to seed: their entities and identities.
struct Population: Sendable {
    /// The concrete entities.
    let concrete: ConcreteEntities

    /// The identities of each concrete entity's objects. In a hierarchy they are consecutive from 1.
    let identities: [Range<Int>]

    /// Assigns identities to the counted objects.
    init(_ concrete: ConcreteEntities, counts: [Int]) {
        self.concrete = concrete
        var next = 1
        var root: String?
        var identities: [Range<Int>] = []
        for (entity, count) in zip(concrete.entities, counts) {
            if entity.root != root {
                root = entity.root
                next = 1
            }
            identities.append(next..<next + count)
            next += count
        }
        self.identities = identities
    }

    /// The identities of all objects of an entity and its sub-entities.
    func identities(of entity: String) -> Range<Int> {
        let span: Range<Int> = concrete.span(entity)
        guard let first = span.first, let last = span.last else { return 1..<1 }
        return identities[first].lowerBound..<identities[last].upperBound
    }
}
