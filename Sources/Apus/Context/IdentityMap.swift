import CSwiftRuntime
import Foundation

/// A context's objects of one entity hierarchy, by the identities of their rows. It does not retain them: each leaves the map
/// when it is deallocated, by whatever thread.
///
/// A hash table with open addressing has the objects' addresses. The hash of an identity is the identity itself, so
/// consecutive identities, the usual case, never collide, and iterating over them accesses memory sequentially; colliding
/// ones are separated by their higher bits, as in CPython's dictionaries
/// (<https://github.com/python/cpython/blob/main/Objects/dictobject.c>).
///
/// Swift's weak references would do without the lock, but allocate a side table an object, and slow down each retain.
final class IdentityMap: @unchecked Sendable {
    /// The context of the objects, also of those that have no row yet; `nil` after its end. An object that is deallocated
    /// meanwhile does not ask for it.
    @exclusivity(unchecked)
    unowned(unsafe) var context: (any ObjectContext)?

    /// Whether the context's objects can be observed.
    let isObservable: Bool
    private let hasRelationships: Bool

    /// Held by whoever reads or changes what follows. Fetches hold it for all of their rows, because taking it for each one
    /// would take longer than the rest.
    let lock = NSRecursiveLock()

    // No property is accessed while it is being modified, and the dynamic exclusivity check would take longer than the
    // access itself, for each row of a fetch.

    /// The hash table: for each slot the address of an object, or 0 if the slot was never used. Its size is a power of two.
    /// At least a third of the slots were never used.
    @exclusivity(unchecked)
    private var slots = Slots(count: smallest)

    /// Whether each object is in the slot with the number of its row, as the usual identities from 1 on are. Such a table needs
    /// to read no object, which is rarely in the processor's cache.
    @exclusivity(unchecked)
    private var isDense = true

    /// The number of objects.
    @exclusivity(unchecked)
    private(set) var count = 0

    /// The number of slots in use, those of removed objects included.
    @exclusivity(unchecked)
    private var used = 0

    /// The rows of the objects that were inserted, while they are logged.
    @exclusivity(unchecked)
    private var log: [Int64]?

    /// The values of deallocated objects, while those of another one are being released: releasing them in between would take
    /// more stack the more objects are related in a row.
    @exclusivity(unchecked)
    private var abandonedValues: [ModelBacking] = []
    @exclusivity(unchecked)
    private var isReleasingValues = false

    /// The mark of a slot whose object was removed.
    private static let removed: UInt = 1
    private static let smallest = 16

    /// The entities of the hierarchy whose objects have joined the context.
    @exclusivity(unchecked)
    private var entities: [StoredEntity] = []

    /// - Parameters:
    ///   - isObservable: Whether the context's objects can be observed.
    ///   - hasRelationships: Whether an entity of the hierarchy has any.
    init(isObservable: Bool, hasRelationships: Bool = true) {
        (self.isObservable, self.hasRelationships) = (isObservable, hasRelationships)
    }

    deinit { slots.deallocate() }

    // MARK: - Entities

    /// Returns the entity with an index.
    func entity(at index: UInt16) -> StoredEntity { entities[Int(index)] }

    /// Returns the index of an entity, by which objects know it.
    func index(of entity: StoredEntity) -> UInt16 {
        if let index = entities.firstIndex(where: { $0 === entity }) { return UInt16(index) }
        entities.append(entity)
        return UInt16(entities.count - 1)
    }

    // MARK: - Slots

    private static func address(of object: ModelObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    /// The object at an address; `nil` if it is being deallocated.
    private static func retained(_ address: UInt) -> ModelObject? {
        guard address > removed, let pointer = UnsafeMutableRawPointer(bitPattern: address),
            let retained = swift_tryRetain(pointer)
        else { return nil }
        return Unmanaged<ModelObject>.fromOpaque(retained).takeRetainedValue()
    }

    /// Whether an object is being deallocated: its class's own `deinit` uses it. Nothing may retain it then.
    static func isEnding(_ object: ModelObject) -> Bool {
        swift_isDeallocating(Unmanaged.passUnretained(object).toOpaque())
    }

    /// The row of the object at an address. An object that is being deallocated waits for the lock, so it can be read, too.
    private static func row(at address: UInt) -> Int64? {
        UnsafeRawPointer(bitPattern: address).map {
            Unmanaged<ModelObject>.fromOpaque($0)._withUnsafeGuaranteedRef { $0.rowOrNone }
        }
    }

    /// The slot of an identity, or the slot where the identity would be inserted.
    private func slot(of row: Int64) -> Int {
        if isDense, row >= 0, row < slots.count { return Int(row) }
        let mask = UInt64(slots.count - 1)
        var rest = UInt64(bitPattern: row)
        var slot = rest & mask
        while true {
            let address = slots[Int(slot)]
            if address == 0 || (address != Self.removed && Self.row(at: address) == row) { return Int(slot) }
            rest >>= 5
            slot = (slot &* 5 &+ rest &+ 1) & mask
        }
    }

    /// Makes the table large enough for its objects and as many more, and not larger.
    private func resize() {
        let former = slots
        slots = Slots(count: max(Self.smallest, count * 3).nextPowerOfTwo)
        used = count
        if slots.count < former.count { isDense = count == 0 }
        for index in 0..<former.count where former[index] > Self.removed {
            if isDense {
                slots[index] = former[index]
            } else {
                Self.row(at: former[index]).map { slots[slot(of: $0)] = former[index] }
            }
        }
        former.deallocate()
    }

    // MARK: - Objects

    /// The objects, in no particular order.
    var objects: [ModelObject] {
        lock.withLock {
            var objects: [ModelObject] = []
            objects.reserveCapacity(count)
            for index in 0..<slots.count { Self.retained(slots[index]).map { objects.append($0) } }
            return objects
        }
    }

    /// The object of a row, or `nil`.
    subscript(_ row: Int64) -> ModelObject? {
        lock.lock()
        defer { lock.unlock() }
        return find(row)
    }

    /// The object of a row, or `nil`, for whoever holds the lock.
    func find(_ row: Int64) -> ModelObject? { Self.retained(slots[slot(of: row)]) }

    /// Inserts an object whose row is not in the map, and whose home this is.
    func insert(_ object: ModelObject) {
        lock.lock()
        defer { lock.unlock() }
        add(object)
    }

    /// Inserts an object, for whoever holds the lock.
    func add(_ object: ModelObject) {
        if (used + 1) * 3 > slots.count * 2 { resize() }
        let slot = slot(of: object.rowOrNone)
        if Int64(slot) != object.rowOrNone { isDense = false }
        // Otherwise, the former object of the row is being deallocated.
        if slots[slot] <= Self.removed { count += 1 }
        if slots[slot] == 0 { used += 1 }
        slots[slot] = Self.address(of: object)
        log?.append(object.rowOrNone)
    }

    /// Removes an object, if it is in the map.
    func remove(_ object: ModelObject) {
        lock.lock()
        defer { lock.unlock() }
        take(object)
    }

    private func take(_ object: ModelObject) {
        let slot = slot(of: object.rowOrNone)
        guard slots[slot] == Self.address(of: object) else { return }
        slots[slot] = Self.removed
        count -= 1
        if count * 16 < slots.count, slots.count > 64 * Self.smallest { resize() }
    }

    /// Removes an object that is being deallocated, and releases its values.
    func end(of object: ModelObject) {
        lock.lock()
        if object.rowOrNone != ModelObject.noRow { take(object) }
        guard hasRelationships, object.unpackedValues != nil else { return lock.unlock() }
        let isNested = isReleasingValues
        if isNested { object.unpackedValues.map { abandonedValues.append($0) } }
        isReleasingValues = true
        lock.unlock()
        if isNested { return }
        object.unpackedValues = nil
        while let values = takeAbandonedValues() { withExtendedLifetime(values) {} }
    }

    private func takeAbandonedValues() -> ModelBacking? {
        lock.withLock {
            isReleasingValues = !abandonedValues.isEmpty
            return abandonedValues.popLast()
        }
    }

    /// Removes all objects when their context is deallocated.
    ///
    /// - Parameter body: Called with each.
    func removeAll(_ body: (ModelObject) -> Void) {
        // Some at a time, while they are in the processor's cache. The end of an object may run its user's code, which must find a
        // map without it, and may change the map, so that there is more to be removed.
        var removed: [ModelObject] = []
        var (index, found) = (0, 0)
        while true {
            lock.withLock {
                repeat {
                    if index >= slots.count { (index, found) = (0, 0) }
                    while index < slots.count, removed.count < 64 {
                        if let object = Self.retained(slots[index]) {
                            removed.append(object)
                            slots[index] = Self.removed
                            count -= 1
                        }
                        index += 1
                    }
                    found += removed.count
                    // Others may be in slots before the index by now. If a whole pass finds none, those that are left wait for the
                    // lock to leave the map.
                } while removed.isEmpty && found > 0 && count > 0
                if removed.isEmpty {
                    slots.deallocate()
                    slots = Slots(count: Self.smallest)
                    (count, used, isDense) = (0, 0, true)
                }
            }
            if removed.isEmpty { return }
            while let object = removed.popLast() { body(object) }
        }
    }

    // MARK: - Relationships

    /// Begins to log which objects are inserted.
    ///
    /// - Returns: Where the log begins, for ``unloadEnds(since:)``.
    func beginLog() -> Int? {
        lock.withLock {
            defer { if log == nil { log = [] } }
            return log?.count
        }
    }

    /// Has the unchanged ones of the objects that were inserted since the log began forget their related objects: objects that
    /// retain each other would stay.
    ///
    /// - Parameter start: Where the log begins; `nil` if it ends now.
    func unloadEnds(since start: Int?) {
        let rows = lock.withLock { log?.dropFirst(start ?? 0) ?? [] }
        for row in rows { if let object = self[row], object.isUnchanged { object.unloadEnds() } }
        lock.withLock {
            // What is still in use may get into a cycle later, which who began to log before will end.
            log = start.map { start in (log ?? []).prefix(start) + rows.filter { self[$0] != nil } }
        }
    }
}

/// The slots of a hash table, 0 at first. Pages of memory that no object needs are not touched, which an array would do.
private struct Slots {
    let count: Int
    private let addresses: UnsafeMutablePointer<UInt>

    init(count: Int) {
        // Without memory, Swift's own collections end the process as well.
        guard let memory = calloc(count, MemoryLayout<UInt>.stride) else { fatalError("out of memory") }
        (self.count, addresses) = (count, memory.bindMemory(to: UInt.self, capacity: count))
    }

    subscript(_ index: Int) -> UInt {
        get { addresses[index] }
        nonmutating set { addresses[index] = newValue }
    }

    func deallocate() { free(addresses) }
}

extension Int {
    /// The smallest power of two that is not less than this number.
    fileprivate var nextPowerOfTwo: Int { 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
