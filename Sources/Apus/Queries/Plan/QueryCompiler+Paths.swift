import ApusSchema

extension QueryCompiler {
    /// What a key path leads to.
    mutating func operand(
        ofPath steps: [ExpressionFormat.Step],
        behind base: ExpressionFormat?,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        var operand: Operand = .object(asked)
        if let base { operand = try self.operand(base) }
        if case .value = operand {
            throw Self.problem("a property of each object is asked for, not '\(format.text)'", format)
        }
        if case .identifier(let identifier) = operand { return try given(identifier, steps, format) }
        // Nothing that is given has no properties.
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
            case .name(let name): try follow(name, &steps, &operand, format)
            }
        }
        return try pending.map { collection throws(PredicateProblem) in try aggregate(collection, operand, format) }
            ?? operand
    }

    private mutating func follow(
        _ name: String,
        _ steps: inout ArraySlice<ExpressionFormat.Step>,
        _ operand: inout Operand,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) {
        let object: QueryObject
        let collection: QueryCollection?
        switch operand {
        case .object(let one): (object, collection) = (one, nil)
        case .objects(let objects): (object, collection) = (objects.each, objects)
        default: throw Self.problem("'\(name)' is asked of what is no object", format)
        }
        let table: EntityTable = container.tables[object.table]
        let entity: EntityDescription = table.entity
        guard let position = entity.properties.firstIndex(where: { $0.name == name }) else {
            throw Self.problem("'\(entity.name)' has no property '\(name)'", format)
        }
        guard case .relationship(let relationship) = entity.properties[position] else {
            let found: Operand = try attribute(position, of: object, table, &steps, format)
            operand = collection.map { .each($0, found) } ?? found
            return
        }
        guard relationship.storage != .memory, let far = container.table(of: relationship.destination) else {
            throw Self.problem("'\(entity.name).\(name)' lives in memory only, so no store can compare it", format)
        }
        steps.removeFirst()
        if collection == nil, !relationship.isToMany {
            operand = .object(.one(object, position: position, far.id))
        } else {
            operand = .objects(
                QueryCollection(
                    source: collection.map { .collection($0) } ?? .object(object),
                    position: position,
                    scope: nextScope(),
                    table: far.id
                )
            )
        }
    }

    /// An attribute, or the part of a composite that further steps name.
    private func attribute(
        _ position: Int,
        of object: QueryObject,
        _ table: EntityTable,
        _ steps: inout ArraySlice<ExpressionFormat.Step>,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        var path: [String] = []
        while case .name(let name)? = steps.first {
            path.append(name)
            steps.removeFirst()
        }
        let text: String = path.joined(separator: ".")
        let owner: String = table.entity.name
        guard let entity = container.schema.entity(owner),
            let attribute = container.schema.attribute(path[0], of: entity)
        else { throw Self.problem("'\(owner)' has no attribute '\(path[0])'", format) }
        let first: Int = table.columnRanges[position].lowerBound
        let leaves: [Schema.Leaf] = container.schema.leaves(of: attribute)
        if leaves.isEmpty {
            throw Self.problem("'\(owner).\(text)' lives in memory only, so no store can compare it", format)
        }
        let found: [(offset: Int, element: Schema.Leaf)] = leaves.enumerated().filter {
            $0.element.path.starts(with: path)
        }
        guard let only = found.first else {
            throw Self.problem("'\(owner).\(path[0])' has no part '\(path.dropFirst().joined(separator: "."))'", format)
        }
        if only.element.path.count == path.count {
            if table.externalPositions.contains(position) { return .external(.column(object, first + only.offset)) }
            return .value(.column(object, first + only.offset), only.element.type)
        }
        return .composite(found.map { .column(object, first + $0.offset) })
    }

    /// What several objects give together.
    private func aggregate(
        _ collection: ExpressionFormat.CollectionOperator,
        _ operand: Operand,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        if collection == .count {
            switch operand {
            case .objects(let objects), .each(let objects, _):
                return .value(.aggregate(.count, objects, .constant(.integer(1)), nil), .int64)
            case .list(let elements): return .value(.constant(.integer(Int64(elements.count))), .int64)
            default: throw Self.problem("'@count' asks about several objects", format)
            }
        }
        guard case .each(let objects, let each) = operand else {
            throw Self.problem("'@\(collection.rawValue)' needs a number of each of several objects", format)
        }
        let (value, type) = try Self.value(of: each, format)
        let function: PredicateFunction =
            switch collection {
            case .sum, .count: .sum
            case .average: .average
            case .minimum: .minimum
            case .maximum: .maximum
            }
        return .value(.aggregate(QueryAggregate(function), objects, value, type), function.resultType(of: type))
    }

    /// One element of several objects, or their number.
    mutating func operand(
        of base: ExpressionFormat,
        at index: ExpressionFormat.Index,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        let operand: Operand = try operand(base)
        if case .list(let elements) = operand {
            let place: Int?
            switch index {
            case .size: return .value(.constant(.integer(Int64(elements.count))), .int64)
            case .first: place = 0
            case .last: place = elements.count - 1
            case .element(let element):
                guard case .constant(.integer(let number)) = try value(element).value else {
                    throw Self.problem("a list is asked for an element by its number", format)
                }
                place = Int(exactly: number)
            }
            return place.flatMap { elements.indices.contains($0) ? elements[$0] : nil } ?? .literal(.null)
        }
        guard case .objects(let objects) = operand else {
            throw Self.problem("only the objects of a to-many relationship have places", format)
        }
        if case .size = index {
            return .value(.aggregate(.count, objects, .constant(.integer(1)), nil), .int64)
        }
        let relationship: RelationshipDescription = container.tables[objects.near].entity.relationship(
            at: objects.position
        )
        guard relationship.isOrdered, case .object = objects.source, objects.conditions.isEmpty else {
            throw Self.problem("only an object's ordered relationship has places, not '\(base.text)'", format)
        }
        switch index {
        case .first, .size: return .object(.element(objects, index: 0, isFromEnd: false))
        case .last: return .object(.element(objects, index: 0, isFromEnd: true))
        case .element(let element):
            guard case .constant(.integer(let number)) = try value(element).value else {
                throw Self.problem("an object's place is a whole number that stands here or is given", format)
            }
            return number < 0 ? .literal(.null) : .object(.element(objects, index: number, isFromEnd: false))
        }
    }

    /// What a path leads to from an object that is given: it is asked now, with its changes.
    private mutating func given(
        _ identifier: PersistentIdentifier,
        _ steps: [ExpressionFormat.Step],
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        guard let object = object(identifier), let table = object.table ?? container.table(of: object.entity) else {
            throw Self.problem("\(identifier) is of no entity of this model", format)
        }
        var inner = QueryCompiler(container, table, arguments, object: self.object)
        let operand: Operand = try inner.operand(ofPath: steps, behind: nil, format)
        return Self.constant(operand, QueryEvaluator(container, object))
    }

    private static func constant(_ operand: Operand, _ evaluator: QueryEvaluator) -> Operand {
        switch operand {
        case .literal, .identifier: operand
        case .value(let value, let type): .value(.constant(evaluator.value(of: value)), type)
        case .external(let value): .external(.constant(evaluator.value(of: value)))
        case .composite(let parts): .composite(parts.map { .constant(evaluator.value(of: $0)) })
        case .object(let object):
            evaluator.object(object).map { .identifier($0.persistentModelID) } ?? .literal(.null)
        case .objects(let objects): .list(evaluator.objects(objects).map { .identifier($0.persistentModelID) })
        case .each(let objects, let each):
            .list(evaluator.objects(objects).map { constant(each, evaluator.in(objects.scope, $0)) })
        case .list(let operands): .list(operands.map { constant($0, evaluator) })
        }
    }
}
