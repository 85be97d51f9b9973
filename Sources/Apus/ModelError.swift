// Who catches the error can then read its `description` without another import.
@_exported public import protocol ApusDiagnostics.ExplainedError

/// Why the runtime could not do what it was asked for. Nothing was written then.
public enum ModelError: ExplainedError, Hashable {
    /// Objects that the model does not allow.
    case validation([Violation])

    /// Objects that stay refer to objects that are deleted, through a relationship whose delete rule does not mend that.
    case danglingReferences([DanglingReference])

    /// The row of a changed object is not in the store any more: another context or process deleted it.
    case objectGone(PersistentIdentifier)

    /// A column's value is not one of its property's type.
    case unreadableValue(object: PersistentIdentifier, property: String, expected: String)

    /// A fetched column's value is not one of its property's type.
    case unreadableResult(entity: String, property: String, expected: String)

    /// The value of a property is in a file beside the store that cannot be read.
    case unreadableFile(object: PersistentIdentifier, property: String, reason: String)

    /// Two objects would agree in properties that no two objects may share.
    case notUnique(object: PersistentIdentifier, columns: [String])

    /// A row is of a kind that the model does not have.
    case unknownKind(String, row: Int64)

    /// The entity has used up all 64-bit identities.
    case identitiesExhausted(entity: String)

    /// The generated classes and the store's schema do not fit.
    case classesDoNotFit(entity: String, reason: String)

    /// The generated schema of a version cannot be read.
    case unreadableSchema(model: String, version: String, reason: String)

    /// A predicate, or what objects are sorted by, cannot be answered by a store.
    case unsupportedPredicate(String, reason: String)

    /// A class does not belong to the container's model.
    case unknownClass(String)

    /// SQLite refused.
    case database(code: Int32, message: String, sql: String)

    /// One property of one object, and why the model does not allow it.
    public struct Violation: Hashable, Sendable {
        /// What is wrong.
        public enum Reason: Hashable, Sendable {
            /// A required relationship is empty.
            case missingValue
            /// The relationship points at a deleted object.
            case leadsToDeleted(PersistentIdentifier)
            /// The value, or the number of objects, breaks a limit of the model: what is wrong, to follow an `is`.
            case breach(String)
            /// The object was deleted, or its context ended, before its values were read, and cannot be inserted again.
            case neverRead
            /// The value cannot be turned into bytes: what its coder or transformer says.
            case notEncodable(String)
            /// The object is deleted, but objects that stay are related to it, and the delete rule is `deny`.
            case deletionDenied(by: [PersistentIdentifier])
        }

        /// The object.
        public let object: PersistentIdentifier
        /// The property's name.
        public let property: String
        /// What is wrong.
        public let reason: Reason
    }

    /// One reference to an object that is deleted.
    public struct DanglingReference: Hashable, Sendable {
        /// The table of the row that refers.
        public let table: String
        /// The row that refers.
        public let row: Int64
        /// The entity of the object that is deleted.
        public let destination: String
    }
}
