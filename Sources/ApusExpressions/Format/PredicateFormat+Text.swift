extension PredicateFormat {
    /// The predicate in its canonical form: keywords in uppercase, one space between words, texts in double quotes, no
    /// redundant parentheses. Parsing it gives an equal predicate.
    public var text: String {
        switch kind {
        case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .and(let operands): operands.map(\.textOfOperand).joined(separator: " AND ")
        case .or(let operands):
            operands.map { if case .and = $0.kind { $0.text } else { $0.textOfOperand } }.joined(separator: " OR ")
        case .not(let operand): "NOT " + operand.textOfOperand
        case .comparison(let comparison): comparison.text
        }
    }

    private var textOfOperand: String {
        switch kind {
        case .and, .or: "(\(text))"
        case .constant, .not, .comparison: text
        }
    }
}

extension PredicateFormat.Comparison {
    /// The comparison in its canonical form.
    public var text: String {
        let modifier: String = self.modifier.map { $0.rawValue + " " } ?? ""
        return "\(modifier)\(left.text) \(`operator`.rawValue)\(options.text) \(right.text)"
    }
}

extension PredicateFormat.Options {
    /// The letters in brackets; empty if there are none.
    var text: String {
        isEmpty ? "" : "[" + String(Self.letters.filter { contains($0.option) }.map(\.letter)) + "]"
    }
}

extension PredicateFormat: CustomStringConvertible {
    /// The predicate's ``text``.
    public var description: String { text }
}
