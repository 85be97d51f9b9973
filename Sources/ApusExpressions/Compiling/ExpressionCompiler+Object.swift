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
        if Self.readsForeign(argument, typed.value) {
            throw PredicateProblem(
                at: argument.offset,
                "'\(argument.shown)' is the JSON of a whole value, which an object cannot have as a member"
            )
        }
        switch Self.isObject(typed.value) {
        case true?: return (typed.value, ExpressionFunction.innerObject)
        case nil:
            throw PredicateProblem(
                at: argument.offset,
                "'\(argument.shown)' is an object in one case, and a text in another"
            )
        case false?: break
        }
        let known = typed.value.isCalculatedInteger ? .int64 : Self.knownType(of: typed)
        guard let type = known else {
            throw PredicateProblem(at: argument.offset, "'\(argument.shown)' has no type of its own")
        }
        return (typed.value, type.rawValue)
    }

    /// Whether a value is the JSON of an object, whatever the case; `nil` if it is in some cases alone. Null is both.
    private static func isObject(_ value: TypedExpression<Scope.Leaf>) -> Bool? {
        func isObject(_ values: [TypedExpression<Scope.Leaf>]) -> Bool? {
            var found: Set<Bool?> = []
            for value in values where value != .constant(.null) { found.insert(Self.isObject(value)) }
            return found.count > 1 ? nil : found.first ?? false
        }
        return switch value {
        case .call(.object, _, _): true
        case .conditional(_, let one, let other): isObject([one, other])
        case .coalesced(let values): isObject(values)
        default: false
        }
    }

    /// Whether a member is a codable or transformable attribute as a whole, which is read as the text of its JSON.
    private static func readsForeign(_ format: ExpressionFormat, _ value: TypedExpression<Scope.Leaf>) -> Bool {
        switch (format.kind, value) {
        case (.keyPath, .converted): true
        case (.conditional(_, let one, let other), .conditional(_, let first, let second)):
            readsForeign(one, first) || readsForeign(other, second)
        case (.call(_, let formats), .coalesced(let values)):
            zip(formats, values).contains { readsForeign($0, $1) }
        default: false
        }
    }
}
