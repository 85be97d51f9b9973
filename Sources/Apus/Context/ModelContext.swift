import ApusSchema
public import Foundation

/// The objects that one piece of work uses, and their changes until they are saved or rolled back.
///
/// Within a context a row of the store is one object. The context keeps the objects that it gave out; make one a task,
/// and keep it as long as you use its objects. A context and its objects are used by one task at a time.
public final class ModelContext: ObjectContext {
    /// The container whose store the objects are in.
    public let container: ModelContainer

    /// The objects of the store, by the root of their hierarchy and their identity.
    let registered: [IdentityMap]
    var inserted: [ModelObject] = []
    var changed: [ModelObject] = []
    var deleted: [ModelObject] = []

    /// The objects whose values are read together.
    var batches = FaultBatches()

    /// Why the store could not be read when an object needed its values; nothing is saved until a rollback.
    var readingError: (any Error)?

    /// Whether reading a property of the context's objects can be observed, by `withObservationTracking` or SwiftUI.
    public let isObservable: Bool

    /// Creates a context without objects.
    ///
    /// - Parameters:
    ///   - container: The container whose store the objects are in.
    ///   - isObservable: Whether the objects can be observed, which makes every read of a property some nanoseconds
    ///     slower; by default where the context is made on the main thread, as those of user interfaces are.
    public init(_ container: ModelContainer, isObservable: Bool = Thread.isMainThread) {
        self.container = container
        self.isObservable = isObservable
        registered = (0..<container.rootCount).map { _ in IdentityMap() }
    }

    deinit {
        for map in registered { map.abandon() }
        for object in inserted { object.abandon() }
    }

    /// Whether there is something to save.
    public var hasChanges: Bool {
        !inserted.isEmpty || !changed.isEmpty || !deleted.isEmpty
    }

    /// Adds a new object, and the new objects that it is related to. Saving writes them.
    public func insert(_ object: some PersistentModel) {
        insert(object as ModelObject)
    }

    func noteChange(of object: ModelObject) {
        changed.append(object)
    }

    func insert(_ object: ModelObject) {
        var waiting: [ModelObject] = [object]
        var position: Int = 0
        while position < waiting.count {
            let next: ModelObject = waiting[position]
            position += 1
            if let other = next.context {
                precondition(other === self, "\(next.persistentModelID) is of another context")
                continue
            }
            let entity: EntityDescription = next.entity
            guard let table = container.table(of: entity), type(of: next) == entity.type as ModelObject.Type else {
                preconditionFailure("'\(type(of: next))' is the class of no entity of the model")
            }
            precondition(
                !entity.isAbstract,
                "'\(entity.name)' is abstract: insert an object of one of its sub-entities"
            )
            // What was in a store, here or elsewhere, becomes a row of its own.
            if next.standing != .free { next.row = nil }
            next.join(self, table, as: .inserted)
            inserted.append(next)
            for end in entity.relationshipPositions {
                waiting += next.knownRelated(end).filter { $0.standing == .free }
            }
        }
    }

    /// Makes all objects what the store has: new ones leave the context, deleted ones are back, changes are gone.
    ///
    /// Whatever the context has read is read again when somebody asks, so changes by others show from now on.
    public func rollback() {
        let stored: [ModelObject] = registered.flatMap(\.objects)
        (inserted + stored).changing(\.properties.indices) {
            for object in inserted { object.leave(as: .free) }
            for map in registered { for object in map.objects { object.turnIntoFault() } }
            inserted = []
            changed = []
            deleted = []
            batches = FaultBatches()
            readingError = nil
        }
    }
}
