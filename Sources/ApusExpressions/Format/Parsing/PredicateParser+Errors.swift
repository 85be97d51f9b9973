import ApusDiagnostics

extension PredicateParser {
    /// Returns the node's condition, or throws if it is a value.
    func predicate(of node: PredicateNode) throws(PredicateProblem) -> PredicateFormat {
        switch node.content {
        case .predicate(let predicate): return predicate
        case .expression(let expression):
            if current.kind != .end, !current.isSymbol(")"), PredicateBinaryOperator(current) == nil {
                throw operatorExpected(behind: expression)
            }
            var help: [String] = []
            if case .keyPath = expression.kind, expression.text.count <= 60 {
                help = ["write '\(expression.text) == YES' if it is true or false"]
            }
            throw PredicateProblem(
                at: expression.offset,
                "expected a condition, found a value",
                help: help
            )
        }
    }

    /// Returns the node's value, or throws if it is a condition.
    func expression(of node: PredicateNode) throws(PredicateProblem) -> ExpressionFormat {
        switch node.content {
        case .expression(let expression): return expression
        case .predicate(let predicate):
            throw PredicateProblem(at: predicate.offset, "expected a value, found a condition")
        }
    }

    func operatorExpected(behind value: ExpressionFormat) -> PredicateProblem {
        let keyword: String = current.keyword ?? ""
        var help: [String] = []
        var meant: String?
        switch keyword {
        case "IS": help = ["write '==' or '!='"]
        case "NOT": help = ["put NOT before the whole comparison: 'NOT name IN {…}'"]
        case "UTI": help = ["a store does not support uniform type identifiers"]
        case "UNION", "INTERSECT", "MINUS": help = ["a store cannot combine collections; use IN, AND and NOT"]
        default:
            let words: [String] = PredicateFormat.Operator.allCases.map(\.rawValue)
            if let word = NearMiss.suggestion(for: keyword, among: words.filter { $0.first?.isLetter == true }) {
                meant = "'\(word)'"
            }
        }
        if current.isSymbol(":=") { (help, meant) = (["write '==' to compare"], nil) }
        return PredicateProblem(
            at: current.range.lowerBound,
            "expected an operator, such as '==', found \(describe(current))",
            meant: meant,
            help: help
        )
    }

    func expected(_ what: String, help: [String] = []) -> PredicateProblem {
        PredicateProblem(at: current.range.lowerBound, "expected \(what), found \(describe(current))", help: help)
    }

    /// Consumes a symbol that must be the current token.
    mutating func expect(_ symbol: String) throws(PredicateProblem) {
        guard current.isSymbol(symbol) else { throw expected("'\(symbol)'") }
        try advance()
    }

    func expectEnd() throws(PredicateProblem) {
        if current.kind == .end { return }
        if current.isSymbol(")") {
            throw PredicateProblem(at: current.range.lowerBound, "unmatched ')'")
        }
        throw expected("AND, OR or the end", help: current.isSymbol(",") ? ["join conditions with AND"] : [])
    }

    /// Returns a token for a message.
    func describe(_ token: PredicateToken) -> String {
        switch token.kind {
        case .end: return "the end"
        case .string: return "a text"
        default:
            let shown: Range<Int> = token.range.lowerBound..<min(token.range.upperBound, token.range.lowerBound + 40)
            return "'\(lexer.text(shown))\(shown.upperBound < token.range.upperBound ? "…" : "")'"
        }
    }
}
