import ApusSchema
import Foundation

/// Which of a container's stores has the objects of which entities.
struct StoreAssignment {
    private var stores: [String: StoreID] = [:]

    /// Assigns each hierarchy of entities to a configuration.
    ///
    /// A configuration has the classes of its schema, and what they are related to; or the entities of the model's configuration
    /// with its name; or all that no other one has.
    ///
    /// - Parameters:
    ///   - entities: The entities of the model.
    ///   - schema: The model's schema.
    ///   - configurations: The configurations; with one, it has all entities.
    /// - Throws: ``ModelError/storeAssignment(_:)``.
    init(
        of entities: [EntityDescription],
        _ schema: Schema,
        to configurations: [ModelConfiguration]
    ) throws(ModelError) {
        if configurations.count == 1 { return }
        var files: [String: String] = [:]
        for configuration in configurations where !configuration.isStoredInMemoryOnly {
            if let other = files.updateValue(
                configuration.name,
                forKey: configuration.url.resolvingSymlinksInPath().path
            ) {
                throw .storeAssignment(.sameFile(configurations: [other, configuration.name]))
            }
        }
        var rest: ModelConfiguration?
        for (id, configuration) in configurations.enumerated() {
            let named = schema.configurations.first { $0.name == configuration.name }
            let roots: Set<String>
            if let types = configuration.source?.types, !types.isEmpty {
                roots = Self.reached(from: entities.filter { entity in types.contains { $0 == entity.type } }, entities)
            } else if let named {
                roots = Set(entities.filter { named.entities.contains($0.name) }.map(\.root.name))
            } else if let rest {
                throw .storeAssignment(.severalForTheRest(configurations: [rest.name, configuration.name]))
            } else {
                rest = configuration
                continue
            }
            for root in roots.sorted() {
                if let other = stores.updateValue(id, forKey: root) {
                    let names = [configurations[other].name, configuration.name]
                    throw .storeAssignment(.entityInSeveral(root, configurations: names))
                }
            }
        }
        let roots = entities.filter { $0.parent == nil }.map(\.name)
        for root in roots where stores[root] == nil {
            guard let rest, let id = configurations.firstIndex(of: rest) else {
                throw .storeAssignment(.entityInNone(root, configurations: configurations.map(\.name)))
            }
            stores[root] = id
        }
        try checkRelationships(of: entities, configurations)
    }

    /// The store with the objects of an entity.
    subscript(_ entity: EntityDescription) -> StoreID { stores[entity.root.name] ?? 0 }

    /// The roots of the hierarchies that entities are in, or are related to, directly or not.
    private static func reached(from start: [EntityDescription], _ entities: [EntityDescription]) -> Set<String> {
        var reached: Set<String> = []
        var waiting = start.map(\.root)
        while let root = waiting.popLast() {
            guard reached.insert(root.name).inserted else { continue }
            for entity in entities where entity.root === root {
                waiting += entity.relationshipPositions.map { entity.relationship(at: $0).destination.root }
            }
        }
        return reached
    }

    private func checkRelationships(
        of entities: [EntityDescription],
        _ configurations: [ModelConfiguration]
    ) throws(ModelError) {
        for entity in entities {
            for position in entity.relationshipPositions {
                let relationship = entity.relationship(at: position)
                let (near, far) = (self[entity], self[relationship.destination])
                if relationship.storage == .memory || near == far { continue }
                let names = [configurations[near].name, configurations[far].name]
                throw .storeAssignment(
                    .relationshipBetween("\(entity.name).\(relationship.name)", configurations: names)
                )
            }
        }
    }
}
