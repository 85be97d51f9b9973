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
    let selections: [Selection]
    let statements = StatementCache()
    /// The store's connection.
    var database: DatabaseQueue { store.database }

    /// How many tables of roots there are.
    let rootCount: Int
    private let indexes: [ObjectIdentifier: EntityTable.ID]

    /// Opens a model's store; makes it where there is none, migrates it where it holds an older version.
    ///
    /// - Parameters:
    ///   - plan: The model's generated schema, such as `TripsSchema.self`.
    ///   - url: The store's file.
    /// - Throws: What the planner refuses to do and why, what SQLite says, or a ``ModelError``. The store is as it
    ///   was then.
    public init(for plan: any SchemaMigrationPlan.Type, url: URL) throws {
        let planner: Planner = try plan.planner()
        let head: StoreState = try planner.state(of: .head)
        let schema: Schema = head.schema
        let entities: [EntityDescription] = plan.entities
        if let missing = schema.entities.first(where: { entity in !entities.contains { $0.name == entity.name } }) {
            throw ModelError.classesDoNotFit(entity: missing.name, reason: "there is no class")
        }
        // Before anything is done to the store.
        let layout: Layout = head.layout
        let roots: [String] = entities.filter { $0.parent == nil }.map(\.name)
        tables = try entities.enumerated().map { index, entity in
            let root: Int? = roots.firstIndex(of: entity.root.name)
            return try EntityTable(index, entity, root: root ?? 0, schema: schema, layout: layout)
        }
        rootCount = roots.count
        store = try Store.open(at: url, planner: planner)
        store.database.unsafeReentrantWrite { QueryFunctions.add(to: $0) }
        self.schema = store.schema
        indexes = Dictionary(
            tables.map { (ObjectIdentifier($0.entity), $0.id) },
            uniquingKeysWith: { first, _ in first }
        )
        let concrete: [EntityTable] = tables.filter { !$0.entity.isAbstract }
        selections = tables.map { table in
            Selection(
                table,
                concrete.filter { $0.entity.isKind(of: table.entity) },
                of: concrete.count { $0.root == table.root }
            )
        }
    }

    deinit {
        // Statements must end where they ran: SQLite forbids to use a connection from two threads.
        database.unsafeReentrantWrite { _ in statements.removeAll() }
    }

    /// The table of an entity's objects, or `nil` where the entity is not of this model.
    func table(of entity: EntityDescription) -> EntityTable? {
        indexes[ObjectIdentifier(entity)].map { tables[$0] }
    }

    /// The table of a class's objects, or `nil` where the class is of no entity of this model.
    func table(of type: any PersistentModel.Type) -> EntityTable? {
        tables.first { $0.entity.type == type }
    }

    /// The table of an entity's objects by the entity's name, or `nil` where this model has no such entity.
    func table(named name: String) -> EntityTable? {
        tables.first { $0.entity.name == name }
    }

    /// The relationships without inverse that keep pairs with an entity's objects.
    func oneWayPairs(to entity: EntityDescription) -> [(EntityTable, position: Int)] {
        tables.flatMap { table in
            table.entity.relationshipPositions.compactMap { position in
                let relationship: RelationshipDescription = table.entity.relationship(at: position)
                let isOneWay: Bool = relationship.storage == .ownPairs && relationship.inverse == nil
                return isOneWay && entity.isKind(of: relationship.destination) ? (table, position) : nil
            }
        }
    }
}
