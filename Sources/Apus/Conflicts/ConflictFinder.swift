import ApusSchema
import ApusStore
import GRDB

/// Compares a context's changed objects with their rows, within the transaction of a save.
struct ConflictFinder {
    /// An object whose row others have changed.
    struct Found {
        let object: ModelObject
        /// The row's values.
        let stored: ModelBacking
        /// The properties that others changed, and that this context changed to other values.
        var conflicts: [Int] = []
        /// The properties that only others changed.
        var others: [Int] = []
        /// The properties that others changed, and that this context set to the value that they had before.
        var reverted: [Int] = []

        /// Whether the object has to change before it can be saved.
        var isUnresolved: Bool { !conflicts.isEmpty || !reverted.isEmpty }
    }

    private let context: ModelContext
    private let database: Database
    private let originals: [ObjectIdentifier: [Int: [StoredValue]]]

    init(_ context: ModelContext, _ database: Database) {
        (self.context, self.database) = (context, database)
        originals = context.originals.values()
    }

    /// The changed objects whose rows others have changed.
    func find() throws -> [Found] { try context.changed.compactMap { try find($0) } }

    /// What others have changed in an object's row; `nil` for nothing, and if there is no row, which a save finds by itself.
    func find(_ object: ModelObject) throws -> Found? {
        guard object.lifecycle == .stored, let table = object.table else { return nil }
        guard let stored = try context.storedValues(of: object, database) else { return nil }
        var found = Found(object: object, stored: stored)
        for position in table.writtenAttributes + table.entity.keyPositions {
            let theirs = collected(position, of: stored, in: table)
            let mine = collected(position, of: object.knownValues, in: table)
            // What cannot be encoded is an error of the save, and an end that is not known is read when it is needed.
            guard let theirs, let mine, !isEqual(theirs, mine) else { continue }
            if !object.changes.contains(position) {
                found.others.append(position)
            } else if let original = originals[ObjectIdentifier(object)]?[position], !isEqual(theirs, original) {
                if isEqual(mine, original) {
                    found.reverted.append(position)
                } else {
                    found.conflicts.append(position)
                }
            }
        }
        return found.isUnresolved || !found.others.isEmpty ? found : nil
    }

    private func collected(_ position: Int, of values: ModelBacking, in table: EntityTable) -> [StoredValue]? {
        context.collect { $0.collect(position, of: values, in: table) }
    }

    /// Whether two properties have equal values, of which one may be in a file, and the other in memory.
    private func isEqual(_ first: [StoredValue], _ second: [StoredValue]) -> Bool {
        if first == second { return true }
        guard first.count == 1, second.count == 1, let files = context.coordinator.store.files else { return false }
        switch (first[0], second[0]) {
        case (.text(let name), .blob(let data)), (.blob(let data), .text(let name)):
            return (try? files.read(name)) == data
        default: return false
        }
    }
}

/// Ends a save whose conflicts are resolved outside of its transaction, by the same thread.
struct ConflictsFound: Error, @unchecked Sendable {
    let objects: [ConflictFinder.Found]
}
