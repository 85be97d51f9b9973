import ApusStore

/// The objects of both versions while code runs, and what has become what.
///
/// The usual case, that the newer object has the identity of the older one, needs no memory and no table. Other associations are
/// in a temporary table as soon as the newer objects are saved and so have identities.
final class StageObjects {
    let old: ModelContext
    let new: ModelContext
    let work: StageWork
    /// The policy whose hook is running.
    var policy: String?
    /// Whether the hook that was just called is the default one, which does nothing.
    var hookIsMissing = false

    /// Associations that are not in the table yet.
    private var pending: [(source: ModelObject, destination: ModelObject, policy: String)] = []
    /// Their indexes, by both objects.
    private var pendingIndexes: [ObjectIdentifier: [Int]] = [:]

    init(old: ModelContext, new: ModelContext, _ work: StageWork) { (self.old, self.new, self.work) = (old, new, work) }

    /// What associations keep of a policy. Only its full name is unique.
    static func key(of policy: any EntityMigrationPolicy.Type) -> String { String(reflecting: policy) }

    /// Notes that a policy does not have the hook that was called. If another policy calls it, that one has.
    func missesHook(of type: any EntityMigrationPolicy.Type) {
        if policy == Self.key(of: type) { hookIsMissing = true }
    }

    /// Saves the changes of both contexts, and what they have associated.
    func save() throws {
        try old.save()
        try new.save()
        let saved = pending
        (pending, pendingIndexes) = ([], [:])
        // An object without a row was deleted or rolled back before it was saved. One that the save has united with another has the row
        // of that one.
        let pairs = saved.filter { $0.destination.row != nil }.map { one in
            StageAssociations.Pair(
                from: (one.source.entity.root.name, one.source.rowOrNone),
                to: (one.destination.entity.root.name, one.destination.rowOrNone),
                policy: one.policy
            )
        }
        try old.coordinator.stores[0].file.wrappingErrors { try work.associations?.add(pairs) }
    }

    /// Runs work, after which the objects that were read in it do not retain each other.
    func releasingRelated(_ work: () throws -> Void) rethrows {
        try old.releasingRelated { try new.releasingRelated(work) }
    }

    // MARK: - Associations

    func associate(_ source: ModelObject, with destination: ModelObject) throws {
        try require(source, in: old)
        try require(destination, in: new)
        for object in [source, destination] {
            pendingIndexes[ObjectIdentifier(object), default: []].append(pending.count)
        }
        pending.append((source, destination, policy ?? "."))
    }

    /// Returns those of some objects that are not deleted, which have to be of a context.
    private func existing(_ objects: [ModelObject], in context: ModelContext) throws -> [ModelObject] {
        let existing = objects.filter { !$0.isDeleted }
        for object in existing { try require(object, in: context) }
        return existing
    }

    private func require(_ object: ModelObject, in context: ModelContext) throws {
        guard object.context === context, !object.isDeleted else {
            throw ModelError.foreignObject(object.persistentModelID)
        }
    }

    /// Whether an older object has become a newer one with the same identity.
    ///
    /// An object that code has inserted is none of those: its identity is greater than those of all objects that there were, also
    /// of older ones that have become nothing.
    func isPair(_ source: ModelObject, _ destination: ModelObject) -> Bool {
        source.rowOrNone == destination.rowOrNone
            && work.sources[destination.entity.name]?.contains(source.entity.name) == true
    }

    /// Reads the newer objects with the identities of older ones.
    func readPairs(of sources: [ModelObject], _ newer: EntityTable) throws -> [ModelObject] {
        let known = new.coordinator.concreteNames(of: newer)
        let possible = known.reduce(into: Set()) { $0.formUnion(work.sources[$1] ?? []) }
        return try read(Set(sources.filter { possible.contains($0.entity.name) }.map(\.rowOrNone)), newer, in: new)
    }

    /// Returns the newer objects that older ones have become.
    ///
    /// - Parameters:
    ///   - sources: The older objects.
    ///   - newer: The table of the newer objects.
    ///   - policy: The policy that has associated them, or the mapping; `nil` for all.
    /// - Returns: The newer objects, by the older ones, each in the order of their identities, with those that are not saved at
    ///   the end.
    /// - Throws: ``ModelError/foreignObject(_:)``; an error of the store.
    func destinations(
        of sources: [ModelObject],
        _ newer: EntityTable,
        policy: String?
    ) throws -> [ObjectIdentifier: [ModelObject]] {
        let sources = try existing(sources, in: old)
        let pairs = try readPairs(of: sources, newer)
        let byRow = Dictionary(pairs.map { ($0.rowOrNone, $0) }) { first, _ in first }
        var found = Found(of: newer.entity)
        for source in sources {
            if let object = byRow[source.rowOrNone], isPair(source, object) { found.add(object, to: source) }
        }
        for group in Dictionary(grouping: sources, by: { $0.entity.root.name }).values {
            let roots = (older: group[0].entity.root.name, newer: newer.entity.root.name)
            try add(to: &found, group, .source, roots, policy) { try read($0, newer, in: new) }
        }
        addPending(to: &found, sources, policy) { $0.destination }
        return found.sorted
    }

    /// Returns the older objects that newer ones come from.
    ///
    /// - Parameters:
    ///   - destinations: The newer objects.
    ///   - older: The table of the older objects.
    ///   - policy: The policy that has associated them, or the mapping; `nil` for all.
    /// - Returns: The older objects, by the newer ones, in the order of their identities.
    /// - Throws: ``ModelError/foreignObject(_:)``; an error of the store.
    func sources(
        of destinations: [ModelObject],
        _ older: EntityTable,
        policy: String?
    ) throws -> [ObjectIdentifier: [ModelObject]] {
        let destinations = try existing(destinations, in: new)
        let known = old.coordinator.concreteNames(of: older)
        let kept = destinations.filter { destination in
            destination.row != nil && !known.isDisjoint(with: work.sources[destination.entity.name] ?? [])
        }
        let pairs = try read(Set(kept.map(\.rowOrNone)), older, in: old)
        let byRow = Dictionary(pairs.map { ($0.rowOrNone, $0) }) { first, _ in first }
        var found = Found(of: older.entity)
        for destination in kept {
            if let object = byRow[destination.rowOrNone], isPair(object, destination) {
                found.add(object, to: destination)
            }
        }
        let saved = destinations.filter { $0.row != nil }
        for group in Dictionary(grouping: saved, by: { $0.entity.root.name }).values {
            let roots = (older: older.entity.root.name, newer: group[0].entity.root.name)
            try add(to: &found, group, .destination, roots, policy) { try read($0, older, in: old) }
        }
        addPending(to: &found, destinations, policy) { $0.source }
        return found.sorted
    }

    /// Objects of an entity at one side of associations, by those at the other one.
    private struct Found {
        let entity: EntityDescription
        private var objects: [ObjectIdentifier: [ModelObject]] = [:]
        private var known: Set<Pair> = []

        private struct Pair: Hashable {
            let object, other: ObjectIdentifier
        }

        init(of entity: EntityDescription) { self.entity = entity }

        mutating func add(_ object: ModelObject, to other: ModelObject) {
            guard !object.isDeleted, object.entity.isKind(of: entity) else { return }
            let key = ObjectIdentifier(other)
            guard known.insert(Pair(object: ObjectIdentifier(object), other: key)).inserted else { return }
            objects[key, default: []].append(object)
        }

        /// The objects in the order of their identities, then those that are not saved.
        var sorted: [ObjectIdentifier: [ModelObject]] {
            objects.mapValues { objects in
                objects.enumerated().sorted { one, other in
                    (one.element.row ?? .max, one.offset) < (other.element.row ?? .max, other.offset)
                }.map(\.element)
            }
        }
    }

    /// Adds what the table has.
    private func add(
        to found: inout Found,
        _ objects: [ModelObject],
        _ side: StageAssociations.Side,
        _ roots: (older: String, newer: String),
        _ policy: String?,
        reading read: (Set<Int64>) throws -> [ModelObject]
    ) throws {
        let rows = Set(objects.map(\.rowOrNone))
        let pairs = try old.coordinator.stores[0].file.wrappingErrors {
            try work.associations?.pairs(of: rows, on: side, roots: roots, policy: policy) ?? []
        }
        if pairs.isEmpty { return }
        let own = Dictionary(objects.map { ($0.rowOrNone, $0) }) { first, _ in first }
        let others = try read(Set(pairs.map { side == .source ? $0.destination : $0.source }))
        let byRow = Dictionary(others.map { ($0.rowOrNone, $0) }) { first, _ in first }
        for pair in pairs {
            let (near, far) = side == .source ? (pair.source, pair.destination) : (pair.destination, pair.source)
            // What is gone was deleted by the code.
            if let object = byRow[far], let other = own[near] { found.add(object, to: other) }
        }
    }

    private func addPending(
        to found: inout Found,
        _ objects: [ModelObject],
        _ policy: String?,
        _ other: ((source: ModelObject, destination: ModelObject, policy: String)) -> ModelObject
    ) {
        if pending.isEmpty { return }
        for object in objects {
            for index in pendingIndexes[ObjectIdentifier(object)] ?? [] {
                let one = pending[index]
                if policy == nil || one.policy == policy, one.destination.context === new {
                    found.add(other(one), to: object)
                }
            }
        }
    }

    /// The objects of rows, of which those that the context has already are not read again.
    private func read(_ rows: Set<Int64>, _ table: EntityTable, in context: ModelContext) throws -> [ModelObject] {
        var (known, missing): ([ModelObject], Set<Int64>) = ([], [])
        for row in rows {
            if let object = context.registered[table.root][row], !object.isFault {
                known.append(object)
            } else {
                missing.insert(row)
            }
        }
        return try known + context.load(missing, of: table)
    }
}

extension ModelContext {
    /// Runs work, after which the objects that were read in it do not retain each other.
    fileprivate func releasingRelated(_ work: () throws -> Void) rethrows {
        let starts = registered.map { $0.beginLog() }
        defer { for (map, start) in zip(registered, starts) { map.unloadEnds(since: start) } }
        try work()
    }
}

extension StoreCoordinator {
    /// The names of the entities that are not abstract among an entity and those below it.
    func concreteNames(of table: EntityTable) -> Set<String> {
        Set(tables.map(\.entity).filter { !$0.isAbstract && $0.isKind(of: table.entity) }.map(\.name))
    }
}
