import ApusSchema
import Foundation

/// Turns a predicate's words into a condition that a container can put to its store, and to objects in memory.
struct QueryCompiler {
    /// What an expression is.
    indirect enum Operand {
        /// A constant of the text, of the type of what it is compared with.
        case literal(ExpressionFormat.Constant)
        /// A value of one column, and its type where that is known.
        case value(QueryExpression, ScalarType?)
        /// A value that may be in a file: a store knows only whether there is one.
        case external(QueryExpression)
        /// The parts of a composite.
        case composite([QueryExpression])
        /// An object, or none.
        case object(QueryObject)
        /// An object that is given.
        case identifier(PersistentIdentifier)
        /// Objects at the far end of relationships.
        case objects(QueryCollection)
        /// A value of each object.
        case each(QueryCollection, Operand)
        /// Several values that are given.
        case list([Operand])
    }

    let container: ModelContainer
    /// The values of the variables, which are called by their places.
    private(set) var arguments: [PredicateArgument]
    /// The object of an identifier, to ask it for its values.
    let object: (PersistentIdentifier) -> ModelObject?

    /// The object that is asked.
    let asked: QueryObject
    private var bound: [(name: String, object: QueryObject)] = []
    private var scopeCount: Int = 1

    init(
        _ container: ModelContainer,
        _ table: EntityTable,
        _ arguments: [PredicateArgument],
        object: @escaping (PersistentIdentifier) -> ModelObject?
    ) {
        self.container = container
        self.arguments = arguments
        self.object = object
        asked = .scope(0, table.id)
    }

    /// A scope that no collection has yet.
    mutating func nextScope() -> Int {
        defer { scopeCount += 1 }
        return scopeCount
    }

    // MARK: - Conditions

    mutating func condition(_ format: PredicateFormat) throws(PredicateProblem) -> QueryCondition {
        switch format.kind {
        case .constant(let holds): return .constant(holds)
        case .and(let operands): return .and(try conditions(operands))
        case .or(let operands): return .or(try conditions(operands))
        case .not(let operand): return .not(try condition(operand))
        case .comparison(let comparison):
            if case .condition(let inner)? = try translation(of: comparison.left) { return try condition(inner) }
            return try condition(comparison, at: format.offset)
        }
    }

    private mutating func conditions(_ formats: [PredicateFormat]) throws(PredicateProblem) -> [QueryCondition] {
        var conditions: [QueryCondition] = []
        for format in formats { conditions.append(try condition(format)) }
        return conditions
    }

    // MARK: - Expressions

    mutating func operand(_ format: ExpressionFormat) throws(PredicateProblem) -> Operand {
        switch format.kind {
        case .constant(let constant): return .literal(constant)
        case .evaluatedObject: return .object(asked)
        case .variable(let name): return try operand(ofVariable: name, format)
        case .keyPath(let base, let steps): return try operand(ofPath: steps, behind: base, format)
        case .aggregate(let elements):
            var operands: [Operand] = []
            for element in elements { operands.append(try operand(element)) }
            return .list(operands)
        case .subquery(let collection, let variable, let predicate):
            guard case .objects(var objects) = try operand(collection) else {
                throw Self.problem("SUBQUERY asks about objects of a to-many relationship", format)
            }
            bound.append((variable, objects.each))
            objects.conditions.append(try condition(predicate))
            bound.removeLast()
            return .objects(objects)
        case .index(let base, let index): return try operand(of: base, at: index, format)
        case .conditional(let predicate, let one, let other):
            let condition: QueryCondition = try condition(predicate)
            let (first, second): (Operand, Operand) = (try operand(one), try operand(other))
            let type: ScalarType? = Self.type(of: first) ?? Self.type(of: second)
            let (left, leftType) = try Self.value(of: first, as: type, one)
            let (right, rightType) = try Self.value(of: second, as: type, other)
            guard Self.areAlike(leftType, rightType), (leftType == .decimal) == (rightType == .decimal) || type == nil
            else {
                throw Self.problem("the two values of '\(format.text)' are of types that do not go together", format)
            }
            return .value(.conditional(condition, left, right), type)
        case .arithmetic(let one, let sign, let other):
            return try call(Self.functions[sign] ?? .add, [try operand(one), try operand(other)], format)
        case .negation(let inner): return try call(.negate, [try operand(inner)], format)
        case .call(let name, let operands): return try operand(ofCall: name, operands, format)
        case .cast(let inner, let type): return try cast(try operand(inner), to: type, format)
        case .send(_, let selector, _):
            throw Self.problem("no store can send '\(selector)' to its values", format)
        }
    }

    private static let functions: [ExpressionFormat.Arithmetic: PredicateFunction] = [
        .plus: .add, .minus: .subtract, .times: .multiply, .divided: .divide, .power: .power,
    ]

    private mutating func operand(
        ofVariable name: String,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        if let inner = bound.last(where: { $0.name == name }) { return .object(inner.object) }
        guard let place = Int(name), arguments.indices.contains(place) else {
            throw Self.problem("the variable '$\(name)' has no value", format)
        }
        switch try translation(of: format) {
        case .value(let value): return try operand(value)
        case .condition(let condition), .optional(let condition, _): return try operand(condition.asValue)
        case nil: return Self.operand(arguments[place])
        }
    }

    /// What a variable stands for that is said in Foundation's words; `nil` of anything else.
    private mutating func translation(
        of format: ExpressionFormat
    ) throws(PredicateProblem) -> FoundationTranslator.Part? {
        guard case .variable(let name) = format.kind, let place = Int(name), arguments.indices.contains(place),
            case .foundation(let expression) = arguments[place].content
        else { return nil }
        let (part, values) = try expression.translated(for: container)
        defer { arguments += values }
        switch part {
        case .value(let value): return .value(value.shiftingArguments(by: arguments.count))
        case .condition(let condition): return .condition(condition.shiftingArguments(by: arguments.count))
        case .optional(let condition, let exists):
            return .condition(.all([exists, condition]).shiftingArguments(by: arguments.count))
        }
    }

    static func operand(_ argument: PredicateArgument) -> Operand {
        switch argument.content {
        case .scalar(.null, _): .literal(.null)
        case .scalar(let value, let type): .value(.constant(value), type)
        case .composite(let values): .composite(values.map { .constant($0) })
        case .object(let identifier): .identifier(identifier)
        case .list(let arguments): .list(arguments.map(operand))
        // Is put into the model's words before.
        case .foundation: .literal(.null)
        }
    }

    /// An expression that is one value.
    mutating func value(
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> (value: QueryExpression, type: ScalarType?) {
        try Self.value(of: operand(format), format)
    }

    static func value(
        of operand: Operand,
        as type: ScalarType? = nil,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> (value: QueryExpression, type: ScalarType?) {
        switch operand {
        case .value(let value, let type): return (value, type)
        case .literal(let constant):
            if type == .decimal, let number = constant.decimal { return (.constant(.text(number.canonicalText)), type) }
            guard let value = constant.stored(as: type) else {
                throw problem("no \(type?.rawValue ?? "value") is equal to \(constant.text)", format)
            }
            if case .real = value, type == .decimal { return (.constant(value), .double) }
            // `0.1` beside a float is the float that is nearest to it.
            if case .real(let number) = value, type == .float { return (.constant(.real(Double(Float(number)))), type) }
            return (.constant(value), type)
        case .object, .identifier:
            throw problem("'\(format.text)' is an object, and a value is expected here", format)
        case .external:
            throw problem("the values of '\(format.text)' may be in files, which no store compares", format)
        case .composite, .objects, .each, .list:
            throw problem("one value is expected here, not '\(format.text)'", format)
        }
    }

    private mutating func operand(
        ofCall name: String,
        _ operands: [ExpressionFormat],
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        switch name {
        case "now": return .value(.constant(.real(Date.now.timeIntervalSinceReferenceDate)), .date)
        case "random": return .value(.constant(.real(Double.random(in: 0..<1))), .double)
        case "random:":
            // As in C: a whole number below the argument.
            guard case .constant(let value) = try value(operands[0]).value, let limit = value.asReal, limit >= 1,
                limit < 0x1p63
            else {
                throw Self.problem("'random:' takes a number of 1 or more that stands here", format)
            }
            return .value(.constant(.integer(Int64.random(in: 0..<Int64(limit)))), .int64)
        case "noindex:": return try operand(operands[0])
        case "count:":
            switch try operand(operands[0]) {
            case .list(let elements): return .value(.constant(.integer(Int64(elements.count))), .int64)
            case .objects(let objects), .each(let objects, _):
                return .value(.aggregate(.count, objects, .constant(.integer(1)), nil), .int64)
            default: throw Self.problem("'count:' takes several values", format)
            }
        default: break
        }
        guard let function = PredicateFunction(rawValue: name) else {
            throw Self.problem("no store can calculate '\(name)'", format)
        }
        var arguments: [Operand] = []
        for operand in operands { arguments.append(try self.operand(operand)) }
        return try call(function, arguments, format)
    }

    private func call(
        _ function: PredicateFunction,
        _ arguments: [Operand],
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        var arguments: [Operand] = arguments
        if function.isGathering {
            switch arguments[0] {
            case .list(let elements): arguments = elements
            case .each(let objects, let each):
                let (value, type) = try Self.value(of: each, format)
                return .value(
                    .aggregate(QueryAggregate(function), objects, value, type),
                    function.resultType(of: type)
                )
            default: break
            }
        }
        let types: [ScalarType] = arguments.compactMap(Self.type)
        let known: ScalarType? =
            types.first { $0 == .decimal || $0 == .date }
            ?? (function.takesTexts ? .string : function.isGathering ? types.first : nil)
        var values: [(value: QueryExpression, type: ScalarType?)] = []
        for argument in arguments { values.append(try Self.value(of: argument, as: known, format)) }
        try Self.check(values, of: function, format)
        // A number that no decimal is makes plain numbers of all.
        let isDecimal: Bool = values.contains { $0.type == .decimal }
        let isExact: Bool = isDecimal && values.allSatisfy { $0.type.map(Self.isExact) ?? true }
        if isDecimal, !isExact {
            values = values.map { ($0.type == .decimal ? .call(.real, [$0.value], .double) : $0.value, .double) }
        }
        // Two dates have seconds between them; a date and seconds are a date.
        let dates: Int = values.count { $0.type == .date }
        let common: ScalarType? = isExact ? .decimal : values.lazy.compactMap(\.type).first
        let type: ScalarType? =
            switch function {
            case .length: .int64
            case _ where function.takesTexts: .string
            case _ where function.isGathering: function.resultType(of: common)
            case _ where isExact: .decimal
            default: dates == 1 ? .date : dates > 1 ? .double : common
            }
        return .value(.call(function, values.map(\.value), type), type)
    }

    /// Values that a function cannot take, or too many of them, which SQLite would take each in its own way.
    private static func check(
        _ values: [(value: QueryExpression, type: ScalarType?)],
        of function: PredicateFunction,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) {
        if values.count > 100 { throw problem("'\(function.rawValue)' takes 100 values at most", format) }
        let first: ScalarType? = values.lazy.compactMap(\.type).first
        for (value, type) in values where value != .constant(.null) {
            let family = Family(type)
            let isFitting: Bool =
                function.takesTexts
                ? family == .text || family == .unknown
                : function.isGathering ? areAlike(type, first) : family == .number || family == .unknown
            if isFitting { continue }
            throw problem(
                "'\(format.text)' calculates with \(function.takesTexts ? "texts" : "numbers"), and one of its values is "
                    + (type?.rawValue ?? "none"),
                format
            )
        }
    }

    private func cast(
        _ operand: Operand,
        to type: String,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        switch type {
        case "NSDate": return .value(try Self.value(of: operand, as: .date, format).value, .date)
        case "NSNumber", "NSDecimalNumber":
            return .value(.call(.real, [try Self.value(of: operand, format).value], .double), .double)
        case "NSString":
            return .value(.call(.text, [try Self.value(of: operand, format).value], .string), .string)
        case "NSUUID": return .value(try Self.value(of: operand, as: .uuid, format).value, .uuid)
        case "NSURL": return .value(try Self.value(of: operand, as: .url, format).value, .url)
        default: return .object(try kind(type, of: operand, format))
        }
    }

    /// An object where it is of an entity.
    private func kind(
        _ name: String,
        of operand: Operand,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> QueryObject {
        guard let wanted = container.table(named: name) else {
            throw Self.problem("no store has values of the class '\(name)'", format)
        }
        guard case .object(let object) = operand else {
            throw Self.problem("only an object can be of the entity '\(name)'", format)
        }
        let table: EntityTable = container.tables[object.table]
        if table.entity.isKind(of: wanted.entity) { return object }
        guard wanted.entity.isKind(of: table.entity) else {
            throw Self.problem("no object of '\(table.entity.name)' is one of '\(name)'", format)
        }
        return .kind(object, wanted.id)
    }

    static func problem(_ message: String, _ format: ExpressionFormat) -> PredicateProblem {
        PredicateProblem(at: format.offset, message)
    }
}

extension PredicateFunction {
    /// The type of a value that is made of several of a type.
    func resultType(of type: ScalarType?) -> ScalarType? {
        switch self {
        case .average, .median, .standardDeviation: .double
        default: type
        }
    }
}

extension QueryAggregate {
    init(_ function: PredicateFunction) {
        switch function {
        case .sum: self = .sum
        case .average: self = .average
        case .minimum: self = .minimum
        case .maximum: self = .maximum
        default: self = .gathered(function)
        }
    }
}
