extension TypedExpression {
    /// Whether a function may get the bytes of a text, or make some. Engines pass texts in the store's encoding.
    package var computesTexts: Bool {
        switch self {
        case .leaf, .constant: false
        case .call, .applied: true
        case .conditional(let condition, let one, let other):
            condition.comparesTexts || one.computesTexts || other.computesTexts
        case .coalesced(let values): values.contains(where: \.computesTexts)
        case .converted(let value, _), .recoded(let value, _): value.computesTexts
        }
    }

    /// Whether SQL's own operators, or functions that get texts as bytes, compute the value. Other functions of Apus get a
    /// text up to its first NUL.
    package var isPlain: Bool {
        switch self {
        case .leaf, .constant: true
        case .call(let function, let values, let type):
            (function.takesTexts || (0..<values.count).contains(where: function.takesText)
                || [.add, .subtract, .multiply, .divide, .negate].contains(function) && type != .decimal)
                && values.allSatisfy(\.isPlain)
        case .applied: false
        case .conditional(let condition, let one, let other): condition.isPlain && one.isPlain && other.isPlain
        case .coalesced(let values): values.allSatisfy(\.isPlain)
        case .converted(let value, _), .recoded(let value, _): value.isPlain
        }
    }
}

extension TypedCondition {
    /// Whether all values that are compared are plain.
    fileprivate var isPlain: Bool {
        switch self {
        case .constant: true
        case .and(let parts), .or(let parts): parts.allSatisfy(\.isPlain)
        case .not(let inner): inner.isPlain
        case .comparison(let one, _, let other, _), .text(let one, _, let other): one.isPlain && other.isPlain
        case .isOne(let value, let others): ([value] + others).allSatisfy(\.isPlain)
        case .between(let value, let low, let high): [value, low, high].allSatisfy(\.isPlain)
        case .isTrue(let value): value.isPlain
        }
    }
}

extension TypedCondition {
    /// Whether a function may get the bytes of a text.
    fileprivate var comparesTexts: Bool {
        switch self {
        case .constant: false
        case .and(let parts), .or(let parts): parts.contains(where: \.comparesTexts)
        case .not(let inner): inner.comparesTexts
        // Engines order texts by their bytes in the store's encoding.
        case .comparison(let one, let comparison, let other, _):
            (comparison != .equal && comparison != .notEqual) || one.computesTexts || other.computesTexts
        case .isOne(let value, let others): ([value] + others).contains(where: \.computesTexts)
        case .between, .text: true
        case .isTrue(let value): value.computesTexts
        }
    }
}
