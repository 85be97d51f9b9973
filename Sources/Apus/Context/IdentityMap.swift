/// A context's objects of one entity hierarchy, by the identities of their rows.
///
/// The objects are in an array in insertion order, so that iterating over them accesses memory sequentially. A hash
/// table with open addressing maps identities to indexes of that array. The hash of an identity is the identity itself,
/// so consecutive identities, the usual case, never collide; colliding ones are separated by their higher bits, as in
/// CPython's dictionaries (<https://github.com/python/cpython/blob/main/Objects/dictobject.c>).
final class IdentityMap {
    // No property is accessed while it is being modified, and the dynamic exclusivity check would take longer than the
    // access itself, for each row of a fetch.

    /// The objects; each has a row.
    @exclusivity(unchecked)
    private(set) var objects: ContiguousArray<ModelObject> = []

    /// The objects' rows.
    @exclusivity(unchecked)
    private var rows: ContiguousArray<Int64> = []

    /// The hash table: for each slot the index of an object plus 1, or 0 if the slot was never used. Its size is a
    /// power of two, at least twice the number of used slots.
    @exclusivity(unchecked)
    private var slots: ContiguousArray<UInt32> = ContiguousArray(repeating: 0, count: 16)

    /// The number of slots in use, those of removed objects included.
    @exclusivity(unchecked)
    private var used: Int = 0

    /// The mark of a slot whose object was removed.
    private static let removed: UInt32 = .max

    /// The slot of an identity, or the unused slot where the identity would be inserted.
    private func slot(of row: Int64) -> Int {
        let mask = UInt64(slots.count - 1)
        var rest = UInt64(bitPattern: row)
        var slot = rest & mask
        while true {
            let number = slots[Int(slot)]
            if number == 0 || (number != Self.removed && rows[Int(number) - 1] == row) { return Int(slot) }
            rest >>= 5
            slot = (slot &* 5 &+ rest &+ 1) & mask
        }
    }

    /// The object of a row, or `nil`.
    subscript(_ row: Int64) -> ModelObject? {
        let number = slots[slot(of: row)]
        return number == 0 ? nil : objects[Int(number) - 1]
    }

    /// Inserts an object whose row is not in the map.
    func insert(_ object: ModelObject) {
        if (used + 1) * 2 > slots.count { grow() }
        let row = object.rowOrNone
        objects.append(object)
        rows.append(row)
        slots[slot(of: row)] = UInt32(objects.count)
        used += 1
    }

    /// Removes the object of a row.
    func remove(_ row: Int64) {
        let slot = slot(of: row)
        let number = slots[slot]
        if number == 0 { return }
        // The last object moves to the index that becomes free.
        slots[self.slot(of: rows[rows.count - 1])] = number
        slots[slot] = Self.removed
        objects.swapAt(Int(number) - 1, objects.count - 1)
        rows.swapAt(Int(number) - 1, rows.count - 1)
        // The end of an object may run its user's code, which must not find half of a change.
        let object = objects.removeLast()
        rows.removeLast()
        withExtendedLifetime(object) {}
    }

    private func grow() {
        slots = ContiguousArray(repeating: 0, count: max(16, objects.count * 4).nextPowerOfTwo)
        used = objects.count
        let rows = rows
        for (index, row) in rows.enumerated() { slots[slot(of: row)] = UInt32(index + 1) }
    }

    /// Forgets the related objects of the unchanged objects that were inserted last, which reference each other.
    func unloadEnds(from start: Int) {
        for object in objects.dropFirst(start) where object.isUnchanged { object.unloadEnds() }
    }

    /// Removes the unchanged objects that were inserted last, unless something else references them.
    ///
    /// - Parameter start: The number of objects that stay in any case.
    func sweep(from start: Int) {
        for index in objects.indices.dropFirst(start).reversed() where objects[index].isUnchanged {
            if isKnownUniquelyReferenced(&objects[index]) { remove(rows[index]) }
        }
    }

    /// Removes all objects when their context is deallocated. Those that only this map references are deallocated at once.
    ///
    /// - Parameter body: Called with each of the others.
    func removeAll(_ body: (ModelObject) -> Void) {
        // The end of an object may run its user's code, which must find a map without it.
        var removed = objects
        objects = []
        rows = []
        slots = ContiguousArray(repeating: 0, count: 16)
        used = 0
        while var object = removed.popLast() {
            if !isKnownUniquelyReferenced(&object) { body(object) }
        }
    }
}

extension Int {
    /// The smallest power of two that is not less than this number.
    fileprivate var nextPowerOfTwo: Int { 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
