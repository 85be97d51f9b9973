import ApusSchema
import Foundation

extension QueryScope {
    static func condition(
        _ left: Operand,
        _ comparison: PredicateFormat.Comparison,
        _ right: Operand,
        in compiler: inout QueryCompiler
    ) throws(PredicateProblem) -> QueryCondition? {
        if let modifier = comparison.modifier {
            return try quantified(by: modifier, left, comparison, right, in: &compiler)
        }
        switch comparison.operator {
        case .in: return try isElement(left, of: right, comparison, in: &compiler)
        case .equalTo:
            if let objects = counted(left, comparedWithZero: right) { return .not(objects) }
            return try compiler.scope.equality(left, right, comparison)
        case .notEqualTo:
            if let objects = counted(left, comparedWithZero: right) { return objects }
            return try compiler.scope.equality(left, right, comparison)?.negated
        case .greaterThan: return counted(left, comparedWithZero: right)
        default: return nil
        }
    }

    /// A comparison with `ANY`, `ALL` or `NONE`: of the objects of a collection, or of a value of each.
    private static func quantified(
        by modifier: PredicateFormat.Modifier,
        _ left: Operand,
        _ comparison: PredicateFormat.Comparison,
        _ right: Operand,
        in compiler: inout QueryCompiler
    ) throws(PredicateProblem) -> QueryCondition? {
        let (objects, each): (QueryCollection, Operand)
        switch left {
        case .reference(.objects(let several)): (objects, each) = (several, .reference(.object(several.each)))
        case .reference(.each(let several, let value)): (objects, each) = (several, value)
        default: return nil
        }
        let condition = try compiler.condition(each, comparison.withoutModifier, right)
        let some: QueryCondition = .exists(objects, where: modifier == .all ? .not(condition) : condition)
        return modifier == .any ? some : .not(some)
    }

    /// Whether a value or an object is in a collection; `nil` for a plain value and a list.
    private static func isElement(
        _ element: Operand,
        of several: Operand,
        _ comparison: PredicateFormat.Comparison,
        in compiler: inout QueryCompiler
    ) throws(PredicateProblem) -> QueryCondition? {
        switch several {
        case .reference(.objects(let objects)):
            let each: Operand = .reference(.object(objects.each))
            return .exists(objects, where: try compiler.compare(each, .equalTo, element, in: comparison))
        case .reference(.each(let objects, let each)):
            return .exists(objects, where: try compiler.compare(each, .equalTo, element, in: comparison))
        case .list(let elements):
            guard case .reference = element else { return nil }
            var conditions: [QueryCondition] = []
            for other in elements where !compiler.scope.isOfAnotherHierarchy(other, than: element) {
                conditions.append(try compiler.compare(element, .equalTo, other, in: comparison))
            }
            return QueryCompiler.any(of: conditions)
        default: return nil
        }
    }

    /// The condition that a collection is not empty, if its count is compared with zero: no need to count.
    private static func counted(_ left: Operand, comparedWithZero right: Operand) -> QueryCondition? {
        guard case .value(.leaf(.count(let objects)), _) = left else { return nil }
        switch right {
        case .literal(.integer(0)), .value(.constant(.integer(0)), _): return .exists(objects, where: .constant(true))
        default: return nil
        }
    }

    /// Whether a given object is of another hierarchy. In a list of objects, that is not an error.
    private func isOfAnotherHierarchy(_ given: Operand, than element: Operand) -> Bool {
        guard case .reference(.object(let object)) = element, case .reference(.identifier(let identifier)) = given
        else {
            return false
        }
        return coordinator.table(of: identifier).map { $0.root != coordinator.tables[object.table].root }
            ?? false
    }

    /// Whether objects or composites are equal; `nil` for other values.
    private func equality(
        _ left: Operand,
        _ right: Operand,
        _ comparison: PredicateFormat.Comparison
    ) throws(PredicateProblem) -> QueryCondition? {
        for (operand, format) in [(left, comparison.left), (right, comparison.right)] {
            guard case .reference(.encrypted) = operand else { continue }
            switch (left, right) {
            case (.literal(.null), _), (_, .literal(.null)): break
            default:
                throw QueryCompiler.problem(
                    "the values of '\(format.text)' are encrypted, so a store only knows whether there is one: write 'lookup: true' "
                        + "at the attribute in the model, compare it with nil, or filter the objects in memory",
                    format
                )
            }
        }
        if let condition = try lookUp(left, right, comparison) { return condition }
        switch (left, right) {
        case (.list, .literal(.null)), (.literal(.null), .list): return .constant(false)
        case (.reference(let reference), .literal(.null)), (.literal(.null), .reference(let reference)):
            return try isMissing(reference, comparison)
        case (.reference(let one), .reference(let other)): return try equality(one, other, comparison)
        default: return nil
        }
    }

    private func isMissing(
        _ reference: Reference,
        _ comparison: PredicateFormat.Comparison
    ) throws(PredicateProblem) -> QueryCondition? {
        switch reference {
        case .object(let object): return .isNull(identity(of: object))
        case .identifier: return .constant(false)
        case .external(let value): return .isNull(value)
        case .composite(let parts), .encrypted(let parts): return .and(parts.map { .isNull($0) })
        case .lookedUp(let object, let column, _): return .isNull(.leaf(.column(object, column)))
        case .objects:
            throw QueryCompiler.problem(
                "a to-many relationship is never NIL: compare its '@count' with 0",
                comparison.left
            )
        case .each: return nil
        }
    }

    private func equality(
        _ left: Reference,
        _ right: Reference,
        _ comparison: PredicateFormat.Comparison
    ) throws(PredicateProblem) -> QueryCondition? {
        switch (left, right) {
        case (.object(let object), .object(let other)):
            try check(coordinator.tables[other.table], object, comparison.right)
            return .equal(identity(of: object), identity(of: other))
        case (.object(let object), .identifier(let identifier)), (.identifier(let identifier), .object(let object)):
            guard let table = coordinator.table(of: identifier) else {
                throw QueryCompiler.problem("\(identifier) is not of an entity of this model", comparison.right)
            }
            try check(table, object, comparison.right)
            return .equal(identity(of: object), .constant(identifier.identity))
        case (.identifier(let one), .identifier(let other)):
            return .constant(coordinator.current(one) == coordinator.current(other))
        case (.composite(let parts), .composite(let others)) where parts.count == others.count:
            return .and(zip(parts, others).map { .equal($0, $1) })
        default: return nil
        }
    }

    /// The identity of an object: the value of the foreign key that refers to it, if there is one.
    func identity(of object: QueryObject) -> QueryExpression {
        if case .one(let base, let position, _) = object,
            coordinator.tables[base.table].entity.relationship(at: position).storage == .ownKey
        {
            return .leaf(.key(base, position: position))
        }
        return .leaf(.identity(object))
    }

    /// Refuses to compare objects of two hierarchies, which are never equal.
    private func check(
        _ table: EntityTable,
        _ object: QueryObject,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) {
        let other: EntityTable = coordinator.tables[object.table]
        guard table.root == other.root else {
            throw QueryCompiler.problem("a '\(table.entity.name)' never equals a '\(other.entity.name)'", format)
        }
    }
}

extension PersistentIdentifier {
    /// The object's identity in a query; that of an unsaved object equals no row's identity.
    var identity: StoredValue {
        switch key {
        case .row(let row): .integer(row)
        case .temporary(let uuid): .text(uuid.uuidString)
        }
    }
}
