import ApusSchema
import Foundation

/// Compiles a predicate to a condition that can be evaluated by a store and on objects in memory.
typealias QueryCompiler = ExpressionCompiler<QueryScope>

/// The names that a query can use: the properties of the fetched objects and of the objects related to them.
struct QueryScope: ExpressionScope {
    /// An expression that is not a single value.
    indirect enum Reference {
        /// A value that may be in an external file: a store only knows whether there is one.
        case external(QueryExpression)
        /// Encrypted values, or a composite with some: a store only knows whether there are any.
        case encrypted([QueryExpression])
        /// Encrypted values that a store can look up: the column of an object, by its index, and the type of the values.
        case lookedUp(QueryObject, Int, ScalarType)
        /// The parts of a composite.
        case composite([QueryExpression])
        /// An object or none.
        case object(QueryObject)
        /// A given object.
        case identifier(PersistentIdentifier)
        /// The objects of a to-many relationship.
        case objects(QueryCollection)
        /// A value of each object.
        case each(QueryCollection, QueryCompiler.Operand)
    }

    typealias Leaf = QueryLeaf

    let coordinator: StoreCoordinator
    /// The values of the variables, which are named by their indexes.
    var arguments: [PredicateArgument]
    /// Returns the object with an identifier, to read its values.
    let object: (PersistentIdentifier) -> ModelObject?

    /// Whether the values of a given object were read, which are constants of the query from then on. Inner scopes share it.
    final class GivenValues {
        var areRead = false
    }

    let given: GivenValues

    /// The fetched object.
    let asked: QueryObject

    /// Whether groups of objects are asked, and not each object.
    var asksGroups = false

    private var bound: [(name: String, object: QueryObject)] = []
    private var scopeCount: Int = 1

    init(
        _ coordinator: StoreCoordinator,
        _ table: EntityTable,
        _ arguments: [PredicateArgument],
        given: GivenValues = GivenValues(),
        object: @escaping (PersistentIdentifier) -> ModelObject?
    ) {
        self.coordinator = coordinator
        self.arguments = arguments
        self.object = object
        self.given = given
        asked = .scope(0, table.id)
    }

    var decimals: DecimalArithmetic { .exact }

    /// A fetch has no way to report the object whose value fails.
    var allowsFailures: Bool { false }

    /// Returns a scope number that no collection has yet.
    mutating func nextScope() -> Int {
        defer { scopeCount += 1 }
        return scopeCount
    }

    /// The maximum nesting level, as in a text. SQLite's parser refuses less if a level takes several tokens.
    static let deepest: Int = 50

    func check(depth: Int, at offset: Int) throws(PredicateProblem) {
        if depth <= Self.deepest { return }
        throw PredicateProblem(at: offset, "it is nested more than \(Self.deepest) levels deep")
    }

    // MARK: - Expressions

    static func operand(
        of format: ExpressionFormat,
        in compiler: inout QueryCompiler
    ) throws(PredicateProblem) -> Operand {
        switch format.kind {
        case .evaluatedObject: return .reference(.object(compiler.scope.asked))
        case .variable(let name): return try compiler.operand(ofVariable: name, format)
        case .keyPath(let base, let steps): return try compiler.operand(ofPath: steps, behind: base, format)
        case .subquery(let collection, let variable, let predicate):
            guard case .reference(.objects(var objects)) = try compiler.operand(collection) else {
                throw QueryCompiler.problem("SUBQUERY needs a to-many relationship", format)
            }
            compiler.scope.bound.append((variable, objects.each))
            objects.conditions.append(try compiler.condition(predicate))
            compiler.scope.bound.removeLast()
            return .reference(.objects(objects))
        case .index(let base, let index): return try compiler.operand(of: base, at: index, format)
        case .send(_, let selector, _):
            throw QueryCompiler.problem("a store cannot call '\(selector)' on a value", format)
        default: throw QueryCompiler.problem("no store can calculate '\(format.text)'", format)
        }
    }

    static func operand(
        ofCall name: String,
        _ arguments: [Operand],
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand? {
        switch name {
        case "now": return .value(.constant(.real(Date.now.timeIntervalSinceReferenceDate)), .date)
        case "random": return .value(.constant(.real(Double.random(in: 0..<1))), .double)
        case "random:":
            // As in C: a whole number below the argument.
            guard case .literal(let constant)? = arguments.first, let limit = constant.stored(as: nil)?.asReal,
                limit >= 1, limit < 0x1p63
            else { throw QueryCompiler.problem("'random:' needs a constant of at least 1", format) }
            return .value(.constant(.integer(Int64.random(in: 0..<Int64(limit)))), .int64)
        case "count:":
            switch arguments.first {
            case .list(let elements): return .value(.constant(.integer(Int64(elements.count))), .int64)
            case .reference(.objects(let objects)), .reference(.each(let objects, _)):
                return .value(.leaf(.count(objects)), .int64)
            default: throw QueryCompiler.problem("'count:' needs a list or a to-many relationship", format)
            }
        default:
            guard let function = ExpressionFunction(rawValue: name), function.isGathering,
                case .reference(.each(let objects, let each))? = arguments.first
            else { return nil }
            return try aggregate(function, of: objects, reading: each, format)
        }
    }

    /// An aggregate of a value of each object.
    static func aggregate(
        _ function: ExpressionFunction,
        of objects: QueryCollection,
        reading each: Operand,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        let (value, type): QueryCompiler.Typed
        switch each {
        case .value(let one, let known): (value, type) = (one, known)
        case .reference(let reference): throw problem(reference, format)
        case .literal, .list: throw QueryCompiler.problem("one value is expected here, not '\(format.text)'", format)
        }
        return .value(.leaf(.aggregate(function, of: objects, reading: value, type)), function.resultType(of: type))
    }

    static func problem(_ reference: Reference, _ format: ExpressionFormat) -> PredicateProblem {
        switch reference {
        case .object, .identifier:
            QueryCompiler.problem("'\(format.text)' is an object, and a value is expected here", format)
        case .external:
            QueryCompiler.problem("the values of '\(format.text)' may be in files, which no store compares", format)
        case .encrypted:
            QueryCompiler.problem(
                "the values of '\(format.text)' are encrypted, so a store only knows whether there is one: compare it with nil, "
                    + "or filter the objects in memory",
                format
            )
        case .lookedUp:
            QueryCompiler.problem(
                "the values of '\(format.text)' are encrypted, so a store only looks up equal ones: compare them by '==', '!=' or "
                    + "IN, or filter the objects in memory",
                format
            )
        case .composite, .objects, .each:
            QueryCompiler.problem("one value is expected here, not '\(format.text)'", format)
        }
    }

    /// Casts an object to an entity; the result is nil for objects of other entities.
    func cast(_ operand: Operand, to type: String, _ format: ExpressionFormat) throws(PredicateProblem) -> Operand? {
        guard let wanted = coordinator.table(named: type) else { return nil }
        guard case .reference(.object(let object)) = operand else {
            throw QueryCompiler.problem("only an object can be of the entity '\(type)'", format)
        }
        let table: EntityTable = coordinator.tables[object.table]
        if table.entity.isKind(of: wanted.entity) { return operand }
        guard wanted.entity.isKind(of: table.entity) else {
            throw QueryCompiler.problem("an object of '\(table.entity.name)' is never of the entity '\(type)'", format)
        }
        return .reference(.object(.kind(object, wanted.id)))
    }

    static func operand(_ argument: PredicateArgument) -> Operand {
        switch argument.content {
        case .scalar(.null, _): .literal(.null)
        case .scalar(let value, let type): .value(.constant(value), type)
        case .composite(let values): .reference(.composite(values.map { .constant($0) }))
        case .object(let identifier): .reference(.identifier(identifier))
        case .list(let arguments): .list(arguments.map(operand))
        // Have been translated before.
        case .foundation, .aggregate: .literal(.null)
        }
    }

    // MARK: - Variables

    static func condition(
        of format: ExpressionFormat,
        in compiler: inout QueryCompiler
    ) throws(PredicateProblem) -> QueryCondition? {
        guard case .condition(let inner)? = try compiler.scope.translation(of: format) else { return nil }
        return try compiler.condition(inner)
    }

    /// The object that a `SUBQUERY` binds to a variable.
    func object(boundTo name: String) -> QueryObject? { bound.last { $0.name == name }?.object }

    /// The translation of a variable whose value is a Foundation expression; `nil` for any other expression.
    mutating func translation(of format: ExpressionFormat) throws(PredicateProblem) -> FoundationTranslator.Part? {
        guard case .variable(let name) = format.kind, let index = Int(name), arguments.indices.contains(index),
            case .foundation(let expression) = arguments[index].content
        else { return nil }
        let (part, values) = try expression.translated(for: coordinator)
        defer { arguments += values }
        switch part {
        case .value(let value): return .value(value.shiftingArguments(by: arguments.count))
        case .condition(let condition): return .condition(condition.shiftingArguments(by: arguments.count))
        case .optional(let condition, let exists):
            return .condition(.all([exists, condition]).shiftingArguments(by: arguments.count))
        }
    }
}

extension QueryCompiler {
    fileprivate mutating func operand(
        ofVariable name: String,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        if let object = scope.object(boundTo: name) { return .reference(.object(object)) }
        guard let index = Int(name), scope.arguments.indices.contains(index) else {
            throw Self.problem("the variable '$\(name)' has no value", format)
        }
        if case .aggregate(let aggregate) = scope.arguments[index].content {
            return try operand(of: aggregate, format)
        }
        switch try scope.translation(of: format) {
        case .value(let value): return try operand(value)
        case .condition(let condition), .optional(let condition, _): return try operand(condition.asValue)
        case nil: return QueryScope.operand(scope.arguments[index])
        }
    }

    private mutating func operand(
        of aggregate: Aggregate,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        guard scope.asksGroups else {
            throw Self.problem("'\(aggregate.text)' is a value of many objects, and each object is asked here", format)
        }
        guard let column = aggregate.column else { return .value(.leaf(.group(nil, nil, nil)), .int64) }
        scope.asksGroups = false
        defer { scope.asksGroups = true }
        let shifted = column.shiftingArguments(by: scope.arguments.count)
        scope.arguments += aggregate.arguments
        let (value, type) = try self.value(shifted)
        let result: ScalarType? = aggregate.function.map { $0.resultType(of: type) } ?? .int64
        return .value(.leaf(.group(aggregate.function, value, type)), result)
    }
}
