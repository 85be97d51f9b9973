import ApusSchema
import ApusStore
import Foundation
import GRDB

/// Compares a context's changed objects with their rows, within a transaction.
struct ConflictFinder {
    /// An object whose row others have changed.
    struct Found {
        let object: ModelObject
        /// The row's values.
        let stored: ModelBacking
        /// The properties that others changed, and that this context changed to other values.
        var conflicts: [Int] = []
        /// The properties that only others changed.
        var unchanged: [Int] = []
        /// The properties that others changed, and that this context set to the value that they had before.
        var reverted: [Int] = []

        /// Whether the object has to change before it can be saved.
        var isUnresolved: Bool { !conflicts.isEmpty || !reverted.isEmpty }
    }

    let context: ModelContext
    let store: PersistentStore
    let access: StoreAccess

    /// The changed objects whose rows others have changed.
    func find() throws -> [Found] {
        try context.changed.compactMap { $0.table?.store == store.id ? try find($0) : nil }
    }

    /// What others have changed in an object's row; `nil` for nothing, and if there is no row, which a save finds by itself.
    func find(_ object: ModelObject) throws -> Found? {
        guard object.lifecycle == .stored, let table = object.table, let row = try row(of: object) else { return nil }
        let originals = context.originals.values(of: object)
        var found = Found(object: object, stored: row.values)
        for position in table.writtenPositions {
            let theirs = collected(position, of: row.values, in: table)
            let mine = collected(position, of: object.knownValues, in: table)
            // What cannot be encoded is an error of the save, and an end that is not known is read when it is needed.
            let seal = table.externalSeal(at: position)
            let isSame = { self.isEqual($0, $1, seal, object) }
            guard let theirs, let mine, !isSame(theirs, mine) else { continue }
            if !object.isChanged(position) {
                found.unchanged.append(position)
            } else if let original = originals[position], !isSame(theirs, original),
                isReproducible(theirs, row.columns[position])
            {
                if isSame(mine, original) {
                    found.reverted.append(position)
                } else {
                    found.conflicts.append(position)
                }
            }
        }
        return found.isUnresolved || !found.unchanged.isEmpty ? found : nil
    }

    /// The values of an object's row, and the columns of its changed properties; `nil` if there is none.
    private func row(of object: ModelObject) throws -> (values: ModelBacking, columns: [Int: [StoredValue]])? {
        var row: (values: ModelBacking, columns: [Int: [StoredValue]])?
        try context.row(of: object, access) { entity, identity, statement in
            let changed = entity.table.writtenAttributes.filter { object.isChanged($0) }
            let columns = changed.map { position in
                (
                    position,
                    entity.table.columnRanges[position].map { RowReader.value(statement, entity.columnIndexes[$0]) }
                )
            }
            let values = try context.values(of: entity, row: identity, from: statement)
            row = (values, Dictionary(uniqueKeysWithValues: columns))
        }
        return row
    }

    private func collected(_ position: Int, of values: ModelBacking, in table: EntityTable) -> [StoredValue]? {
        context.collect { $0.collect(position, of: values, in: table) }
    }

    /// Whether encoding a stored value again gives the same bytes. Otherwise, as with a set of texts, values cannot be compared
    /// by their bytes, and count as equal.
    private func isReproducible(_ values: [StoredValue], _ columns: [StoredValue]?) -> Bool {
        guard let columns else { return true }
        return zip(values, columns).allSatisfy { value, column in
            if case .blob = value { value == column } else { true }
        }
    }

    /// Whether two properties have equal values, of which one may be in a file, and the other in memory.
    private func isEqual(
        _ first: [StoredValue],
        _ second: [StoredValue],
        _ seal: EntityTable.Seal?,
        _ object: ModelObject
    ) -> Bool {
        if first.count == second.count, zip(first, second).allSatisfy({ $0.isStored(as: $1) }) { return true }
        guard first.count == 1, second.count == 1, let files = store.file.files else { return false }
        func content(_ name: String) -> Data? {
            guard let bytes = try? files.read(name) else { return nil }
            guard let seal else { return bytes }
            return try? seal.opened(bytes, of: object.rowOrNone, store.file.keys)
        }
        switch (first[0], second[0]) {
        case (.text(let name), .blob(let data)), (.blob(let data), .text(let name)):
            return content(name) == data
        // After its key was changed, the same value is in another file. A file that is gone proves nothing: each save of another
        // value removes it, too.
        case (.text(let one), .text(let other)) where seal != nil:
            guard let older = content(one), let newer = content(other) else { return false }
            return older == newer
        default: return false
        }
    }
}

/// Ends a save whose conflicts are resolved outside of its transaction, by the same thread.
struct ConflictsFound: Error, @unchecked Sendable {
    let objects: [ConflictFinder.Found]
}
