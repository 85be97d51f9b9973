import ApusMigration
import ApusSchema

/// A value computed in Swift from values of a row, because SQL cannot express it, or only with parentheses so deeply
/// nested that SQLite's parser overflows. Each part is computed once, however often it is used.
struct RowComputation: Sendable {
    private enum Part: Sendable {
        case argument(Int)
        case computed(TypedExpression<ValueIndex>)
        case required(Int, ElementPath)
        case stored(Int, ScalarType)
    }

    /// The expressions whose values are the arguments, in order: those that SQL evaluates.
    private(set) var leaves: [ExpressionGraph.ID] = []
    private var parts: [Part] = []
    private let failing: ExpressionFailing
    private let functions: FunctionTable

    init(
        _ id: ExpressionGraph.ID,
        of graph: ExpressionGraph,
        _ failing: ExpressionFailing,
        calling functions: FunctionTable
    ) {
        self.init([id], of: graph, failing, calling: functions)
    }

    /// Computes several expressions, which share their parts. The value is that of the last one.
    init(
        _ ids: [ExpressionGraph.ID],
        of graph: ExpressionGraph,
        _ failing: ExpressionFailing,
        calling functions: FunctionTable
    ) {
        self.failing = failing
        self.functions = functions
        var indices: [ExpressionGraph.ID: Int] = [:]
        for id in ids { add(id, graph, &indices) }
    }

    /// Adds an expression after the parts that it needs, and returns its index.
    @discardableResult
    private mutating func add(
        _ id: ExpressionGraph.ID,
        _ graph: ExpressionGraph,
        _ indices: inout [ExpressionGraph.ID: Int]
    ) -> Int {
        if let index = indices[id] { return index }
        let part: Part
        switch graph[id].value {
        case .computed(let expression):
            part = .computed(expression.map { .leaf(ValueIndex(add($0, graph, &indices))) })
        case .required(let inner, let path): part = .required(add(inner, graph, &indices), path)
        case .stored(let inner, let type): part = .stored(add(inner, graph, &indices), type)
        case .field, .uuid, .now, .rowNumber, .largest, .reference, .lookup, .derived:
            part = .argument(leaves.count)
            leaves.append(id)
        }
        parts.append(part)
        indices[id] = parts.count - 1
        return parts.count - 1
    }

    /// Computes the value.
    ///
    /// - Parameter arguments: The values of the leaves.
    /// - Returns: The value.
    /// - Throws: The error of a part that fails, in a strict computation.
    func callAsFunction(_ arguments: [StoredValue]) throws -> StoredValue {
        var values: [StoredValue] = []
        values.reserveCapacity(parts.count)
        for part in parts { values.append(try value(of: part, values, arguments)) }
        return values[values.count - 1]
    }

    private func value(of part: Part, _ values: [StoredValue], _ arguments: [StoredValue]) throws -> StoredValue {
        switch part {
        case .argument(let number): return arguments[number]
        case .computed(let expression): return try expression.value(failing: failing, calling: functions, over: values)
        case .required(let inner, let path):
            if values[inner] == .null, failing == .strict { throw ValueFailure.noValue(path) }
            return values[inner]
        case .stored(let inner, let type):
            if let stored = values[inner].fitting(type) { return stored }
            if failing == .strict { throw ValueFailure.notOfType(values[inner], type) }
            return .null
        }
    }
}

/// The reason why a computation fails, in addition to those of conversions.
enum ValueFailure: Error, CustomStringConvertible {
    /// The bytes of a text are not UTF-8.
    case noText(StoredValue)
    /// A computed value that the column's type cannot hold.
    case notOfType(StoredValue, ScalarType)
    /// A required value is null.
    case noValue(ElementPath)

    var description: String {
        switch self {
        case .noText(let value): "\(value.shown) is not text in UTF-8"
        case .notOfType(let value, let type): "\(value.shown) is not \(type.rawValue.withArticle)"
        case .noValue(let path): "'\(path)' has no value"
        }
    }
}
