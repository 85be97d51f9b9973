extension ExpressionCompiler {
    /// Returns the result of a function, as an operand.
    package func call(
        _ function: ExpressionFunction,
        _ arguments: [Operand],
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        var arguments = arguments
        if function.isGathering, case .list(let elements)? = arguments.first { arguments = elements }
        var values = try self.values(of: arguments, for: function, format)
        try Self.check(values, of: function, format)
        // If one number is not exact in decimal, all become binary numbers.
        let isDecimal = values.contains { $0.type == .decimal }
        let isExact = isDecimal && values.allSatisfy { $0.type.map(\.isExactNumber) ?? true }
        if isDecimal, !isExact {
            values = values.map { ($0.type == .decimal ? .call(.real, [$0.value], .double) : $0.value, .double) }
        }
        let type = resultType(of: function, values, dates: arguments.count { $0.type == .date }, isExact: isExact)
        return .value(.call(function, values.map(\.value), type), type)
    }

    /// Returns the arguments as values; the other arguments determine the type of constants.
    private func values(
        of arguments: [Operand],
        for function: ExpressionFunction,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> [Typed] {
        let types: [ScalarType] = arguments.compactMap(\.type)
        var known: ScalarType?
        switch scope.decimals {
        case .exact:
            known =
                types.first { $0 == .decimal || $0 == .date }
                ?? (function.takesTexts ? .string : function.isGathering ? types.first : nil)
        case .binary: break
        }
        var values: [Typed] = []
        for argument in arguments { values.append(number(try value(of: argument, as: known, format))) }
        return values
    }

    /// Returns a value; a decimal as a binary number if the scope calculates with those.
    func number(_ typed: Typed) -> Typed {
        scope.decimals == .binary && typed.type == .decimal ? (.call(.real, [typed.value], .double), .double) : typed
    }

    private func resultType(
        of function: ExpressionFunction,
        _ values: [Typed],
        dates: Int,
        isExact: Bool
    ) -> ScalarType? {
        let common: ScalarType? = isExact ? .decimal : values.lazy.compactMap(\.type).first
        switch function {
        case .length: return .int64
        case _ where function.takesTexts: return .string
        case _ where function.isGathering: return function.resultType(of: common)
        case _ where isExact: return .decimal
        // Two dates give seconds; a date and seconds give a date.
        case _ where dates > 0: return dates == 1 ? .date : .double
        // An index does not depend on the type, and its SQL must not change.
        case _ where scope.decimals == .binary: return common
        case .power, .squareRoot, .logarithm, .naturalLogarithm, .exponential: return .double
        default: return values.contains { Self.knownType(of: $0)?.isBinary == true } ? .double : common
        }
    }

    /// Returns a value's type; for a constant that takes its type from nothing else, the type that it is written as.
    static func knownType(of typed: Typed) -> ScalarType? {
        if typed.type == nil, case .constant(let constant) = typed.value { return constant.writtenType }
        return typed.type
    }

    /// Rejects values that a function cannot take, which SQLite would coerce by its own rules, and too many of them.
    private static func check(
        _ values: [Typed],
        of function: ExpressionFunction,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) {
        if values.count > 100 { throw problem("'\(function.rawValue)' takes at most 100 values", format) }
        let first: ScalarType? = values.lazy.compactMap(\.type).first
        for value in values where value.value != .constant(.null) {
            let type: ScalarType? = knownType(of: value)
            let family = ValueFamily(type)
            let isFitting =
                function.takesTexts
                ? family == .text || family == .unknown
                : function.isGathering
                    ? ValueFamily.areAlike(type, first) : family == .number || family == .unknown
            if isFitting { continue }
            throw problem(
                "'\(format.text)' needs \(function.takesTexts ? "texts" : "numbers"), but one of its values is "
                    + (type?.rawValue ?? "neither"),
                format
            )
        }
    }
}

/// A group of types whose values can be compared with each other. SQLite would compare any, by its own rules.
package enum ValueFamily: Hashable {
    case number, text, bytes
    /// A constant, or a parameter without a type.
    case unknown

    init(_ type: ScalarType?) {
        switch type {
        case nil: self = .unknown
        // Dates are seconds, truth values are 0 and 1.
        case .int16?, .int32?, .int64?, .decimal?, .double?, .float?, .bool?, .date?: self = .number
        case .string?, .url?: self = .text
        case .data?, .uuid?: self = .bytes
        }
    }

    /// Whether values of two types can be compared.
    package static func areAlike(_ one: ScalarType?, _ other: ScalarType?) -> Bool {
        let (left, right) = (ValueFamily(one), ValueFamily(other))
        return left == right || left == .unknown || right == .unknown
    }
}

extension StoredValue {
    /// The type of a constant whose type nothing else determines.
    package var writtenType: ScalarType? {
        switch self {
        case .null: nil
        case .integer: .int64
        case .real: .double
        case .text: .string
        case .blob: .data
        }
    }
}

extension ScalarType {
    /// Whether a decimal can hold every value of the type exactly.
    fileprivate var isExactNumber: Bool {
        switch self {
        case .int16, .int32, .int64, .bool, .decimal: true
        default: false
        }
    }
}
