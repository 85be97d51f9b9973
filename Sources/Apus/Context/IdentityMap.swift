/// The objects of a hierarchy that a context has, by the identities of their rows.
///
/// The objects lie in a row, in the order in which they came, so that going through all of them goes through memory in
/// order. A table of open addresses leads from identities to them: an identity's address is itself, so those that follow
/// each other, as most do, never meet; those that meet part ways by their higher bits, as in CPython's dictionaries
/// (<https://github.com/python/cpython/blob/main/Objects/dictobject.c>).
final class IdentityMap {
    // Nothing here is used while it is being changed, so nobody has to look whether it is: on each row of a fetch that
    // would take longer than the change.

    /// The objects; each has a row.
    @exclusivity(unchecked)
    private(set) var objects: ContiguousArray<ModelObject> = []

    /// The objects' rows.
    @exclusivity(unchecked)
    private var rows: ContiguousArray<Int64> = []

    /// Numbers of objects, counted from 1; 0 is an address that was never used. There is a power of two of them, at least
    /// double those that are used.
    @exclusivity(unchecked)
    private var addresses: ContiguousArray<UInt32> = ContiguousArray(repeating: 0, count: 16)

    /// How many addresses are used, or were.
    @exclusivity(unchecked)
    private var used: Int = 0

    /// An address whose object was removed.
    private static let left: UInt32 = .max

    /// The address of an identity, or the unused one where it would be.
    private func address(of row: Int64) -> Int {
        let mask = UInt64(addresses.count - 1)
        var rest = UInt64(bitPattern: row)
        var address: UInt64 = rest & mask
        while true {
            let number: UInt32 = addresses[Int(address)]
            if number == 0 || (number != Self.left && rows[Int(number) - 1] == row) { return Int(address) }
            rest >>= 5
            address = (address &* 5 &+ rest &+ 1) & mask
        }
    }

    /// The object of a row, or `nil`.
    subscript(_ row: Int64) -> ModelObject? {
        let number: UInt32 = addresses[address(of: row)]
        return number == 0 ? nil : objects[Int(number) - 1]
    }

    /// Adds the object of a row that has none here.
    func insert(_ object: ModelObject) {
        if (used + 1) * 2 > addresses.count { grow() }
        let row: Int64 = object.rowOrZero
        objects.append(object)
        rows.append(row)
        addresses[address(of: row)] = UInt32(objects.count)
        used += 1
    }

    /// Removes the object of a row.
    func remove(_ row: Int64) {
        let address: Int = address(of: row)
        let number: UInt32 = addresses[address]
        if number == 0 { return }
        // The last object takes the place that is free.
        addresses[self.address(of: rows[rows.count - 1])] = number
        addresses[address] = Self.left
        objects.swapAt(Int(number) - 1, objects.count - 1)
        rows.swapAt(Int(number) - 1, rows.count - 1)
        objects.removeLast()
        rows.removeLast()
    }

    private func grow() {
        addresses = ContiguousArray(repeating: 0, count: max(16, objects.count * 4).nextPowerOfTwo)
        used = objects.count
        let rows: ContiguousArray<Int64> = rows
        for (index, row) in rows.enumerated() { addresses[address(of: row)] = UInt32(index + 1) }
    }

    /// Lets go of all objects, as their context ends.
    func abandon() {
        while var object = objects.popLast() {
            // What only this map holds goes now, and needs no care.
            if !isKnownUniquelyReferenced(&object) { object.abandon() }
        }
        rows = []
        addresses = ContiguousArray(repeating: 0, count: 16)
        used = 0
    }
}

extension Int {
    /// The least power of two that is not less.
    fileprivate var nextPowerOfTwo: Int { 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
