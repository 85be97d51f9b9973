import ApusSchema

extension QueryCompiler {
    /// Resolves a key path.
    mutating func operand(
        ofPath steps: [ExpressionFormat.Step],
        behind base: ExpressionFormat?,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        var operand: Operand = .reference(.object(scope.asked))
        if let base { operand = try self.operand(base) }
        if case .value = operand {
            throw Self.problem("expected a property of each object, found '\(format.text)'", format)
        }
        if case .reference(.identifier(let identifier)) = operand { return try given(identifier, steps, format) }
        // A given nil has no properties.
        if case .literal(.null) = operand { return operand }
        var steps: ArraySlice<ExpressionFormat.Step> = steps[...]
        var pending: ExpressionFormat.CollectionOperator?
        while let step = steps.first {
            switch step {
            case .collection(let collection):
                if let pending {
                    throw Self.problem("'@\(pending.rawValue)' and '@\(collection.rawValue)' in one key path", format)
                }
                pending = collection
                steps.removeFirst()
            case .name(let name): try follow(name, steps: &steps, from: &operand, format)
            }
        }
        return try pending.map { collection throws(PredicateProblem) in try aggregate(collection, operand, format) }
            ?? operand
    }

    private mutating func follow(
        _ name: String,
        steps: inout ArraySlice<ExpressionFormat.Step>,
        from operand: inout Operand,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) {
        let object: QueryObject
        let collection: QueryCollection?
        switch operand {
        case .reference(.object(let one)): (object, collection) = (one, nil)
        case .reference(.objects(let objects)): (object, collection) = (objects.each, objects)
        default: throw Self.problem("'\(name)' is read from a value that is not an object", format)
        }
        let table: EntityTable = scope.coordinator.tables[object.table]
        let entity: EntityDescription = table.entity
        guard let position = entity.properties.firstIndex(where: { $0.name == name }) else {
            throw Self.problem("'\(entity.name)' has no property '\(name)'", format)
        }
        guard case .relationship(let relationship) = entity.properties[position] else {
            let found: Operand = try attribute(position, of: object, in: table, steps: &steps, format)
            operand = collection.map { .reference(.each($0, found)) } ?? found
            return
        }
        guard relationship.storage != .memory, let far = scope.coordinator.table(of: relationship.destination) else {
            throw Self.problem("'\(entity.name).\(name)' lives in memory only, so no store can compare it", format)
        }
        steps.removeFirst()
        if collection == nil, !relationship.isToMany {
            operand = .reference(.object(.one(object, position: position, far.id)))
        } else {
            let objects = QueryCollection(
                source: collection.map { .collection($0) } ?? .object(object),
                position: position,
                scope: scope.nextScope(),
                table: far.id
            )
            operand = .reference(.objects(objects))
        }
    }

    /// Resolves an attribute, or the part of a composite that the next steps name.
    private func attribute(
        _ position: Int,
        of object: QueryObject,
        in table: EntityTable,
        steps: inout ArraySlice<ExpressionFormat.Step>,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        var path: [String] = []
        while case .name(let name)? = steps.first {
            path.append(name)
            steps.removeFirst()
        }
        let text = path.joined(separator: ".")
        let owner: String = table.entity.name
        guard let entity = scope.coordinator.schema.entity(owner),
            let attribute = scope.coordinator.schema.attribute(path[0], of: entity)
        else { throw Self.problem("'\(owner)' has no attribute '\(path[0])'", format) }
        let first: Int = table.columnRanges[position].lowerBound
        let leaves: [Schema.Leaf] = scope.coordinator.schema.leaves(of: attribute)
        if leaves.isEmpty {
            throw Self.problem("'\(owner).\(text)' lives in memory only, so no store can compare it", format)
        }
        let found: [(offset: Int, element: Schema.Leaf)] = leaves.enumerated().filter {
            $0.element.path.starts(with: path)
        }
        guard let only = found.first else {
            throw Self.problem("'\(owner).\(path[0])' has no part '\(path.dropFirst().joined(separator: "."))'", format)
        }
        if found.contains(where: { $0.element.attribute.encryptionKey != nil }) {
            if only.element.path.count == path.count, table.lookups[first + only.offset] != nil {
                return .reference(.lookedUp(object, first + only.offset, only.element.type))
            }
            return .reference(.encrypted(found.map { .leaf(.column(object, first + $0.offset)) }))
        }
        if only.element.path.count == path.count {
            let value: QueryExpression = .leaf(.column(object, first + only.offset))
            return table.externalPositions.contains(position)
                ? .reference(.external(value)) : .value(value, only.element.type)
        }
        return .reference(.composite(found.map { .leaf(.column(object, first + $0.offset)) }))
    }

    /// The aggregate of a collection.
    private func aggregate(
        _ collection: ExpressionFormat.CollectionOperator,
        _ operand: Operand,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        if collection == .count {
            switch operand {
            case .reference(.objects(let objects)), .reference(.each(let objects, _)):
                return .value(.leaf(.count(objects)), .int64)
            case .list(let elements): return .value(.constant(.integer(Int64(elements.count))), .int64)
            default: throw Self.problem("'@count' needs a to-many relationship or a list", format)
            }
        }
        guard case .reference(.each(let objects, let each)) = operand else {
            throw Self.problem("'@\(collection.rawValue)' needs a property of each related object", format)
        }
        let function: ExpressionFunction =
            switch collection {
            case .sum, .count: .sum
            case .average: .average
            case .minimum: .minimum
            case .maximum: .maximum
            }
        return try QueryScope.aggregate(function, of: objects, reading: each, format)
    }

    /// An element of a collection, or its count.
    mutating func operand(
        of base: ExpressionFormat,
        at index: ExpressionFormat.Index,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        let operand: Operand = try operand(base)
        if case .list(let elements) = operand {
            let offset: Int?
            switch index {
            case .size: return .value(.constant(.integer(Int64(elements.count))), .int64)
            case .first: offset = 0
            case .last: offset = elements.count - 1
            case .element(let element):
                guard case .constant(.integer(let number)) = try value(element).value else {
                    throw Self.problem("the index of a list must be a whole number", format)
                }
                offset = Int(exactly: number)
            }
            return offset.flatMap { elements.indices.contains($0) ? elements[$0] : nil } ?? .literal(.null)
        }
        guard case .reference(.objects(let objects)) = operand else {
            throw Self.problem("only the objects of a to-many relationship have indexes", format)
        }
        if case .size = index {
            return .value(.leaf(.count(objects)), .int64)
        }
        let relationship: RelationshipDescription = scope.coordinator.tables[objects.near].entity.relationship(
            at: objects.position
        )
        guard relationship.isOrdered, case .object = objects.source, objects.conditions.isEmpty else {
            throw Self.problem("only an object's ordered relationship has indexes, not '\(base.text)'", format)
        }
        switch index {
        case .first, .size: return .reference(.object(.element(objects, index: 0, isFromEnd: false)))
        case .last: return .reference(.object(.element(objects, index: 0, isFromEnd: true)))
        case .element(let element):
            guard case .constant(.integer(let number)) = try value(element).value else {
                throw Self.problem("the index of an object must be a whole number, as a constant or a variable", format)
            }
            return number < 0
                ? .literal(.null) : .reference(.object(.element(objects, index: number, isFromEnd: false)))
        }
    }

    /// Resolves a path from a given object. Its values are read now, with unsaved changes.
    private mutating func given(
        _ identifier: PersistentIdentifier,
        _ steps: [ExpressionFormat.Step],
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        guard let object = scope.object(identifier),
            let table = object.table ?? scope.coordinator.table(of: object.entity)
        else {
            throw Self.problem("\(identifier) is not of an entity of this model", format)
        }
        if !steps.isEmpty { scope.given.areRead = true }
        var inner = QueryCompiler(
            QueryScope(scope.coordinator, table, scope.arguments, given: scope.given, object: scope.object)
        )
        let operand: Operand = try inner.operand(ofPath: steps, behind: nil, format)
        return Self.constant(operand, QueryEvaluator(scope.coordinator, object))
    }

    private static func constant(_ operand: Operand, _ evaluator: QueryEvaluator) -> Operand {
        switch operand {
        case .literal, .reference(.identifier): operand
        case .value(let value, let type): .value(.constant(evaluator.value(of: value)), type)
        case .reference(.external(let value)): .reference(.external(.constant(evaluator.value(of: value))))
        case .reference(.encrypted(let parts)):
            // A given object's own values are in memory.
            .reference(.encrypted(parts.map { .constant(evaluator.value(of: $0)) }))
        case .reference(.lookedUp(let object, let column, let type)):
            .value(.constant(evaluator.value(of: .leaf(.column(object, column)))), type)
        case .reference(.composite(let parts)):
            .reference(.composite(parts.map { .constant(evaluator.value(of: $0)) }))
        case .reference(.object(let object)):
            evaluator.object(object).map { .reference(.identifier($0.persistentModelID)) } ?? .literal(.null)
        case .reference(.objects(let objects)):
            .list(evaluator.objects(objects).map { .reference(.identifier($0.persistentModelID)) })
        case .reference(.each(let objects, let each)):
            .list(evaluator.objects(objects).map { constant(each, evaluator.in(objects.scope, $0)) })
        case .list(let operands): .list(operands.map { constant($0, evaluator) })
        }
    }
}
