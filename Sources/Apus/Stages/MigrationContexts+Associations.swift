// What has become what, in both directions, as `NSMigrationManager` knows it.

extension MigrationContexts {
    /// Returns the newer objects that older ones have become: those that the mapping has made of them, and those that a policy has
    /// associated with them. Objects that were deleted meanwhile are left out.
    ///
    /// - Parameters:
    ///   - policy: The policy, whose classes both have.
    ///   - sources: The older objects.
    /// - Returns: The newer objects, those of each older one in the order of their identities; none twice.
    /// - Throws: ``ModelError/foreignObject(_:)`` for an object that is not in the older context; an error of the store.
    public func destinationInstances<Policy: EntityMigrationPolicy>(
        of policy: Policy.Type,
        for sources: [Policy.Source]
    ) throws -> [Policy.Destination] {
        try destinations(of: sources, StageObjects.key(of: policy))
    }

    /// Returns the older objects that newer ones come from, by the mapping or by what a policy has associated.
    ///
    /// - Parameters:
    ///   - policy: The policy, whose classes both have.
    ///   - destinations: The newer objects.
    /// - Returns: The older objects, those of each newer one in the order of their identities; none twice.
    /// - Throws: ``ModelError/foreignObject(_:)`` for an object that is not in the newer context; an error of the store.
    public func sourceInstances<Policy: EntityMigrationPolicy>(
        of policy: Policy.Type,
        for destinations: [Policy.Destination]
    ) throws -> [Policy.Source] {
        try sources(of: destinations, StageObjects.key(of: policy))
    }

    /// Returns the newer objects that an older one has become, whatever has made or associated them.
    ///
    /// - Parameters:
    ///   - source: The older object.
    ///   - type: The class of the newer objects.
    /// - Returns: The newer objects, in the order of their identities.
    /// - Throws: ``ModelError/foreignObject(_:)`` for an object that is not in the older context; an error of the store.
    public func destinationInstances<Newer: PersistentModel>(
        for source: some PersistentModel,
        as type: Newer.Type = Newer.self
    ) throws -> [Newer] {
        try destinations(of: [source], nil)
    }

    /// Returns the older objects that a newer one comes from, whatever has made or associated it.
    ///
    /// - Parameters:
    ///   - destination: The newer object.
    ///   - type: The class of the older objects.
    /// - Returns: The older objects, in the order of their identities.
    /// - Throws: ``ModelError/foreignObject(_:)`` for an object that is not in the newer context; an error of the store.
    public func sourceInstances<Older: PersistentModel>(
        for destination: some PersistentModel,
        as type: Older.Type = Older.self
    ) throws -> [Older] {
        try sources(of: [destination], nil)
    }

    /// Associates an older object with a newer one that code has made of it, for the policy whose hook is running.
    ///
    /// One older object may be associated with several newer ones, and several older ones with one newer. What the mapping makes
    /// needs no association.
    ///
    /// - Parameters:
    ///   - source: The older object.
    ///   - destination: The newer object, which was inserted into the newer context.
    /// - Throws: ``ModelError/foreignObject(_:)`` for an object that is not in its context.
    public func associate(_ source: some PersistentModel, with destination: some PersistentModel) throws {
        try objects.associate(source, with: destination)
    }

    private func destinations<Newer: PersistentModel>(of sources: [ModelObject], _ policy: String?) throws -> [Newer] {
        let found = try objects.destinations(of: sources, new.table(of: Newer.self), policy: policy)
        return inOrder(sources, found)
    }

    private func sources<Older: PersistentModel>(of destinations: [ModelObject], _ policy: String?) throws -> [Older] {
        let found = try objects.sources(of: destinations, old.table(of: Older.self), policy: policy)
        return inOrder(destinations, found)
    }

    private func inOrder<Model: PersistentModel>(
        _ objects: [ModelObject],
        _ found: [ObjectIdentifier: [ModelObject]]
    ) -> [Model] {
        var seen: Set<ObjectIdentifier> = []
        return objects.flatMap { found[ObjectIdentifier($0)] ?? [] }
            .filter { seen.insert(ObjectIdentifier($0)).inserted }
            .map { unsafeDowncast($0, to: Model.self) }
    }
}
