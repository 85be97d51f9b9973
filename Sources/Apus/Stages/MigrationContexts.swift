import ApusStore

/// The objects of the two versions of a stage, while its code in Swift runs.
///
/// Both contexts, and what they fetch, can be used until the code returns, on its thread.
public struct MigrationContexts {
    /// The objects before the stage. Saving their changes throws ``ModelError/readOnly``.
    public let old: ModelContext

    /// The objects after the stage. Their changes are saved at the latest when the code returns.
    public let new: ModelContext

    let objects: StageObjects
    private var work: StageWork { objects.work }

    init(old: ModelContext, new: ModelContext, _ work: StageWork) {
        (self.old, self.new) = (old, new)
        objects = StageObjects(old: old, new: new, work)
    }

    /// Passes each object of the older version to a closure, together with the object of the newer version that it has become.
    ///
    /// The objects are read in batches, and changes are saved after each one, so the memory does not grow with the objects, but
    /// by 8 bytes each. An error that the closure throws is reported with the older object. Objects that have become none of the
    /// newer class are left out.
    ///
    /// - Parameters:
    ///   - older: The class of the older version. Objects of its subclasses are passed as well.
    ///   - newer: The class of the newer version.
    ///   - batchSize: The number of objects that are read at a time.
    ///   - body: The closure. It may use both contexts.
    /// - Throws: ``ModelError/unrelatedClasses(older:newer:)`` if no object of the one class becomes one of the other with the same
    ///   identity; the error of the closure or of a save; an error if the migration is cancelled.
    public func forEach<Older: PersistentModel, Newer: PersistentModel>(
        _ older: Older.Type,
        becoming newer: Newer.Type,
        batchSize: Int = 5000,
        _ body: (Older, Newer) throws -> Void
    ) throws {
        let (oldTable, newTable) = (try old.table(of: older), try new.table(of: newer))
        let sources = old.coordinator.concreteNames(of: oldTable)
        guard
            new.coordinator.concreteNames(of: newTable).contains(where: {
                !sources.isDisjoint(with: work.sources[$0] ?? [])
            })
        else { throw ModelError.unrelatedClasses(older: "\(older)", newer: "\(newer)") }
        // There is no list if the older objects have changes.
        guard let rows = try old.rowList(FetchDescriptor<Older>()) else { throw ModelError.readOnly }
        let size = max(batchSize, 1)
        for start in stride(from: 0, to: rows.count, by: size) {
            let range = start..<min(start + size, rows.count)
            try work.checkCancellation()
            try objects.releasingRelated {
                let batch = try old.objects(of: rows, in: range)
                let made = try new.load(Set(range.map { rows[$0].row }), of: newTable)
                let byRow = Dictionary(made.map { ($0.rowOrNone, $0) }) { first, _ in first }
                for object in batch {
                    guard let other = byRow[object.rowOrNone], !other.isDeleted, objects.isPair(object, other) else {
                        continue
                    }
                    do {
                        try body(unsafeDowncast(object, to: Older.self), unsafeDowncast(other, to: Newer.self))
                    } catch {
                        throw StageFailure(object.entity.name, row: object.rowOrNone, error)
                    }
                }
                try objects.save()
            }
            work.report(range.upperBound, rows.count)
        }
    }
}
