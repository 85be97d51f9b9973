import ApusDiagnostics

extension PredicateParser {
    /// Parses a value or a condition in parentheses, with the key path steps and subscripts after it.
    mutating func parseOperand() throws(PredicateProblem) -> PredicateNode {
        var node: PredicateNode = try parsePrimary()
        while current.isSymbol(".") || current.isSymbol("[") {
            if case .expression(let value) = node.content, case .constant = value.kind {
                throw PredicateProblem(
                    at: current.range.lowerBound,
                    "\(describe(current)) cannot follow the constant \(value.text.prefix(40))"
                )
            }
            node = current.isSymbol(".") ? try parseStep(behind: node) : try parseIndex(of: node)
        }
        return node
    }

    private mutating func parsePrimary() throws(PredicateProblem) -> PredicateNode {
        let token: PredicateToken = current
        let offset: Int = token.range.lowerBound
        func leaf(_ kind: ExpressionFormat.Kind) -> PredicateNode {
            PredicateNode(ExpressionFormat(kind, at: offset), depth: 1)
        }
        switch token.kind {
        case .string(let text):
            try advance()
            return leaf(.constant(.string(text)))
        case .number(let number):
            try advance()
            return leaf(.constant(number))
        case .variable(let name):
            try advance()
            return leaf(.variable(name))
        case .name(let name):
            try advance()
            return leaf(.keyPath(base: nil, [.name(name)]))
        case .collectionOperator(let name):
            let step: ExpressionFormat.Step = try step(ofOperator: name)
            try advance()
            return leaf(.keyPath(base: nil, [step]))
        case .function(let name): return try parseCall(name)
        case .word(let word): return try parseWord(word)
        case .symbol("("):
            try advance()
            let node: PredicateNode = try parse()
            guard current.isSymbol(")") else {
                if case .expression(let value) = node.content { throw operatorExpected(behind: value) }
                throw expected("AND, OR or ')'")
            }
            try advance()
            return node
        case .symbol("{"):
            try advance()
            let (elements, depth) = try parseList(upTo: "}")
            return PredicateNode(ExpressionFormat(.aggregate(elements), at: offset), depth: depth + 1)
        default: throw expected("a value")
        }
    }

    /// Parses values separated by commas, and the closing symbol.
    mutating func parseList(
        upTo close: String
    ) throws(PredicateProblem) -> (elements: [ExpressionFormat], depth: Int) {
        var elements: [ExpressionFormat] = []
        var depth = 0
        while !current.isSymbol(close) {
            if !elements.isEmpty {
                guard current.isSymbol(",") else { throw expected("',' or '\(close)'") }
                try advance()
            }
            let node: PredicateNode = try parse()
            elements.append(try expression(of: node))
            depth = max(depth, node.depth)
        }
        try advance()
        try checkDepth(depth + 1)
        return (elements, depth)
    }

    private func step(ofOperator name: String) throws(PredicateProblem) -> ExpressionFormat.Step {
        if let collection = ExpressionFormat.CollectionOperator(rawValue: name) { return .collection(collection) }
        let names: [String] = ExpressionFormat.CollectionOperator.allCases.map { "@\($0.rawValue)" }
        throw PredicateProblem(
            at: current.range.lowerBound,
            "'@\(name)' is not a supported collection operator",
            meant: NearMiss.suggestion(for: "@\(name)", among: names).map { "'\($0)'" },
            help: ["use \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"]
        )
    }

    /// Parses `.name` or `.@count`. Keywords are names in this position.
    private mutating func parseStep(behind node: PredicateNode) throws(PredicateProblem) -> PredicateNode {
        let base: ExpressionFormat = try expression(of: node)
        var steps: [ExpressionFormat.Step] = []
        while current.isSymbol(".") {
            try advance()
            switch current.kind {
            case .word(let name), .name(let name): steps.append(.name(name))
            case .collectionOperator(let name): steps.append(try step(ofOperator: name))
            default: throw expected("a property's name after '.'")
            }
            try advance()
        }
        if case .keyPath(let root, let first) = base.kind {
            let kind: ExpressionFormat.Kind = .keyPath(base: root, first + steps)
            return PredicateNode(ExpressionFormat(kind, at: base.offset), depth: node.depth)
        }
        return try self.node(ExpressionFormat(.keyPath(base: base, steps), at: base.offset), over: node)
    }

    private mutating func parseIndex(of node: PredicateNode) throws(PredicateProblem) -> PredicateNode {
        let base: ExpressionFormat = try expression(of: node)
        try advance()
        var depth: Int = node.depth
        let index: ExpressionFormat.Index
        switch current.keyword {
        case "FIRST": index = .first
        case "LAST": index = .last
        case "SIZE": index = .size
        default:
            let element: PredicateNode = try parse()
            depth = max(depth, element.depth)
            try checkDepth(depth + 1)
            index = .element(try expression(of: element))
        }
        if case .element = index {} else { try advance() }
        try expect("]")
        try checkDepth(depth + 1)
        return PredicateNode(ExpressionFormat(.index(base, index), at: base.offset), depth: depth + 1)
    }
}

extension ExpressionFormat.Constant {
    /// The number with the opposite sign; other constants are unchanged.
    var negated: ExpressionFormat.Constant {
        switch self {
        case .integer(let number): .integer(-number)
        case .decimal(let number): .decimal(-number)
        case .double(let number): .double(-number)
        case .string, .bool, .null: self
        }
    }
}
