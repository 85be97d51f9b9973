import ApusSchema
import Foundation

extension QueryCompiler {
    /// A comparison, of one value or of several.
    mutating func condition(
        _ comparison: PredicateFormat.Comparison,
        at offset: Int
    ) throws(PredicateProblem) -> QueryCondition {
        let (left, right): (Operand, Operand) = (try operand(comparison.left), try operand(comparison.right))
        guard let modifier = comparison.modifier else { return try condition(left, comparison, right) }
        let isAll: Bool = modifier == .all
        let holds: QueryCondition
        switch left {
        case .objects(let objects), .each(let objects, _):
            var each: Operand = .object(objects.each)
            if case .each(_, let value) = left { each = value }
            let condition: QueryCondition = try condition(each, comparison, right)
            holds = .exists(objects, where: isAll ? .not(condition) : condition)
        case .list(let elements):
            var conditions: [QueryCondition] = []
            for element in elements { conditions.append(try condition(element, comparison, right)) }
            return isAll ? .and(conditions) : modifier == .any ? .or(conditions) : .not(.or(conditions))
        default:
            throw Self.problem("'\(modifier.rawValue)' asks about several values", comparison.left)
        }
        return modifier == .any ? holds : .not(holds)
    }

    private func condition(
        _ left: Operand,
        _ comparison: PredicateFormat.Comparison,
        _ right: Operand
    ) throws(PredicateProblem) -> QueryCondition {
        switch comparison.operator {
        case .between:
            guard case .list(let bounds) = right, bounds.count == 2 else {
                throw Self.problem("BETWEEN needs two values", comparison.right)
            }
            return .and([
                try compare(left, .greaterThanOrEqualTo, bounds[0], comparison),
                try compare(left, .lessThanOrEqualTo, bounds[1], comparison),
            ])
        case .in: if let condition = try isElement(left, of: right, comparison) { return condition }
        case .contains: if let condition = try isElement(right, of: left, comparison) { return condition }
        default: break
        }
        return try compare(left, comparison.operator, right, comparison)
    }

    /// Whether a value is one of several; `nil` where they are not several.
    private func isElement(
        _ element: Operand,
        of several: Operand,
        _ comparison: PredicateFormat.Comparison
    ) throws(PredicateProblem) -> QueryCondition? {
        switch several {
        case .objects(let objects):
            return .exists(objects, where: try compare(.object(objects.each), .equalTo, element, comparison))
        case .each(let objects, let each):
            return .exists(objects, where: try compare(each, .equalTo, element, comparison))
        case .list(let elements):
            var conditions: [QueryCondition] = []
            for other in elements where !isOfAnotherHierarchy(other, than: element) {
                conditions.append(try compare(element, .equalTo, other, comparison))
            }
            // One list of values instead of very many conditions.
            var subject: QueryExpression?
            let values: [QueryExpression] = conditions.compactMap { condition in
                guard case .comparison(let value, .equal, let other, isDecimal: false) = condition,
                    subject == nil || subject == value
                else { return nil }
                subject = value
                return other
            }
            if let subject, values.count == conditions.count { return .isOne(subject, of: values) }
            return .or(conditions)
        default: return nil
        }
    }

    /// Whether a given object is of an entity that an object cannot be of: among several that is nothing to stop at.
    private func isOfAnotherHierarchy(_ given: Operand, than element: Operand) -> Bool {
        guard case .object(let object) = element, case .identifier(let identifier) = given else { return false }
        return container.table(named: identifier.entityName).map { $0.root != container.tables[object.table].root }
            ?? false
    }

    private func compare(
        _ left: Operand,
        _ sign: PredicateFormat.Operator,
        _ right: Operand,
        _ comparison: PredicateFormat.Comparison
    ) throws(PredicateProblem) -> QueryCondition {
        if sign == .notEqualTo {
            return .not(try compare(left, .equalTo, right, comparison))
        }
        if sign == .equalTo, let condition = try equality(left, right, comparison) { return condition }
        // Whether there are any need not be counted.
        if case .value(.aggregate(.count, let objects, _, _), _) = left,
            case .constant(.integer(0)) = try Self.value(of: right, comparison.right).value
        {
            let some: QueryCondition = .exists(objects, where: .constant(true))
            if sign == .greaterThan { return some }
            if sign == .equalTo { return .not(some) }
        }
        // A constant is of the type of what it is compared with.
        let type: ScalarType? = Self.type(of: left) ?? Self.type(of: right)
        let one = try Self.value(of: left, as: type, comparison.left)
        let other = try Self.value(of: right, as: type, comparison.right)
        try checkTypes(one, sign, other, comparison)
        let plainSign: QueryCondition.Comparison? = Self.signs[sign]
        let isPlain: Bool = comparison.options.subtracting(.normalized).isEmpty || !Self.isText(type)
        if let plainSign, isPlain {
            return Self.compare(one, plainSign, other)
        }
        // `IN` and `CONTAINS` are one comparison with the sides exchanged.
        let isTurned: Bool = sign == .in
        let text = TextComparison(isTurned ? .contains : sign, comparison.options)
        return .text(isTurned ? other.value : one.value, text, isTurned ? one.value : other.value)
    }

    private static let signs: [PredicateFormat.Operator: QueryCondition.Comparison] = [
        .equalTo: .equal, .lessThan: .less, .lessThanOrEqualTo: .lessOrEqual, .greaterThan: .greater,
        .greaterThanOrEqualTo: .greaterOrEqual,
    ]

    private static func isText(_ type: ScalarType?) -> Bool { type == .string || type == .url || type == nil }

    /// Compares two values of which one may be a decimal, and the other none.
    private static func compare(
        _ one: (value: QueryExpression, type: ScalarType?),
        _ sign: QueryCondition.Comparison,
        _ other: (value: QueryExpression, type: ScalarType?)
    ) -> QueryCondition {
        let decimals: Int = [one.type, other.type].count { $0 == .decimal }
        if decimals == 0 { return .comparison(one.value, sign, other.value, isDecimal: false) }
        if let left = decimal(one), let right = decimal(other) {
            // Equal decimals have equal texts.
            return .comparison(left, sign, right, isDecimal: sign != .equal)
        }
        func real(_ side: (value: QueryExpression, type: ScalarType?)) -> QueryExpression {
            side.type == .decimal ? .call(.real, [side.value], .double) : side.value
        }
        return .comparison(real(one), sign, real(other), isDecimal: false)
    }

    /// A value as a decimal, where it is one or a constant that can be one.
    private static func decimal(_ side: (value: QueryExpression, type: ScalarType?)) -> QueryExpression? {
        if side.type == .decimal { return side.value }
        guard case .constant(let value) = side.value else { return nil }
        if value == .null { return side.value }
        return value.asDecimal.map { .constant(.text($0.canonicalText)) }
    }

    /// Whether objects or composites are equal; `nil` of other values.
    private func equality(
        _ left: Operand,
        _ right: Operand,
        _ comparison: PredicateFormat.Comparison
    ) throws(PredicateProblem) -> QueryCondition? {
        switch (left, right) {
        case (.object(let object), .object(let other)):
            try check(container.tables[other.table], object, comparison.right)
            return .comparison(identity(of: object), .equal, identity(of: other), isDecimal: false)
        case (.object(let object), .identifier(let identifier)), (.identifier(let identifier), .object(let object)):
            guard let table = container.table(named: identifier.entityName) else {
                throw Self.problem("\(identifier) is of no entity of this model", comparison.right)
            }
            try check(table, object, comparison.right)
            return .comparison(identity(of: object), .equal, .constant(identifier.identity), isDecimal: false)
        case (.object(let object), .literal(.null)), (.literal(.null), .object(let object)):
            return .comparison(identity(of: object), .equal, .constant(.null), isDecimal: false)
        case (.identifier(let one), .identifier(let other)): return .constant(one == other)
        case (.identifier, .literal(.null)), (.literal(.null), .identifier): return .constant(false)
        case (.list, .literal(.null)), (.literal(.null), .list): return .constant(false)
        case (.external(let value), .literal(.null)), (.literal(.null), .external(let value)):
            return .comparison(value, .equal, .constant(.null), isDecimal: false)
        case (.composite(let parts), .literal(.null)), (.literal(.null), .composite(let parts)):
            return .and(parts.map { .comparison($0, .equal, .constant(.null), isDecimal: false) })
        case (.composite(let parts), .composite(let others)) where parts.count == others.count:
            return .and(zip(parts, others).map { .comparison($0, .equal, $1, isDecimal: false) })
        case (.objects, .literal(.null)), (.literal(.null), .objects):
            throw Self.problem(
                "a to-many relationship is never NIL: ask how many objects there are with '@count'",
                comparison.left
            )
        default: return nil
        }
    }

    /// Which object it is: as the key says that refers to it, where there is one.
    func identity(of object: QueryObject) -> QueryExpression {
        if case .one(let base, let position, _) = object,
            container.tables[base.table].entity.relationship(at: position).storage == .ownKey
        {
            return .key(base, position: position)
        }
        return .identity(object)
    }

    /// Objects of two hierarchies are never the same one.
    private func check(
        _ table: EntityTable,
        _ object: QueryObject,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) {
        let other: EntityTable = container.tables[object.table]
        guard table.root == other.root else {
            throw Self.problem("'\(table.entity.name)' is compared with '\(other.entity.name)'", format)
        }
    }

    /// Values of unlike types are not compared: SQLite would find some equal, and objects in memory others.
    private func checkTypes(
        _ one: (value: QueryExpression, type: ScalarType?),
        _ sign: PredicateFormat.Operator,
        _ other: (value: QueryExpression, type: ScalarType?),
        _ comparison: PredicateFormat.Comparison
    ) throws(PredicateProblem) {
        let isNull: Bool = one.value == .constant(.null) || other.value == .constant(.null)
        let isFitting: Bool =
            Self.signs[sign] == nil
            ? [one.type, other.type].allSatisfy { $0 == nil || Family($0) == .text }
            : Self.areAlike(one.type, other.type)
        if !isFitting, !isNull {
            throw Self.problem(
                "'\(comparison.left.text)' is \(one.type?.rawValue ?? "a value") and '\(comparison.right.text)' is "
                    + "\(other.type?.rawValue ?? "a value"), which \(sign.rawValue) cannot compare",
                comparison.left
            )
        }
        if sign == .matches, case .constant(.text(let pattern)) = other.value, !pattern.isEmpty,
            WholePattern(pattern) == nil
        {
            throw Self.problem("'\(pattern)' is no regular expression", comparison.right)
        }
    }
}

extension PersistentIdentifier {
    /// What an object's identity is in a query; that of an object that is in no store equals none of a store's.
    var identity: StoredValue {
        switch key {
        case .row(let row): .integer(row)
        case .temporary(let uuid): .text(uuid.uuidString)
        }
    }
}
