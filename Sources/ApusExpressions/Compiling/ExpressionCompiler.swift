import Foundation

/// Compiles parsed expressions and predicates into typed ones, whose leaves a scope supplies.
///
/// The result serves both SQL and the evaluation of values in memory. The compiler rejects comparisons of different
/// kinds of values, which SQLite would evaluate by its own rules.
package struct ExpressionCompiler<Scope: ExpressionScope> {
    /// A value, and its type if that is known.
    package typealias Typed = (value: TypedExpression<Scope.Leaf>, type: ScalarType?)
    /// The meaning of a parsed expression.
    package typealias Operand = Scope.Operand
    /// A condition on values of the scope.
    package typealias Condition = TypedCondition<Scope.Leaf>

    /// The scope that resolves names.
    package var scope: Scope

    private var depth: Int = 0

    /// Creates a compiler.
    package init(_ scope: Scope) {
        self.scope = scope
    }

    /// Returns the condition that a predicate states.
    ///
    /// - Throws: The reason why it cannot be computed, with its offset.
    package mutating func condition(_ format: PredicateFormat) throws(PredicateProblem) -> Condition {
        try check(isTooDeep: format.isTooDeep, at: format.offset)
        depth += 1
        defer { depth -= 1 }
        switch format.kind {
        case .constant(let holds): return .constant(holds)
        case .and(let operands): return .and(try conditions(operands))
        case .or(let operands): return .or(try conditions(operands))
        case .not(let operand): return .not(try condition(operand))
        case .comparison(let comparison):
            if let condition = try Scope.condition(of: comparison.left, in: &self) { return condition }
            try scope.check(comparison, at: format.offset)
            return try condition(try operand(comparison.left), comparison, try operand(comparison.right))
        }
    }

    /// Rejects what is nested too deeply.
    private func check(isTooDeep: Bool, at offset: Int) throws(PredicateProblem) {
        if isTooDeep {
            throw PredicateProblem(at: offset, "it is nested more than \(PredicateFormat.deepest) levels deep")
        }
        try scope.check(depth: depth, at: offset)
    }

    private mutating func conditions(_ formats: [PredicateFormat]) throws(PredicateProblem) -> [Condition] {
        var conditions: [Condition] = []
        for format in formats { conditions.append(try condition(format)) }
        return conditions
    }

    /// Returns the value of an expression.
    ///
    /// - Throws: The reason why it cannot be computed or is not a single value, with its offset.
    package mutating func value(_ format: ExpressionFormat) throws(PredicateProblem) -> Typed {
        try value(of: operand(format), format)
    }

    /// Returns the meaning of an expression.
    ///
    /// - Throws: The reason why it cannot be computed, with its offset.
    package mutating func operand(_ format: ExpressionFormat) throws(PredicateProblem) -> Operand {
        try check(isTooDeep: format.isTooDeep, at: format.offset)
        try scope.check(format)
        depth += 1
        defer { depth -= 1 }
        switch format.kind {
        case .constant(let constant): return .literal(constant)
        case .evaluatedObject, .variable, .keyPath, .subquery, .index, .send:
            return try Scope.operand(of: format, in: &self)
        case .aggregate(let elements): return .list(try operands(elements))
        case .conditional(let predicate, let one, let other):
            return try conditional(predicate, then: one, else: other, format)
        case .arithmetic(let one, let sign, let other):
            if sign == .plus { return try sum(one, other, format) }
            return try call(sign.function, [try operand(one), try operand(other)], format)
        case .negation(let inner): return try call(.negate, [try operand(inner)], format)
        case .call("noindex:", let arguments) where arguments.count == 1: return try operand(arguments[0])
        case .call(let name, let arguments):
            if let function = scope.functions[name] { return try applied(function, arguments, format) }
            if let function = PlainFunction(rawValue: name) { return try call(function, arguments, format) }
            let operands = try operands(arguments)
            if let operand = try Scope.operand(ofCall: name, operands, format) { return operand }
            guard let function = ExpressionFunction(rawValue: name) else {
                throw Self.problem("a store cannot calculate '\(name)'", format)
            }
            return try call(function, operands, format)
        case .cast(let inner, let type): return try cast(try operand(inner), to: type, format)
        }
    }

    private mutating func operands(_ formats: [ExpressionFormat]) throws(PredicateProblem) -> [Operand] {
        var operands: [Operand] = []
        for format in formats { operands.append(try operand(format)) }
        return operands
    }

    /// Returns an operand as a single value.
    ///
    /// - Parameters:
    ///   - operand: The operand.
    ///   - type: The type that a constant must have, if any.
    ///   - format: The parsed expression of the operand.
    /// - Returns: The value, and its type if that is known.
    /// - Throws: The reason why it is not a single value of the type.
    package func value(
        of operand: Operand,
        as type: ScalarType? = nil,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Typed {
        switch operand {
        case .value(let value, let type): return (value, type)
        case .literal(let constant):
            if type == .decimal, let number = constant.decimal { return (.constant(.text(number.canonicalText)), type) }
            guard let value = constant.stored(as: type) else {
                throw Self.problem(
                    "expected a value of type \(type?.rawValue ?? "number"), found \(constant.text)",
                    format
                )
            }
            if case .real = value, type == .decimal { return (.constant(value), .double) }
            // Compared with a float, `0.1` is the nearest float.
            if case .real(let number) = value, type == .float { return (.constant(.real(Double(Float(number)))), type) }
            return (.constant(value), type)
        case .list: throw Self.problem("expected one value, found '\(format.text)'", format)
        case .reference(let reference): throw Scope.problem(reference, format)
        }
    }

    private mutating func conditional(
        _ predicate: PredicateFormat,
        then one: ExpressionFormat,
        else other: ExpressionFormat,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        let condition = try condition(predicate)
        let (first, second) = (try operand(one), try operand(other))
        let type: ScalarType? = first.type ?? second.type
        let (left, right) = (try value(of: first, as: type, one), try value(of: second, as: type, other))
        let areDecimals = (left.type == .decimal) == (right.type == .decimal)
        guard ValueFamily.areAlike(left.type, right.type), areDecimals || type == nil else {
            throw Self.problem("the two values of '\(format.text)' have types that do not match", format)
        }
        return .value(.conditional(condition, left.value, right.value), type)
    }

    private func cast(
        _ operand: Operand,
        to type: String,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        switch type {
        case "NSDate": return .value(try value(of: operand, as: .date, format).value, .date)
        case "NSNumber", "NSDecimalNumber":
            return .value(.call(.real, [try value(of: operand, format).value], .double), .double)
        case "NSString": return .value(.call(.text, [try value(of: operand, format).value], .string), .string)
        case "NSUUID": return .value(try value(of: operand, as: .uuid, format).value, .uuid)
        case "NSURL": return .value(try value(of: operand, as: .url, format).value, .url)
        default:
            if let operand = try scope.cast(operand, to: type, format) { return operand }
            throw Self.problem("a store has no values of the class '\(type)'", format)
        }
    }

    package static func problem(_ message: String, _ format: ExpressionFormat) -> PredicateProblem {
        PredicateProblem(at: format.offset, message)
    }
}

extension ExpressionFormat.Constant {
    /// The constant as a decimal; `nil` if it is not a number or not exact in decimal.
    fileprivate var decimal: Decimal? {
        switch self {
        case .integer(let number): Decimal(number)
        case .decimal(let number): number
        case .double(let number): StoredValue.real(number).asDecimal
        case .bool(let truth): truth ? 1 : 0
        case .string, .null: nil
        }
    }
}
