import Apus

extension NaiveGraph {
    /// Requires that the objects of a context, and both sides of all their relationships, are the graph's.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - moment: When that is, for the text of the law.
    ///   - object: Returns the object with a number.
    /// - Throws: `BrokenLaw` if they differ, and the errors of the context.
    func compare(_ context: ModelContext, _ moment: String, _ object: (Int) -> (any NumberedObject)?) throws {
        for entity in GraphEntity.allCases {
            let expected = objects(entity)
            let found = try context.objects(entity).map { Int($0.name) ?? -1 }
            try require(found.sorted() == expected, "all of \(entity) are found \(moment): \(found), not \(expected)")
            for number in expected {
                guard let object = object(number) else { throw BrokenLaw("\(number) is found \(moment)") }
                for relationship in entity.relationships {
                    let expected = self[relationship, number]
                    let found = relationship.access.get(object).map { Int($0.name) ?? -1 }
                    let isEqual = relationship.isOrdered ? found == expected : found.sorted() == expected.sorted()
                    try require(isEqual, "\(relationship) of \(number) is \(expected) \(moment): \(found)")
                }
            }
        }
    }
}

extension ModelContext {
    /// All objects of an entity.
    func objects(_ entity: GraphEntity) throws -> [any NumberedObject] {
        switch entity {
        case .node: try fetch(FetchDescriptor<Node>())
        case .list: try fetch(FetchDescriptor<List>())
        case .label: try fetch(FetchDescriptor<Label>())
        case .leaf: try fetch(FetchDescriptor<Leaf>())
        }
    }
}
