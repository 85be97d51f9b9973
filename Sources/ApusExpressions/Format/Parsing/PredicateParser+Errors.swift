import ApusDiagnostics

extension PredicateParser {
    /// The node's condition; a value is none.
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
                "a condition is expected here, and this is only a value",
                help: help
            )
        }
    }

    /// The node's value; a condition is none.
    func expression(of node: PredicateNode) throws(PredicateProblem) -> ExpressionFormat {
        switch node.content {
        case .expression(let expression): return expression
        case .predicate(let predicate):
            throw PredicateProblem(at: predicate.offset, "a value is expected here, and this is a condition")
        }
    }

    func operatorExpected(behind value: ExpressionFormat) -> PredicateProblem {
        let keyword: String = current.keyword ?? ""
        var help: [String] = []
        switch keyword {
        case "IS": help = ["write '==' or '!='"]
        case "NOT": help = ["put NOT before the whole comparison: 'NOT name IN {…}'"]
        case "UTI": help = ["a store knows no uniform type identifiers"]
        case "UNION", "INTERSECT", "MINUS": help = ["a store cannot combine collections; use IN, AND and NOT"]
        default:
            let words: [String] = PredicateFormat.Operator.allCases.map(\.rawValue)
            if let word = NearMiss.suggestion(for: keyword, among: words.filter { $0.first?.isLetter == true }) {
                help = ["did you mean '\(word)'?"]
            }
        }
        if current.isSymbol(":=") { help = ["write '==' to compare"] }
        return PredicateProblem(
            at: current.range.lowerBound,
            "expected an operator, such as '==', found \(describe(current))",
            help: help
        )
    }

    func expected(_ what: String, help: [String] = []) -> PredicateProblem {
        PredicateProblem(at: current.range.lowerBound, "expected \(what), found \(describe(current))", help: help)
    }

    /// Passes over a sign that must stand here.
    mutating func expect(_ symbol: String) throws(PredicateProblem) {
        guard current.isSymbol(symbol) else { throw expected("'\(symbol)'") }
        try advance()
    }

    func expectEnd() throws(PredicateProblem) {
        if current.kind == .end { return }
        if current.isSymbol(")") {
            throw PredicateProblem(at: current.range.lowerBound, "this ')' closes nothing")
        }
        throw expected("AND, OR or the end", help: current.isSymbol(",") ? ["join conditions with AND"] : [])
    }

    /// A word or sign as a message shows it.
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
