import ApusDiagnostics

extension ExpressionCompiler {
    /// Returns the sum of two numbers, or two texts joined.
    mutating func sum(
        _ one: ExpressionFormat,
        _ other: ExpressionFormat,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        let operands: [Operand] = [try operand(one), try operand(other)]
        let types: [ScalarType?] = operands.map { operand in
            switch operand {
            case .literal(let constant): constant.type
            case .value(let value, let type): Self.knownType(of: (value, type))
            case .list, .reference: nil
            }
        }
        guard types.contains(where: { ValueFamily($0) == .text }) else {
            return try call(.add, operands, format)
        }
        var parts: [TypedExpression<Scope.Leaf>] = []
        for (operand, (argument, type)) in zip(operands, zip([one, other], types)) {
            guard type == nil || ValueFamily(type) == .text else { throw Self.unjoined(argument, type) }
            let value: TypedExpression<Scope.Leaf> = try value(of: operand, argument).value
            // A chain is one call, so that it is not nested.
            if parts.isEmpty, case .call(.concatenate, let inner, _) = value {
                parts = inner
            } else {
                parts.append(value)
            }
        }
        return .value(.call(.concatenate, parts, .string), .string)
    }

    /// Returns the problem that a value cannot be joined with a text.
    private static func unjoined(_ argument: ExpressionFormat, _ type: ScalarType?) -> PredicateProblem {
        let text: String = argument.shown
        let help: String =
            switch type {
            case .date?: "write 'dateText(\(text), \"yyyy-MM-dd\")' to join it"
            case .uuid?: "write 'convert(\(text), \"exact\", \"string\")' to join it"
            case .data?: "write 'convert(\(text), \"base64\", \"string\")' to join it"
            default: "write 'text(\(text))' or 'CAST(\(text), \"NSString\")' to join it"
            }
        return PredicateProblem(
            at: argument.offset,
            "'+' joins texts or adds numbers, but \(argument.described(as: type))",
            help: [help]
        )
    }

    /// Returns the text of a value.
    mutating func text(of argument: ExpressionFormat) throws(PredicateProblem) -> Operand {
        let operand: Operand = try operand(argument)
        if case .literal(.bool(let truth)) = operand { return .value(.constant(.text("\(truth)")), .string) }
        let typed: Typed = try value(of: operand, argument)
        if typed.value == .constant(.null) { return .value(typed.value, .string) }
        let function: ExpressionFunction
        switch Self.knownType(of: typed) {
        case .int16?, .int32?, .int64?, .double?: function = .text
        case .float?: function = .floatText
        case .bool?: function = .boolText
        // A column has the text of a decimal and of a URL.
        case .decimal?, .string?, .url?: return .value(typed.value, .string)
        case let type:
            let conversion = type == .data ? "base64" : "exact"
            throw PredicateProblem(
                at: argument.offset,
                "'text' needs a number, a bool or a text as 'value', but \(argument.described(as: type))",
                help: type == .date
                    ? ["write 'dateText(\(argument.shown), \"yyyy-MM-dd\")'"]
                    : ["write 'convert(\(argument.shown), \"\(conversion)\", \"string\")'"]
            )
        }
        return .value(.call(function, [typed.value], .string), .string)
    }

    /// Returns a converted value.
    mutating func convert(_ arguments: [ExpressionFormat]) throws(PredicateProblem) -> Operand {
        let function = PlainFunction.convert
        var names: [String] = []
        for index in 1...2 {
            guard case .constant(.string(let text)) = arguments[index].kind else {
                throw function.notConstant(arguments[index], for: function.parameters[index])
            }
            names.append(text)
        }
        let operand: Operand = try operand(arguments[0])
        let typed: Typed = try value(of: operand, arguments[0])
        var known: ScalarType? = Self.knownType(of: typed)
        if case .literal(let constant) = operand { known = constant.type }
        if typed.value.isCalculatedInteger { known = .int64 }
        guard let from = known else {
            throw Self.problem(
                "the type of '\(arguments[0].shown)' is not known, so it cannot be converted",
                arguments[0]
            )
        }
        guard let to = ScalarType(rawValue: names[1]) else {
            let near: String? = NearMiss.suggestion(for: names[1], among: ScalarType.allCases.map(\.rawValue))
            throw PredicateProblem(
                at: arguments[2].offset,
                "\(arguments[2].shown) is not a type",
                meant: near.map { "'\($0)'" },
                help: ["write one of \(Self.list(ScalarType.allCases.map(\.rawValue)))"]
            )
        }
        guard let conversion = Conversion(names[0], from: from, to: to) else {
            throw Self.problem(ofConversion: names[0], from: from, to: to, arguments: arguments)
        }
        return .value(.converted(typed.value, conversion), to)
    }

    private static func problem(
        ofConversion name: String,
        from: ScalarType,
        to: ScalarType,
        arguments: [ExpressionFormat]
    ) -> PredicateProblem {
        let leniency = "OrNull"
        let strict: String = name.hasSuffix(leniency) ? String(name.dropLast(leniency.count)) : name
        let names: [String] = Conversion.suggestions(from: from, to: to).map(\.name)
        let message: String
        var help: [String] = names.isEmpty ? [] : ["write \(list(names))"]
        var meant: String?
        if Conversion.Method(rawValue: strict) == nil {
            message = "\(arguments[1].shown) is not a conversion"
            let all: [String] = Conversion.Method.allCases.flatMap { [$0.rawValue, $0.rawValue + leniency] }
            meant = NearMiss.suggestion(for: name, among: all).map { "'\($0)'" }
        } else if Conversion(strict, from: from, to: to) != nil {
            message = "'\(strict)' from \(from.rawValue) to \(to.rawValue) cannot fail, so it has no '\(name)'"
            help = ["write '\(strict)'"]
        } else if names.isEmpty {
            message = "there is no conversion from \(from.rawValue) to \(to.rawValue)"
        } else {
            message = "'\(name)' does not convert \(from.rawValue) to \(to.rawValue)"
        }
        return PredicateProblem(at: arguments[1].offset, message, meant: meant, help: help)
    }

    private static func list(_ names: [String]) -> String {
        let quoted: [String] = names.map { "'\($0)'" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }
}
