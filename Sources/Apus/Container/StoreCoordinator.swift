import ApusMigration
import ApusSchema
import ApusStore
import Foundation
import GRDB

/// An open store, with what contexts need to read and write its objects. All contexts of a container share it.
final class StoreCoordinator: Sendable {
    let plan: any SchemaMigrationPlan.Type
    let configuration: ModelConfiguration
    let store: Store
    let tables: [EntityTable]
    let selections: [Selection]
    let connections: StoreConnections
    let changes = StoreChanges()
    let observers = SaveObservers()
    /// The work in the background, one after the other.
    let work = DispatchQueue(label: "apus.work")
    private let state = State()

    /// What happens when the container is closed.
    private final class State: @unchecked Sendable {
        private let lock = NSLock()
        private var refusesWork = false
        private var isClosed = false
        private var watch: StoreWatch?

        var current: (refusesWork: Bool, isClosed: Bool) { lock.withLock { (refusesWork, isClosed) } }

        /// The watch for other processes; makes it the first time.
        func watch(_ make: () -> StoreWatch) {
            lock.withLock { if watch == nil, !isClosed { watch = make() } }
        }

        func takeWatch() -> StoreWatch? {
            lock.withLock {
                defer { watch = nil }
                return watch
            }
        }

        func set(refusesWork: Bool, isClosed: Bool) {
            lock.withLock { (self.refusesWork, self.isClosed) = (refusesWork, isClosed) }
        }
    }
    /// The store's schema.
    var schema: Schema { store.schema }

    /// The number of root entities.
    let rootCount: Int
    private let indexes: [ObjectIdentifier: EntityTable.ID]
    private let classes: [ObjectIdentifier: EntityTable.ID]
    private let names: [String: EntityTable.ID]
    private let oneWayJoinTables: [(EntityTable, position: Int)]

    /// Opens a model's store: see ``ModelContainer``.
    ///
    /// - Parameters:
    ///   - plan: The model's generated schema.
    ///   - configuration: Where the store is.
    ///   - progress: Called with the progress of a migration.
    ///   - setUp: Sets how the store is migrated.
    /// - Throws: A ``ModelError``, or `StoreError`.
    init(
        _ plan: any SchemaMigrationPlan.Type,
        _ configuration: ModelConfiguration,
        progress: (MigrationProgress) -> Void = { _ in },
        migrating setUp: (inout Migrator) -> Void
    ) throws {
        (self.plan, self.configuration) = (plan, configuration)
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
        var reader: StoreReader?
        do throws(StoreError) {
            if configuration.isStoredInMemoryOnly {
                store = try Store.inMemory(planner: planner)
            } else if !configuration.allowsSave {
                let (opened, connection) = try Store.openReadOnly(at: configuration.url, planner: planner)
                (store, reader) = (opened, connection)
            } else {
                if configuration.isInDefaultFolder { try configuration.makeFolder() }
                var migrator = Migrator(planner: planner, target: .head)
                setUp(&migrator)
                store = try Store.open(at: configuration.url, with: migrator, progress: progress)
            }
        } catch {
            throw ModelError(error) ?? error
        }
        connections = StoreConnections(store, reader: reader)
        indexes = tables.indexed { ObjectIdentifier($0.entity) }
        classes = tables.indexed { ObjectIdentifier($0.entity.type) }
        names = tables.indexed(by: \.entity.name)
        let concrete = tables.filter { !$0.entity.isAbstract }
        selections = tables.map { table in
            Selection(
                table,
                concreteTables: concrete.filter { $0.entity.isKind(of: table.entity) },
                inHierarchyOf: concrete.count { $0.root == table.root }
            )
        }
        // From now on, changes by other processes are noticed.
        if !store.isReadOnly { _ = try store.wrappingErrors { try connections.write { try changes.count($0.database) } } }
    }

    deinit {
        try? close()
    }

    /// Whether work in the background that has not begun is refused.
    var refusesWork: Bool { state.current.refusesWork }

    /// Whether the store is closed.
    var isClosed: Bool { state.current.isClosed }

    /// Refuses work in the background that has not begun.
    func refuseWork() { state.set(refusesWork: true, isClosed: isClosed) }

    /// Closes the store's file.
    func close() throws {
        if isClosed { return }
        state.set(refusesWork: true, isClosed: true)
        state.takeWatch()?.stop()
        observers.finish()
        // Its statement is one of the connection that writes.
        try? connections.write { _ in changes.close() }
        try store.wrappingErrors { try connections.close() }
    }

    /// Has contexts take over what other processes save, from now on.
    func watchOtherProcesses() {
        if configuration.isStoredInMemoryOnly { return }
        state.watch { StoreWatch(self) { [observers] in observers.post(.byOtherProcess, from: nil) } }
    }

    /// Deletes all objects, and has the contexts forget theirs.
    func erase() throws {
        try store.wrappingErrors {
            try connections.write { access in
                try store.erase(access.database)
                _ = changes.noteSave()
            }
        }
        observers.post(.erasure, from: nil)
    }

    /// The table of an entity's objects; `nil` if this model does not have the entity.
    func table(of entity: EntityDescription) -> EntityTable? {
        indexes[ObjectIdentifier(entity)].map { tables[$0] }
    }

    /// The table of a class's objects; `nil` if no entity of this model has the class.
    func table(of type: any PersistentModel.Type) -> EntityTable? {
        classes[ObjectIdentifier(type)].map { tables[$0] }
    }

    /// The table of the entity with a name; `nil` if this model does not have the entity.
    func table(named name: String) -> EntityTable? {
        names[name].map { tables[$0] }
    }

    /// The relationships without an inverse whose join tables refer to an entity's objects, each in the entity that
    /// declares it.
    func oneWayJoinTables(to entity: EntityDescription) -> [(EntityTable, position: Int)] {
        oneWayJoinTables.filter { table, position in
            entity.isKind(of: table.entity.relationship(at: position).destination)
        }
    }
}

extension Array where Element == EntityTable {
    /// The tables' indexes by a key, the first one's for equal keys.
    fileprivate func indexed<Key: Hashable>(by key: (EntityTable) -> Key) -> [Key: EntityTable.ID] {
        Dictionary(map { (key($0), $0.id) }) { first, _ in first }
    }
}
