import ApusDiagnostics

extension PredicateChecker {
    /// A side of a comparison.
    typealias Side = (expression: ExpressionFormat, operand: PredicateOperand)

    mutating func check(_ comparison: PredicateFormat.Comparison) {
        comparedWithNil = comparison.pathComparedWithNil?.offset
        defer { comparedWithNil = nil }
        let paths = lookUpPaths(comparison)
        for path in paths { lookedUp[path.offset] = "" }
        defer {
            for path in paths { lookedUp[path.offset] = nil }
        }
        var left: Side = (comparison.left, operand(of: comparison.left))
        // Each element is checked only once; otherwise, nested lists would take exponential time.
        let elements: [Side]? =
            switch (comparison.operator, comparison.right.kind) {
            case (.in, .aggregate(let elements)), (.between, .aggregate(let elements)):
                elements.map { ($0, one($0)) }
            default: nil
            }
        let right: Side = (
            comparison.right,
            elements == nil ? operand(of: comparison.right) : PredicateOperand(kind: .unknown, isMany: true)
        )
        if !checkLookUps(comparison, paths) { return }
        if let modifier = comparison.modifier {
            if !left.operand.isMany {
                if case .unknown = left.operand.kind { return }
                report(
                    left.expression,
                    "'\(modifier.rawValue)' needs several values, but "
                        + "'\(Self.shown(left.expression.text))' is a single value",
                    help: ["remove '\(modifier.rawValue)'"]
                )
            }
            left.operand.isMany = false
        }
        switch comparison.operator {
        // For several texts, CONTAINS could also mean a part of one of them.
        case .contains where left.operand.isMany && left.operand.family != .text || isList(left):
            left.operand.isMany = false
            if isOne(right) { checkTypes(left, right, isEquality: true) }
        case .in: checkMembership(of: left, in: right, elements: elements)
        case .between: checkBounds(of: left, between: right, elements: elements)
        case .contains, .beginsWith, .endsWith, .like, .matches:
            guard isOne(left), isOne(right) else { return }
            checkText(left.expression, left.operand, comparison.operator.rawValue)
            checkText(right.expression, right.operand, comparison.operator.rawValue)
        case .equalTo, .notEqualTo:
            if isOne(left), isOne(right) { checkTypes(left, right, isEquality: true) }
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
            guard isOne(left), isOne(right) else { return }
            if checkOrder(left, comparison.operator), checkOrder(right, comparison.operator) {
                checkTypes(left, right, isEquality: false)
            }
        }
    }

    /// The key paths that are compared for equality, so that a store can look up encrypted values.
    private func lookUpPaths(_ comparison: PredicateFormat.Comparison) -> [ExpressionFormat] {
        if case .index = use { return [] }
        guard [.equalTo, .notEqualTo, .in].contains(comparison.operator),
            comparison.options.subtracting(.normalized).isEmpty
        else { return [] }
        var elements = [comparison.left, comparison.right]
        if case .aggregate(let all) = comparison.right.kind { elements += all }
        return elements.filter { if case .keyPath = $0.kind { true } else { false } }
    }

    /// Checks that what is looked up is given, or is another value of the same attribute.
    private mutating func checkLookUps(_ comparison: PredicateFormat.Comparison, _ paths: [ExpressionFormat]) -> Bool {
        let subjects = paths.compactMap { path in lookedUp[path.offset].flatMap { $0.isEmpty ? nil : $0 } }
        guard let first = subjects.first else { return true }
        let areGiven = [comparison.left, comparison.right].allSatisfy { side in
            switch side.kind {
            case .constant, .variable, .aggregate, .keyPath, .negation, .cast: true
            default: false
            }
        }
        let others = paths.filter { lookedUp[$0.offset] == "" && !isGiven($0) }
        if areGiven, others.isEmpty, Set(subjects).count == 1 { return true }
        report(
            paths[0],
            "the encrypted values of '\(first)' can only be compared with constants, variables and other values of the same attribute",
            help: ["compare the objects in memory"]
        )
        return false
    }

    /// Whether a key path starts at a variable of the predicate, rather than at an object that the store finds.
    private func isGiven(_ path: ExpressionFormat) -> Bool {
        guard case .keyPath(let base?, _) = path.kind, case .variable(let name) = base.kind else { return false }
        return !bound.contains { $0.name == name }
    }

    /// Whether a side is a literal list or a variable that holds one.
    private func isList(_ side: Side) -> Bool {
        if case .keyPath = side.expression.kind { false } else { side.operand.isMany }
    }

    private mutating func isOne(_ side: Side) -> Bool {
        if side.operand.isMany { reportMany(side.expression, side.operand) }
        return !side.operand.isMany
    }

    private mutating func checkMembership(of left: Side, in right: Side, elements: [Side]?) {
        guard isOne(left) else { return }
        if let elements {
            for element in elements { checkTypes(left, element, isEquality: true) }
            return
        }
        if right.operand.isMany {
            checkTypes(left, (right.expression, PredicateOperand(kind: right.operand.kind)), isEquality: true)
            return
        }
        switch (right.operand.family, left.operand.family) {
        // IN also finds a part of a text.
        case (.text?, .text?), (.text?, nil), (nil, _): break
        default:
            let help: String =
                if case .variable(let name) = right.expression.kind {
                    "declare '\(name): [\(declaration(for: left.operand) ?? right.operand.typeName)]'"
                } else {
                    "write several values in braces, '{a, b}', or compare with '=='"
                }
            report(
                right.expression,
                "IN needs several values, but \(described(right.expression, right.operand))",
                help: [help]
            )
        }
    }

    private mutating func checkBounds(of left: Side, between right: Side, elements: [Side]?) {
        guard isOne(left), checkOrder(left, .between) else { return }
        if let elements, elements.count == 2 {
            for bound in elements where checkOrder(bound, .between) { checkTypes(left, bound, isEquality: false) }
            return
        }
        if case .variable = right.expression.kind, right.operand.isMany {
            checkTypes(left, (right.expression, PredicateOperand(kind: right.operand.kind)), isEquality: false)
            return
        }
        if !right.operand.isMany, case .unknown = right.operand.kind { return }
        report(right.expression, "BETWEEN needs two values", help: ["write the bounds in braces: '{1, 5}'"])
    }

    private mutating func checkOrder(_ side: Side, _ comparison: PredicateFormat.Operator) -> Bool {
        switch (side.operand.kind, side.operand.family) {
        case (.literal(.null), _):
            report(side.expression, "NIL has no order, so '\(comparison.rawValue)' cannot compare with it")
        case (_, .object?), (_, .composite?), (_, .data?):
            report(
                side.expression,
                "'\(comparison.rawValue)' needs ordered values, but "
                    + described(side.expression, side.operand)
            )
        default: return true
        }
        return false
    }

    /// Reports two types whose values cannot be equal.
    private mutating func checkTypes(_ left: Side, _ right: Side, isEquality: Bool) {
        // A constant is checked against the other side, regardless of which side it is on.
        let (left, right): (Side, Side) =
            left.operand.literal != nil && right.operand.literal == nil ? (right, left) : (left, right)
        let isFine: Bool =
            if let literal = right.operand.literal {
                fits(literal, left.operand, isEquality: isEquality)
            } else {
                areComparable(left.operand, right.operand)
            }
        if isFine { return }
        if case .enumeration(let enumeration) = left.operand.kind, let literal = right.operand.literal,
            enumeration.family == right.operand.family
        {
            reportCase(literal, of: enumeration, left: left, right: right)
            return
        }
        report(
            right.expression,
            "these cannot be compared: \(described(left.expression, left.operand)), and "
                + described(right.expression, right.operand),
            help: help(left, right)
        )
    }

    private mutating func reportCase(
        _ literal: ExpressionFormat.Constant,
        of enumeration: Enumeration,
        left: Side,
        right: Side
    ) {
        let raw = enumeration.cases.lazy.map(\.rawValue.text)
        var help: [String] = []
        var meant: String?
        if case .string(let text) = literal, let named = enumeration.cases.first(where: { $0.name == text }) {
            help = ["'\(text)' is stored as \(ExpressionFormat.Constant.string(named.rawValue.text).text)"]
        } else if case .string(let text) = literal, let near = nearMisses.suggestion(for: text, among: raw) {
            meant = ExpressionFormat.Constant.string(near).text
        } else {
            let shown = raw.prefix(8).joined(separator: ", ") + (raw.count > 8 ? ", …" : "")
            help = ["the raw values are \(shown)"]
        }
        report(
            right.expression,
            "'\(Self.shown(left.expression.text))' is \(enumeration.name), which has no case with the raw value "
                + Self.shown(literal.text),
            meant: meant,
            help: help
        )
    }
}

extension PredicateFormat.Comparison {
    /// The key path, if the comparison only asks whether it has a value.
    package var pathComparedWithNil: ExpressionFormat? {
        guard [.equalTo, .notEqualTo].contains(self.operator) else { return nil }
        switch (left.kind, right.kind) {
        case (.keyPath, .constant(.null)): return left
        case (.constant(.null), .keyPath): return right
        default: return nil
        }
    }
}
