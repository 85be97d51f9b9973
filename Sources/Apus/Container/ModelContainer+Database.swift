import ApusStore
public import GRDB

extension ModelContainer {
    /// The container's store, to read it with SQL. If there are several, see ``database(named:)``.
    public var database: ModelDatabase { ModelDatabase(coordinator, nil) }

    /// One of the container's stores, to read it with SQL.
    ///
    /// - Parameter name: The name of its configuration.
    /// - Returns: The store. If there is none with that name, reading it is an error.
    public func database(named name: String) -> ModelDatabase { ModelDatabase(coordinator, name) }
}

/// A store that can be read with SQL.
///
/// ```swift
/// let nights = try container.database.read { db in
///     try Int.fetchOne(db, sql: "SELECT sum(nights) FROM Trip")
/// }
/// ```
public struct ModelDatabase: Sendable {
    private let coordinator: StoreCoordinator
    private let name: String?

    init(_ coordinator: StoreCoordinator, _ name: String?) { (self.coordinator, self.name) = (coordinator, name) }

    /// Runs a closure that reads the store. All that it reads is of one state: what was committed when it began.
    ///
    /// The closure has a connection of its own, which other calls use again, so a pragma may stay set. It cannot change the store.
    ///
    /// - Parameter body: The closure.
    /// - Returns: Its result.
    /// - Throws: The error of `body`; ``ModelError/writesDatabase(sql:)``; ``ModelError/unknownStore(name:configurations:)``;
    ///   ``ModelError/containerClosed``; `StoreError` if the store cannot be read.
    public func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        let store = try coordinator.store(named: name)
        do {
            return try store.connections.readAsGuest(body)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
            throw ModelError.writesDatabase(sql: error.sql ?? "")
        }
    }
}
