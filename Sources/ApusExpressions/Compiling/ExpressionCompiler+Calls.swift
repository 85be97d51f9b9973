extension ExpressionCompiler {
    /// The result of a function of values.
    package func call(
        _ function: ExpressionFunction,
        _ arguments: [Operand],
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        var arguments = arguments
        if function.isGathering, case .list(let elements)? = arguments.first { arguments = elements }
        var values = try self.values(of: arguments, for: function, format)
        try Self.check(values, of: function, format)
        // A number that no decimal equals makes binary numbers of all.
        let isDecimal = values.contains { $0.type == .decimal }
        let isExact = isDecimal && values.allSatisfy { $0.type.map(\.isExactNumber) ?? true }
        if isDecimal, !isExact {
            values = values.map { ($0.type == .decimal ? .call(.real, [$0.value], .double) : $0.value, .double) }
        }
        let type = Self.resultType(of: function, values.map(\.type), isExact: isExact)
        return .value(.call(function, values.map(\.value), type), type)
    }

    /// The arguments as values; constants are of the type that the others make them.
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

    /// A value, or the binary number that stands for it where decimals are compared as such.
    func number(_ typed: Typed) -> Typed {
        scope.decimals == .binary && typed.type == .decimal ? (.call(.real, [typed.value], .double), .double) : typed
    }

    private static func resultType(
        of function: ExpressionFunction,
        _ types: [ScalarType?],
        isExact: Bool
    ) -> ScalarType? {
        // Two dates have seconds between them; a date and seconds are a date.
        let dates = types.count { $0 == .date }
        let common: ScalarType? = isExact ? .decimal : types.lazy.compactMap { $0 }.first
        return switch function {
        case .length: .int64
        case _ where function.takesTexts: .string
        case _ where function.isGathering: function.resultType(of: common)
        case _ where isExact: .decimal
        default: dates == 1 ? .date : dates > 1 ? .double : common
        }
    }

    /// Refuses values that a function cannot take, or too many of them: SQLite would take each in its own way.
    private static func check(
        _ values: [Typed],
        of function: ExpressionFunction,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) {
        if values.count > 100 { throw problem("'\(function.rawValue)' takes 100 values at most", format) }
        let first: ScalarType? = values.lazy.compactMap(\.type).first
        for (value, type) in values where value != .constant(.null) {
            let family = ValueFamily(type)
            let isFitting =
                function.takesTexts
                ? family == .text || family == .unknown
                : function.isGathering
                    ? ValueFamily.areAlike(type, first) : family == .number || family == .unknown
            if isFitting { continue }
            throw problem(
                "'\(format.text)' calculates with \(function.takesTexts ? "texts" : "numbers"), but one of its values is "
                    + (type?.rawValue ?? "neither"),
                format
            )
        }
    }
}

/// Which values can be compared with each other: SQLite would compare any, each pair by rules of its own.
enum ValueFamily: Hashable {
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

    static func areAlike(_ one: ScalarType?, _ other: ScalarType?) -> Bool {
        let (left, right) = (ValueFamily(one), ValueFamily(other))
        return left == right || left == .unknown || right == .unknown
    }
}

extension ScalarType {
    /// Whether each value is a number that a decimal holds.
    fileprivate var isExactNumber: Bool {
        switch self {
        case .int16, .int32, .int64, .bool, .decimal: true
        default: false
        }
    }
}
