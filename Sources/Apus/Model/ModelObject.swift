import ApusSchema
import Foundation
import Observation

/// The base class of a model's objects.
///
/// An object belongs to the ``ModelContext`` that fetched it, or that it was inserted into, and is used where that is
/// used. Before it is inserted it is on its own. The context must live as long as its objects are used.
open class ModelObject {
    /// Where an object stands.
    enum Standing: UInt8 {
        /// In no context.
        case free
        /// In a context, in no store yet.
        case inserted
        /// In the store.
        case stored
        /// In the store until the context is saved.
        case deleted
        /// In the store no more.
        case gone
    }

    /// Why reading a value is more than taking it; empty nearly always.
    @usableFromInline
    struct Obstacles: OptionSet, Sendable {
        @usableFromInline let rawValue: UInt8

        @usableFromInline
        init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The values are still to be read from the store.
        static let fault = Obstacles(rawValue: 1)
        /// What the store computes from other values may be another value by now.
        static let staleDerivations = Obstacles(rawValue: 2)
        /// The object has left its context, and its values were never read: those that it has are empty ones.
        static let neverRead = Obstacles(rawValue: 4)
        /// Somebody may observe: a read asks whether somebody does.
        static let observable = Obstacles(rawValue: 8)
        /// Somebody has observed the object.
        @usableFromInline static let observed = Obstacles(rawValue: 16)

        /// What stays whatever becomes of the values.
        static let watching: Obstacles = [.observable, .observed]
    }

    /// The values; a fault has none, or ones of which only the ends of relationships count.
    @usableFromInline final var values: ModelBacking?
    /// Never dangles, as little as the entity: a context that ends lets go of its objects.
    final unowned(unsafe) var context: (any ObjectContext)?
    /// The object's entity in the context's container, where the object is in a context.
    final unowned(unsafe) var storedEntity: StoredEntity?
    /// The identity of the row; 0 of an object that has none.
    final var rowOrZero: Int64 = 0
    final var changes = PropertyMask()
    @usableFromInline final var obstacles: Obstacles = .observable
    final var standing: Standing = .free
    private final var knownExtras: ObjectExtras?

    /// Creates an object with the values of a generated class. Generated code calls it.
    public required init(apusBacking: ModelBacking?) {
        values = apusBacking
    }

    /// The name of the object in its store; a temporary one until the object is saved.
    public final var persistentModelID: PersistentIdentifier {
        let entityName: String = entity.name
        if let row { return PersistentIdentifier(entityName: entityName, row: row) }
        return PersistentIdentifier(entityName: entityName, key: .temporary(extras.temporaryID))
    }

    /// Whether the object differs from what the store has.
    public final var hasChanges: Bool {
        standing == .inserted || standing == .deleted || !changes.isEmpty
    }

    /// Whether the object was deleted: by its context, saved or not, or by somebody else.
    public final var isDeleted: Bool { standing == .deleted || standing == .gone }

    // MARK: - What generated code calls

    /// The object's values, to read one of them.
    @_spi(Generated)
    @inlinable
    public final func apusRead<Values: ModelBacking>(_ position: Int, _ type: Values.Type) -> Values {
        if !obstacles.isEmpty { overcomeObstacles(position) }
        return unsafeDowncast(values.unsafelyUnwrapped, to: Values.self)
    }

    /// Changes one of the object's values.
    @_spi(Generated)
    @inlinable
    public final func apusChange<Values: ModelBacking>(
        _ position: Int,
        _ type: Values.Type,
        _ change: (Values) -> Void
    ) {
        prepareChange(position)
        change(unsafeDowncast(values.unsafelyUnwrapped, to: Values.self))
        if obstacles.contains(.observed) { didChange(position) }
    }

    /// Changes one of the object's values that no store keeps.
    @_spi(Generated)
    public final func apusChangeTransient<Values: ModelBacking>(
        _ position: Int,
        _ type: Values.Type,
        _ change: (Values) -> Void
    ) {
        changing(position) {
            if isFault { loadValues() }
            change(unsafeDowncast(values.unsafelyUnwrapped, to: Values.self))
        }
    }

    /// The object's values, one of which the store computes from others.
    @_spi(Generated)
    public final func apusReadDerived<Values: ModelBacking>(_ position: Int, _ type: Values.Type) -> Values {
        overcomeObstacles(position)
        if obstacles.contains(.staleDerivations) { context?.loadDerived(self) }
        return unsafeDowncast(values.unsafelyUnwrapped, to: Values.self)
    }

    /// A value that may lie in a file, read from there where that was not done yet.
    @_spi(Generated)
    public final func apusLoad<Transformer: AttributeTransformer>(
        _ position: Int,
        _ external: inout ExternalValue<Transformer>
    ) -> Transformer.Value? {
        switch external.state {
        case .none: return nil
        case .value(let value): return value
        case .file(let name):
            // Of an object whose row is gone the file is gone as well.
            guard standing != .gone else { return nil }
            let value: Transformer.Value? = requireContext().load(name, of: self, at: position, by: Transformer.self)
            if let value { external.state = .value(value) }
            return value
        }
    }

    // MARK: -

    /// The object's entity.
    final var entity: EntityDescription {
        storedEntity?.entity ?? knownValues.apusEntity
    }

    /// The values, of which those that come from the store may be missing still.
    final var knownValues: ModelBacking {
        if let values { return values }
        guard let storedEntity else { preconditionFailure("an object of no context has values") }
        let values: ModelBacking = storedEntity.entity.valuesType.init()
        self.values = values
        return values
    }

    /// What few objects have, made where somebody asks.
    final var extras: ObjectExtras {
        let extras: ObjectExtras = knownExtras ?? ObjectExtras()
        knownExtras = extras
        return extras
    }

    /// The identity of the row, of an object that has one.
    final var row: Int64? {
        get { rowOrZero == 0 ? nil : rowOrZero }
        set { rowOrZero = newValue ?? 0 }
    }

    /// Whether the values are still to be read from the store.
    final var isFault: Bool { obstacles.contains(.fault) }

    /// Whether the store has a row of the object.
    final var hasRow: Bool { standing == .stored || standing == .deleted }
}

/// What few objects have.
final class ObjectExtras {
    /// What the object is called before it is saved.
    lazy var temporaryID = UUID()
    /// Who observes the object.
    var observation: ObservationRegistrar?
}
