import Foundation

/// Says an index's predicate or expression as something that SQL can compute from a row.
struct RowLowering {
    /// What a key path of the entity stands for.
    struct Source {
        /// The column.
        let column: String
        /// The type of its values.
        let type: ScalarType
        /// Whether a value may be in a file.
        var isExternal: Bool = false
    }

    /// A value, and its type where it has one.
    typealias Typed = (value: RowExpression, type: ScalarType?)

    /// How deep conditions and values may stand in each other: SQLite's parser has room for a hundred symbols.
    static let deepest: Int = 16

    private let source: ([String]) -> Source?

    /// - Parameter source: Gives what a key path stands for; `nil` where that is no column.
    init(_ source: @escaping ([String]) -> Source?) {
        self.source = source
    }

    /// An expression.
    ///
    /// - Throws: Why SQL's own functions cannot say it, and where.
    func expression(_ format: ExpressionFormat) throws(PredicateProblem) -> RowExpression {
        try typed(format, depth: 0, beside: nil).value
    }

    /// A condition.
    ///
    /// - Throws: Why SQL's own functions cannot say it, and where.
    func condition(_ format: PredicateFormat) throws(PredicateProblem) -> RowCondition {
        try condition(format, depth: 0)
    }

    private func condition(_ format: PredicateFormat, depth: Int) throws(PredicateProblem) -> RowCondition {
        try check(depth, at: format.offset)
        switch format.kind {
        case .constant(let holds): return .constant(holds)
        case .and(let operands): return .and(try conditions(operands, depth: depth + 1))
        case .or(let operands): return .or(try conditions(operands, depth: depth + 1))
        case .not(let operand): return .not(try condition(operand, depth: depth + 1))
        case .comparison(let comparison):
            if comparison.modifier != nil { throw Self.impossible("a comparison of several values", format.offset) }
            if !comparison.options.subtracting(.normalized).isEmpty {
                throw PredicateProblem(
                    at: format.offset,
                    "SQLite compares texts byte by byte, so an index cannot disregard case or diacritics",
                    help: ["remove '[cd]', or compare a derived attribute: 'canonical:(name)'"]
                )
            }
            return try self.comparison(comparison, format.offset, depth: depth + 1)
        }
    }

    private func conditions(
        _ operands: [PredicateFormat],
        depth: Int
    ) throws(PredicateProblem) -> [RowCondition] {
        var conditions: [RowCondition] = []
        for operand in operands { conditions.append(try condition(operand, depth: depth)) }
        return conditions
    }

    private func comparison(
        _ comparison: PredicateFormat.Comparison,
        _ offset: Int,
        depth: Int
    ) throws(PredicateProblem) -> RowCondition {
        let (left, right): (ExpressionFormat, ExpressionFormat) = (comparison.left, comparison.right)
        func sides() throws(PredicateProblem) -> (Typed, Typed) {
            // A constant is of the type of what it is compared with.
            let one: Typed = try typed(left, depth: depth, beside: nil)
            let other: Typed = try typed(right, depth: depth, beside: one.type)
            return one.type == nil && other.type != nil
                ? (try typed(left, depth: depth, beside: other.type), other) : (one, other)
        }
        func ordered(_ sign: RowCondition.Operator) throws(PredicateProblem) -> RowCondition {
            let one: Typed = Self.number(try typed(left, depth: depth, beside: nil))
            let other: Typed = Self.number(try typed(right, depth: depth, beside: one.type))
            let isTurned: Bool = one.type == nil && other.type != nil
            let first: Typed = isTurned ? try typed(left, depth: depth, beside: other.type) : one
            return .comparison(first.value, sign, other.value)
        }
        func text(_ place: RowCondition.Part, isTurned: Bool = false) throws(PredicateProblem) -> RowCondition {
            let (one, other): (Typed, Typed) = try sides()
            return isTurned ? .text(other.value, place, one.value) : .text(one.value, place, other.value)
        }
        func equality(_ sign: RowCondition.Operator) throws(PredicateProblem) -> RowCondition {
            let (one, other): (Typed, Typed) = try sides()
            return .comparison(one.value, sign, other.value)
        }
        switch comparison.operator {
        case .equalTo: return try equality(.equal)
        case .notEqualTo: return try equality(.notEqual)
        case .lessThan: return try ordered(.less)
        case .lessThanOrEqualTo: return try ordered(.lessOrEqual)
        case .greaterThan: return try ordered(.greater)
        case .greaterThanOrEqualTo: return try ordered(.greaterOrEqual)
        case .between:
            let value: Typed = Self.number(try typed(left, depth: depth, beside: nil))
            guard case .aggregate(let bounds) = right.kind, bounds.count == 2 else {
                throw Self.impossible("bounds that do not stand here", right.offset)
            }
            return .between(
                value.value,
                try typed(bounds[0], depth: depth, beside: value.type).value,
                try typed(bounds[1], depth: depth, beside: value.type).value
            )
        case .in:
            guard case .aggregate(let elements) = right.kind else { return try text(.anywhere, isTurned: true) }
            let value: Typed = try typed(left, depth: depth, beside: nil)
            var values: [RowExpression] = []
            for element in elements { values.append(try typed(element, depth: depth, beside: value.type).value) }
            return .isOne(value.value, of: values)
        case .contains: return try text(.anywhere)
        case .beginsWith: return try text(.beginning)
        case .endsWith: return try text(.end)
        case .like, .matches: throw Self.impossible("'\(comparison.operator.rawValue)'", offset)
        }
    }

    /// A store keeps decimals as texts: as numbers they are compared and calculated with to 53 bits, which is enough to
    /// choose the rows of an index.
    private static func number(_ operand: Typed) -> Typed {
        operand.type == .decimal ? (.call(.real, [operand.value]), .double) : operand
    }

    private func typed(
        _ format: ExpressionFormat,
        depth: Int,
        beside type: ScalarType?
    ) throws(PredicateProblem) -> Typed {
        try check(depth, at: format.offset)
        func operand(_ format: ExpressionFormat) throws(PredicateProblem) -> Typed {
            Self.number(try typed(format, depth: depth + 1, beside: nil))
        }
        switch format.kind {
        case .constant(let constant):
            guard let value = constant.stored(as: type) else {
                throw Self.impossible("this value beside \(type?.rawValue ?? "others")", format.offset)
            }
            return (.constant(value), nil)
        case .keyPath(let base, let steps): return try column(base, steps, format.offset)
        case .call("abs:", let operands) where operands.count == 1:
            let value: Typed = try operand(operands[0])
            return (.call(.abs, [value.value]), value.type)
        case .call("noindex:", let operands) where operands.count == 1:
            return try typed(operands[0], depth: depth + 1, beside: type)
        case .call(let name, let operands) where operands.count == 2:
            guard let operation = Self.operations[name] else { break }
            let (one, other): (Typed, Typed) = (try operand(operands[0]), try operand(operands[1]))
            return (.arithmetic(one.value, operation, other.value), one.type ?? other.type)
        case .arithmetic(let one, let sign, let other):
            guard let operation = RowExpression.Operation(rawValue: sign.rawValue) else { break }
            let (one, other): (Typed, Typed) = (try operand(one), try operand(other))
            return (.arithmetic(one.value, operation, other.value), one.type ?? other.type)
        case .negation(let inner):
            let value: Typed = try operand(inner)
            return (.negation(value.value), value.type)
        case .cast(let value, "NSDate"): return (try typed(value, depth: depth + 1, beside: .date).value, .date)
        case .conditional(let predicate, let one, let other):
            let condition: RowCondition = try condition(predicate, depth: depth + 1)
            let (one, other): (Typed, Typed) = (
                try typed(one, depth: depth + 1, beside: type), try typed(other, depth: depth + 1, beside: type)
            )
            return (.conditional(condition, one.value, other.value), one.type ?? other.type)
        case .evaluatedObject, .variable, .call, .send, .cast, .aggregate, .subquery, .index: break
        }
        throw Self.impossible("'\(format.text)'", format.offset)
    }

    private func column(
        _ base: ExpressionFormat?,
        _ steps: [ExpressionFormat.Step],
        _ offset: Int
    ) throws(PredicateProblem) -> Typed {
        let names: [String] = steps.compactMap { step in
            if case .name(let name) = step { name } else { nil }
        }
        let text: String = names.joined(separator: ".")
        var isOwn: Bool { if case .evaluatedObject? = base?.kind { true } else { base == nil } }
        guard isOwn, names.count == steps.count, let source = source(names) else {
            throw PredicateProblem(
                at: offset,
                "'\(text)' is kept in no column of its own, so no index can hold it",
                help: ["name an attribute, a part of a composite, or a to-one relationship that keeps the key"]
            )
        }
        if source.isExternal {
            throw PredicateProblem(at: offset, "the values of '\(text)' may be in files, which no store compares")
        }
        return (.column(source.column), source.type)
    }

    private func check(_ depth: Int, at offset: Int) throws(PredicateProblem) {
        guard depth > Self.deepest else { return }
        throw PredicateProblem(
            at: offset,
            "this is deeper in parentheses than SQLite reads",
            help: ["write it with fewer of them, or keep it in an attribute of its own"]
        )
    }

    private static func impossible(_ what: String, _ offset: Int) -> PredicateProblem {
        PredicateProblem(
            at: offset,
            "SQLite's own functions cannot say \(what), so no index can hold it",
            help: ["keep what it says in an attribute of its own, and index that"]
        )
    }

    private static let operations: [String: RowExpression.Operation] = [
        "add:to:": .plus, "from:subtract:": .minus, "multiply:by:": .times, "divide:by:": .divided,
    ]
}
