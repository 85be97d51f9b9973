/// Reads the text of a predicate or an expression, by precedence climbing over one word of look-ahead.
struct PredicateParser {
    var lexer: PredicateLexer
    var current: PredicateToken

    /// How deep the parser is, see ``deepest``.
    private var level: Int = 0

    /// How deep a text may nest. Threads other than the main one have small stacks, and nobody reads deeper.
    static let deepest: Int = 50

    init(_ text: String) throws(PredicateProblem) {
        lexer = PredicateLexer(text)
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

    /// Reads operands and the operators between them that bind at least so tightly.
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

    /// Reads `a AND b AND c` as one condition of three, however long it is.
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

    /// Reads the operator of a comparison, its options and the right side.
    private mutating func parseComparison(
        _ left: PredicateNode,
        _ comparison: PredicateFormat.Operator,
        modifier: PredicateFormat.Modifier? = nil,
        at start: Int? = nil
    ) throws(PredicateProblem) -> PredicateNode {
        guard case .expression(let value) = left.content else {
            throw PredicateProblem(
                at: current.range.lowerBound,
                "a comparison cannot be compared further with \(describe(current))",
                help: ["join two comparisons with AND"]
            )
        }
        try advance()
        let options: PredicateFormat.Options = try parseOptions(of: comparison)
        if let keyword = current.keyword, PredicateFormat.Modifier(spelling: keyword) != nil {
            throw PredicateProblem(
                at: current.range.lowerBound,
                "'\(keyword)' stands before a comparison, not in it",
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

    /// Reads the letters in brackets behind an operator.
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
            throw expected("the letters of options, such as 'cd'")
        }
        for (index, letter) in letters.lowercased().enumerated() {
            guard let option = PredicateFormat.Options.letters.first(where: { $0.letter == letter })?.option else {
                throw PredicateProblem(
                    at: current.range.lowerBound + index,
                    "'\(letter)' is no option of a comparison",
                    help: ["use 'c' (without case), 'd' (without diacritics), 'n' (byte by byte) or 'l' (locale)"]
                )
            }
            options.insert(option)
        }
        try advance()
        try expect("]")
        return options
    }

    /// Reads what stands before an operand: NOT, ANY and their like, a minus sign.
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
                throw expected("a comparison behind '\(modifier.rawValue)'")
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
            let isWritten: Bool = lexer.text(current.range) == "9223372036854775808"
            let kind: ExpressionFormat.Kind = .constant(isWritten ? .integer(.min) : number.negated)
            try advance()
            return PredicateNode(ExpressionFormat(kind, at: offset), depth: 1)
        }
        let operand: PredicateNode = try parse(ExpressionFormat.Arithmetic.strongest)
        return try node(ExpressionFormat(.negation(try expression(of: operand)), at: offset), over: operand)
    }
}

extension PredicateParser {
    func checkDepth(_ depth: Int) throws(PredicateProblem) {
        if depth > Self.deepest {
            throw PredicateProblem(
                at: current.range.lowerBound,
                "this nests deeper than \(Self.deepest) levels",
                help: ["ask for less at once"]
            )
        }
    }

    /// An expression one level above others.
    func node(
        _ expression: ExpressionFormat,
        over operands: PredicateNode...
    ) throws(PredicateProblem) -> PredicateNode {
        let depth: Int = (operands.map(\.depth).max() ?? 0) + 1
        try checkDepth(depth)
        return PredicateNode(expression, depth: depth)
    }
}
