import ApusSchema
import GRDB

/// The objects that one piece of work uses, and their changes until they are saved or rolled back.
///
/// Within a context a row of the store is one object. The context keeps the objects that it gave out; make one a task,
/// and keep it as long as you use its objects. A context and its objects are used by one task at a time.
public final class ModelContext {
    /// The container whose store the objects are in.
    public let container: ModelContainer

    var registered: [[Int64: ModelObject]]
    var inserted: [ModelObject] = []
    var changed: [ModelObject] = []
    var deleted: [ModelObject] = []

    /// Why the store could not be read when an object needed its values; nothing is saved until a rollback.
    var readingError: (any Error)?

    /// Creates a context without objects.
    public init(_ container: ModelContainer) {
        self.container = container
        registered = container.tables.map { _ in [:] }
    }

    deinit {
        for object in registered.flatMap(\.values) + inserted {
            object.context = nil
            object.forgetEnds()
        }
    }

    /// Whether there is something to save.
    public var hasChanges: Bool {
        !inserted.isEmpty || !changed.isEmpty || !deleted.isEmpty
    }

    /// Adds a new object, and the new objects that it is related to. Saving writes them.
    public func insert(_ object: some PersistentModel) {
        insert(object as ModelObject)
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
            precondition(
                container.table(of: next.backing.apusEntity) != nil,
                "'\(type(of: next))' is no class of the model"
            )
            if next.standing == .gone { next.row = nil }
            next.standing = .inserted
            next.context = self
            inserted.append(next)
            for end in next.backing.apusEntity.relationshipPositions {
                waiting += next.knownRelated(end).filter { $0.standing == .free }
            }
        }
    }

    /// Makes all objects what the store has: new ones leave the context, deleted ones are back, changes are gone.
    ///
    /// Whatever the context has read is read again when somebody asks, so changes by others show from now on.
    public func rollback() {
        for object in inserted { object.leave(as: .free) }
        for object in registered.flatMap(\.values) { object.turnIntoFault() }
        inserted = []
        changed = []
        deleted = []
        readingError = nil
    }
}
