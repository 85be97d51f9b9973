import ApusSchema
import Foundation
import Observation

/// The base class of a model's objects.
///
/// An object belongs to the ``ModelContext`` that fetched it or that it was inserted into, and is used by the same
/// task. Before it is inserted, it belongs to no context. After its context was deallocated, it has the values and
/// relationships that were read before; others are empty.
///
/// Related objects retain each other, as in Core Data, because either may be the only one that is still in use. A
/// context releases its objects. If related objects are never inserted, set their relationships to nil before you drop
/// them, or they are never deallocated.
open class ModelObject {
    /// The only number that is not the identity of an object's row. Those of rows that were inserted by hand may be 0 or
    /// negative.
    static let noRow = Int64.min

    /// The state of an object in its lifecycle.
    enum Lifecycle: UInt8 {
        /// In no context.
        case free
        /// In a context, but not yet in the store.
        case inserted
        /// In the store.
        case stored
        /// In the store until the context is saved.
        case deleted
        /// No longer in the store.
        case gone
    }

    /// The reasons why an access to a value needs more than reading it from memory; nearly always empty.
    @usableFromInline
    struct AccessFlags: OptionSet, Sendable {
        @usableFromInline let rawValue: UInt8

        @usableFromInline
        init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The values have not been read from the store yet.
        static let fault = AccessFlags(rawValue: 1)
        /// The derived attributes may be out of date.
        static let staleDerivations = AccessFlags(rawValue: 2)
        /// The object left its context before its values were read: it has empty values.
        static let neverRead = AccessFlags(rawValue: 4)
        /// The object can be observed: a read checks for an active tracker.
        static let observable = AccessFlags(rawValue: 8)
        /// The object has been observed and has a registrar.
        @usableFromInline static let observed = AccessFlags(rawValue: 16)
        /// The values are packed: they are made when something needs them.
        static let packed = AccessFlags(rawValue: 32)
        /// The object has left its context, and what was not read before has been read as empty.
        static let unread = AccessFlags(rawValue: 64)
        /// The object is being copied: a related object without a row is missing.
        static let copying = AccessFlags(rawValue: 128)

        /// The flags about observation, which do not depend on the values.
        static let watching: AccessFlags = [.observable, .observed]
    }

    // What each access to a property checks is never accessed while it is being modified, and the dynamic exclusivity check
    // would take longer than the access itself.

    /// ``values``, unless they are packed.
    @exclusivity(unchecked)
    @usableFromInline final var unpackedValues: ModelBacking?
    /// The context's map for the object's row, also if it has none yet; `nil` if the object is in no context.
    @exclusivity(unchecked)
    final var home: IdentityMap?
    /// The identity of the row; ``noRow`` if the object has no row.
    final var rowOrNone: Int64 = noRow

    // These four are a word, so that an object and what the allocator keeps of it have 64 bytes.

    /// The first bits of ``changes``; only large entities need more. A packed object has no changes: this is where its row begins then.
    @exclusivity(unchecked)
    private final var firstChanges: UInt32 = 0
    /// The index of the object's entity in its home.
    @exclusivity(unchecked)
    private final var entityIndex: UInt16 = 0
    @exclusivity(unchecked)
    @usableFromInline final var accessFlags: AccessFlags = .observable
    final var lifecycle: Lifecycle = .free
    /// The ``ObjectExtras``, or a packed object's ``PackedRows``.
    @exclusivity(unchecked)
    private final var attachment: ObjectAttachment?

    /// Creates an object with the values of a generated class. Generated code calls it.
    ///
    /// It is not `@_spi(Generated)`, because a class inherits only initializers that its own file sees, and users' classes
    /// say `import Apus`.
    public required init(apusBacking: ModelBacking?) {
        unpackedValues = apusBacking
    }

    deinit { home?.end(of: self) }

    /// The object's identifier in its store; temporary until the object is saved.
    public final var persistentModelID: PersistentIdentifier {
        let entityName = entity.name
        if let row { return PersistentIdentifier(entityName: entityName, row: row) }
        return PersistentIdentifier(entityName: entityName, key: .temporary(extras.temporaryID))
    }

    /// Whether the object has unsaved changes.
    public final var hasChanges: Bool {
        lifecycle == .inserted || lifecycle == .deleted || isChanged
    }

    /// Whether the object was deleted, by its context (saved or not), another context or another process.
    public final var isDeleted: Bool { lifecycle == .deleted || lifecycle == .gone }

    // MARK: - What generated code calls

    /// Returns the object's values, to read a property.
    @_spi(Generated)
    @inlinable
    public final func apusRead<Values: ModelBacking>(_ position: Int, _ type: Values.Type) -> Values {
        if !accessFlags.isEmpty { prepareRead(position) }
        return unsafeDowncast(unpackedValues.unsafelyUnwrapped, to: Values.self)
    }

    /// Changes a property.
    @_spi(Generated)
    @inlinable
    public final func apusChange<Values: ModelBacking>(
        _ position: Int,
        _ type: Values.Type,
        _ change: (Values) -> Void
    ) {
        prepareChange(position)
        change(unsafeDowncast(unpackedValues.unsafelyUnwrapped, to: Values.self))
        if accessFlags.contains(.observed) { didChange(position) }
    }

    /// Changes a transient property.
    @_spi(Generated)
    public final func apusChangeTransient<Values: ModelBacking>(
        _ position: Int,
        _ type: Values.Type,
        _ change: (Values) -> Void
    ) {
        changing(position) {
            if isFault { loadValues() }
            if !isEndingUnchanged { context?.changeRecorder?.recordAttribute(of: self, at: position) }
            change(unsafeDowncast(values.unsafelyUnwrapped, to: Values.self))
        }
    }

    /// Returns the object's values, to read a derived attribute.
    @_spi(Generated)
    public final func apusReadDerived<Values: ModelBacking>(_ position: Int, _ type: Values.Type) -> Values {
        prepareRead(position)
        if accessFlags.contains(.staleDerivations) { context?.loadDerived(self) }
        return unsafeDowncast(values.unsafelyUnwrapped, to: Values.self)
    }

    /// Returns a value that may be in an external file, and reads the file if necessary.
    @_spi(Generated)
    public final func apusLoad<Transformer: AttributeTransformer>(
        _ position: Int,
        _ external: ExternalValue<Transformer>
    ) -> Transformer.Value? {
        switch external.state {
        case .none: return nil
        case .value(let value): return value
        case .file(let file):
            // A deleted row's file is gone as well.
            if file.value == nil, lifecycle != .gone {
                file.value = context?.load(file.name, of: self, at: position, by: Transformer.self)
            }
            if file.value == nil, isOutOfReach { noteUnread() }
            return file.value
        }
    }

    // MARK: -

    /// The context that the object belongs to.
    final var context: (any ObjectContext)? { home?.context }

    /// The values; a fault has none, or only the ends of relationships in them are valid, and
    /// those of ``isFetched(_:)``.
    final var values: ModelBacking? {
        get {
            if isPacked { unpack() }
            return unpackedValues
        }
        set {
            if isPacked { forgetPacked() }
            unpackedValues = newValue
        }
    }

    /// Whether the values are packed. They are known, and are made when something needs them.
    final var isPacked: Bool { accessFlags.contains(.packed) }

    /// Gives an object that has no values yet its packed row.
    final func pack(_ rows: PackedRows, _ start: UInt32) {
        (attachment, firstChanges) = (rows, start)
        accessFlags.insert(.packed)
    }

    /// Makes the values of the packed row.
    final func unpack() {
        guard let rows = attachment.map({ unsafeDowncast($0, to: PackedRows.self) }) else { return }
        let values = rows.values(at: firstChanges)
        forgetPacked()
        unpackedValues = values ?? rows.valuesType.init()
        assert(values != nil, "packing checks what the class needs")
        // The store says why, then.
        if values == nil { accessFlags.insert(.fault) }
    }

    private func forgetPacked() {
        (attachment, firstChanges) = (nil, 0)
        accessFlags.remove(.packed)
    }

    /// The properties that were changed since the last save.
    final var changes: PropertyMask {
        get {
            if isPacked { return PropertyMask() }
            let later = knownExtras?.laterChanges ?? PropertyMask()
            return PropertyMask(first: UInt64(firstChanges) | later.first, rest: later.rest)
        }
        set {
            if isPacked { unpack() }
            firstChanges = UInt32(truncatingIfNeeded: newValue.first)
            let later = PropertyMask(first: newValue.first & ~UInt64(UInt32.max), rest: newValue.rest)
            if !later.isEmpty || knownExtras != nil { extras.laterChanges = later }
        }
    }

    // Saves ask for each property of each changed object, and a mask for each answer would take longer than the rest.

    /// Whether a property was changed since the last save.
    final func isChanged(_ position: Int) -> Bool {
        if isPacked { return false }
        return position < 32
            ? firstChanges & (1 << UInt32(position)) != 0 : knownExtras?.laterChanges.contains(position) == true
    }

    /// Whether any property was changed since the last save.
    final var isChanged: Bool {
        !isPacked && (firstChanges != 0 || knownExtras?.laterChanges.isEmpty == false)
    }

    /// Adds a property to the changed ones.
    final func markChanged(_ position: Int) {
        if isPacked { unpack() }
        if position < 32 { firstChanges |= 1 << UInt32(position) } else { extras.laterChanges.insert(position) }
    }

    /// Forgets which properties were changed.
    final func forgetChanges() {
        if isPacked { return }
        firstChanges = 0
        knownExtras?.laterChanges.removeAll()
    }

    /// The object's entity in the context's container; `nil` if the object is in no context.
    final var storedEntity: StoredEntity? { home?.entity(at: entityIndex) }

    /// Joins a context.
    final func join(_ home: IdentityMap, _ entity: StoredEntity, as lifecycle: Lifecycle) {
        self.home = home
        entityIndex = home.index(of: entity)
        self.lifecycle = lifecycle
        setObservable(home.isObservable)
    }

    /// Joins a context as the new object of a packed row. What it had before is not released: there is nothing, and asking takes long for
    /// each row of a fetch.
    @inline(__always)
    final func join(
        _ home: IdentityMap,
        at entityIndex: UInt16,
        row: Int64,
        _ packed: (rows: PackedRows, start: UInt32)
    ) {
        precondition(self.home == nil && attachment == nil, "a new object is in no context")
        withUnsafeMutablePointer(to: &self.home) { $0.initialize(to: home) }
        withUnsafeMutablePointer(to: &attachment) { $0.initialize(to: packed.rows) }
        (self.entityIndex, rowOrNone, firstChanges, lifecycle) = (entityIndex, row, packed.start, .stored)
        accessFlags.insert(.packed)
        setObservable(home.isObservable)
    }

    /// The object's entity.
    final var entity: EntityDescription {
        storedEntity?.entity ?? knownValues.apusEntity
    }

    /// The values without reading the store; those of a fault are empty.
    final var knownValues: ModelBacking {
        if let values { return values }
        guard let storedEntity else { preconditionFailure("an object in no context has values") }
        let values = storedEntity.entity.valuesType.init()
        self.values = values
        return values
    }

    /// The state that few objects need, created on first access.
    final var extras: ObjectExtras {
        if isPacked { unpack() }
        if let knownExtras { return knownExtras }
        let extras = ObjectExtras()
        attachment = extras
        return extras
    }

    /// The state that few objects need, if this one does.
    final var knownExtras: ObjectExtras? {
        isPacked ? nil : attachment.map { unsafeDowncast($0, to: ObjectExtras.self) }
    }

    /// The identity of the row; `nil` if the object has none.
    final var row: Int64? {
        get { rowOrNone == Self.noRow ? nil : rowOrNone }
        set { rowOrNone = newValue ?? Self.noRow }
    }

    /// Whether the values have not been read from the store yet.
    final var isFault: Bool { accessFlags.contains(.fault) }

    /// Whether the store has a row for the object.
    final var hasRow: Bool { lifecycle == .stored || lifecycle == .deleted }
}

/// What an object has besides its values.
class ObjectAttachment {}

/// The state that few objects need.
final class ObjectExtras: ObjectAttachment {
    /// The key of the object's identifier before it is saved.
    lazy var temporaryID = UUID()
    /// The entity of the container in whose store the object got its row again when its deletion was undone, until that is saved.
    var returnedTo: StoredEntity?
    /// The object's changes of properties after the 32nd.
    var laterChanges = PropertyMask()
    /// The properties of a fault that a fetch has read: see `FetchDescriptor.propertiesToFetch`.
    var fetched = PropertyMask()
    /// The registrar of the object's observers.
    var observation: ObservationRegistrar?
}
