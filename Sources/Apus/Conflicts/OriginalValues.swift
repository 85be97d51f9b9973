import ApusSchema
import Foundation

/// The values that the changed properties of a context's objects had in the store, as far as they were read.
///
/// Recording one only appends to an array, because few saves look for conflicts.
struct OriginalValues {
    private struct Entry {
        let object: ObjectIdentifier
        let position: Int
        let values: [StoredValue]
    }

    private var entries: [Entry] = []
    /// The values by object and position, as soon as they were looked for.
    private var known: [ObjectIdentifier: [Int: [StoredValue]]]?

    /// Records the values of a property's columns.
    mutating func append(_ values: [StoredValue], of position: Int, of object: ModelObject) {
        if known == nil {
            entries.append(Entry(object: ObjectIdentifier(object), position: position, values: values))
        } else {
            known?[ObjectIdentifier(object), default: [:]][position] = values
        }
    }

    /// The values of an object's properties, by their positions.
    mutating func values(of object: ModelObject) -> [Int: [StoredValue]] {
        if known == nil {
            var values: [ObjectIdentifier: [Int: [StoredValue]]] = [:]
            for entry in entries { values[entry.object, default: [:]][entry.position] = entry.values }
            (known, entries) = (values, [])
        }
        return known?[ObjectIdentifier(object)] ?? [:]
    }

    /// Forgets an object that leaves the context: another one may get its address.
    mutating func forget(_ object: ModelObject) {
        if !object.isChanged { return }
        _ = values(of: object)
        known?[ObjectIdentifier(object)] = nil
    }

    /// Replaces the values of a property by those that the store has now; `nil` if it is not changed any more.
    mutating func replace(_ position: Int, of object: ModelObject, by values: [StoredValue]?) {
        _ = self.values(of: object)
        known?[ObjectIdentifier(object), default: [:]][position] = values
    }
}

extension RowWriter {
    /// Collects the values of a property's columns.
    mutating func collect(_ position: Int, of values: ModelBacking, in table: EntityTable) {
        guard table.entity.keyPositions.contains(position) else { return values.apusBind(position, to: &self) }
        switch values[apusEnd: position].state {
        case .row(let row): bind(row)
        // A new object whose relationship was never set has no end of it, and keeps none when it is saved.
        case .one(nil), .unknown: bind(Int64?.none)
        // No row has the key of a new object.
        case .one(let other?): if let row = other.row { bind(row) } else { bind("\(ObjectIdentifier(other))") }
        case .many, .detached: break
        }
    }
}

extension StoredValue {
    /// Whether the values are stored alike. Texts are compared as SQLite does, by their bytes.
    func isStored(as other: StoredValue) -> Bool {
        if case .text(let first) = self, case .text(let second) = other { return first.utf8.elementsEqual(second.utf8) }
        return self == other
    }

    /// The value as a key that is equal only for values that are stored alike.
    var bytes: StoredValue { if case .text(let text) = self { .blob(Data(text.utf8)) } else { self } }
}
