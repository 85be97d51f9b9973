import ApusSchema
import Foundation

/// A condition or a value in an expression.
private enum Node {
    case predicate(PredicateFormat)
    case expression(ExpressionFormat)
}

extension ExpressionFormat {
    /// Expressions that differ from this one by one mistake: another constant or operator, values that are swapped, a call
    /// that is left out. Not all of them are valid.
    var variants: [ExpressionFormat] {
        let text = text
        return Node.expression(self).variants
            .compactMap { if case .expression(let variant) = $0 { variant } else { nil } }
            // The values that `find` compares for are not written.
            .filter { $0.text != text }
    }

    /// The variants of the expression itself, with the same operands.
    fileprivate var ownVariants: [ExpressionFormat] {
        switch kind {
        case .constant(let constant): constant.variants.map { ExpressionFormat(.constant($0)) }
        case .arithmetic(let left, let sign, let right):
            sign.variants.map { ExpressionFormat(.arithmetic(left, $0, right)) }
                // Sums of numbers can be swapped, those of texts cannot.
                + (sign == .times || sign == .plus && !(left.joinsTexts || right.joinsTexts)
                    ? [] : [ExpressionFormat(.arithmetic(right, sign, left))])
        case .negation(let operand): [operand]
        case .conditional(let condition, let first, let second):
            [ExpressionFormat(.conditional(condition.negated, first, second))]
        // What 'same' and 'find' refer to is a name.
        case .call(let name, let operands):
            [PlainFunction.same.rawValue, PlainFunction.find.rawValue].contains(name) ? [] : Array(operands.prefix(2))
        case .index(let base, .first): [ExpressionFormat(.index(base, .last))]
        case .index(let base, .last): [ExpressionFormat(.index(base, .first))]
        case .keyPath(let base, let steps):
            steps.indices.compactMap { index in
                steps[index].variant.map { step in
                    ExpressionFormat(.keyPath(base: base, steps[..<index] + [step] + steps[(index + 1)...]))
                }
            }
        case .index, .evaluatedObject, .variable, .send, .cast, .aggregate, .subquery: []
        }
    }

    /// Whether a text in quotation marks is part of a sum.
    private var joinsTexts: Bool {
        switch kind {
        case .constant(.string): true
        case .arithmetic(let left, .plus, let right): left.joinsTexts || right.joinsTexts
        default: false
        }
    }
}

extension PredicateFormat {
    /// Predicates that differ from this one by one mistake: the opposite, another operator or constant, a condition that is
    /// left out. Not all of them are valid.
    var variants: [PredicateFormat] {
        let text = text
        let changed = Node.predicate(self).variants
            .compactMap { if case .predicate(let variant) = $0 { variant } else { nil } }
        return ([negated] + changed).filter { $0.text != text }
    }

    /// The opposite.
    fileprivate var negated: PredicateFormat {
        if case .not(let operand) = kind { return operand }
        return PredicateFormat(.not(self))
    }

    /// The variants of the predicate itself, with the same operands.
    fileprivate var ownVariants: [PredicateFormat] {
        switch kind {
        case .constant, .not: return []
        case .and(let operands): return [PredicateFormat(.or(operands))] + Self.leavingOut(operands) { .and($0) }
        case .or(let operands): return [PredicateFormat(.and(operands))] + Self.leavingOut(operands) { .or($0) }
        case .comparison(let comparison):
            // With or without equal values; the opposite is a variant of its own.
            let changed: PredicateFormat.Operator
            switch comparison.operator {
            case .lessThan: changed = .lessThanOrEqualTo
            case .lessThanOrEqualTo: changed = .lessThan
            case .greaterThan: changed = .greaterThanOrEqualTo
            case .greaterThanOrEqualTo: changed = .greaterThan
            default: return []
            }
            let variant = Comparison(
                comparison.left,
                changed,
                comparison.right,
                modifier: comparison.modifier,
                options: comparison.options
            )
            return [PredicateFormat(.comparison(variant))]
        }
    }

    private static func leavingOut(
        _ operands: [PredicateFormat],
        _ kind: ([PredicateFormat]) -> Kind
    ) -> [PredicateFormat] {
        operands.indices.map { index in
            let rest = Array(operands[..<index] + operands[(index + 1)...])
            return rest.count == 1 ? rest[0] : PredicateFormat(kind(rest))
        }
    }
}

extension Node {
    /// The node with one mistake, in itself or below.
    fileprivate var variants: [Node] {
        let own: [Node] =
            switch self {
            case .predicate(let predicate): predicate.ownVariants.map { .predicate($0) }
            case .expression(let expression): expression.ownVariants.map { .expression($0) }
            }
        let parts = self.parts
        return own + parts.indices.flatMap { index in parts[index].variants.map { replacing(index, $0) } }
    }

    /// The immediate operands.
    private var parts: [Node] {
        var parts: [Node] = []
        _ = mapParts {
            parts.append($0)
            return $0
        }
        return parts
    }

    /// The node with another operand.
    private func replacing(_ index: Int, _ part: Node) -> Node {
        var next = 0
        return mapParts { old in
            defer { next += 1 }
            return next == index ? part : old
        }
    }

    private func mapParts(_ replace: (Node) -> Node) -> Node {
        func predicate(_ old: PredicateFormat) -> PredicateFormat {
            if case .predicate(let new) = replace(.predicate(old)) { new } else { old }
        }
        func expression(_ old: ExpressionFormat) -> ExpressionFormat {
            if case .expression(let new) = replace(.expression(old)) { new } else { old }
        }
        switch self {
        case .predicate(let old): return .predicate(old.mapParts(predicate, expression))
        case .expression(let old): return .expression(old.mapParts(predicate, expression))
        }
    }
}

extension ExpressionFormat.Constant {
    fileprivate var variants: [ExpressionFormat.Constant] {
        let others: [ExpressionFormat.Constant] =
            switch self {
            case .string(let text): [.string(text + "x")]
            case .integer(let number): [.integer(number == .max ? 0 : number + 1)]
            case .decimal(let number): [.decimal(number + 1)]
            case .double(let number): [.double(number == 0 ? 1 : number / 2)]
            case .bool(let value): [.bool(!value)]
            case .null: []
            }
        return others.filter { $0 != self }
    }
}

extension ExpressionFormat.Arithmetic {
    fileprivate var variants: [ExpressionFormat.Arithmetic] {
        switch self {
        case .plus: [.minus]
        case .minus: [.plus]
        case .times: [.divided]
        case .divided, .power: [.times]
        }
    }
}

extension ExpressionFormat.Step {
    fileprivate var variant: ExpressionFormat.Step? {
        switch self {
        case .collection(.minimum): .collection(.maximum)
        case .collection(.maximum): .collection(.minimum)
        case .collection(.sum), .collection(.average), .collection(.count), .name: nil
        }
    }
}
