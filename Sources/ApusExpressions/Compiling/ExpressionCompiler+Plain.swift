extension ExpressionCompiler {
    /// Returns the result of a function with a plain name.
    mutating func call(
        _ function: PlainFunction,
        _ arguments: [ExpressionFormat],
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        if let problem = function.problem(of: arguments, at: format.offset) { throw problem }
        if function.needsMigration, !scope.allowsFailures {
            throw PredicateProblem(
                at: format.offset,
                "only a migration can compute '\(function.rawValue)', which can fail",
                help: function == .date ? ["write 'dateOrNull' for NIL instead of a failure"] : []
            )
        }
        switch function {
        case .split, .elements:
            throw Self.problem(
                "'\(function.rawValue)' gives a list, which only 'each' of a mapping can be",
                format
            )
        case .text: return try text(of: arguments[0])
        case .convert: return try convert(arguments)
        case .object: return try object(arguments)
        case .each:
            throw Self.problem(
                "'each' gives several objects, which only a mapping's value of a to-many relationship can be",
                format
            )
        case .same, .find:
            throw Self.problem(
                "'\(function.rawValue)' gives an object, which only a mapping's value of a relationship can be",
                format
            )
        case .ifNull:
            let (values, type) = try alike(arguments, of: function)
            return .value(.coalesced(values.map(\.value)), type)
        case .nullIf:
            let (values, type) = try alike(arguments, of: function)
            return .value(.call(.nullIf, values.map(\.value), type), values[0].type ?? type)
        default: break
        }
        guard let computed = function.function else {
            throw Self.problem("a store cannot calculate '\(function.rawValue)'", format)
        }
        let values = try values(of: arguments, of: function)
        return .value(.call(computed, values, function.resultType), function.resultType)
    }

    /// Returns the list that a call of `split` or `elements` gives, as an ``ElementText``; `nil` if the expression is
    /// anything else.
    package mutating func list(
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> TypedExpression<Scope.Leaf>? {
        guard case .call(let name, let arguments) = format.kind, let function = PlainFunction(rawValue: name),
            function.givesList, let computed = function.function
        else { return nil }
        if let problem = function.problem(of: arguments, at: format.offset) { throw problem }
        return .call(computed, try values(of: arguments, of: function), .string)
    }

    private mutating func values(
        of arguments: [ExpressionFormat],
        of function: PlainFunction
    ) throws(PredicateProblem) -> [TypedExpression<Scope.Leaf>] {
        var values: [TypedExpression<Scope.Leaf>] = []
        for (parameter, argument) in zip(function.parameters, arguments) {
            values.append(try value(of: argument, for: parameter, of: function))
        }
        return values
    }

    /// Returns an argument as a value of its parameter.
    private mutating func value(
        of argument: ExpressionFormat,
        for parameter: PlainFunction.Parameter,
        of function: PlainFunction
    ) throws(PredicateProblem) -> TypedExpression<Scope.Leaf> {
        let type: ScalarType
        switch parameter.kind {
        case .pattern, .path, .member, .conversion, .type:
            let text: String = try constant(argument, for: parameter, of: function)
            try Self.check(text, at: argument, for: parameter, of: function)
            return .constant(.text(text))
        case .text, .any, .name, .equalities: type = .string
        case .whole: type = .int64
        case .date: type = .date
        }
        let operand: Operand = try operand(argument)
        if case .literal(let constant) = operand {
            guard constant.fits(type), let value = constant.stored(as: type) else {
                throw function.mismatch(argument, constant.type, for: parameter)
            }
            return .constant(value)
        }
        let typed: Typed = try value(of: operand, argument)
        guard let found = Self.knownType(of: typed) else { return typed.value }
        let isFitting: Bool =
            switch parameter.kind {
            case .whole: found.integerRange != nil
            case .date: found == .date
            default: ValueFamily(found) == .text
            }
        guard isFitting else { throw function.mismatch(argument, found, for: parameter) }
        return typed.value
    }

    /// Returns the text of an argument that must be a constant.
    func constant(
        _ argument: ExpressionFormat,
        for parameter: PlainFunction.Parameter,
        of function: PlainFunction
    ) throws(PredicateProblem) -> String {
        guard case .constant(.string(let text)) = argument.kind else {
            throw function.notConstant(argument, for: parameter)
        }
        return text
    }

    /// Rejects a constant that is not of the form of its parameter.
    private static func check(
        _ text: String,
        at argument: ExpressionFormat,
        for parameter: PlainFunction.Parameter,
        of function: PlainFunction
    ) throws(PredicateProblem) {
        do throws(PatternProblem) {
            switch parameter.kind {
            case .pattern:
                let pattern = try DatePattern(reading: text)
                if function != .dateText, let problem = pattern.problemOfReading { throw problem }
            case .path: _ = try JSONPath(reading: text)
            default: break
            }
        } catch {
            let isPath = parameter.kind == .path
            throw PredicateProblem(
                at: argument.offset,
                "\(argument.shown) is not a \(isPath ? "path" : "date pattern"): \(error.reason)",
                help: isPath
                    ? ["write names and indexes, such as \"address.lines[0]\""]
                    : ["write yyyy, MM, dd, HH, mm, ss and SSS, and other letters in single quotes"]
            )
        }
    }

    /// Returns values that must have one type. Constants take that of the others.
    private mutating func alike(
        _ arguments: [ExpressionFormat],
        of function: PlainFunction
    ) throws(PredicateProblem) -> (values: [Typed], type: ScalarType?) {
        var operands: [Operand] = []
        var known: (type: ScalarType, argument: ExpressionFormat)?
        for argument in arguments {
            var operand: Operand = try operand(argument)
            if case .literal = operand {
            } else {
                let typed: Typed = try value(of: operand, argument)
                operand = .value(typed.value, Self.knownType(of: typed))
            }
            operands.append(operand)
            guard let type = operand.type else { continue }
            guard let common = known?.type.joined(with: type) ?? (known == nil ? type : nil) else {
                throw Self.unlike(function, known, (type, argument))
            }
            known = (common, known?.argument ?? argument)
        }
        for (argument, operand) in zip(arguments, operands) {
            guard case .literal(let constant) = operand, let type = constant.type else { continue }
            if let common = known?.type, constant.fits(common) { continue }
            guard let common = known?.type.joined(with: type) ?? (known == nil ? type : nil) else {
                throw Self.unlike(function, known, (type, argument))
            }
            known = (common, known?.argument ?? argument)
        }
        var values: [Typed] = []
        for (argument, operand) in zip(arguments, operands) {
            var typed: Typed = try value(of: operand, as: known?.type, argument)
            if case .literal = operand { typed.type = known?.type }
            values.append(typed)
        }
        return (values, known?.type)
    }

    private static func unlike(
        _ function: PlainFunction,
        _ known: (type: ScalarType, argument: ExpressionFormat)?,
        _ other: (type: ScalarType, argument: ExpressionFormat)
    ) -> PredicateProblem {
        let first: String = known.map { $0.argument.described(as: $0.type) + ", and " } ?? ""
        return PredicateProblem(
            at: other.argument.offset,
            "the values of '\(function.rawValue)' must have one type: \(first)\(other.argument.described(as: other.type))",
            help: known.map {
                ["convert one of them, such as with 'convert(value, \"exact\", \"\($0.type.rawValue)\")'"]
            }
                ?? []
        )
    }
}

extension ExpressionFormat.Constant {
    /// The type that the constant is written as; `nil` for null.
    var type: ScalarType? {
        switch self {
        case .string: .string
        case .integer: .int64
        case .decimal, .double: .double
        case .bool: .bool
        case .null: nil
        }
    }

    /// Returns whether a column of a type can hold the constant without a change of its kind.
    func fits(_ type: ScalarType) -> Bool {
        switch (self, type) {
        case (.null, _): true
        case (.string, .string), (.string, .url): true
        case (.string, .uuid): stored(as: type) != nil
        case (.bool, .bool): true
        case (.integer(let number), .bool): (0...1).contains(number)
        case (.integer(let number), _) where type.integerRange != nil: type.integerRange?.contains(number) == true
        case (.integer, .decimal), (.integer, .double), (.integer, .float), (.integer, .date): true
        case (.decimal, .decimal), (.decimal, .double), (.decimal, .float), (.decimal, .date): true
        case (.double, .double), (.double, .date): true
        default: false
        }
    }
}

extension ScalarType {
    /// Returns the type that holds the values of two types without a change, so that they can be in one column; `nil` if
    /// there is none.
    fileprivate func joined(with other: ScalarType) -> ScalarType? {
        if self == other { return self }
        if let one = integerRange, let two = other.integerRange {
            return one.upperBound > two.upperBound ? self : other
        }
        if isBinary, other.isBinary { return .double }
        return Set([self, other]) == [.string, .url] ? .string : nil
    }
}
