import ApusSchema
import Foundation

/// The base class of a model's objects.
///
/// An object belongs to the ``ModelContext`` that fetched it, or that it was inserted into, and is used where that is
/// used. Before it is inserted it is on its own. The context must live as long as its objects are used.
open class ModelObject {
    /// Where an object stands.
    enum Standing {
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

    final var backing: ModelBacking
    final var standing: Standing = .free
    /// Whether the values are still to be read from the store.
    final var isFault: Bool = false
    final var row: Int64?
    final var changes = PropertyMask()
    /// Never dangles: a context that ends lets go of its objects.
    final unowned(unsafe) var context: ModelContext?
    private final var temporaryID: UUID?

    /// Creates an object with the values of a generated class. Generated code calls it.
    public required init(apusBacking: ModelBacking) {
        backing = apusBacking
    }

    /// The name of the object in its store; a temporary one until the object is saved.
    public final var persistentModelID: PersistentIdentifier {
        let entityName: String = backing.apusEntity.name
        if let row { return PersistentIdentifier(entityName: entityName, row: row) }
        let key: UUID = temporaryID ?? UUID()
        temporaryID = key
        return PersistentIdentifier(entityName: entityName, key: .temporary(key))
    }

    /// The context that the object belongs to, where it belongs to one.
    public final var modelContext: ModelContext? { context }

    /// Whether the object differs from what the store has.
    public final var hasChanges: Bool {
        standing == .inserted || standing == .deleted || !changes.isEmpty
    }

    /// Whether the object was deleted: by its context, saved or not, or by somebody else.
    public final var isDeleted: Bool { standing == .deleted || standing == .gone }

    /// Whether the store has a row of the object.
    final var hasRow: Bool { standing == .stored || standing == .deleted }

    // MARK: - What generated code calls

    /// The object's values, read from the store where that was not done yet.
    public final func apusRead<Backing: ModelBacking>(_ type: Backing.Type) -> Backing {
        if isFault { loadValues() }
        return unsafeDowncast(backing, to: Backing.self)
    }

    /// The object's values, one of which is about to change.
    public final func apusChange<Backing: ModelBacking>(_ position: Int, _ type: Backing.Type) -> Backing {
        if isFault { loadValues() }
        noteChange(position)
        return unsafeDowncast(backing, to: Backing.self)
    }

    // MARK: -

    /// Remembers that a property is to be saved.
    final func noteChange(_ position: Int) {
        guard standing == .stored, let context else { return }
        if changes.isEmpty { context.changed.append(self) }
        changes.insert(position)
    }

    /// Reads the values from the store.
    final func loadValues() {
        requireContext().load(self)
    }

    /// The context, of an object of which something is to be read from the store.
    final func requireContext() -> ModelContext {
        guard let context else {
            preconditionFailure(
                "\(persistentModelID) is used after its context has ended: keep a context as long as its objects"
            )
        }
        return context
    }

    /// Forgets the values, to read them again when somebody asks.
    final func turnIntoFault() {
        backing = type(of: backing).init()
        changes.removeAll()
        isFault = true
        standing = .stored
    }

    /// Leaves the context.
    final func leave(as standing: Standing) {
        self.standing = standing
        context = nil
        isFault = false
        changes.removeAll()
        forgetEnds()
    }

    /// Forgets related objects, which may hold this one in turn.
    final func forgetEnds() {
        for position in backing.apusEntity.relationshipPositions {
            backing[apusEnd: position] = RelationshipEnd()
        }
    }
}
