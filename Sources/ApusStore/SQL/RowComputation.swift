import ApusMigration
import ApusSchema

/// A value computed in Swift from some values of a row: what SQL cannot say, or could say only in ever deeper
/// parentheses, which overflow SQLite's parser. Each part is computed once, however often it is used.
struct RowComputation: Sendable {
    /// What to do where a part fails.
    enum Failing: Sendable {
        /// The error is thrown.
        case strict
        /// Null comes out, for a look at what else fails.
        case lenient
    }

    private enum Part: Sendable {
        case argument(Int)
        case literal(StoredValue)
        case converted(Int, Conversion)
        case recoded(Int, Recoding)
        case coalesced(Int, Int)
        case present(Int, ifAny: [Int])
        case required(Int, ElementPath)
    }

    /// The expressions whose values are given, in order: those that read the store.
    private(set) var leaves: [ExpressionGraph.ID] = []
    private var parts: [Part] = []
    private let failing: Failing

    init(_ id: ExpressionGraph.ID, of graph: ExpressionGraph, _ failing: Failing) {
        self.failing = failing
        var places: [ExpressionGraph.ID: Int] = [:]
        add(id, graph, &places)
    }

    /// Adds an expression behind the parts that it needs.
    @discardableResult
    private mutating func add(
        _ id: ExpressionGraph.ID,
        _ graph: ExpressionGraph,
        _ places: inout [ExpressionGraph.ID: Int]
    ) -> Int {
        if let place = places[id] { return place }
        let part: Part
        switch graph[id].expression {
        case .literal(let value): part = .literal(value)
        case .converted(let inner, let conversion): part = .converted(add(inner, graph, &places), conversion)
        case .recoded(let inner, let recoding): part = .recoded(add(inner, graph, &places), recoding)
        case .coalesced(let first, let second):
            part = .coalesced(add(first, graph, &places), add(second, graph, &places))
        case .present(let inner, let others):
            part = .present(add(inner, graph, &places), ifAny: others.map { add($0, graph, &places) })
        case .required(let inner, let path): part = .required(add(inner, graph, &places), path)
        case .field, .uuid, .now, .rowNumber, .reference, .referrer, .computed:
            part = .argument(leaves.count)
            leaves.append(id)
        }
        parts.append(part)
        places[id] = parts.count - 1
        return parts.count - 1
    }

    /// The value.
    ///
    /// - Parameter arguments: The values of the leaves.
    /// - Returns: The value.
    /// - Throws: What is wrong, in a strict computation.
    func callAsFunction(_ arguments: [StoredValue]) throws -> StoredValue {
        var values: [StoredValue] = []
        values.reserveCapacity(parts.count)
        for part in parts { values.append(try value(of: part, values, arguments)) }
        return values[values.count - 1]
    }

    private func value(of part: Part, _ values: [StoredValue], _ arguments: [StoredValue]) throws -> StoredValue {
        switch part {
        case .argument(let number): return arguments[number]
        case .literal(let value): return value
        case .converted(let inner, let conversion):
            if failing == .lenient { return (try? conversion(values[inner])) ?? .null }
            return try conversion(values[inner])
        case .recoded(let inner, let recoding):
            if let value = recoding(values[inner]) { return value }
            if failing == .lenient { return .null }
            throw ValueFailure.noCase(values[inner])
        case .coalesced(let first, let second): return values[first] == .null ? values[second] : values[first]
        case .present(let inner, let others):
            return others.contains { values[$0] != .null } ? values[inner] : .null
        case .required(let inner, let path):
            if values[inner] == .null, failing == .strict { throw ValueFailure.noValue(path) }
            return values[inner]
        }
    }
}

/// Why a computation has no value, besides a conversion's own reasons.
enum ValueFailure: Error, CustomStringConvertible {
    /// The value is none of the cases that it should be.
    case noCase(StoredValue)
    /// The bytes of a text are none in UTF-8.
    case noText(StoredValue)
    /// There is no value where one is needed.
    case noValue(ElementPath)

    var description: String {
        switch self {
        case .noCase(let value): "\(value.shown) is no case"
        case .noText(let value): "\(value.shown) is no text in UTF-8"
        case .noValue(let path): "'\(path)' has no value"
        }
    }
}
