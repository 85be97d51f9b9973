import ApusMigration
import ApusSchema
import ApusStore
import Foundation
import GRDB

/// A container's open stores, with what contexts need to read and write their objects. All contexts of a container share it.
final class StoreCoordinator: Sendable {
    let plan: any SchemaMigrationPlan.Type
    let stores: [PersistentStore]
    let tables: [EntityTable]
    let selections: [Selection]
    let observers = SaveObservers()
    let live = LiveRegistry()
    /// The work in the background, one after the other.
    let work = DispatchQueue(label: "apus.work")
    private let state = State()
    /// Held while several stores are saved, so that saves which wait for each other come to an end.
    let saving = NSRecursiveLock()

    /// Whether the container is closed, and what watches its stores.
    private final class State: @unchecked Sendable {
        private let lock = NSLock()
        private var refusesWork = false
        private var isClosed = false
        private var watches: [StoreWatch] = []

        var current: (refusesWork: Bool, isClosed: Bool) { lock.withLock { (refusesWork, isClosed) } }

        func refuseWork() { lock.withLock { refusesWork = true } }

        /// Returns whether it is closed now for the first time.
        func close() -> Bool {
            lock.withLock {
                defer { (refusesWork, isClosed) = (true, true) }
                return !isClosed
            }
        }

        /// Watches stores for other processes, from the first time on.
        func watch(_ make: () -> [StoreWatch]) {
            lock.withLock { if watches.isEmpty, !isClosed { watches = make() } }
        }

        func takeWatches() -> [StoreWatch] {
            lock.withLock {
                defer { watches = [] }
                return watches
            }
        }
    }

    /// The stores' schema.
    let schema: Schema
    /// Where the stores are.
    var configurations: [ModelConfiguration] { stores.map(\.configuration) }
    /// Whether the objects of any store can be saved.
    var allowsSave: Bool { configurations.contains(where: \.allowsSave) }

    /// The number of root entities.
    let rootCount: Int
    private let indexes: [ObjectIdentifier: EntityTable.ID]
    private let classes: [ObjectIdentifier: EntityTable.ID]
    private let names: [String: EntityTable.ID]
    let formerNames = FormerNames()
    let sums: DerivedSums
    private let oneWayJoinTables: [(EntityTable, position: Int)]
    /// The relationship whose objects lose a reference with a row of a join table, by the column of the other object.
    private let joinTableEnds: [EntityTable.JoinTableColumn: (EntityTable, position: Int)]

    /// Opens a model's stores: see ``ModelContainer``.
    ///
    /// - Parameters:
    ///   - plan: The model's generated schema.
    ///   - configurations: Where the stores are.
    ///   - progress: Called with the progress of a migration.
    ///   - setUp: Sets how a store is migrated.
    /// - Throws: A ``ModelError``, or `StoreError`.
    convenience init(
        _ plan: any SchemaMigrationPlan.Type,
        _ configurations: [ModelConfiguration],
        progress: (MigrationProgress) -> Void = { _ in },
        migrating setUp: (inout Migrator, ModelConfiguration) -> Void
    ) throws {
        try self.init(plan, configurations, layout: nil) { id, configuration, planner, roots in
            var code = plan.code
            if configurations.count > 1 { code.roots = roots }
            // Without data, nothing is known of the rows that others have loaded.
            let seed = plan.seedData.map { data in
                SeedSource(digest: data.digest, json: data.json, roots: configurations.count > 1 ? roots : nil)
            }
            let store = try PersistentStore(id, configuration, planner, code, progress: progress, seed: seed) {
                setUp(&$0, configuration)
            }
            // Only a reset of several stores copies them.
            if configurations.count > 1 { store.file.removeAbandonedCopies() }
            return store
        }
    }

    /// Uses a store within a migration.
    ///
    /// - Parameters:
    ///   - plan: The generated schema of the store's version.
    ///   - allowsSave: Whether contexts can save changes.
    ///   - store: The store.
    /// - Throws: ``ModelError/classMismatch(entity:reason:)``; `StoreError`.
    convenience init(_ plan: any SchemaMigrationPlan.Type, allowsSave: Bool, within store: Store) throws {
        let configuration = ModelConfiguration(url: URL(filePath: store.path), allowsSave: allowsSave)
        try self.init(plan, [configuration], layout: store.layout) { _, configuration, _, _ in
            try PersistentStore(0, configuration, within: store)
        }
    }

    /// Uses the stores of another coordinator within transactions of theirs.
    ///
    /// - Parameter other: The coordinator.
    /// - Throws: `StoreError`.
    convenience init(within other: StoreCoordinator) throws {
        try self.init(other.plan, other.configurations, layout: nil) { id, configuration, _, _ in
            try PersistentStore(id, configuration, within: Store(borrowing: other.stores[id].file))
        }
    }

    private init(
        _ plan: any SchemaMigrationPlan.Type,
        _ configurations: [ModelConfiguration],
        layout: Layout?,
        opening open: (StoreID, ModelConfiguration, Planner, _ roots: Set<String>) throws -> PersistentStore
    ) throws {
        self.plan = plan
        let planner = try plan.planner()
        let head = try planner.state(of: .head)
        let schema = head.schema
        let entities = plan.entities
        if let missing = schema.entities.first(where: { entity in !entities.contains { $0.name == entity.name } }) {
            throw ModelError.classMismatch(entity: missing.name, reason: "there is no class")
        }
        // The classes are checked before a store is touched.
        let layout = layout ?? head.layout
        let roots = entities.filter { $0.parent == nil }.map(\.name)
        let assignment = try StoreAssignment(of: entities, schema, to: configurations)
        let tables = try entities.enumerated().map { index, entity in
            let root = roots.firstIndex(of: entity.root.name)
            return try EntityTable(
                index,
                entity,
                root: root ?? 0,
                in: assignment[entity],
                schema: schema,
                layout: layout
            )
        }
        (self.schema, self.tables) = (schema, tables)
        rootCount = roots.count
        sums = DerivedSums(of: schema, in: layout)
        oneWayJoinTables = tables.flatMap { table in
            table.entity.relationshipPositions.compactMap { position in
                let relationship = table.entity.relationship(at: position)
                let isInherited = position < table.entity.parent?.properties.count ?? 0
                let isOneWay = relationship.storage == .ownJoinTable && relationship.inverse == nil
                return isOneWay && !isInherited ? (table, position) : nil
            }
        }
        joinTableEnds = tables.reduce(into: [:]) { ends, table in
            for position in table.declaredRelationships {
                guard let join = table.joinTables[position] else { continue }
                ends[EntityTable.JoinTableColumn(table: join.name, column: join.far)] = (table, position)
            }
        }
        stores = try configurations.enumerated().map { id, configuration in
            do {
                return try open(
                    id,
                    configuration,
                    planner,
                    Set(entities.filter { assignment[$0] == id }.map(\.root.name))
                )
            } catch let error as StoreError {
                throw ModelError(error) ?? error
            }
        }
        indexes = tables.indexed { ObjectIdentifier($0.entity) }
        classes = tables.indexed { ObjectIdentifier($0.entity.type) }
        names = tables.indexed(by: \.entity.name)
        selections = tables.map { Self.selection(of: $0, in: tables) { _ in [:] } }
        try checkFiles()
        try checkStrayObjects()
    }

    /// Checks that no two stores have one file, by whatever names.
    private func checkFiles() throws {
        for (index, store) in stores.enumerated() {
            if let other = stores[..<index].first(where: { $0.file.hasFile(of: store.file) }) {
                let names = [other.configuration.name, store.configuration.name]
                throw ModelError.storeAssignment(.sameFile(configurations: names))
            }
        }
    }

    /// Checks that no store has objects of entities that belong to another one.
    private func checkStrayObjects() throws {
        if stores.count == 1 { return }
        for store in stores {
            for table in tables where table.store != store.id && table.entity.parent == nil {
                let isEmpty = try store.file.wrappingErrors {
                    try store.connections.read { access in
                        try Row.fetchOne(access.database, sql: "SELECT 1 FROM \(table.name) LIMIT 1") == nil
                    }
                }
                if isEmpty { continue }
                let (name, owner) = (store.configuration.name, stores[table.store].configuration.name)
                throw ModelError.storeAssignment(
                    .objectsElsewhere(entity: table.entity.name, configuration: name, of: owner)
                )
            }
        }
    }

    deinit {
        try? close()
    }

    /// Whether work in the background that has not begun is refused.
    var refusesWork: Bool { state.current.refusesWork }

    /// Whether the store is closed.
    var isClosed: Bool { state.current.isClosed }

    /// Refuses work in the background that has not begun.
    func refuseWork() { state.refuseWork() }

    /// Closes the stores' files.
    func close() throws {
        guard state.close() else { return }
        for watch in state.takeWatches() { watch.stop() }
        observers.streams.finish()
        live.finish()
        var failure: (any Error)?
        for store in stores {
            do { try store.close() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Has contexts take over what other processes save, from now on.
    func watchOtherProcesses() {
        state.watch {
            stores.compactMap { store in
                StoreWatch(store) { [observers, live] in
                    observers.post(.byOtherProcess, from: nil)
                    live.noteAnything(isEverythingUpdated: true)
                }
            }
        }
    }

    /// What a fetch of an entity's objects reads if it needs only some of their properties.
    func selection(of table: EntityTable, reading positions: Set<Int>) -> Selection {
        Self.selection(of: table, in: tables) { $0.placeholders(except: positions) }
    }

    /// What a fetch of an entity's objects reads.
    ///
    /// - Parameters:
    ///   - table: The table of the entity.
    ///   - tables: All tables.
    ///   - placeholders: What is selected instead of columns, as SQL, by the names of the columns.
    /// - Returns: The columns.
    private static func selection(
        of table: EntityTable,
        in tables: [EntityTable],
        leavingOut placeholders: (EntityTable) -> [String: String]
    ) -> Selection {
        let concrete = tables.filter { !$0.entity.isAbstract }
        let own = concrete.filter { $0.entity.isKind(of: table.entity) }
        return Selection(
            table,
            concreteTables: own,
            inHierarchyOf: concrete.count { $0.root == table.root },
            leavingOut: own.map(placeholders).reduce(into: [:]) { $0.merge($1) { first, _ in first } }
        )
    }

    /// The store with an object's row; `nil` if the object is in no context.
    func store(of object: ModelObject) -> PersistentStore? { object.table.map { stores[$0.store] } }

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

    /// The relationship whose objects lose those in a column of a join table; `nil` if it is not in the model.
    func end(losing column: EntityTable.JoinTableColumn) -> (table: EntityTable, position: Int)? {
        joinTableEnds[column].map { ($0.0, $0.position) }
    }
}

extension Array where Element == EntityTable {
    /// The tables' indexes by a key, the first one's for equal keys.
    fileprivate func indexed<Key: Hashable>(by key: (EntityTable) -> Key) -> [Key: EntityTable.ID] {
        Dictionary(map { (key($0), $0.id) }) { first, _ in first }
    }
}
