import ApusDiagnostics

extension PredicateParser {
    /// Parses an operand that begins with a word: a constant, a function or a key path.
    mutating func parseWord(_ word: String) throws(PredicateProblem) -> PredicateNode {
        let offset: Int = current.range.lowerBound
        let token: PredicateToken = current
        let keyword: String = word.uppercased()
        if let constant = Self.constants[keyword] {
            try advance()
            return PredicateNode(ExpressionFormat(constant, at: offset), depth: 1)
        }
        if keyword == "TRUEPREDICATE" || keyword == "FALSEPREDICATE" {
            try advance()
            return PredicateNode(PredicateFormat(.constant(keyword == "TRUEPREDICATE"), at: offset), depth: 1)
        }
        if keyword == "ANYKEY" {
            throw PredicateProblem(
                at: offset,
                "'ANYKEY' applies only to Spotlight queries",
                help: ["write a property's name, or '#\(word)' for a property of that name"]
            )
        }
        try advance()
        if current.isSymbol("(") {
            switch keyword {
            case "SUBQUERY": return try parseSubquery(at: offset)
            case "CAST": return try parseCast(at: offset)
            case "FUNCTION": return try parseSend(at: offset)
            case "TERNARY": return try parseConditional(at: offset)
            default:
                if !PredicateWords.reserved.contains(keyword) { return try parseCall(word, token) }
            }
        }
        if PredicateWords.reserved.contains(keyword) {
            throw PredicateProblem(
                at: offset,
                "expected a value, found \(describe(token))",
                help: ["write '#\(word)' for a property of that name"]
            )
        }
        return PredicateNode(ExpressionFormat(.keyPath(base: nil, [.name(word)]), at: offset), depth: 1)
    }

    private static let constants: [String: ExpressionFormat.Kind] = [
        "TRUE": .constant(.bool(true)), "YES": .constant(.bool(true)),
        "FALSE": .constant(.bool(false)), "NO": .constant(.bool(false)),
        "NULL": .constant(.null), "NIL": .constant(.null), "SELF": .evaluatedObject,
    ]

    /// Parses a call of a function with colons in its name, such as `lowercase:(name)`.
    mutating func parseCall(_ name: String) throws(PredicateProblem) -> PredicateNode {
        let token: PredicateToken = current
        try advance()
        guard current.isSymbol("(") else { throw expected("'(' and the arguments after '\(name)'") }
        return try parseCall(name, token)
    }

    /// Parses a function's arguments. An older form of the format omits the colon: `sum(prices)`. The functions that
    /// Core Data's format does not have are without colons.
    private mutating func parseCall(_ name: String, _ token: PredicateToken) throws(PredicateProblem) -> PredicateNode {
        let offset: Int = token.range.lowerBound
        try advance()
        // A function that a later release adds does not change what a mapping's own function of that name is.
        if lexer.own?.contains(name) == true { return try parseOwnCall(name, at: offset) }
        let (arguments, depth) =
            name == PlainFunction.find.rawValue ? try parseSearch() : try parseList(upTo: ")")
        if let function = PlainFunction(rawValue: name) {
            if let problem = function.problem(of: arguments, at: offset) { throw problem }
            return PredicateNode(ExpressionFormat(.call(name, arguments), at: offset), depth: depth + 1)
        }
        var full: String = name
        if !name.contains(":"), arguments.count == 1 { full += ":" }
        guard PredicateWords.functions.contains(full) else {
            if lexer.own == nil, !name.contains(":") {
                return PredicateNode(ExpressionFormat(.call(name, arguments), at: offset), depth: depth + 1)
            }
            throw unknownFunction(name, arguments.count, at: offset)
        }
        let count: Int = full.count { $0 == ":" }
        if arguments.count != count {
            throw PredicateProblem(
                at: offset,
                "'\(full)' takes \(Self.counted(count)), found \(arguments.count)"
            )
        }
        return PredicateNode(ExpressionFormat(.call(full, arguments), at: offset), depth: depth + 1)
    }

    /// Parses the arguments of a function in Swift, whose types the compiler knows.
    private mutating func parseOwnCall(_ name: String, at offset: Int) throws(PredicateProblem) -> PredicateNode {
        let (arguments, depth) = try parseList(upTo: ")")
        return PredicateNode(ExpressionFormat(.call(name, arguments), at: offset), depth: depth + 1)
    }

    /// Parses the arguments of `find`: an entity, and a condition, which is kept as that of a conditional.
    private mutating func parseSearch() throws(PredicateProblem) -> ([ExpressionFormat], depth: Int) {
        let name: PredicateNode = try parse()
        try expect(",")
        let offset: Int = current.range.lowerBound
        let condition: PredicateNode = try parse()
        let test: PredicateFormat = try predicate(of: condition)
        try expect(")")
        let holds = ExpressionFormat(.constant(.bool(true)), at: offset)
        let search = ExpressionFormat(.conditional(test, holds, holds), at: offset)
        return ([try expression(of: name), search], max(name.depth, condition.depth))
    }

    private func unknownFunction(_ name: String, _ count: Int, at offset: Int) -> PredicateProblem {
        let functions: [String] = PredicateWords.functions.sorted()
        let plain: String = name.filter { $0 != ":" }
        if let known = functions.first(where: { $0 == plain || $0 == plain + ":" }) {
            let arguments: Int = known.count { $0 == ":" }
            return PredicateProblem(
                at: offset,
                "'\(known)' takes \(Self.counted(arguments)), found \(count)"
            )
        }
        var help: [String] = []
        var meant: String?
        if let function = PlainFunction(rawValue: plain) {
            help = ["write '\(function.signature)'"]
        } else if let same = PredicateWords.synonyms[plain.lowercased()] {
            help = ["write '\(same)'"]
        } else if let near = NearMiss.suggestion(
            for: name,
            among: functions + PlainFunction.allCases.map(\.rawValue) + (lexer.own ?? []).sorted()
        ) {
            meant = "'\(near)'"
        }
        return PredicateProblem(at: offset, "unknown function '\(String(name.prefix(40)))'", meant: meant, help: help)
    }

    private static func counted(_ count: Int) -> String {
        count == 1 ? "one argument" : count == 0 ? "no argument" : "\(count) arguments"
    }

    private mutating func parseSubquery(at offset: Int) throws(PredicateProblem) -> PredicateNode {
        try advance()
        let collection: PredicateNode = try parse()
        let value: ExpressionFormat = try expression(of: collection)
        try expect(",")
        guard case .variable(let name) = current.kind else {
            throw expected("a variable, such as '$x', for each object of the collection")
        }
        try advance()
        try expect(",")
        let condition: PredicateNode = try parse()
        let kind: ExpressionFormat.Kind = .subquery(value, variable: name, try predicate(of: condition))
        try expect(")")
        return try node(ExpressionFormat(kind, at: offset), over: collection, condition)
    }

    private mutating func parseCast(at offset: Int) throws(PredicateProblem) -> PredicateNode {
        try advance()
        let value: PredicateNode = try parse()
        let operand: ExpressionFormat = try expression(of: value)
        try expect(",")
        guard case .string(let type) = current.kind else {
            throw expected("the name of a class in quotation marks, such as \"NSDate\"")
        }
        try advance()
        try expect(")")
        return try node(ExpressionFormat(.cast(operand, type: type), at: offset), over: value)
    }

    private mutating func parseSend(at offset: Int) throws(PredicateProblem) -> PredicateNode {
        try advance()
        let (arguments, depth) = try parseList(upTo: ")")
        guard arguments.count >= 2, case .constant(.string(let selector)) = arguments[1].kind else {
            throw PredicateProblem(
                at: offset,
                "'FUNCTION' takes a value, a selector in quotation marks and the selector's arguments",
                help: ["write 'FUNCTION(value, \"selector:\", argument)'"]
            )
        }
        let count: Int = selector.count { $0 == ":" }
        if arguments.count - 2 != count {
            throw PredicateProblem(
                at: offset,
                "'\(selector)' takes \(Self.counted(count)), found \(arguments.count - 2)"
            )
        }
        let kind: ExpressionFormat.Kind = .send(arguments[0], selector: selector, Array(arguments.dropFirst(2)))
        return PredicateNode(ExpressionFormat(kind, at: offset), depth: depth + 1)
    }

    private mutating func parseConditional(at offset: Int) throws(PredicateProblem) -> PredicateNode {
        try advance()
        let condition: PredicateNode = try parse()
        let test: PredicateFormat = try predicate(of: condition)
        try expect(",")
        let first: PredicateNode = try parse()
        let positive: ExpressionFormat = try expression(of: first)
        try expect(",")
        let second: PredicateNode = try parse()
        let kind: ExpressionFormat.Kind = .conditional(test, positive, try expression(of: second))
        try expect(")")
        return try node(ExpressionFormat(kind, at: offset), over: condition, first, second)
    }
}
