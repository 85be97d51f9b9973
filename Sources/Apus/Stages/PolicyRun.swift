import ApusStore

/// A policy in a migration.
protocol PolicyRunning {
    /// Throws if the policy's classes are not of the stage's versions.
    func checkClasses() throws
    /// The pass that creates objects.
    mutating func create() throws
    /// The pass that relates them.
    mutating func relate() throws
    /// The pass that validates them.
    mutating func validate() throws
}

struct PolicyRun<Policy: EntityMigrationPolicy>: PolicyRunning {
    /// The number of objects that are read at a time.
    private static var batchSize: Int { 5000 }

    private var policy = Policy()
    private let migration: MigrationContexts
    private var objects: StageObjects { migration.objects }

    init(_: Policy.Type, _ migration: MigrationContexts) { self.migration = migration }

    func checkClasses() throws {
        try run("init") {
            _ = try migration.old.table(of: Policy.Source.self)
            _ = try migration.new.table(of: Policy.Destination.self)
        }
    }

    mutating func create() throws {
        try run("begin") { try policy.begin(migration) }
        let newer = try migration.new.table(of: Policy.Destination.self)
        try forEach(Policy.Source.self, in: migration.old, "createDestinationInstances") { objects, batch in
            // What has the same identity is read at once. It is used only if the policy asks for it.
            try objects.readPairs(of: batch, newer)
        } body: { policy, object, migration in
            try policy.createDestinationInstances(for: object, in: migration)
        }
        try run("endInstanceCreation") { try policy.endInstanceCreation(in: migration) }
    }

    mutating func relate() throws {
        let older = try migration.old.table(of: Policy.Source.self)
        var related: Set<ObjectIdentifier> = []
        try forEach(Policy.Destination.self, in: migration.new, "createRelationships") { objects, batch in
            let sources = try objects.sources(of: batch, older, policy: StageObjects.key(of: Policy.self))
            related = Set(sources.keys)
            return sources.values.flatMap(\.self)
        } body: { policy, object, migration in
            if related.contains(ObjectIdentifier(object)) {
                try policy.createRelationships(for: object, in: migration)
            }
        }
        try run("endRelationshipCreation") { try policy.endRelationshipCreation(in: migration) }
    }

    mutating func validate() throws {
        try run("performCustomValidation") { try policy.performCustomValidation(in: migration) }
        try run("end") { try policy.end(migration) }
    }

    /// Runs a hook for each object of a class that the context has now, in batches.
    private mutating func forEach<Model: PersistentModel>(
        _ type: Model.Type,
        in context: ModelContext,
        _ hook: String,
        reading others: (StageObjects, [ModelObject]) throws -> [ModelObject],
        body: (inout Policy, Model, MigrationContexts) throws -> Void
    ) throws {
        // Everything is saved after a hook, so there are no changes that would need the objects instead of a list of their rows.
        guard let rows = try context.rowList(FetchDescriptor<Model>()) else { throw ModelError.readOnly }
        for start in stride(from: 0, to: rows.count, by: Self.batchSize) {
            let range = start..<min(start + Self.batchSize, rows.count)
            try objects.work.checkCancellation()
            objects.hookIsMissing = false
            try run(hook) {
                try objects.releasingRelated {
                    // An object of an earlier batch may have deleted some.
                    let batch = try context.objects(of: rows, in: range).filter { !$0.isDeleted }
                    let kept = try others(objects, batch)
                    for object in batch where !object.isDeleted {
                        do {
                            try body(&policy, unsafeDowncast(object, to: Model.self), migration)
                        } catch {
                            let named = (entity: object.entity.name, row: object.rowOrNone)
                            throw StageFailure(in: Self.name(of: hook), for: named, error)
                        }
                        // The same default would do nothing for all others.
                        if objects.hookIsMissing { break }
                    }
                    // In a context, an object is found without a read as long as another one retains it.
                    withExtendedLifetime(kept) {}
                    try objects.save()
                }
            }
            if objects.hookIsMissing { return }
            objects.work.report(range.upperBound, rows.count)
        }
    }

    /// Runs a hook, and saves what it has changed.
    private func run(_ hook: String, _ body: () throws -> Void) throws {
        objects.policy = StageObjects.key(of: Policy.self)
        defer { objects.policy = nil }
        do {
            try objects.work.checkCancellation()
            try body()
            try objects.save()
        } catch {
            throw StageFailure(in: Self.name(of: hook), error)
        }
    }

    private static func name(of hook: String) -> String { "\(Policy.self).\(hook)" }
}
