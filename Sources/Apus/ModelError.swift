/// Why the runtime could not do what it was asked for. Nothing was written then.
public enum ModelError: Error, Hashable, Sendable {
    /// Objects are not as the model wants them.
    case validation([Violation])

    /// Objects that stay refer to objects that are deleted, through a relationship whose delete rule does not mend that.
    case danglingReferences([DanglingReference])

    /// The row of a changed object is not in the store any more: somebody else deleted it.
    case objectGone(PersistentIdentifier)

    /// A column holds what its property's type cannot be.
    case unreadableValue(object: PersistentIdentifier, property: String, expected: String)

    /// A column of what was fetched holds what its property's type cannot be.
    case unreadableResult(entity: String, property: String, expected: String)

    /// The value of a property lies in a file beside the store that cannot be read.
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

    /// A predicate, or what objects are sorted by, is nothing that a store can answer.
    case unsupportedPredicate(String, reason: String)

    /// A class is of no entity of the container's model.
    case unknownClass(String)

    /// SQLite refused.
    case database(code: Int32, message: String, sql: String)

    /// One property of one object that is not as the model wants it.
    public struct Violation: Hashable, Sendable {
        /// What is wrong.
        public enum Reason: Hashable, Sendable {
            /// A required relationship leads nowhere.
            case missingValue
            /// The relationship leads to an object that is deleted.
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

extension ModelError: CustomStringConvertible {
    /// What is wrong, and what to do next.
    public var description: String {
        switch self {
        case .validation(let violations):
            violations.map(\.description).joined(separator: "\n")
        case .danglingReferences(let references):
            references.map(\.description).joined(separator: "\n")
        case .objectGone(let object):
            "\(object) is not in the store any more: somebody else deleted it; roll the context back"
        case .unreadableValue(let object, let property, let expected):
            "the value of '\(property)' of \(object) in the store is no \(expected)"
        case .unreadableResult(let entity, let property, let expected):
            "a value of '\(property)' of '\(entity)' in the store is no \(expected)"
        case .unreadableFile(let object, let property, let reason):
            "the value of '\(property)' of \(object) cannot be read: \(reason)"
        case .notUnique(let object, let columns):
            "\(object): another object has the same \(columns.joined(separator: ", ")), which no two may share"
        case .unknownKind(let kind, let row):
            "the row \(row) is of the kind '\(kind)', which the model does not have"
        case .identitiesExhausted(let entity):
            "the entity '\(entity)' has used up its identities: its largest row is the largest integer"
        case .classesDoNotFit(let entity, let reason):
            "the generated class of '\(entity)' does not fit the store's schema: \(reason); run 'apus generate'"
        case .unreadableSchema(let model, let version, let reason):
            "the generated schema \(version) of '\(model)' cannot be read: \(reason); run 'apus generate'"
        case .unsupportedPredicate(let text, let reason):
            "no store can answer '\(text)': \(reason)"
        case .unknownClass(let name):
            "'\(name)' is no class of the container's model"
        case .database(let code, let message, let sql):
            "SQLite error \(code): \(message) - in \(sql)"
        }
    }
}

extension ModelError.Violation: CustomStringConvertible {
    /// What is wrong, and what to do next.
    public var description: String {
        switch reason {
        case .missingValue:
            "\(object): '\(property)' is required, but leads to no object"
        case .leadsToDeleted(let other):
            "\(object): '\(property)' leads to \(other), which is deleted: set it to another one or to nil"
        case .breach(let breach):
            "\(object): '\(property)' is \(breach)"
        case .neverRead:
            "\(object) is inserted again, but its values were never read from the store: read one before it is deleted"
        case .notEncodable(let problem):
            "\(object): '\(property)' cannot be turned into bytes: \(problem)"
        case .deletionDenied(let others):
            "\(object) cannot be deleted while '\(property)' leads to "
                + others.prefix(3).map(\.description).joined(separator: ", ") + (others.count > 3 ? ", …" : "")
        }
    }
}

extension ModelError.DanglingReference: CustomStringConvertible {
    /// What is wrong, and what to do next.
    public var description: String {
        "\(table) \(row) refers to a deleted \(destination): set its reference to another one or to nil before saving"
    }
}
