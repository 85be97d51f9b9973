/// Code in Swift for the objects of an entity in a stage, with the passes and hooks of Core Data's `NSEntityMigrationPolicy`.
///
/// ```swift
/// nonisolated struct CountryPolicy: EntityMigrationPolicy {
///     func createRelationships(for country: AtlasV2.Country, in migration: MigrationContexts) throws {
///         for old in try migration.sourceInstances(of: Self.self, for: [country]) { … }
///     }
/// }
/// ```
///
/// A stage has its policies in ``MigrationStage/custom(_:version:fromVersion:toVersion:policies:willMigrate:didMigrate:)``. The
/// mapping makes the newer objects, as it does without policies. Then each pass runs for all policies, in their order, before the
/// next one begins:
///
/// 1. ``begin(_:)``, ``createDestinationInstances(for:in:)`` for each older object, ``endInstanceCreation(in:)``
/// 2. ``createRelationships(for:in:)`` for each newer object, ``endRelationshipCreation(in:)``
/// 3. ``performCustomValidation(in:)``, ``end(_:)``
///
/// Each hook does nothing by default. An error that one throws fails the migration and leaves the store as it was. A policy is
/// created for each migration, so it can keep what it needs from hook to hook in its properties; between objects, it should keep
/// no object, since the contexts save in batches, so that the memory grows by 8 bytes per object only. If older objects become one by
/// the thousand, those of a batch of newer ones are in memory together. A policy is a structure or a final class: the hooks of a
/// subclass would not be called.
public protocol EntityMigrationPolicy<Source, Destination>: SendableMetatype {
    /// The class of the older version. Objects of its subclasses are passed as well.
    associatedtype Source: PersistentModel

    /// The class of the newer version.
    associatedtype Destination: PersistentModel

    /// Creates the policy for one migration.
    init()

    /// Begins the policy, before its objects are created.
    ///
    /// - Parameter migration: The contexts of both versions, and what has become what.
    /// - Throws: Any error, to fail the migration.
    mutating func begin(_ migration: MigrationContexts) throws

    /// Creates the newer objects of an older one, besides those that the mapping has made, or changes or deletes these.
    ///
    /// Insert what is created into the newer context, and call ``MigrationContexts/associate(_:with:)``.
    ///
    /// - Parameters:
    ///   - source: The older object.
    ///   - migration: The contexts of both versions, and what has become what.
    /// - Throws: Any error, to fail the migration.
    mutating func createDestinationInstances(for source: Source, in migration: MigrationContexts) throws

    /// Ends the creation of objects.
    ///
    /// - Parameter migration: The contexts of both versions, and what has become what.
    /// - Throws: Any error, to fail the migration.
    mutating func endInstanceCreation(in migration: MigrationContexts) throws

    /// Relates a newer object to others, of which the policies have created all by now.
    ///
    /// It is called once for each newer object that an older one has become, by the mapping or by this policy.
    ///
    /// - Parameters:
    ///   - destination: The newer object.
    ///   - migration: The contexts of both versions, and what has become what.
    /// - Throws: Any error, to fail the migration.
    mutating func createRelationships(for destination: Destination, in migration: MigrationContexts) throws

    /// Ends the creation of relationships.
    ///
    /// - Parameter migration: The contexts of both versions, and what has become what.
    /// - Throws: Any error, to fail the migration.
    mutating func endRelationshipCreation(in migration: MigrationContexts) throws

    /// Checks the result. The model's own constraints are checked without it.
    ///
    /// - Parameter migration: The contexts of both versions, and what has become what.
    /// - Throws: Any error, to fail the migration.
    mutating func performCustomValidation(in migration: MigrationContexts) throws

    /// Ends the policy.
    ///
    /// - Parameter migration: The contexts of both versions, and what has become what.
    /// - Throws: Any error, to fail the migration.
    mutating func end(_ migration: MigrationContexts) throws
}

extension EntityMigrationPolicy {
    /// Does nothing.
    public func begin(_ migration: MigrationContexts) throws {}

    /// Does nothing: the mapping has made the objects.
    public func createDestinationInstances(for source: Source, in migration: MigrationContexts) throws {
        migration.objects.missesHook(of: Self.self)
    }

    /// Does nothing.
    public func endInstanceCreation(in migration: MigrationContexts) throws {}

    /// Does nothing: the mapping has made the references.
    public func createRelationships(for destination: Destination, in migration: MigrationContexts) throws {
        migration.objects.missesHook(of: Self.self)
    }

    /// Does nothing.
    public func endRelationshipCreation(in migration: MigrationContexts) throws {}

    /// Does nothing.
    public func performCustomValidation(in migration: MigrationContexts) throws {}

    /// Does nothing.
    public func end(_ migration: MigrationContexts) throws {}
}
