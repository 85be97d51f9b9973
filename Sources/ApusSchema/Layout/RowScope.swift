/// A value computed from the columns of one row, in the functions that every SQL has: what an index can be over.
public typealias RowExpression = TypedExpression<String>

/// A condition on the columns of one row.
public typealias RowCondition = TypedCondition<String>

/// The columns of one row, for the predicate or expression of an index.
struct RowScope: ExpressionScope {
    /// A column that a key path of the entity stands for.
    struct Source {
        /// The column.
        let column: String
        /// The type of its values.
        let type: ScalarType
        /// Whether a value may be in a file.
        var isExternal: Bool = false
    }

    typealias Leaf = String
    typealias Reference = Never

    /// How deep conditions and values may nest: SQLite's parser has capacity for a hundred symbols.
    static let deepest: Int = 16

    private let source: ([String]) -> Source?

    /// - Parameter source: The column that a key path stands for; `nil` if it is not a column.
    init(_ source: @escaping ([String]) -> Source?) {
        self.source = source
    }

    /// A store keeps decimals as texts: as binary numbers they are compared to 53 bits, which is enough to choose the
    /// rows of an index.
    var decimals: DecimalArithmetic { .binary }

    /// The value that an expression computes.
    ///
    /// - Throws: Why SQL's own functions cannot compute it, and where.
    func expression(_ text: String) throws(PredicateProblem) -> RowExpression {
        var compiler = ExpressionCompiler(self)
        return try compiler.value(ExpressionFormat.parse(text)).value
    }

    /// The condition that a predicate states.
    ///
    /// - Throws: Why SQL's own functions cannot compute it, and where.
    func condition(_ text: String) throws(PredicateProblem) -> RowCondition {
        var compiler = ExpressionCompiler(self)
        return try compiler.condition(PredicateFormat.parse(text))
    }

    static func operand(
        of format: ExpressionFormat,
        in compiler: inout ExpressionCompiler<RowScope>
    ) throws(PredicateProblem) -> Operand {
        guard case .keyPath(let base, let steps) = format.kind else {
            throw impossible("'\(format.text)'", format.offset)
        }
        let names: [String] = steps.compactMap { if case .name(let name) = $0 { name } else { nil } }
        let text = names.joined(separator: ".")
        let isOwn = base.map { $0.kind == .evaluatedObject } ?? true
        guard isOwn, names.count == steps.count, let source = compiler.scope.source(names) else {
            throw PredicateProblem(
                at: format.offset,
                "'\(text)' has no column of its own, so no index can contain it",
                help: ["name an attribute, a part of a composite, or a to-one relationship that keeps the key"]
            )
        }
        if source.isExternal {
            throw PredicateProblem(
                at: format.offset,
                "the values of '\(text)' may be in files, which no store compares"
            )
        }
        return .value(.leaf(source.column), source.type)
    }

    func check(depth: Int, at offset: Int) throws(PredicateProblem) {
        guard depth > Self.deepest else { return }
        throw PredicateProblem(
            at: offset,
            "this nests deeper than SQLite reads",
            help: ["write it with fewer parentheses, or keep its value in an attribute of its own"]
        )
    }

    func check(_ format: ExpressionFormat) throws(PredicateProblem) {
        let isPossible =
            switch format.kind {
            case .constant, .keyPath, .aggregate, .negation, .conditional: true
            case .arithmetic(_, let sign, _): sign.function.isPortable
            case .call("noindex:", _): true
            case .call(let name, _): ExpressionFunction(rawValue: name)?.isPortable == true
            case .cast(_, let type): type == "NSDate"
            case .evaluatedObject, .variable, .send, .subquery, .index: false
            }
        if !isPossible { throw Self.impossible("'\(format.text)'", format.offset) }
    }

    func check(_ comparison: PredicateFormat.Comparison, at offset: Int) throws(PredicateProblem) {
        if comparison.modifier != nil { throw Self.impossible("a comparison of several values", offset) }
        if !comparison.options.subtracting(.normalized).isEmpty {
            throw PredicateProblem(
                at: offset,
                "SQLite compares texts byte by byte, so an index cannot ignore case or diacritics",
                help: ["remove '[cd]', or compare a derived attribute: 'canonical:(name)'"]
            )
        }
        switch comparison.operator {
        case .like, .matches: throw Self.impossible("'\(comparison.operator.rawValue)'", offset)
        default: break
        }
    }

    private static func impossible(_ what: String, _ offset: Int) -> PredicateProblem {
        PredicateProblem(
            at: offset,
            "SQLite's own functions cannot compute \(what), so no index can contain it",
            help: ["keep its value in an attribute of its own, and index that attribute"]
        )
    }
}
