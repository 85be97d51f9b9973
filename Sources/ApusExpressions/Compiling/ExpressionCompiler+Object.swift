extension ExpressionCompiler {
    /// Returns the JSON of an object: a call with the type, the name and the value of each member, in the order of the names'
    /// bytes.
    mutating func object(_ arguments: [ExpressionFormat]) throws(PredicateProblem) -> Operand {
        let function = PlainFunction.object
        var members: [String: [TypedExpression<Scope.Leaf>]] = [:]
        for index in stride(from: 0, to: arguments.count, by: 2) {
            let name = try constant(arguments[index], for: function.parameters[0], of: function)
            guard members[name] == nil else {
                throw PredicateProblem(at: arguments[index].offset, "the object has two members '\(name)'")
            }
            let (value, type) = try member(arguments[index + 1])
            members[name] = [.constant(.text(type)), .constant(.text(name)), value]
        }
        let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return .value(.call(.object, sorted.flatMap(\.value), .string), .string)
    }

    /// Returns the value of a member, and how JSON has it: the name of its type, or ``ExpressionFunction/innerObject``.
    private mutating func member(
        _ argument: ExpressionFormat
    ) throws(PredicateProblem) -> (TypedExpression<Scope.Leaf>, type: String) {
        let operand = try operand(argument)
        if case .literal(let constant) = operand {
            let type = constant.type ?? .string
            return (try value(of: operand, as: type, argument).value, type.rawValue)
        }
        let typed = try value(of: operand, argument)
        if case .call(.object, _, _) = typed.value { return (typed.value, ExpressionFunction.innerObject) }
        let known = typed.value.isCalculatedInteger ? .int64 : Self.knownType(of: typed)
        guard let type = known else {
            throw PredicateProblem(at: argument.offset, "'\(argument.shown)' has no type of its own")
        }
        return (typed.value, type.rawValue)
    }
}
