import ApusDiagnostics

extension ExpressionCompiler {
    /// Returns the result of a function in Swift, as the mapping declares it.
    mutating func applied(
        _ function: FunctionDeclaration,
        _ arguments: [ExpressionFormat],
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        let (count, expected) = (arguments.count, function.takes.count)
        guard count == expected else {
            throw PredicateProblem(
                at: format.offset,
                "'\(function.name)' takes \(expected == 1 ? "one argument" : "\(expected) arguments"), found \(count)",
                help: ["the mapping declares \(function.signature)"]
            )
        }
        var values: [TypedExpression<Scope.Leaf>] = []
        for (index, (parameter, argument)) in zip(function.takes, arguments).enumerated() {
            values.append(try value(of: argument, for: parameter, at: index, of: function))
        }
        return .value(.applied(function, values), function.gives.type)
    }

    /// Returns an argument as a value of its parameter.
    private mutating func value(
        of argument: ExpressionFormat,
        for parameter: FunctionDeclaration.ValueType,
        at index: Int,
        of function: FunctionDeclaration
    ) throws(PredicateProblem) -> TypedExpression<Scope.Leaf> {
        func mismatch(_ found: String, help: [String] = []) -> PredicateProblem {
            PredicateProblem(
                at: argument.offset,
                "'\(function.name)' needs \(parameter.type.rawValue.withArticle) as argument \(index + 1), but \(found)",
                help: help
            )
        }
        // Other expressions read texts of such values.
        if parameter.type == .data, case .keyPath = argument.kind { scope.readsBytes = true }
        defer { scope.readsBytes = false }
        let operand = try operand(argument)
        if case .literal(let constant) = operand {
            guard constant.fits(parameter.type) else { throw mismatch(argument.described(as: constant.type)) }
            guard constant != .null || parameter.isOptional else { throw mismatch("it is always null") }
            return try value(of: operand, as: parameter.type, argument).value
        }
        let typed = try value(of: operand, argument)
        guard let found = Self.knownType(of: typed) else {
            throw mismatch("'\(argument.shown)' has no type of its own")
        }
        if found.isPartOf(parameter.type) { return typed.value }
        let conversion = Conversion.suggestions(from: found, to: parameter.type).first
        throw mismatch(
            argument.described(as: found),
            help: conversion.map {
                ["convert it: convert(\(argument.text), '\($0.name)', '\(parameter.type.rawValue)')"]
            } ?? []
        )
    }
}

extension ScalarType {
    /// Whether every value of the type is one of another type, and stored like it.
    fileprivate func isPartOf(_ other: ScalarType) -> Bool {
        if self == other { return true }
        if let range = integerRange, let wider = other.integerRange {
            return wider.lowerBound <= range.lowerBound && range.upperBound <= wider.upperBound
        }
        return (self, other) == (.float, .double) || (self, other) == (.url, .string)
    }
}
