import ApusSchema

// Access to entities by name, for code that knows the model at run time only.

extension ModelContext {
    /// Creates an object of an entity, by the entity's name, and inserts it.
    ///
    /// ```swift
    /// let trip = try context.insertObject(named: "Trip", values: ["name": "Alps", "nights": 7])
    /// try trip.setValue(8, forKey: "nights")
    /// ```
    ///
    /// As in the initializer of the class, what `values` does not say has the model's default or is nil. That a required
    /// relationship has an object is checked when the context is saved.
    ///
    /// - Parameters:
    ///   - entityName: The entity's name.
    ///   - values: Values of properties, by their names; see ``ModelObject/setValue(_:forKey:)``.
    /// - Returns: The object.
    /// - Throws: ``ModelError``, and nothing is inserted: the model has no such entity or property, or the entity is
    ///   abstract, a value does not have the property's type, or one is missing that has no default. Defaults that are
    ///   Swift source are unknown at run time, so such an attribute needs a value, too. Objects of other contexts are errors.
    @discardableResult
    public func insertObject(named entityName: String, values: [String: Any?] = [:]) throws -> any PersistentModel {
        let entity = try table(named: entityName).entity
        if entity.isAbstract { throw ModelError.abstractEntity(entityName) }
        let object = entity.objectType.init(apusBacking: entity.valuesType.init())
        guard let model = object as? any PersistentModel else { throw ModelError.unknownClass("\(type(of: object))") }
        var changes: [() -> Void] = []
        var missing: [String] = []
        for attribute in coordinator.schema.attributes(ofEntity: entityName) where values[attribute.name] == nil {
            guard attribute.needsValue else { continue }
            if let value = coordinator.schema.defaultValue(of: attribute) {
                changes.append(try object.change(of: attribute.name, to: value))
            } else if !attribute.isOptional || attribute.defaultExpression != nil {
                missing.append(attribute.name)
            }
        }
        // In the order of the names, so that the first error does not depend on the hashes.
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            changes.append(try object.change(of: name, to: value, in: self))
        }
        if !missing.isEmpty { throw ModelError.missingValues(entity: entityName, properties: missing) }
        for change in changes { change() }
        insert(object)
        return model
    }

    /// Fetches the objects of an entity, by the entity's name.
    ///
    /// ```swift
    /// let trips = try context.fetchObjects(named: "Trip", where: "nights > $MIN", ["MIN": 7], sortBy: ["name desc"])
    /// ```
    ///
    /// - Parameters:
    ///   - entityName: The entity's name.
    ///   - condition: The condition that fetched objects fulfil, in the format of `NSPredicate`; `nil` fetches all.
    ///   - variables: The values of its variables (`$NAME`), by name.
    ///   - order: The sort order, the most significant key first: `name`, `leader.name desc`.
    ///   - limit: The maximum number of objects; `nil` for no limit.
    /// - Returns: The objects, those of sub-entities among them.
    /// - Throws: ``ModelError`` if the model has no such entity, or the store cannot evaluate the condition or the order.
    public func fetchObjects(
        named entityName: String,
        where condition: String? = nil,
        _ variables: KeyValuePairs<String, any PredicateValue> = [:],
        sortBy order: [String] = [],
        limit: Int? = nil
    ) throws -> [any PersistentModel] {
        func open<Model: PersistentModel>(_ type: Model.Type) throws -> [any PersistentModel] {
            var descriptor = FetchDescriptor<Model>(
                where: condition.map { ModelPredicate(format: $0, variables) },
                sortBy: try order.map { SortColumn(try sortKey($0)) }
            )
            descriptor.fetchLimit = limit
            return try fetch(descriptor)
        }
        return try open(table(named: entityName).entity.type)
    }

    private func sortKey(_ text: String) throws -> SortKey {
        guard let key = SortKey(text) else {
            throw ModelError.unsupportedPredicate(
                text,
                reason: "expected a key path, such as 'name' or 'leader.name desc'"
            )
        }
        return key
    }

    private func table(named entityName: String) throws -> EntityTable {
        guard let table = coordinator.table(named: entityName) else { throw ModelError.noEntity(entityName) }
        return table
    }
}

extension SortColumn {
    fileprivate init(_ key: SortKey) {
        self.init(
            ExpressionFormat(.keyPath(base: nil, key.keyPath.map { .name($0) })),
            [],
            isDescending: key.isDescending
        )
    }
}

extension Schema {
    /// The attributes that an entity has or inherits.
    fileprivate func attributes(ofEntity name: String) -> [Attribute] {
        entity(name).map { ancestors(of: $0) + [$0] }?.flatMap(\.attributes) ?? []
    }

    /// The default of an attribute in Swift; `nil` if it has none, or one that is Swift source.
    fileprivate func defaultValue(of attribute: Attribute) -> Any? {
        if let value = attribute.defaultValue { return value.swiftValue }
        guard case .named(let type) = attribute.type else { return nil }
        return enumeration(type)?.cases.first { $0.name == attribute.defaultExpression }?.rawValue.swiftValue
    }
}

extension Attribute {
    /// Whether a new object does not have the right value already.
    fileprivate var needsValue: Bool {
        let hasDefault = defaultValue != nil || defaultExpression != nil
        return isStored ? derivation == nil : !hasDefault && !isOptional
    }
}
