import ApusMigration
public import ApusSchema
import ApusStore

// So that code that catches the error can read its `description` without another import.
@_exported public import protocol ApusDiagnostics.ExplainedError
@_exported public import struct ApusSchema.AppRelease

/// An error of the runtime. The store is unchanged when one is thrown.
public enum ModelError: ExplainedError, Hashable {
    /// Objects violate the model's constraints.
    case validation([Violation])

    /// Remaining objects refer to deleted ones, because no delete rule removes the references.
    case danglingReferences([DanglingReference])

    /// The row of a changed object is no longer in the store: another context or process deleted it.
    case objectGone(PersistentIdentifier)

    /// An object is copied whose context ended before all of it was read.
    case neverRead(PersistentIdentifier)

    /// Others have changed the same properties of objects since this context read them: see ``MergePolicy``.
    case conflict([Conflict])

    /// Objects were changed and not saved during an enumeration that does not allow it: their number.
    case escapingMutation(Int)

    /// No object of the one class becomes one of the other, with the same identity, in the stage whose code asks for it.
    case unrelatedClasses(older: String, newer: String)

    /// An object was related, inserted or deleted in a context that it does not belong to.
    case foreignObject(PersistentIdentifier)

    /// A list was changed at an index that it does not have (any more): the number of its objects.
    case indexOutOfRange(object: PersistentIdentifier, property: String, index: Int, count: Int)

    /// A column's value does not have its property's type.
    case unreadableValue(object: PersistentIdentifier, property: String, expected: String)

    /// A fetched column's value does not have its property's type.
    case unreadableResult(entity: String, property: String, expected: String)

    /// The external file with a property's value cannot be read.
    case unreadableFile(object: PersistentIdentifier, property: String, reason: String)

    /// The encrypted value of a property cannot be decrypted: the object, by the root of its hierarchy, and the property, with the
    /// parts of composites. Nothing is read in its place, and it is not overwritten.
    case unreadableEncryptedValue(object: PersistentIdentifier, property: String, reason: String)

    /// Two objects would have the same values in properties with a unique constraint.
    case notUnique(object: PersistentIdentifier, columns: [String])

    /// A sum of integers that the store computes would not fit its type, or a sum on the way to it 64 bits: the attribute, such
    /// as `Trip.total`; several if the store does not say which of them it is.
    case sumDoesNotFit(attributes: [String])

    /// A row belongs to an entity that the model does not have.
    case unknownEntity(String, row: Int64)

    /// The entity has used up all 64-bit identities.
    case identitiesExhausted(entity: String)

    /// A generated class does not match the store's schema.
    case classMismatch(entity: String, reason: String)

    /// A required attribute without a default has a transformer without an empty value, so it would have none in an object whose
    /// row is deleted by another process: see ``AttributeTransformer/emptyValue``.
    case noEmptyValue(entity: String, property: String)

    /// The store is at a version that is retired: the releases of the app that open it, one after the other, until this one
    /// can.
    ///
    /// - Parameters:
    ///   - version: The version; if `isHead`, the one that the unreleased head which created the store followed.
    ///   - store: The path of the store.
    case retiredVersion(_ version: Schema.Version, isHead: Bool, store: String, releases: [AppRelease])

    /// The generated schema of a version cannot be read.
    case unreadableSchema(model: String, version: String, reason: String)

    /// The generated mapping of a stage cannot be read.
    case unreadableMapping(model: String, from: String, to: String, reason: String)

    /// A store cannot evaluate a predicate or a sort order.
    case unsupportedPredicate(String, reason: String)

    /// A container is opened without a class, or with a schema that was not made from classes.
    case noModel

    /// A query of SwiftUI is in a view that has no container, and no view above has one.
    case noContainer

    /// A container is opened for classes of several models: their generated schemas.
    case severalModels([String])

    /// A container is opened with several configurations, whose stores cannot have the model's entities.
    case storeAssignment(StoreAssignmentProblem)

    /// A class does not belong to the container's model.
    case unknownClass(String)

    /// Changes are saved in a container whose configuration does not allow it.
    case readOnly

    /// No object has an identifier that a value has: it was deleted, is not saved yet, or is of another class or store.
    case staleIdentifier(PersistentIdentifier)

    /// Values of an entity are looked for by a uid, and none is named.
    case noUid(entity: String)

    /// A ``PersistenceManager`` is used before its store was opened.
    case notLoaded(model: String)

    /// The code that a ``PersistenceManager`` calls before a migration loads the same store again, which would wait for itself.
    case nestedLoad(model: String)

    /// The code of a value, such as a transformer, saves the context that is just reading or saving it.
    case nestedSave

    /// Of several stores, some were reset, and could not be put back after another one failed: the names of their configurations,
    /// the paths of the stores with what they had, as far as there are any, and why. The others have what they had.
    case resetNotUndone(configurations: [String], copies: [String], reason: String)

    /// The container was closed.
    case containerClosed

    /// A context is to read one state of a store that has no connection for it, because it is in memory.
    case cannotPin(configuration: String)

    /// SQL of the app writes to a store: the statement.
    case writesDatabase(sql: String)

    /// A container has several stores, or none with a name, so it is unknown which one SQL is for.
    case unknownStore(name: String?, configurations: [String])

    /// The model has no entity of a name.
    case noEntity(String)

    /// An object of an abstract entity is created.
    case abstractEntity(String)

    /// A new object has no value of properties that need one.
    case missingValues(entity: String, properties: [String])

    /// An entity has no property of a name.
    case unknownProperty(entity: String, name: String)

    /// A property cannot be set, because the store computes it.
    case readOnlyProperty(entity: String, name: String)

    /// A property is set to a value that does not have its type.
    case wrongType(entity: String, property: String, expected: String, found: String)

    /// A model's stores keep no history.
    case historyNotKept(model: String)

    /// A token is not of this history, or what follows it was deleted: its store.
    case historyTokenExpired(store: String)

    /// What a store's history has is not what Apus writes.
    case historyDataCorrupted(store: String, reason: String)

    /// Rows of a batch break rules of the model, and nothing was inserted: the number of findings, and the first of them.
    case refusedRows(count: Int, [RefusedRow])

    /// SQLite reported an error.
    case database(code: Int32, message: String, sql: String)

    /// Creates the error of a store that an app has to tell its users about; `nil` for any other.
    init?(_ error: StoreError) {
        guard case .planning(.retiredVersion(let version, let isHead, let releases)) = error.reason else { return nil }
        self = .retiredVersion(version, isHead: isHead, store: error.path, releases: releases)
    }

    /// Why a container's stores cannot have the model's entities. Configurations are those of the container, by name.
    public enum StoreAssignmentProblem: Hashable, Sendable {
        /// Two configurations have the same file.
        case sameFile(configurations: [String])
        /// Two configurations say nothing of their entities, so each would have all that no other one has.
        case severalForTheRest(configurations: [String])
        /// Two configurations have an entity.
        case entityInSeveral(String, configurations: [String])
        /// No configuration has an entity.
        case entityInNone(String, configurations: [String])
        /// A relationship would refer to objects of another store.
        case relationshipBetween(String, configurations: [String])
        /// A store has objects of an entity that belongs to another one, where they would not be found.
        case objectsElsewhere(entity: String, configuration: String, of: String)
    }

    /// An object whose properties both this context and another one, or another process, have changed.
    public struct Conflict: Hashable, Sendable {
        /// The object.
        public let object: PersistentIdentifier
        /// The names of the properties.
        public let properties: [String]
    }

    /// A property of an object that violates a constraint of the model.
    public struct Violation: Hashable, Sendable {
        /// What is wrong.
        public enum Reason: Hashable, Sendable {
            /// A required relationship is empty.
            case missingValue
            /// The relationship refers to a deleted object.
            case refersToDeleted(PersistentIdentifier)
            /// The relationship refers to an object of another context.
            case refersToForeign(PersistentIdentifier)
            /// The value, or the number of objects, breaks a limit of the model: what is wrong, to follow "is".
            case breach(String)
            /// The object cannot be inserted again: it was deleted, or its context ended, before its values were read.
            case neverRead
            /// The value cannot be encoded: the error of its coder or transformer.
            case notEncodable(String)
            /// The object is deleted, but remaining objects are related to it, and the delete rule is `deny`.
            case deletionDenied(by: [PersistentIdentifier])
        }

        /// The object.
        public let object: PersistentIdentifier
        /// The property's name.
        public let property: String
        /// What is wrong.
        public let reason: Reason
    }

    /// What is wrong with a row of a batch.
    public struct RefusedRow: Hashable, Sendable {
        /// The index of the row in the sequence.
        public let index: Int
        /// The property's name.
        public let property: String
        /// What is wrong, to follow the property.
        public let problem: String
    }

    /// A reference to a deleted object.
    public struct DanglingReference: Hashable, Sendable {
        /// The table of the row with the reference.
        public let table: String
        /// The identity of that row.
        public let row: Int64
        /// The entity of the deleted object.
        public let destination: String
    }
}
