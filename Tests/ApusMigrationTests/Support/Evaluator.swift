import ApusMigration
import ApusSchema
import Foundation

/// The rows of one extent: values by field.
typealias Row = [Field: StoredValue]

/// What a store holds, in memory: rows by extent.
typealias Rows = [Extent.Name: [Row]]

/// Why a value cannot be made.
enum EvaluationFailure: Error {
    case noCase(StoredValue)
    case noValue(ElementPath)
}

/// The value of an expression for one row, worked out word by word.
struct Evaluator {
    let graph: ExpressionGraph
    let row: Row
    /// All rows of the older schema, for expressions that look at others.
    var rows: Rows = [:]

    func value(_ id: ExpressionGraph.ID) throws -> StoredValue {
        switch graph[id].expression {
        case .field(let field): return row[field] ?? .null
        case .literal(let value): return value
        case .converted(let inner, let conversion): return try conversion(try value(inner))
        case .recoded(let inner, let recoding): return try Self.recoded(try value(inner), recoding)
        case .coalesced(let first, let second):
            let value: StoredValue = try value(first)
            return value == .null ? try self.value(second) : value
        case .present(let inner, let others):
            let isThere: Bool = try others.contains { try value($0) != .null }
            return isThere ? try value(inner) : .null
        case .required(let inner, let path):
            let value: StoredValue = try value(inner)
            if value == .null { throw EvaluationFailure.noValue(path) }
            return value
        case .uuid(let key): return .text("\(key)#\(identity.exact)")
        case .now: return .real(Self.moment)
        case .rowNumber(let kinds):
            guard case .integer(let own) = identity else { return .null }
            return .integer(Int64(identities(of: kinds).filter { $0 <= own }.count))
        case .reference(let inner, let kinds):
            guard case .integer(let number) = try value(inner) else { return .null }
            return identities(of: kinds).contains(number) ? .integer(number) : .null
        case .referrer(let referrers):
            for referrer in referrers {
                for row in rows[.objects(referrer.kind)] ?? [] {
                    let other = Evaluator(graph: graph, row: row, rows: rows)
                    if try other.value(referrer.key) == identity { return row[.identity] ?? .null }
                }
            }
            return .null
        case .computed: return .text("computed")
        }
    }

    /// The moment of every migration here.
    static let moment: Double = 800_000_000

    private var identity: StoredValue { row[.identity] ?? .null }

    private func identities(of kinds: [String]) -> [Int64] {
        kinds.flatMap { rows[.objects($0)] ?? [] }.compactMap { row in
            if case .integer(let number)? = row[.identity] { number } else { nil }
        }
    }

    /// What a table makes of a value.
    static func recoded(_ value: StoredValue, _ recoding: Recoding) throws -> StoredValue {
        if value == .null { return .null }
        if let row = recoding.rows.first(where: { $0.from.exact == value.exact }) { return row.to }
        if recoding.isLenient { return .null }
        throw EvaluationFailure.noCase(value)
    }
}

extension Projection {
    /// The rows of the newer extents; throws where a check fails.
    func rows(from rows: Rows) throws -> Rows {
        for check in checks {
            for row in rows[check.extent] ?? [] {
                _ = try Evaluator(graph: graph, row: row, rows: rows).value(check.expression)
            }
        }
        var result: Rows = [:]
        for projection in ordered {
            result[projection.extent.name] = try projection.sources.flatMap { source in
                try (rows[source.extent] ?? []).compactMap { row -> Row? in
                    let evaluator = Evaluator(graph: graph, row: row, rows: rows)
                    guard try source.conditions.allSatisfy({ try evaluator.value($0) != .null }) else { return nil }
                    let values: [StoredValue] = try source.values.map { try evaluator.value($0) }
                    return Dictionary(zip(projection.extent.members.map(\.field), values)) { first, _ in first }
                }
            }
        }
        return result
    }
}

extension Plan {
    /// The rows after all passes.
    func rows(from rows: Rows) throws -> Rows {
        try passes.reduce(rows) { try $1.projection.rows(from: $0) }
    }

    /// The rows after each stage on its own.
    func stepwise(_ rows: Rows) throws -> Rows {
        try stages.reduce(rows) { try $1.rows(from: $0) }
    }
}

extension Stage {
    /// The rows after the stage.
    func rows(from rows: Rows) throws -> Rows {
        var projection = Projection(identity: old)
        projection.append(self)
        return try projection.rows(from: rows)
    }
}

extension StoredValue {
    /// The value so that two are equal only to the bit.
    var exact: String {
        switch self {
        case .null: "null"
        case .integer(let number): "integer \(number)"
        case .real(let number): "real \(number) \(String(number.bitPattern, radix: 16))"
        case .text(let text): "text \(Array(text.utf8))"
        case .blob(let data): "blob \(Array(data))"
        }
    }
}

/// The rows in a form that tells them apart to the bit, whatever their order.
func exact(_ rows: Rows) -> [String: [String]] {
    var result: [String: [String]] = [:]
    for (name, rows) in rows {
        result[name.text] = rows.map { row in
            row.map { "\($0.text)=\($1.exact)" }.sorted().joined(separator: " ")
        }.sorted()
    }
    return result
}
