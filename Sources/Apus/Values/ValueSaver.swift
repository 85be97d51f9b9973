import ApusSchema

/// Saves values: finds their objects, a few statements for all, and makes those that are missing.
///
/// Values pass it what they refer to (``PersistentValue/collect(for:)``), and get the objects from it when they are written
/// (``PersistentValue/write(to:using:)``).
public final class ValueSaver {
    /// The context of the objects.
    public let context: ModelContext

    private let overwrites: Bool

    /// The identifiers of objects that values are about or refer to.
    private var identifiers: Set<PersistentIdentifier> = []
    private var objects: [PersistentIdentifier: ModelObject] = [:]
    /// The uids to be found, by the type of the values.
    private var searches: [ObjectIdentifier: Search] = [:]
    private var order: [ObjectIdentifier] = []
    private var found: [Key: ModelObject] = [:]

    /// The uids of values of one type.
    private struct Search {
        var uids: [PredicateArgument] = []
        /// Values that are found by their identifiers.
        var identifiers: [PersistentIdentifier] = []
        let run: (ValueSaver, Search) throws -> Void
    }

    /// An object's uid, the attribute that has it, and the class.
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let attribute: String?
        let uid: PredicateArgument

        init<Value: PersistentValue>(_ uid: PredicateArgument, _ type: Value.Type) {
            self.type = ObjectIdentifier(Value.Object.self)
            attribute = Value.uidKey
            // Texts that are equal as characters may differ in a store, and numbers are equal whatever their types are.
            if case .scalar(let value, _) = uid.content {
                self.uid = PredicateArgument(.scalar(value.bytes, nil))
            } else {
                self.uid = uid
            }
        }
    }

    init(_ context: ModelContext, overwrites: Bool) {
        (self.context, self.overwrites) = (context, overwrites)
    }

    /// Whether any of the values, nested ones included, is found by its uid.
    var hasUids: Bool { searches.values.contains { !$0.uids.isEmpty } }

    // MARK: - What values refer to

    /// Adds an identifier of a related object.
    public func need(_ identifier: PersistentIdentifier?) {
        if let identifier { identifiers.insert(identifier) }
    }

    /// Adds the identifiers of related objects.
    public func need(_ identifiers: some Sequence<PersistentIdentifier>) { self.identifiers.formUnion(identifiers) }

    /// Adds a nested value.
    public func need<Value: PersistentValue>(_ value: Value?) {
        guard let value else { return }
        let type = ObjectIdentifier(Value.self)
        if searches[type] == nil {
            order.append(type)
            searches[type] = Search { saver, search in try saver.find(search, as: Value.self) }
        }
        if let uid = value.uidArgument {
            searches[type]?.uids.append(uid)
        } else if let identifier = value.persistentModelID {
            identifiers.insert(identifier)
            searches[type]?.identifiers.append(identifier)
        }
        value.collect(for: self)
    }

    /// Adds nested values.
    public func need<Value: PersistentValue>(_ values: some Sequence<Value>) { for value in values { need(value) } }

    // MARK: - The objects

    /// Returns a related object.
    ///
    /// - Throws: ``ModelError/staleIdentifier(_:)`` if it is not in the store, or of another
    ///   class.
    public func object<Object: PersistentModel>(_ identifier: PersistentIdentifier?) throws -> Object? {
        guard let identifier else { return nil }
        guard let object = objects[identifier] else { throw ModelError.staleIdentifier(identifier) }
        guard let object = object as? Object else { throw ModelError.staleIdentifier(identifier) }
        return object
    }

    /// Returns related objects.
    ///
    /// - Throws: As ``object(_:)-(PersistentIdentifier?)``.
    public func objects<Object: PersistentModel>(_ identifiers: some Sequence<PersistentIdentifier>) throws -> [Object]
    {
        try identifiers.compactMap { try object($0) }
    }

    /// Returns the object of a nested value, after writing the value to it.
    public func object<Value: PersistentValue>(_ value: Value?) throws -> Value.Object? {
        try value.map { try save($0) }
    }

    /// Returns the objects of nested values, after writing the values to them.
    public func objects<Value: PersistentValue>(_ values: some Sequence<Value>) throws -> [Value.Object] {
        try values.map { try save($0) }
    }

    /// Writes a value to its object, which is made if it is missing.
    func save<Value: PersistentValue>(_ value: Value) throws -> Value.Object {
        if let object = try known(value) {
            if overwrites { try value.write(to: object, using: self) }
            return object
        }
        let object = try value.makeObject(using: self)
        if let uid = value.uidArgument { found[Key(uid, Value.self)] = object }
        context.insert(object)
        // It is in no context if it cannot be inserted.
        guard object.modelContext === context else { throw ModelError.abstractEntity(object.entity.name) }
        try value.write(to: object, using: self)
        return object
    }

    /// The object of a value; `nil` if the value has a uid that no object has, or belongs to no object.
    func known<Value: PersistentValue>(_ value: Value) throws -> Value.Object? {
        if let uid = value.uidArgument {
            return found[Key(uid, Value.self)] as? Value.Object
        }
        return try object(value.persistentModelID)
    }

    /// The object of a value, if there is one.
    func existing<Value: PersistentValue>(_ value: Value) -> Value.Object? { try? known(value) }

    // MARK: - Finding objects

    /// Finds all objects.
    func find() throws {
        // Of a nested context: what its parent has, which may not be in the store.
        try context.takeOverSaves()
        for (table, identifiers) in Dictionary(grouping: identifiers, by: { context.coordinator.table(of: $0)?.id }) {
            guard let table else { continue }
            let entity = context.coordinator.tables[table]
            var rows: Set<Int64> = []
            for case .row(let row) in identifiers.map(\.key) where row != ModelObject.noRow { rows.insert(row) }
            var byRow: [Int64: ModelObject] = [:]
            for object in try context.load(rows, of: entity) where !object.isDeleted {
                byRow[object.rowOrNone] = object
            }
            for identifier in identifiers {
                switch identifier.key {
                case .row(let row): objects[identifier] = byRow[row]
                // The object of a parent that has not saved it.
                case .temporary: objects[identifier] = context.model(for: identifier)
                }
            }
        }
        for type in order {
            if let search = searches[type] { try search.run(self, search) }
        }
    }

    private func find<Value: PersistentValue>(_ search: Search, as type: Value.Type) throws {
        let entity = try context.table(of: Value.Object.self).entity
        if !search.uids.isEmpty {
            var descriptor = FetchDescriptor<Value.Object>(where: try Value.condition(search.uids))
            descriptor.relationshipNamesForPrefetching = Value.relationshipsToRead
            for object in try context.fetch(descriptor) {
                guard let uid = try object.value(forKey: Value.uidKey ?? "") as? any PredicateValue else { continue }
                found[Key(uid.predicateArgument, type)] = object
            }
        }
        let others = search.identifiers.compactMap { objects[$0] }.filter { $0.entity.isKind(of: entity) }
        if !others.isEmpty { try context.prefetch(Value.relationshipsToRead, of: others, entity) }
    }
}
