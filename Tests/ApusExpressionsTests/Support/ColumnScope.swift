import ApusExpressions

/// The columns of a row of each type, for expressions as mappings compute them.
struct ColumnScope: ExpressionScope {
    typealias Leaf = String
    typealias Reference = Never

    /// The types of the columns.
    static let types: [String: ScalarType] = [
        "small": .int16, "nights": .int32, "count": .int64, "price": .decimal, "weight": .double, "ratio": .float,
        "isDone": .bool, "start": .date, "name": .string, "code": .string, "link": .url, "id": .uuid, "photo": .data,
    ]

    var allowsFailures: Bool = true

    var functions: [String: FunctionDeclaration] = [:]

    var decimals: DecimalArithmetic { .exact }

    static func operand(
        of format: ExpressionFormat,
        in compiler: inout ExpressionCompiler<ColumnScope>
    ) throws(PredicateProblem) -> Operand {
        guard case .keyPath(nil, let steps) = format.kind, steps.count == 1, case .name(let name) = steps[0],
            let type = types[name]
        else { throw PredicateProblem(at: format.offset, "there is no '\(format.text)'") }
        return .value(.leaf(name), type)
    }

    /// The value of a text, and its type.
    static func compile(
        _ text: String,
        allowsFailures: Bool = true,
        functions: [String: FunctionDeclaration] = [:]
    ) throws(PredicateProblem) -> ExpressionCompiler<ColumnScope>.Typed {
        var compiler = ExpressionCompiler(ColumnScope(allowsFailures: allowsFailures, functions: functions))
        return try compiler.value(ExpressionFormat.parse(text, calling: Set(functions.keys)))
    }
}

extension StoredValue {
    /// The value of a type as an expression writes it.
    func written(as type: ScalarType?) -> String {
        switch self {
        case .null: "NIL"
        case .text(let text) where type != .decimal: ExpressionFormat.Constant.string(text).text
        default: type.map { shown(as: $0) } ?? shown
        }
    }
}
