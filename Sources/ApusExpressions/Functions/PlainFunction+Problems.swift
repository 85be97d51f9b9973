extension PlainFunction {
    /// Returns the problem that a call has too few or too many arguments, or no name where it needs one; `nil` if it has
    /// neither.
    func problem(of arguments: [ExpressionFormat], at offset: Int) -> PredicateProblem? {
        if (minimum...maximum).contains(arguments.count) {
            if self == .object, !arguments.count.isMultiple(of: 2) {
                return PredicateProblem(
                    at: offset,
                    "'object' takes a value after each name, found \(arguments.count) arguments",
                    help: ["write '\(signature)'"]
                )
            }
            return parameters[0].kind == .name && !arguments[0].isName
                ? notConstant(arguments[0], for: parameters[0]) : nil
        }
        let isTooMany = arguments.count > maximum
        let expected =
            isVariadic
            ? (isTooMany ? "at most \(maximum) arguments" : "at least \(minimum) arguments")
            : minimum < maximum
                ? "\(minimum) or \(maximum) arguments" : minimum == 1 ? "one argument" : "\(minimum) arguments"
        return PredicateProblem(
            at: isTooMany ? arguments[maximum].offset : offset,
            "'\(rawValue)' takes \(expected), found \(arguments.count)",
            help: ["write '\(signature)'"]
        )
    }

    /// Returns the problem that an argument is not a value of its parameter.
    ///
    /// - Parameters:
    ///   - argument: The argument.
    ///   - type: The type of its value; `nil` if it is not known.
    ///   - parameter: The parameter.
    /// - Returns: The problem.
    func mismatch(_ argument: ExpressionFormat, _ type: ScalarType?, for parameter: Parameter) -> PredicateProblem {
        PredicateProblem(
            at: argument.offset,
            "'\(rawValue)' needs \(parameter.kind.noun) as '\(parameter.name)', but \(argument.described(as: type))",
            help: parameter.kind.help(for: argument, type)
        )
    }

    /// Returns the problem that an argument is not in quotation marks, or not a name.
    func notConstant(_ argument: ExpressionFormat, for parameter: Parameter) -> PredicateProblem {
        PredicateProblem(
            at: argument.offset,
            "'\(rawValue)' needs \(parameter.kind.noun) as '\(parameter.name)', found '\(argument.shown)'",
            help: ["write '\(signature)' with \(parameter.kind.example)"]
        )
    }
}

extension PlainFunction.Parameter.Kind {
    /// The noun for such values.
    fileprivate var noun: String {
        switch self {
        case .text: "text"
        case .whole: "a whole number"
        case .date: "a date"
        case .any: "a value"
        case .pattern: "a date pattern in quotation marks"
        case .path: "a path in quotation marks"
        case .member: "the name of a member in quotation marks"
        case .conversion: "the name of a conversion in quotation marks"
        case .type: "the name of a type in quotation marks"
        case .name: "the name of an entity or an origin"
        case .equalities: "a condition"
        }
    }

    /// An example of a constant.
    fileprivate var example: String {
        switch self {
        case .text, .whole, .date, .any: "a value"
        case .pattern: "a pattern such as \"yyyy-MM-dd\""
        case .path: "a path such as \"address.lines[0]\""
        case .member: "a name such as \"city\""
        case .conversion: "a conversion such as \"rounded\""
        case .type: "a type such as \"int64\""
        case .name: "an entity such as Address"
        case .equalities: "a condition such as name == $source.country"
        }
    }

    /// The help for an argument of another type.
    fileprivate func help(for argument: ExpressionFormat, _ type: ScalarType?) -> [String] {
        let text: String = argument.shown
        return switch (self, type) {
        case (.text, .date?): ["write 'dateText(\(text), \"yyyy-MM-dd\")'"]
        case (.text, let type?) where type.isNumber || type == .bool: ["write 'text(\(text))'"]
        case (.whole, let type?) where type.isNumber: ["write 'convert(\(text), \"rounded\", \"int64\")'"]
        case (.date, .string?): ["write 'date(\(text), \"yyyy-MM-dd\")'"]
        case (.date, let type?) where type.isNumber:
            ["write 'CAST(\(text), \"NSDate\")' if it is the seconds since 2001"]
        default: []
        }
    }
}

extension ExpressionFormat {
    /// Whether the expression is a single name.
    fileprivate var isName: Bool {
        if case .keyPath(nil, let steps) = kind, steps.count == 1, case .name = steps[0] { true } else { false }
    }

    /// The expression for a message, truncated if it is long.
    var shown: String {
        let text: String = text
        return text.count > 60 ? text.prefix(60) + "…" : text
    }

    /// Returns a description with the type of the value: `'nights' is int32`, `5 is a number`.
    func described(as type: ScalarType?) -> String {
        guard case .constant(let constant) = kind else {
            return "'\(shown)' is \(type?.rawValue ?? "a value")"
        }
        return switch constant {
        case .string: "\(shown) is a text"
        case .integer, .decimal, .double: "\(shown) is a number"
        case .bool: "\(shown) is a bool"
        case .null: "it is \(shown)"
        }
    }
}
