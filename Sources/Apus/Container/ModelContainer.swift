import ApusMigration
public import ApusSchema
public import ApusStore
public import Foundation
import GRDB

/// An open store and its model.
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

    /// The number of root entities.
    let rootCount: Int
    private let indexes: [ObjectIdentifier: EntityTable.ID]
    private let oneWayJoinTables: [(EntityTable, position: Int)]

    /// Opens a model's store. Creates the store if it does not exist, and migrates it if it has an older version.
    ///
    /// - Parameters:
    ///   - plan: The model's generated schema, such as `TripsSchema.self`.
    ///   - url: The store's file.
    ///   - checks: How thoroughly a store is checked before it is migrated.
    /// - Throws: The planner's error if it refuses the migration, SQLite's error, or a ``ModelError``. The store is
    ///   unchanged then.
    public init(for plan: any SchemaMigrationPlan.Type, url: URL, checks: StoreChecks = .usual) throws {
        let planner = try plan.planner()
        let head = try planner.state(of: .head)
        let schema = head.schema
        let entities = plan.entities
        if let missing = schema.entities.first(where: { entity in !entities.contains { $0.name == entity.name } }) {
            throw ModelError.classMismatch(entity: missing.name, reason: "there is no class")
        }
        // The classes are checked before the store is touched.
        let layout = head.layout
        let roots = entities.filter { $0.parent == nil }.map(\.name)
        tables = try entities.enumerated().map { index, entity in
            let root = roots.firstIndex(of: entity.root.name)
            return try EntityTable(index, entity, root: root ?? 0, schema: schema, layout: layout)
        }
        rootCount = roots.count
        oneWayJoinTables = tables.flatMap { table in
            table.entity.relationshipPositions.compactMap { position in
                let relationship = table.entity.relationship(at: position)
                let isInherited = position < table.entity.parent?.properties.count ?? 0
                let isOneWay = relationship.storage == .ownJoinTable && relationship.inverse == nil
                return isOneWay && !isInherited ? (table, position) : nil
            }
        }
        do throws(StoreError) {
            store = try Store.open(at: url, planner: planner, checks: checks)
        } catch {
            throw ModelError(error) ?? error
        }
        self.schema = store.schema
        indexes = Dictionary(
            tables.map { (ObjectIdentifier($0.entity), $0.id) },
            uniquingKeysWith: { first, _ in first }
        )
        let concrete = tables.filter { !$0.entity.isAbstract }
        selections = tables.map { table in
            Selection(
                table,
                concreteTables: concrete.filter { $0.entity.isKind(of: table.entity) },
                inHierarchyOf: concrete.count { $0.root == table.root }
            )
        }
    }

    deinit {
        // Statements are finalized on their connection's queue: SQLite forbids using a connection from two threads.
        database.unsafeReentrantWrite { _ in statements.removeAll() }
    }

    /// The table of an entity's objects; `nil` if this model does not have the entity.
    func table(of entity: EntityDescription) -> EntityTable? {
        indexes[ObjectIdentifier(entity)].map { tables[$0] }
    }

    /// The table of a class's objects; `nil` if no entity of this model has the class.
    func table(of type: any PersistentModel.Type) -> EntityTable? {
        tables.first { $0.entity.type == type }
    }

    /// The table of the entity with a name; `nil` if this model does not have the entity.
    func table(named name: String) -> EntityTable? {
        tables.first { $0.entity.name == name }
    }

    /// The relationships without an inverse whose join tables refer to an entity's objects, each in the entity that
    /// declares it.
    func oneWayJoinTables(to entity: EntityDescription) -> [(EntityTable, position: Int)] {
        oneWayJoinTables.filter { table, position in
            entity.isKind(of: table.entity.relationship(at: position).destination)
        }
    }
}
