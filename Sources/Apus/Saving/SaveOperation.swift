import ApusStore
import GRDB

/// Writes a context's changes within a transaction.
///
/// ``run(_:)`` is the order of a save; each step is a writer of its own.
final class SaveOperation {
    private let container: ModelContainer
    private let inserted: [ModelObject]
    private let changed: [ModelObject]
    private let deleted: [ModelObject]
    private let files: FileChanges

    /// A save of all that a context has to save.
    init(_ context: ModelContext) {
        container = context.container
        inserted = context.inserted
        changed = context.changed.filter { $0.standing == .stored }
        deleted = context.deleted
        files = FileChanges(container.store.files)
    }

    /// Writes everything.
    ///
    /// Identities come first, so that every key is known when a row is written; then what goes, what changes and what
    /// comes, so that a unique value that one object gives up is free for another. Changed objects can exchange unique
    /// keys, but not unique attributes. Foreign keys are checked at the end.
    func run(_ database: Database) throws {
        let save = SaveTransaction(container: container, database: database, files: files)
        try IdentityWriter(save: save).giveIdentities(to: inserted)
        let tables: [EntityTable] = tablesOfWrittenObjects()
        let hasLists: Bool = tables.contains { !$0.listPositions.isEmpty }
        let hasPairs: Bool = tables.contains { !$0.pairs.isEmpty }
        let places: ListPlaces? = hasLists ? try ListPlaces(of: inserted + changed, container, database) : nil
        let rows = ObjectWriter(save: save, keys: KeyWriter(save: save, places: places))
        let pairs = PairWriter(save: save, places: places)

        for object in deleted { try DeletionWriter(save: save).delete(object) }
        if hasPairs { for object in changed { try pairs.removePairs(of: object) } }
        if changed.count > 1 { for object in changed { try UniqueKeyParking(save: save).park(object) } }
        for object in changed { try rows.update(object) }
        try rows.insert(inserted)
        if hasPairs { for object in inserted + changed { try pairs.addPairs(of: object) } }
        for move in places?.moves ?? [] { try MoveWriter(save: save).carryOut(move) }
        try ReferenceCheck(database: database).check()
    }

    /// Takes back what a transaction that did not succeed gave to the objects.
    func undo() {
        for object in inserted { object.row = nil }
        files.undo()
    }

    /// Removes what the transaction that succeeded left over.
    func settle() { files.settle() }

    /// The tables of the objects that are written. Going through many objects takes time, so it is done once.
    private func tablesOfWrittenObjects() -> [EntityTable] {
        var tables: [EntityTable?] = Array(repeating: nil, count: container.tables.count)
        for objects in [inserted, changed] {
            for object in objects {
                if let table = object.table { tables[table.id] = table }
            }
        }
        return tables.compactMap { $0 }
    }
}
