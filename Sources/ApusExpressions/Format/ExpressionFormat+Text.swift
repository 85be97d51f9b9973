import ApusDiagnostics

extension ExpressionFormat {
    /// The expression in its canonical form: keywords in uppercase, texts in double quotes, no redundant parentheses.
    /// Parsing it gives an equal expression.
    public var text: String {
        switch kind {
        case .constant(let constant): constant.text
        case .evaluatedObject: "SELF"
        case .variable(let name): "$" + name
        case .keyPath(let base, let steps):
            ((base.map { [$0.textOfPrimary] } ?? []) + steps.map(\.text)).joined(separator: ".")
        case .call(PlainFunction.find.rawValue, let arguments):
            if arguments.count == 2, case .conditional(let condition, _, _) = arguments[1].kind {
                "find(\(arguments[0].text), \(condition.text))"
            } else {
                "find(\(Self.list(arguments)))"
            }
        case .call(let name, let arguments): "\(name)(\(Self.list(arguments)))"
        case .send(let receiver, let selector, let arguments):
            "FUNCTION(\(Self.list([receiver, ExpressionFormat(.constant(.string(selector)))] + arguments)))"
        case .cast(let operand, let type): "CAST(\(operand.text), \(Constant.string(type).text))"
        case .aggregate(let elements): "{\(Self.list(elements))}"
        case .arithmetic(let left, let arithmetic, let right):
            left.text(under: arithmetic, onLeft: true) + " \(arithmetic.rawValue) "
                + right.text(under: arithmetic, onLeft: false)
        // A minus sign directly before a number would become part of it.
        case .negation(let operand): operand.isPrimary && !operand.isNumber ? "-\(operand.text)" : "-(\(operand.text))"
        case .subquery(let collection, let variable, let predicate):
            "SUBQUERY(\(collection.text), $\(variable), \(predicate.text))"
        case .index(let base, let index): "\(base.textOfPrimary)[\(index.text)]"
        case .conditional(let predicate, let first, let second):
            "TERNARY(\(predicate.text), \(first.text), \(second.text))"
        }
    }

    private static func list(_ expressions: [ExpressionFormat]) -> String {
        expressions.map(\.text).joined(separator: ", ")
    }

    var isNumber: Bool {
        switch kind {
        case .constant(.integer), .constant(.decimal), .constant(.double): true
        default: false
        }
    }

    /// Whether the expression never needs parentheses.
    private var isPrimary: Bool {
        switch kind {
        case .arithmetic, .negation: false
        default: true
        }
    }

    private var textOfPrimary: String { isPrimary ? text : "(\(text))" }

    /// Whether its text has parentheses around an operand that need not have any where it is read.
    var addsParentheses: Bool {
        switch kind {
        case .negation(let operand):
            if case .arithmetic = operand.kind { return true }
            return operand.isNumber
        case .arithmetic(let left, .power, let right): return left.isNegativeNumber || right.isNegativeNumber
        default: return false
        }
    }

    private var isNegativeNumber: Bool { isNumber && text.hasPrefix("-") }

    private func text(under parent: Arithmetic, onLeft: Bool) -> String {
        let isClear: Bool
        switch kind {
        case .arithmetic(_, let own, _):
            // Powers of powers always have parentheses, because parsers of the format disagree on the associativity.
            isClear =
                own != .power && (own.precedence > parent.precedence || onLeft && own.precedence == parent.precedence)
        case .negation: isClear = false
        default: isClear = parent != .power || !isNegativeNumber
        }
        return isClear ? text : "(\(text))"
    }
}

extension ExpressionFormat.Step {
    var text: String {
        switch self {
        case .name(let name): PredicateWords.written(name)
        case .collection(let collection): "@" + collection.rawValue
        }
    }
}

extension ExpressionFormat.Index {
    fileprivate var text: String {
        switch self {
        case .first: "FIRST"
        case .last: "LAST"
        case .size: "SIZE"
        case .element(let element): element.text
        }
    }
}

extension ExpressionFormat.Constant {
    /// The constant in its canonical form.
    public var text: String {
        switch self {
        case .string(let text): Self.quoted(text)
        case .integer(let number): String(number)
        case .decimal(let number):
            number.canonicalText.contains(".") ? number.canonicalText : number.canonicalText + ".0"
        case .double(let number): number.description
        case .bool(let value): value ? "YES" : "NO"
        case .null: "NIL"
        }
    }

    private static func quoted(_ text: String) -> String {
        text.doubleQuoted { $0.properties.generalCategory == .control ? $0.jsonEscape : nil }
    }
}

extension ExpressionFormat: CustomStringConvertible {
    /// The expression's ``text``.
    public var description: String { text }
}
