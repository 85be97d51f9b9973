import ApusMigration
public import ApusSchema
import ApusStore
public import Foundation
import GRDB

/// An open store and the model that it holds.
///
/// ```swift
/// let container = try ModelContainer(for: TripsSchema.self, url: url)
/// let context = ModelContext(container)
/// ```
public final class ModelContainer: Sendable {
    /// The store's schema.
    public let schema: Schema

    let store: Store
    let tables: [EntityTable]
    let statements = StatementCache()
    private let indexes: [ObjectIdentifier: EntityTable.ID]
    private let pairs: [[Int: PairTable]]

    /// Opens a model's store; makes it where there is none, migrates it where it holds an older version.
    ///
    /// - Parameters:
    ///   - plan: The model's generated schema, such as `TripsSchema.self`.
    ///   - url: The store's file.
    /// - Throws: What the planner refuses to do and why, what SQLite says, or a ``ModelError``. The store is as it
    ///   was then.
    public init(for plan: any SchemaMigrationPlan.Type, url: URL) throws {
        let planner: Planner = try plan.planner()
        let problems: [String] = try planner.state(of: .head).schema.messagesOfGenerating
        guard problems.isEmpty else { throw ModelError.unsupportedModel(problems) }
        store = try Store.open(at: url, planner: planner)
        schema = store.schema
        let layout: Layout = store.layout
        tables = try plan.models.enumerated().map { try EntityTable($0.offset, $0.element, layout: layout) }
        if let missing = schema.entities.first(where: { entity in
            !plan.models.contains { $0.apusEntity.name == entity.name }
        }) {
            throw ModelError.classesDoNotFit(entity: missing.name, reason: "there is no class")
        }
        indexes = Dictionary(
            tables.map { (ObjectIdentifier($0.entity), $0.id) },
            uniquingKeysWith: { first, _ in first }
        )
        pairs = try tables.map { table in
            let entity: EntityDescription = table.entity
            return try Dictionary(
                uniqueKeysWithValues: entity.relationshipPositions.compactMap { position in
                    let relationship: RelationshipDescription = entity.relationship(at: position)
                    guard [.ownPairs, .inversePairs].contains(relationship.storage) else { return nil }
                    guard let pairs = PairTable(relationship, of: entity, layout: layout) else {
                        throw ModelError.classesDoNotFit(
                            entity: entity.name,
                            reason: "the schema keeps no pairs for '\(relationship.name)'"
                        )
                    }
                    return (position, pairs)
                }
            )
        }
    }

    deinit {
        // Statements must end where they ran: SQLite forbids to use a connection from two threads.
        store.database.unsafeReentrantWrite { _ in statements.removeAll() }
    }

    /// The table of an entity's objects, or `nil` where the entity is not of this model.
    func table(of entity: EntityDescription) -> EntityTable? {
        indexes[ObjectIdentifier(entity)].map { tables[$0] }
    }

    /// The table of pairs of a relationship, or `nil` where that keeps none.
    func pairs(of table: EntityTable, at position: Int) -> PairTable? {
        pairs[table.id][position]
    }

    /// The relationships without inverse that keep pairs with an entity's objects.
    func oneWayPairs(to entity: EntityDescription) -> [(EntityTable.ID, position: Int)] {
        tables.flatMap { table in
            table.entity.relationshipPositions.compactMap { position in
                let relationship: RelationshipDescription = table.entity.relationship(at: position)
                let isOneWay: Bool = relationship.isToMany && relationship.inverse == nil
                return isOneWay && relationship.destination.apusEntity === entity ? (table.id, position) : nil
            }
        }
    }
}
