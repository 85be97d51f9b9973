package import ApusMigration
package import ApusSchema
import Foundation

/// Why an expression has no value.
package enum EvaluationFailure: Error {
    /// A recoding has no row for the value.
    case noCase(StoredValue)
    /// A required value is null.
    case noValue(ElementPath)
    /// Several objects refer to one object that a single object may refer to.
    case severalReferrers([StoredValue])
}

/// Computes the value of an expression for one row, node by node.
///
/// It is the only interpreter of the expression graph in the tests. It shares no code with the SQL that a store runs, and
/// none with the graph's simplifications.
package struct ExpressionInterpreter {
    /// What the store computes itself, which no expression may read.
    package static let computed = StoredValue.text("computed")

    private let node: (ExpressionGraph.ID) -> ExpressionGraph.Node
    private let rows: StoredRows
    private let sources: MigrationSources

    /// Creates an interpreter.
    ///
    /// - Parameters:
    ///   - rows: All rows of the older schema, for expressions that read rows other than their own.
    ///   - sources: What the migration takes from outside.
    ///   - node: The node of an identifier, from a graph or as it was written.
    package init(
        rows: StoredRows,
        sources: MigrationSources = .plain,
        node: @escaping (ExpressionGraph.ID) -> ExpressionGraph.Node
    ) {
        self.rows = rows
        self.sources = sources
        self.node = node
    }

    /// The value of an expression for a row.
    ///
    /// - Throws: `ConversionFailure` or `EvaluationFailure` if the expression fails.
    package func value(_ id: ExpressionGraph.ID, of row: StoredRow) throws -> StoredValue {
        let node = node(id)
        switch node.expression {
        case .field(let field): return row[field] ?? .null
        case .literal(let value): return value
        case .converted(let inner, let conversion): return try conversion(try value(inner, of: row))
        case .recoded(let inner, let recoding): return try recoded(try value(inner, of: row), recoding)
        case .coalesced(let first, let second):
            let value = try value(first, of: row)
            return value == .null ? try self.value(second, of: row) : value
        case .present(let inner, let others):
            let isPresent = try others.contains { try value($0, of: row) != .null }
            return isPresent ? try value(inner, of: row) : .null
        case .required(let inner, let path):
            let value = try value(inner, of: row)
            if value == .null { throw EvaluationFailure.noValue(path) }
            return value
        case .uuid(let key):
            let uuid = sources.uuid(key, row[.identity]?.number ?? 0)
            return node.type == .string ? .text(uuid.uuidString) : Value.uuid(uuid).stored
        case .now: return .real(sources.now)
        case .rowNumber(let kinds):
            guard let own = row[.identity]?.number else { return .null }
            return .integer(Int64(identities(of: kinds).count { $0 <= own }))
        case .reference(let inner, let kinds):
            guard let identity = try value(inner, of: row).number else { return .null }
            return identities(of: kinds).contains(identity) ? .integer(identity) : .null
        case .referrer(let referrers): return try referrer(referrers, of: row)
        case .computed: return Self.computed
        }
    }

    /// The value that a recoding gives: its row is the one whose older value is the same to the bit.
    private func recoded(_ value: StoredValue, _ recoding: Recoding) throws -> StoredValue {
        if value == .null { return .null }
        if let row = recoding.rows.first(where: { $0.from.exact == value.exact }) { return row.to }
        if recoding.isLenient { return .null }
        throw EvaluationFailure.noCase(value)
    }

    private func identities(of kinds: [String]) -> [Int64] {
        kinds.flatMap { rows[.objects($0)] ?? [] }.compactMap { $0[.identity]?.number }
    }

    private func referrer(_ referrers: [Referrer], of row: StoredRow) throws -> StoredValue {
        var found: [StoredValue] = []
        for referrer in referrers {
            for other in rows[.objects(referrer.kind)] ?? []
            where try value(referrer.key, of: other) == row[.identity] {
                found.append(other[.identity] ?? .null)
            }
        }
        if found.count > 1 { throw EvaluationFailure.severalReferrers(found) }
        return found.first ?? .null
    }
}
