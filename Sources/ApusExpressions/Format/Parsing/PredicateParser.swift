/// Parses a predicate or an expression by precedence climbing, with one token of lookahead.
struct PredicateParser {
    var lexer: PredicateLexer
    var current: PredicateToken

    /// The current nesting level; see ``deepest``.
    private var level: Int = 0

    /// The maximum nesting level, which protects the small stacks of secondary threads.
    static let deepest: Int = 50

    init(_ text: String, calling own: Set<String>? = []) throws(PredicateProblem) {
        lexer = PredicateLexer(text, calling: own)
        current = try lexer.next()
    }

    mutating func parsePredicate() throws(PredicateProblem) -> PredicateFormat {
        if current.kind == .end { throw PredicateProblem(at: 0, "the predicate is empty") }
        let node: PredicateNode = try parse()
        let predicate: PredicateFormat = try predicate(of: node)
        try expectEnd()
        return predicate
    }

    mutating func parseExpression() throws(PredicateProblem) -> ExpressionFormat {
        if current.kind == .end { throw PredicateProblem(at: 0, "the expression is empty") }
        let node: PredicateNode = try parse()
        let expression: ExpressionFormat = try expression(of: node)
        try expectEnd()
        return expression
    }

    mutating func advance() throws(PredicateProblem) {
        current = try lexer.next()
    }

    /// Parses operands and the operators between them that have at least a precedence.
    mutating func parse(_ minimum: Int = PredicateBinaryOperator.weakest) throws(PredicateProblem) -> PredicateNode {
        level += 1
        defer { level -= 1 }
        try checkDepth(level)
        var left: PredicateNode = try parsePrefix()
        while let binary = PredicateBinaryOperator(current), binary.precedence >= minimum {
            switch binary {
            case .or, .and: left = try parseCompound(binary, first: left)
            case .comparison(let comparison):
                left = try parseComparison(left, comparison)
            case .arithmetic(let arithmetic):
                let first: ExpressionFormat = try expression(of: left)
                try advance()
                let right: PredicateNode = try parse(binary.precedence + 1)
                let kind: ExpressionFormat.Kind = .arithmetic(first, arithmetic, try expression(of: right))
                left = try node(ExpressionFormat(kind, at: first.offset), over: left, right)
            }
        }
        return left
    }

    /// Parses a chain such as `a AND b AND c` of any length as one flat condition.
    private mutating func parseCompound(
        _ binary: PredicateBinaryOperator,
        first: PredicateNode
    ) throws(PredicateProblem) -> PredicateNode {
        var operands: [PredicateFormat] = [try predicate(of: first)]
        var depth: Int = first.depth
        while let next = PredicateBinaryOperator(current), next.precedence == binary.precedence {
            try advance()
            let operand: PredicateNode = try parse(binary.precedence + 1)
            operands.append(try predicate(of: operand))
            depth = max(depth, operand.depth)
        }
        try checkDepth(depth + 1)
        let kind: PredicateFormat.Kind = if case .and = binary { .and(operands) } else { .or(operands) }
        return PredicateNode(PredicateFormat(kind, at: operands[0].offset), depth: depth + 1)
    }

    /// Parses the operator of a comparison, its options and the right side.
    private mutating func parseComparison(
        _ left: PredicateNode,
        _ comparison: PredicateFormat.Operator,
        modifier: PredicateFormat.Modifier? = nil,
        at start: Int? = nil
    ) throws(PredicateProblem) -> PredicateNode {
        guard case .expression(let value) = left.content else {
            throw PredicateProblem(
                at: current.range.lowerBound,
                "a comparison cannot be followed by \(describe(current))",
                help: ["join two comparisons with AND"]
            )
        }
        try advance()
        let options: PredicateFormat.Options = try parseOptions(of: comparison)
        if let keyword = current.keyword, PredicateFormat.Modifier(spelling: keyword) != nil {
            throw PredicateProblem(
                at: current.range.lowerBound,
                "'\(keyword)' must precede the comparison",
                help: ["write '\(keyword) … \(comparison.rawValue) …', with the several values on the left"]
            )
        }
        let right: PredicateNode = try parse(PredicateBinaryOperator.comparison + 1)
        let kind: PredicateFormat.Kind = .comparison(
            PredicateFormat.Comparison(
                value,
                comparison,
                try expression(of: right),
                modifier: modifier,
                options: options
            )
        )
        let depth: Int = max(left.depth, right.depth) + 1
        try checkDepth(depth)
        return PredicateNode(PredicateFormat(kind, at: start ?? value.offset), depth: depth)
    }

    /// Parses the option letters in brackets after an operator.
    private mutating func parseOptions(
        of comparison: PredicateFormat.Operator
    ) throws(PredicateProblem) -> PredicateFormat.Options {
        guard current.isSymbol("[") else { return [] }
        if comparison == .between {
            throw PredicateProblem(at: current.range.lowerBound, "'BETWEEN' has no options")
        }
        try advance()
        var options: PredicateFormat.Options = []
        guard case .word(let letters) = current.kind else {
            throw expected("option letters, such as 'cd'")
        }
        for (index, letter) in letters.lowercased().enumerated() {
            guard let option = PredicateFormat.Options.letters.first(where: { $0.letter == letter })?.option else {
                throw PredicateProblem(
                    at: current.range.lowerBound + index,
                    "'\(letter)' is not a comparison option",
                    help: ["use 'c' (ignore case), 'd' (ignore diacritics), 'n' (byte by byte) or 'l' (locale)"]
                )
            }
            options.insert(option)
        }
        try advance()
        try expect("]")
        return options
    }

    /// Parses an operand with its prefix: NOT, a modifier such as ANY, or a minus sign.
    private mutating func parsePrefix() throws(PredicateProblem) -> PredicateNode {
        let offset: Int = current.range.lowerBound
        if current.keyword == "NOT" || current.isSymbol("!") {
            try advance()
            let operand: PredicateNode = try parse(PredicateBinaryOperator.comparison)
            try checkDepth(operand.depth + 1)
            let kind: PredicateFormat.Kind = .not(try predicate(of: operand))
            return PredicateNode(PredicateFormat(kind, at: offset), depth: operand.depth + 1)
        }
        if let modifier = current.keyword.flatMap(PredicateFormat.Modifier.init(spelling:)) {
            try advance()
            let left: PredicateNode = try parse(ExpressionFormat.Arithmetic.sum)
            guard case .comparison(let comparison) = PredicateBinaryOperator(current) else {
                throw expected("a comparison after '\(modifier.rawValue)'")
            }
            return try parseComparison(left, comparison, modifier: modifier, at: offset)
        }
        if current.isSymbol("-") { return try parseMinus() }
        return try parseOperand()
    }

    private mutating func parseMinus() throws(PredicateProblem) -> PredicateNode {
        let offset: Int = current.range.lowerBound
        try advance()
        if case .number(let number) = current.kind {
            let isWritten = lexer.text(current.range) == "9223372036854775808"
            let kind: ExpressionFormat.Kind = .constant(isWritten ? .integer(.min) : number.negated)
            try advance()
            return PredicateNode(ExpressionFormat(kind, at: offset), depth: 1)
        }
        let operand: PredicateNode = try parse(ExpressionFormat.Arithmetic.strongest)
        let value: ExpressionFormat = try expression(of: operand)
        let negation = ExpressionFormat(.negation(value), at: offset)
        // Its text has parentheses around it inside another expression.
        let depth = operand.depth + (negation.addsParentheses ? 3 : 2)
        try checkDepth(depth)
        return PredicateNode(negation, depth: depth)
    }
}

extension PredicateParser {
    func checkDepth(_ depth: Int) throws(PredicateProblem) {
        if depth > Self.deepest {
            throw PredicateProblem(
                at: current.range.lowerBound,
                "this is nested more than \(Self.deepest) levels deep",
                help: ["simplify it"]
            )
        }
    }

    /// Returns the node of an expression one level above its operands.
    func node(
        _ expression: ExpressionFormat,
        over operands: PredicateNode...
    ) throws(PredicateProblem) -> PredicateNode {
        let depth = (operands.map(\.depth).max() ?? 0) + (expression.addsParentheses ? 2 : 1)
        try checkDepth(depth)
        return PredicateNode(expression, depth: depth)
    }
}
