public import ApusDiagnostics
import ApusMigration

extension ModelError {
    /// What is wrong, and what to do next.
    public var diagnostics: [Diagnostic] {
        switch self {
        case .validation(let violations): violations.map { .error($0.description) }
        case .danglingReferences(let references): references.map { .error($0.description) }
        case .objectGone(let object):
            [
                .error(
                    "\(object) is no longer in the store: another context or process deleted it",
                    help: ["call 'context.delete(object)', which discards its changes, or roll the context back"]
                )
            ]
        case .conflict(let conflicts): conflicts.map(\.diagnostic)
        case .escapingMutation(let count):
            [
                .error(
                    "\(count) \(count == 1 ? "object was" : "objects were") changed during an enumeration, and not saved",
                    help: [
                        "call 'save()' in the closure, or pass 'allowEscapingMutations: true', which keeps the objects in memory"
                    ]
                )
            ]
        case .indexOutOfRange(let object, let property, let index, let count):
            [
                .error(
                    "'\(property)' of \(object) has \(count) \(count == 1 ? "object" : "objects"), "
                        + "so none at index \(index)",
                    help: ["others may have made the list shorter: look at it again, then change it"]
                )
            ]
        case .foreignObject(let object):
            [
                .error(
                    "\(object) belongs to another context, or to one that was deallocated, so it was not related, inserted "
                        + "or deleted",
                    help: ["use this context's own object: context.model(for: object.persistentModelID)"]
                )
            ]
        case .unreadableValue(let object, let property, let expected):
            [.error("the stored value of '\(property)' of \(object) is not a valid \(expected)")]
        case .unreadableResult(let entity, let property, let expected):
            [.error("a stored value of '\(property)' of '\(entity)' is not a valid \(expected)")]
        case .unreadableFile(let object, let property, let reason):
            [.error("the value of '\(property)' of \(object) cannot be read: \(reason)")]
        case .unreadableEncryptedValue(let object, let property, let reason):
            [
                .error(
                    "the value of '\(property)' of \(object) is \(reason)",
                    help: ["give the key that it was encrypted with, or restore the store from a copy"]
                )
            ]
        case .notUnique(let object, let columns):
            [.error("\(object): another object has the same \(columns.listed()), which must be unique")]
        case .sumDoesNotFit(let attributes):
            [
                .error(
                    attributes.count == 1
                        ? "the sum '\(attributes[0])' does not fit its type"
                        : "one of the sums \(attributes.map { "'\($0)'" }.listed()) does not fit its type",
                    help: ["change the values that it adds: an integer has at most 64 bits, also on the way"]
                )
            ]
        case .unknownEntity(let entity, let row):
            [.error("row \(row) is of the entity '\(entity)', which the model does not have")]
        case .identitiesExhausted(let entity):
            [.error("the entity '\(entity)' has no identities left: a row has the largest 64-bit integer")]
        case .classMismatch(let entity, let reason):
            [
                .error(
                    "the generated class of '\(entity)' does not match the store's schema: \(reason)",
                    help: ["run: apus generate"]
                )
            ]
        case .noEmptyValue(let entity, let property):
            [
                .error(
                    "'\(entity).\(property)' has no value for an object whose row is deleted by others",
                    help: [
                        "give the attribute a 'default' in the model, make it optional, or give its transformer an 'emptyValue'"
                    ]
                )
            ]
        case .retiredVersion(let version, let isHead, let store, let releases):
            PlanningError.retiredVersion(version, isHead: isHead, opening: releases)
                .diagnostics(of: SourceLocation(file: store))
        case .unreadableSchema(let model, let version, let reason):
            [
                .error(
                    "the generated schema \(version) of '\(model)' cannot be read: \(reason)",
                    help: ["run: apus generate"]
                )
            ]
        case .unreadableMapping(let model, let from, let to, let reason):
            [
                .error(
                    "the generated mapping \(from)-\(to) of '\(model)' cannot be read: \(reason)",
                    help: ["run: apus generate"]
                )
            ]
        case .cannotPin(let configuration):
            [
                .error(
                    "a context cannot be pinned to a state of the store '\(configuration)', which is in memory",
                    help: ["use a store in a file, or fetch what belongs together with one call"]
                )
            ]
        case .writesDatabase(let sql):
            [
                .error(
                    "'container.database' only reads, but this writes: \(sql)",
                    help: ["change objects of a context, and save it, so that rules and other contexts know of it"]
                )
            ]
        case .unknownStore(let name, let configurations):
            [
                .error(
                    name.map { "the container has no store '\($0)'" }
                        ?? "the container has several stores, and 'container.database' is that of one",
                    help: ["write: container.database(named:) with \(configurations.listed())"]
                )
            ]
        case .unsupportedPredicate(let text, let reason): [.error("a store cannot evaluate '\(text)': \(reason)")]
        case .noModel:
            [
                .error(
                    "a container needs a class of its model",
                    help: ["write, for example: ModelContainer(for: Trip.self)"]
                )
            ]
        case .noContainer:
            [.error("no view above has a container", help: ["use the modifier 'modelContainer(for:)'"])]
        case .severalModels(let names):
            [.error("the classes are of several models: \(names.listed())", help: ["open a container for each model"])]
        case .storeAssignment(let problem): [problem.diagnostic]
        case .unknownClass(let name): [.error("the container's model has no class '\(name)'")]
        case .readOnly:
            [
                .error(
                    "the context, or its container's configuration, does not allow saving",
                    help: [
                        "open the store with 'allowsSave: true' and use a context that is not only for reading, or discard the "
                            + "changes: 'context.rollback()'"
                    ]
                )
            ]
        case .neverRead(let object):
            [
                .error(
                    "\(object) cannot be copied: its context was deallocated or reset before all of its values were read",
                    help: ["copy it while its context exists"]
                )
            ]
        case .staleIdentifier(let identifier):
            [
                .error(
                    "a value refers to \(identifier), which is not in the store: it was deleted, is not saved yet, or is of another "
                        + "class or store",
                    help: ["fetch the values again, or save one without an identifier, which makes a new object"]
                )
            ]
        case .noUid(let entity):
            [
                .error(
                    "the values of '\(entity)' have no uid",
                    help: ["write 'uid:' with a unique attribute in the model, or 'static let uidKey' in your type"]
                )
            ]
        case .notLoaded(let model):
            [
                .error(
                    "the store of '\(model)' is not open yet",
                    help: ["call 'try await load()' of the persistence manager first"]
                )
            ]
        case .nestedLoad(let model):
            [
                .error(
                    "the store of '\(model)' is loaded by the code that decides about its migration",
                    help: ["let 'willMigrate' return: the call of 'load' that called it opens the store"]
                )
            ]
        case .unrelatedClasses(let older, let newer):
            [
                .error(
                    "no '\(older)' becomes a '\(newer)' with the same identity",
                    help: [
                        "use the class of the newer version that has its objects, or fetch the objects of both contexts"
                    ]
                )
            ]
        case .resetNotUndone(let configurations, let copies, let reason):
            [
                .error(
                    "the reset failed, and \(configurations.map { "'\($0)'" }.listed()) "
                        + "\(configurations.count == 1 ? "has" : "have") only the new content: \(reason)",
                    help: ["free space on the disk, and reset the container again"]
                        + copies.map {
                            "or close the container, and replace the store by what it had, which is in '\($0)'"
                        }
                )
            ]
        case .nestedSave:
            [
                .error(
                    "a context cannot be saved while it reads or saves a value",
                    help: ["save it after the fetch or the save, or use another context"]
                )
            ]
        case .containerClosed: [.error("the container was closed", help: ["open another one: ModelContainer(for: …)"])]
        case .noEntity(let name):
            [
                .error(
                    "the container's model has no entity '\(name)'",
                    help: ["use a name of 'container.schema.entities'"]
                )
            ]
        case .abstractEntity(let name):
            [.error("'\(name)' is abstract, so it has no objects", help: ["create one of a sub-entity"])]
        case .missingValues(let entity, let properties):
            [
                .error(
                    "a new object of '\(entity)' needs a value of \(properties.listed())",
                    help: ["pass the values by the names of the properties"]
                )
            ]
        case .unknownProperty(let entity, let name):
            [.error("'\(entity)' has no property '\(name)'", help: ["use the name that the model has for it"])]
        case .readOnlyProperty(let entity, let name):
            [.error("'\(entity).\(name)' cannot be set: the store computes it", help: ["set what it is computed from"])]
        case .wrongType(let entity, let property, let expected, let found):
            [.error("'\(entity).\(property)' is set to a value of type \(found) (expected \(expected))")]
        case .historyNotKept(let model):
            [.error("the stores of '\(model)' keep no history", help: ["add 'history: true' to the model"])]
        case .historyTokenExpired(let store):
            [
                .error(
                    "the token is not of the history of \(store), or what followed it was deleted",
                    help: ["call 'historyToken()', read all objects again, and go on from that token"]
                )
            ]
        case .historyDataCorrupted(let store, let reason):
            [
                .error(
                    "the history of \(store) is damaged: \(reason)",
                    help: ["restore the store from a copy; its objects can still be read"]
                )
            ]
        case .refusedRows(let count, let rows):
            rows.map { .error("row \($0.index): '\($0.property)' \($0.problem)") }
                + (count > rows.count ? [.error("and \(count - rows.count) more findings")] : [])
        case .database(let code, let message, let sql):
            [
                .error(
                    "SQLite error \(code): \(message)",
                    notes: ["in: \(sql.split(whereSeparator: \.isNewline).joined(separator: " "))"]
                )
            ]
        }
    }
}

extension ModelError.Conflict {
    /// What is wrong, and what to do next.
    fileprivate var diagnostic: Diagnostic {
        let names = properties.map { "'\($0)'" }.listed()
        return .error(
            "\(names) of \(object) \(properties.count == 1 ? "was" : "were") changed by another context or process since "
                + "this context read \(properties.count == 1 ? "it" : "them")",
            help: [
                "set 'mergePolicy' to decide whose values are saved: 'storeWins' or 'objectWins'",
                "or call 'refresh' with the object to save its changes in any case, or 'rollback()' to discard all changes",
            ]
        )
    }
}

extension ModelError.Violation: CustomStringConvertible {
    /// What is wrong, and what to do next.
    public var description: String {
        switch reason {
        case .missingValue:
            "\(object): '\(property)' is required, but has no object"
        case .refersToDeleted(let other):
            "\(object): '\(property)' refers to \(other), which is deleted: remove the reference, or insert the object again"
        case .refersToForeign(let other):
            "\(object): '\(property)' refers to \(other) of another context: use context.model(for: object.persistentModelID)"
        case .breach(let breach):
            "\(object): '\(property)' is \(breach)"
        case .neverRead:
            "\(object) is inserted again, but its values were never read from the store: read one before deleting it"
        case .notEncodable(let problem):
            "\(object): '\(property)' cannot be encoded: \(problem)"
        case .deletionDenied(let others):
            "\(object) cannot be deleted while '\(property)' refers to "
                + others.prefix(3).map(\.description).joined(separator: ", ") + (others.count > 3 ? ", …" : "")
        }
    }
}

extension ModelError.DanglingReference: CustomStringConvertible {
    /// What is wrong, and what to do next.
    public var description: String {
        "\(table) \(row) refers to a deleted \(destination): set the reference to another object or to nil before saving"
    }
}
