import ApusSchema

/// The values that the changed properties of a context's objects had in the store, as far as they were read.
///
/// Recording one only appends to an array, because few saves look for conflicts.
struct OriginalValues {
    private struct Entry {
        let object: ObjectIdentifier
        let position: Int
        let value: StoredValue
    }

    private var entries: [Entry] = []

    /// Records the values of a property's columns.
    mutating func append(_ values: [StoredValue], of position: Int, of object: ModelObject) {
        for value in values {
            entries.append(Entry(object: ObjectIdentifier(object), position: position, value: value))
        }
    }

    /// The values by object and position: those of the property's columns.
    func values() -> [ObjectIdentifier: [Int: [StoredValue]]] {
        var values: [ObjectIdentifier: [Int: [StoredValue]]] = [:]
        for entry in entries { values[entry.object, default: [:]][entry.position, default: []].append(entry.value) }
        return values
    }

    /// Replaces the values of a property by those that the store has now.
    mutating func replace(_ position: Int, of object: ModelObject, by values: [StoredValue]) {
        let key = ObjectIdentifier(object)
        entries.removeAll { $0.object == key && $0.position == position }
        append(values, of: position, of: object)
    }
}

extension RowWriter {
    /// Collects the values of a property's columns; none of a relationship whose end is not known.
    mutating func collect(_ position: Int, of values: ModelBacking, in table: EntityTable) {
        guard table.entity.keyPositions.contains(position) else { return values.apusBind(position, to: &self) }
        switch values[apusEnd: position].state {
        case .row(let row): bind(row)
        case .one(let other): bind(other?.row)
        case .unknown, .many, .detached: break
        }
    }
}
