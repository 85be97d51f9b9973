/// How a context saves changes that do not go together with what is in the store.
///
/// There are two reasons why they may not:
///
/// - *Conflicts.* Another context or process has changed a property of an object since this context read it, and this
///   context has changed the same property to another value. Changes of different properties of an object are merged,
///   whatever the policy. An object whose row was deleted is not a conflict, but ``ModelError/objectGone(_:)``.
/// - *Duplicates.* A new object has the values of another object in properties that are unique together.
///
/// The names are those of Core Data's `NSMergePolicy`, but for ``upsert``.
public enum MergePolicy: Hashable, Sendable, CaseIterable {
    /// Saving fails: with ``ModelError/conflict(_:)`` or ``ModelError/notUnique(object:columns:)``.
    case error

    /// As in SwiftData, a new object that is a duplicate changes the existing object. Conflicts are errors.
    case upsert

    /// The store's values stay: of a property in a conflict, and of an existing object with a duplicate.
    case storeWins

    /// The context's values are written: of a property in a conflict, and those of a duplicate to the existing object.
    case objectWins

    /// All values of an object in a conflict are written, also of the properties that only others have changed. A duplicate
    /// changes the existing object.
    case overwrite

    /// All changes of an object in a conflict are discarded, but those of relationships without a key in its row. An existing
    /// object with a duplicate keeps its values.
    case rollback

    /// Whether a duplicate's values are those of the object from then on; `nil` if duplicates are errors.
    var takesDuplicates: Bool? {
        switch self {
        case .error: nil
        case .upsert, .objectWins, .overwrite: true
        case .storeWins, .rollback: false
        }
    }
}
