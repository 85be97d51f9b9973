import ApusMigration
import ApusStore

/// One of a container's stores, open.
final class PersistentStore: Sendable {
    let id: StoreID
    let configuration: ModelConfiguration
    let file: Store
    let connections: StoreConnections
    let changes = StoreChanges()
    /// The seed data; `nil` if the model has none.
    let seed: SeedSource?

    /// Opens a store as its configuration says.
    ///
    /// - Parameters:
    ///   - id: The index of the store.
    ///   - configuration: Where the store is, and how it is opened.
    ///   - planner: The planner of the model's migrations.
    ///   - code: The code that these migrations call.
    ///   - progress: Called with the progress of a migration.
    ///   - seed: The seed data of the store.
    ///   - setUp: Sets how the store is migrated.
    /// - Throws: `StoreError`.
    init(
        _ id: StoreID,
        _ configuration: ModelConfiguration,
        _ planner: Planner,
        _ code: MigrationCode,
        progress: (MigrationProgress) -> Void,
        seed: SeedSource?,
        migrating setUp: (inout Migrator) -> Void
    ) throws {
        self.seed = seed
        (self.id, self.configuration) = (id, configuration)
        var reader: StoreReader?
        if configuration.isStoredInMemoryOnly {
            file = try Store.inMemory(planner: planner, keys: configuration.keys, seed: seed)
        } else if configuration.allowsSave {
            if configuration.isInDefaultFolder { try configuration.makeFolder() }
            var migrator = Migrator(planner: planner, target: .head)
            migrator.code = code
            migrator.keys = configuration.keys
            migrator.defersWork = configuration.defersMigration
            migrator.seedData = seed
            setUp(&migrator)
            if let initial = configuration.initialStore {
                try withoutActuallyEscaping(progress) { progress in
                    try Store.provide(configuration.url, copying: initial, for: migrator, progress: progress)
                }
            }
            file = try Store.open(at: configuration.url, with: migrator, progress: progress)
        } else {
            (file, reader) = try Store.openReadOnly(
                at: configuration.url,
                planner: planner,
                keys: configuration.keys
            )
        }
        connections = StoreConnections(file, reader: reader)
        // From now on, changes by other processes are noticed.
        if !file.isReadOnly {
            _ = try file.wrappingErrors { try connections.write { try changes.count($0.database) } }
        }
    }

    /// Uses a store within a migration, or within another transaction.
    init(_ id: StoreID, _ configuration: ModelConfiguration, within transaction: Store) throws {
        (self.id, self.configuration, file, seed) = (id, configuration, transaction, nil)
        connections = StoreConnections(file, reader: nil)
        _ = try file.wrappingErrors { try connections.write { try changes.count($0.database) } }
    }

    /// Closes the store's file.
    func close() throws {
        try file.wrappingErrors { try connections.close { changes.close() } }
    }
}

extension ModelObject {
    /// Whether one of some stores has, or will have, the object's row.
    func isStored(in stores: [PersistentStore]) -> Bool { stores.contains { $0.id == table?.store } }
}

extension [ModelObject] {
    /// The objects of some stores; `nil` for all.
    func of(_ stores: [PersistentStore]?) -> [ModelObject] {
        stores.map { stores in filter { $0.isStored(in: stores) } } ?? self
    }
}
