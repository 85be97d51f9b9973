/// A value computed from the columns of one row with functions that every SQL engine has, as an index needs it.
package typealias RowExpression = TypedExpression<String>

/// A condition on the columns of one row.
package typealias RowCondition = TypedCondition<String>

/// The columns of one row, for the predicate or expression of an index.
struct RowScope: ExpressionScope {
    /// The column that a key path of the entity refers to.
    struct Source {
        /// The column.
        let column: String
        /// The type of its values.
        let type: ScalarType
        /// Whether a value may be stored in an external file.
        var isExternal = false
    }

    typealias Leaf = String
    typealias Reference = Never

    /// The maximum nesting depth of conditions and values: the stack of SQLite's parser holds a hundred symbols.
    static let deepest: Int = 16

    private let source: ([String]) -> Source?

    /// - Parameter source: Returns the column that a key path refers to; `nil` if it is not a column.
    init(_ source: @escaping ([String]) -> Source?) {
        self.source = source
    }

    /// Stores keep decimals as text. Comparing them as binary numbers is exact to 53 bits, which is enough to select
    /// the rows of an index.
    var decimals: DecimalArithmetic { .binary }

    /// Returns the value that an expression computes.
    ///
    /// - Throws: The reason why SQLite's own functions cannot compute it.
    func expression(_ text: String) throws(PredicateProblem) -> RowExpression {
        var compiler = ExpressionCompiler(self)
        return try compiler.value(ExpressionFormat.parse(text)).value
    }

    /// Returns the condition that a predicate states.
    ///
    /// - Throws: The reason why SQLite's own functions cannot compute it.
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
                "'\(text)' has no column of its own, so an index cannot contain it",
                help: ["use an attribute, a part of a composite, or a to-one relationship that stores the key"]
            )
        }
        if source.isExternal {
            throw PredicateProblem(
                at: format.offset,
                "the values of '\(text)' may be in files, which a store cannot compare"
            )
        }
        return .value(.leaf(source.column), source.type)
    }

    func check(depth: Int, at offset: Int) throws(PredicateProblem) {
        guard depth > Self.deepest else { return }
        throw PredicateProblem(
            at: offset,
            "this is nested too deeply for SQLite",
            help: ["simplify it, or store its value in a separate attribute"]
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
                "SQLite compares text byte by byte, so an index cannot ignore case or diacritics",
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
            "SQLite's own functions cannot compute \(what), so an index cannot contain it",
            help: ["store its value in a separate attribute, and index that attribute"]
        )
    }
}
