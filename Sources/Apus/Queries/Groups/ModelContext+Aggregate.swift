import ApusSchema

extension ModelContext {
    /// Computes values of all objects that a fetch would return, without fetching them.
    ///
    /// ```swift
    /// let columns = Trip.columns
    /// let (count, nights, longest) = try context.aggregate(
    ///     FetchDescriptor(where: columns.leader.name == "Ada"), .count, columns.nights.sum, columns.nights.max)
    /// ```
    ///
    /// The store computes them. If there are unsaved changes that matter, the objects are read and the same values are
    /// computed in memory, unless the descriptor's ``FetchDescriptor/includePendingChanges`` is false.
    ///
    /// - Parameters:
    ///   - descriptor: The objects. Its order does not matter, and it has no limit.
    ///   - columns: The values.
    /// - Returns: The values.
    /// - Throws: ``ModelError`` if the store cannot evaluate the descriptor or a column, or a value is not one of its type,
    ///   such as a sum that is too large; `StoreError` if it cannot be read.
    public func aggregate<Model, each Result>(
        _ descriptor: FetchDescriptor<Model>,
        _ columns: repeat AggregateColumn<Model, each Result>
    ) throws -> (repeat each Result) {
        if descriptor.page != (0, nil) {
            throw ModelError.unsupportedPredicate(
                "fetchLimit",
                reason:
                    "the values are those of all objects; fetch identifiers, and aggregate the objects that have these"
            )
        }
        var descriptor = descriptor
        (descriptor.sortBy, descriptor.order) = ([], [])
        var values: [Aggregate] = []
        for column in repeat each columns { values.append(column.aggregate) }
        let (groups, rows) = try self.rows(of: descriptor, by: [], values, having: nil)
        var row = try GroupRow(groups, rows.first ?? [], entity: entityName(of: descriptor))
        return (repeat try row.next((each Result).self))
    }

    /// Groups the objects that a fetch would return by what they have in common, and computes values of each group.
    ///
    /// ```swift
    /// let columns = Trip.columns
    /// let groups = try context.aggregate(
    ///     FetchDescriptor(sortBy: [columns.nights.sum.descending]), by: columns.destination,
    ///     having: columns.name.count > 1, of: .count, columns.nights.sum)
    /// for (destination, (count, nights)) in groups { … }
    /// ```
    ///
    /// Unsaved changes count as in ``aggregate(_:_:)``.
    ///
    /// - Parameters:
    ///   - descriptor: The objects. Its order, offset and limit are those of the groups, and its order consists of keys
    ///     and of aggregates. Groups that compare equal are in the order of their keys.
    ///   - keys: What the objects of a group have in common. Objects without a value are a group, too.
    ///   - condition: The condition that groups fulfil, made of keys and of aggregates; `nil` for all groups.
    ///   - columns: The values of each group.
    /// - Returns: The keys and the values of each group.
    /// - Throws: ``ModelError`` and `StoreError` as ``aggregate(_:_:)``.
    public func aggregate<Model, each Key: PredicateValue, each Result>(
        _ descriptor: FetchDescriptor<Model>,
        by keys: repeat AttributeColumn<Model, each Key>,
        having condition: ModelPredicate<Model>? = nil,
        of columns: repeat AggregateColumn<Model, each Result>
    ) throws -> [(key: (repeat (each Key)?), values: (repeat each Result))] {
        var formats: [(ExpressionFormat, [PredicateArgument])] = []
        for key in repeat each keys { formats.append((key.expression, key.arguments)) }
        var values: [Aggregate] = []
        for column in repeat each columns { values.append(column.aggregate) }
        let (groups, rows) = try self.rows(of: descriptor, by: formats, values, having: condition)
        let entity = try entityName(of: descriptor)
        return try rows.map { stored in
            var row = GroupRow(groups, stored, entity: entity)
            let key = (repeat try row.next(Optional<each Key>.self))
            return (key: key, values: (repeat try row.next((each Result).self)))
        }
    }

    private func entityName<Model>(of descriptor: FetchDescriptor<Model>) throws -> String {
        try table(of: Model.self).entity.name
    }

    /// The stored values of each group.
    private func rows<Model>(
        of descriptor: FetchDescriptor<Model>,
        by keys: [(ExpressionFormat, [PredicateArgument])],
        _ values: [Aggregate],
        having condition: ModelPredicate<Model>?
    ) throws -> (groups: QueryGroups, rows: [[StoredValue]]) {
        let table = try table(of: Model.self)
        let groups = try throwingReadingErrors {
            try QueryGroups(
                by: keys.map { (expression: $0.0, arguments: $0.1) },
                values,
                having: condition,
                order: descriptor.keys,
                table,
                in: self
            )
        }
        var objects = descriptor
        (objects.sortBy, objects.order, objects.fetchLimit, objects.fetchOffset) = ([], [], nil, nil)
        (objects.fetchBatchSize, objects.relationshipKeyPathsForPrefetching) = (nil, [])
        let query = try self.query(objects, table)
        let (offset, limit) = descriptor.page
        var found: [[StoredValue]] = []
        if descriptor.includePendingChanges, differsFromStore, groups.readsOtherObjects || hasPendingChanges(for: query)
        {
            let fetched: [ModelObject] = try fetch(objects)
            found = try throwingReadingErrors { groups.rows(of: fetched, coordinator) }
            return (groups, Array(found.dropFirst(offset).prefix(limit ?? .max)))
        }
        let count = Int32(groups.keys.count + groups.values.count)
        try rows(query.statement(.groups(groups), coordinator, limit: limit, offset: offset), in: table) { row in
            found.append((0..<count).map { RowReader.value(row, $0) })
        }
        return (groups, found)
    }
}

/// Reads the values of a group, one after the other.
private struct GroupRow {
    private var values: ArraySlice<(value: StoredValue, type: ScalarType?, text: String)>
    private let entity: String

    init(_ groups: QueryGroups, _ values: [StoredValue], entity: String) {
        let types = (groups.keys + groups.values).map(\.type)
        self.values = values.indices.map { (values[$0], types[$0], groups.texts[$0]) }[...]
        self.entity = entity
    }

    mutating func next<Result>(_ type: Result.Type) throws -> Result {
        guard let (stored, known, text) = values.popFirst() else {
            preconditionFailure("a group has a value for each column")
        }
        let value: Any? =
            switch stored {
            case .null: nil
            // Sums may be beyond the type of the column.
            case .integer(let number) where known.map { $0.integerRange != nil } ?? true: number
            case .real(let number) where known != .date: number
            case .text(let text) where known == nil: text
            default: known.flatMap { Value(stored, of: $0)?.swiftValue }
            }
        if let result = DynamicValue.converted(value, to: type), stored == .null || value != nil { return result }
        throw ModelError.unreadableResult(entity: entity, property: text, expected: "\(type)")
    }
}
