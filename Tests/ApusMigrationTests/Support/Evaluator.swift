import ApusMigration
import ApusSchema
import Foundation

/// The value of an expression for one row, worked out word by word.
struct Evaluator {
    let graph: ExpressionGraph
    let row: [String: StoredValue]

    func value(_ id: ExpressionGraph.ID) -> StoredValue {
        switch graph[id].expression {
        case .column(let name): row[name] ?? .null
        case .literal(let value): value
        case .widened(let inner, _, let type): Self.widened(value(inner), to: type)
        case .coalesced(let first, let second): value(first) == .null ? value(second) : value(first)
        }
    }

    /// What a column of a wider type holds of a value.
    static func widened(_ value: StoredValue, to type: ScalarType) -> StoredValue {
        guard case .integer(let number) = value else { return value }
        return switch type {
        case .double, .float: .real(Double(number))
        case .decimal: .text(Decimal(number).canonicalText)
        default: value
        }
    }
}

/// The rows of tables in memory: by table, by column.
typealias Tables = [String: [[String: StoredValue]]]

extension Projection {
    /// The rows of the newer tables.
    func rows(from rows: Tables) -> Tables {
        var result: Tables = [:]
        for projection in tables {
            guard case .from(let source, let columns) = projection.rows else {
                result[projection.table.name] = []
                continue
            }
            result[projection.table.name] = (rows[source] ?? []).map { row in
                let evaluator = Evaluator(graph: graph, row: row)
                return Dictionary(
                    zip(projection.table.columns.map(\.name), columns.map { evaluator.value($0) }),
                    uniquingKeysWith: { one, _ in one }
                )
            }
        }
        return result
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

/// The rows in a form that tells them apart to the bit.
func exact(_ rows: Tables) -> [String: [[String: String]]] {
    rows.mapValues { $0.map { $0.mapValues(\.exact) } }
}
