import ApusSchema
import Foundation

/// A set of objects and their changes until they are saved or rolled back.
///
/// Within a context, a row of the store is one object as long as it is in use. The context retains its new, changed and deleted
/// objects until they are saved, and those that can be undone. Other objects it does not retain, so they are deallocated with the
/// last reference to them. Related objects retain each other once the relationship was read:
/// ``enumerate(_:batchSize:allowEscapingMutations:block:)`` and ``refresh(_:)`` take it apart, as the end of the context does.
///
/// Create a context per task, and keep it as long as you use its objects. Only one task at a time may use a context and its
/// objects.
public final class ModelContext: ObjectContext {
    /// The container whose store the objects are in.
    public var container: ModelContainer {
        if let container = retained ?? owner { return container }
        // The main context outlived its container.
        let made = ModelContainer(coordinator, main: self)
        owner = made
        return made
    }

    let coordinator: StoreCoordinator
    private let retained: ModelContainer?
    /// The container that retains the context itself.
    private weak var owner: ModelContainer?

    /// The objects with a row, by the index of their root entity.
    let registered: [IdentityMap]
    var insertions = ObjectList()
    var changed: [ModelObject] = []
    var deletions = ObjectList()

    /// The values that changed properties had in the store.
    var originals = OriginalValues()
    /// Collects values; `nil` while it does.
    var collector: RowWriter? = RowWriter(nil, namesFiles: true)

    /// Whether the context reads one state of the stores: see ``pin()``.
    public var isPinned: Bool { parent?.isPinned ?? isPinnedItself }
    var isPinnedItself = false
    /// What reads the state of each store; `nil` until the next access if a save has ended the former state. A nested context
    /// reads what its parent does.
    var pins: [PinnedState]? {
        get { if let parent { parent.pins } else { knownPins } }
        set { if let parent { parent.pins = newValue } else { knownPins = newValue } }
    }
    private var knownPins: [PinnedState]?
    /// Whether a save is under way.
    var isSaving = false
    /// Whether a batch is under way, whose closures and sequences must not save.
    var isRunningBatch = false

    /// The number of each store's changes when this context began to read it; `nil` if it has read nothing.
    var epochs: [Int?]

    /// Who saves: it stands in the history of the stores.
    public var author: String?

    /// Whether the context only reads, so that saving changes throws ``ModelError/readOnly``.
    var isForReading = false

    /// The context's name, for the history of the stores.
    public var name: String?

    /// Records what objects were before they change; `nil` without an undo manager.
    var recorder: UndoRecorder?

    /// The parent of a nested context, and what has to be known of a context with nested ones.
    var nesting: Nesting?

    /// Collects what has changed; `nil` as long as it is unused: see ``tracker``.
    var knownTracker: ChangeTracker?

    /// The live results that unsaved changes matter to.
    var liveQueries = LiveQueries()
    /// Whether what others have saved is being taken over: live results were notified of that by the save.
    var isMerging = false

    /// Whether an object whose deletion was saved has been inserted again, so that new objects may have rows.
    var hasReturned = false

    /// How changes are saved that do not go together with what is in the store: by default, as SwiftData does.
    public var mergePolicy: MergePolicy = .upsert

    /// What the delete rule `cascade` deleted.
    var cascades = Cascades()

    /// The owners of relationships without an inverse that were not in the context when an object was deleted: they lose
    /// it if it is inserted again.
    var absentOwners: [ObjectIdentifier: [(entity: EntityDescription, row: Int64, position: Int)]] = [:]

    /// The changed objects whose rows others have deleted.
    var deletedByOthers: [ModelObject] = []

    /// The properties of deleted objects that others have changed: they are taken over if the object is inserted again.
    var missedChanges: [ObjectIdentifier: [PropertyMask]] = [:]

    /// The changed to-one ends without a column of their own that others have changed as well: they are read again after the save.
    var contestedEnds: [ObjectIdentifier: PropertyMask] = [:]

    /// The objects that were deleted and inserted again.
    var restored = ObjectList()

    /// The faults whose values are read together.
    var batches = FaultBatches()

    /// The error of a value that could not be read from the store; saving throws it until a rollback.
    var readingError: (any Error)?

    var hasReadingError: Bool { readingError != nil }

    /// The error of a call that could not throw, and that had no effect. The next save throws it, once: nothing that is
    /// wrong is left to be saved.
    var unreportedError: ModelError?

    /// When the context saves its changes by itself. It needs the main thread, or the executor of a ``ModelActor``: a context of
    /// another task is saved by ``save()`` only.
    ///
    /// What changed since the last save is saved as well when the program ends: of contexts of the main thread, if that ends it;
    /// of those of actors in any case, unless their jobs take more than ten seconds. If the program is killed, that is lost,
    /// and what was saved is whole.
    public var autosavePolicy: AutosavePolicy = .never {
        didSet {
            // A save that was scheduled by another policy may be late.
            endAutosave()
            if hasChanges { noteUnsavedChange() }
        }
    }

    /// Called with the error of a save that the context makes by itself; by default, it is written to standard error. The
    /// changes stay, and the context tries again after the next change, and after pauses that grow from a second to a minute.
    /// Of equal errors in a row, only the first is reported, and once more at the end of the program.
    public var autosaveFailed: (any Error) -> Void = { error in
        FileHandle.standardError.write(Data("The changes of a context could not be saved: \(error)\n".utf8))
    }

    /// What other contexts of the container have saved.
    let mailbox = SaveMailbox()

    /// Where the context is used, if that is known.
    var thread: ContextThread?
    /// The save that the context is going to make by itself, which retains it until then.
    var nextAutosave: Autosave?
    /// The number of saves in a row that failed when the context made them by itself, and the last one's error.
    var failedAutosaves: (count: Int, error: String)?
    /// Counts unsaved changes, to tell whether there were new ones.
    var unsavedChanges = 0

    /// The number of new objects that were looked at before insertions, for tests.
    var visitedNewObjects = 0

    /// The connections that the context is using, by store; `nil` if no access to a store is under way.
    var accesses: [StoreAccess?]

    /// The number of accesses to the store that are under way, nested ones included.
    var activeAccesses = 0

    /// Whether live results are asking changed objects, between a commit and the end of its save.
    var isFindingEffects = false

    /// The objects that left the context during an access to the store, and whose observers are notified after it.
    var leaving: [ModelObject] = []

    /// Whether `withObservationTracking` and SwiftUI can observe the context's objects.
    public let isObservable: Bool

    /// Creates an empty context.
    ///
    /// - Parameters:
    ///   - container: The container whose store the objects are in.
    ///   - isObservable: Whether the objects can be observed, which makes each read of a property a few nanoseconds
    ///     slower. By default, the objects of contexts that are created on the main thread, or by the main actor, can be.
    public convenience init(_ container: ModelContainer, isObservable: Bool? = nil) {
        self.init(container, retaining: true, isObservable: isObservable ?? ContextThread.main.isCurrent)
    }

    /// Creates the main context of a container, which retains it.
    convenience init(mainOf container: ModelContainer) {
        self.init(container, retaining: false, isObservable: true)
        belongs(to: .main)
        autosaveEnabled = coordinator.allowsSave
    }

    private init(_ container: ModelContainer, retaining: Bool, isObservable: Bool) {
        coordinator = container.coordinator
        retained = retaining ? container : nil
        owner = container
        self.isObservable = isObservable
        let tables = coordinator.tables
        registered = (0..<coordinator.rootCount).map { root in
            let hasRelationships = tables.contains { $0.root == root && !$0.entity.relationshipPositions.isEmpty }
            return IdentityMap(isObservable: isObservable, hasRelationships: hasRelationships)
        }
        epochs = coordinator.stores.map { _ in nil }
        accesses = coordinator.stores.map { _ in nil }
        // To unite objects with the same unique values in silence, as in SwiftData, would lose some in a migration.
        if coordinator.stores.contains(where: \.file.isBorrowed) { mergePolicy = .error }
        for map in registered { map.context = self }
        coordinator.observers.add(mailbox)
    }

    deinit {
        recorder?.end()
        recorder = nil
        knownTracker?.end()
        for query in liveQueries.all where query.contextID == ObjectIdentifier(self) { query.signal.finish() }
        letGoOfObjects()
        for map in registered { map.context = nil }
    }

    /// Detaches all objects: those that are in use keep what was read.
    func letGoOfObjects() {
        var detachment = Detachment()
        nesting?.reset()
        for map in registered { map.removeAll { detachment.add($0) } }
        for object in inserted { detachment.add(object) }
        // Nothing but users and relationships may retain an object.
        forgetChanges()
        detachment.carryOut()
    }

    /// Forgets all changes, and what belongs to them.
    func forgetChanges() {
        nesting?.revision += 1
        failedAutosaves = nil
        endAutosave()
        insertions = ObjectList()
        changed = []
        deletions = ObjectList()
        originals = OriginalValues()
        epochs = coordinator.stores.map { _ in nil }
        cascades = Cascades()
        absentOwners = [:]
        deletedByOthers = []
        missedChanges = [:]
        contestedEnds = [:]
        restored = ObjectList()
        hasReturned = false
        batches = FaultBatches()
        readingError = nil
        unreportedError = nil
    }

    /// Keeps only some objects among the changed ones.
    ///
    /// The end of the others may run its user's code, so they are released when they are not in the list any more.
    func keepChanged(where isKept: (ModelObject) -> Bool) {
        nesting?.revision += 1
        let former = changed
        changed = former.filter(isKept)
        withExtendedLifetime(former) {}
    }

    /// Whether the context has unsaved changes.
    public var hasChanges: Bool {
        if let nesting, nesting.parent != nil { return nesting.hasChanges }
        return differsFromStore
    }

    /// Whether objects are not as they are in the store.
    var differsFromStore: Bool {
        !insertions.isEmpty || !changed.isEmpty || !deletions.isEmpty
    }

    /// The new objects, in the order in which they were inserted.
    var inserted: [ModelObject] { insertions.objects }

    /// The deleted objects whose rows are still in the store.
    var deleted: [ModelObject] { deletions.objects }

    /// Inserts a new object, and the new objects that it is related to.
    ///
    /// A deleted object that is inserted again before the context is saved keeps its row, and so do the objects that
    /// were deleted with it by the delete rule `cascade`, unless they were deleted once more by themselves. What other
    /// delete rules changed stays changed.
    ///
    /// An object of another context is not inserted, and the next ``save()`` throws ``ModelError/foreignObject(_:)``. Nor is
    /// one whose class is not in the model, ``ModelError/unknownClass(_:)``, or whose entity is abstract,
    /// ``ModelError/abstractEntity(_:)``, together with all new objects that it is related to. An
    /// object whose context was deallocated becomes a new object without relationships.
    public func insert(_ object: some PersistentModel) {
        insert(object as ModelObject)
    }

    func report(_ error: ModelError) {
        if unreportedError == nil { unreportedError = error }
    }

    func noteChange(of object: ModelObject, at position: Int) {
        noteOriginal(of: object, at: position)
        if !object.isChanged { changed.append(object) }
        noteUnsavedChange()
    }

    func insert(_ object: ModelObject) {
        if insertAlone(object) { return }
        guard object.context != nil || canInsert([object]) else { return }
        var waiting = [object]
        var kept: [ModelObject] = []
        var index = 0
        while index < waiting.count {
            let next = waiting[index]
            index += 1
            if let other = next.context {
                guard other === self else {
                    report(.foreignObject(next.persistentModelID))
                    continue
                }
                if next.lifecycle == .deleted {
                    changeRecorder?.recordInsertion(of: next)
                    restore(next)
                    restoreEnds(of: next)
                    waiting += cascades.takeChildren(of: next)
                    kept.append(next)
                }
                continue
            }
            let entity = next.entity
            guard let table = coordinator.table(of: entity) else {
                report(.unknownClass("\(type(of: next))"))
                continue
            }
            changeRecorder?.recordInsertion(of: next)
            // An object that was deleted, or whose context has ended, gets a new row, unless it had left after its deletion
            // was undone: its row is not in the store, and no other object gets it.
            let wasDeleted = next.lifecycle != .free
            if next.isDetached { next.forgetEnds() }
            if wasDeleted, next.lifecycle != .gone || next.knownExtras?.returnedTo !== table {
                next.row = nil
                next.knownExtras?.returnedTo = nil
            }
            enter(next, table)
            if wasDeleted {
                restoreEnds(of: next)
                waiting += cascades.takeChildren(of: next)
                kept.append(next)
            }
            for end in entity.relationshipPositions {
                waiting += next.knownRelated(end).filter { $0.lifecycle == .free }
            }
        }
        for object in kept {
            restored.append(object)
            unlinkDeleted(from: object)
        }
    }

    /// Discards all changes: inserted objects leave the context, deleted ones are restored.
    ///
    /// All objects become faults: their values are read again when they are accessed, including changes by other
    /// contexts and processes. Nothing can be undone or redone afterwards.
    public func rollback() {
        if nesting?.parent != nil {
            nesting?.rollBack()
            endAutosave()
            recorder?.clear()
            return
        }
        let stored = registered.flatMap(\.objects)
        tracker?.noteRefresh(of: inserted + stored)
        (inserted + stored).changing(\.properties.indices) {
            for object in inserted { object.leave(as: .free) }
            for map in registered { for object in map.objects { object.turnIntoFault() } }
            forgetChanges()
        }
        recorder?.clear()
    }
}
