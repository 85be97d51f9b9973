package import ApusMigration
package import ApusSchema
import Foundation

/// Why an expression has no value.
package enum EvaluationFailure: Error {
    /// A recoding has no row for the value.
    case noCase(StoredValue)
    /// A required value is null.
    case noValue(ElementPath)
    /// A number is not in its type's range.
    case outOfRange(Int64)
    /// A column of the type cannot hold a computed value.
    case notOfType(StoredValue)
    /// Several objects are related to a row that a single object may be related to.
    case severalObjects([StoredValue])
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
    private let last: [Extent.Name: Int64]
    private let known = Known()

    /// Values of stored rows: without them, look-ups of look-ups take a time that is exponential in their depth.
    private final class Known {
        struct Key: Hashable {
            let id: ExpressionGraph.ID
            let extent: Extent.Name
            let row: Int
        }

        var values: [Key: StoredValue] = [:]
    }

    /// Creates an interpreter.
    ///
    /// - Parameters:
    ///   - rows: All rows of the older schema, for expressions that read rows other than their own.
    ///   - sources: What the migration takes from outside.
    ///   - last: The last identities of the objects of some extents, those of objects that are gone included.
    ///   - node: The node of an identifier, from a graph or as it was written.
    package init(
        rows: StoredRows,
        sources: MigrationSources = .plain,
        last: [Extent.Name: Int64] = [:],
        node: @escaping (ExpressionGraph.ID) -> ExpressionGraph.Node
    ) {
        self.rows = rows
        self.sources = sources
        self.last = last
        self.node = node
    }

    /// The value of an expression for a row.
    ///
    /// - Throws: `ConversionFailure` or `EvaluationFailure` if the expression fails.
    package func value(_ id: ExpressionGraph.ID, of row: StoredRow) throws -> StoredValue {
        let node = node(id)
        switch node.value {
        case .field(let field): return row[field] ?? .null
        case .computed(let expression): return try value(expression, of: row)
        case .required(let inner, let path):
            let value = try value(inner, of: row)
            if value == .null { throw EvaluationFailure.noValue(path) }
            return value
        case .stored(let inner, let type):
            let value = try value(inner, of: row)
            guard let stored = value.fitting(type) else { throw EvaluationFailure.notOfType(value) }
            return stored
        case .uuid(let key, let identity):
            let uuid = sources.uuid(key, try value(identity, of: row).number ?? 0)
            return node.type == .string ? .text(uuid.uuidString) : Value.uuid(uuid).stored
        case .now: return .real(sources.now)
        case .rowNumber(let identity, let rows):
            guard let own = try value(identity, of: row).number else { return .null }
            let isGrouped = rows.contains { !$0.groups.isEmpty }
            let group = try isGrouped ? groups(of: rows).values.first { $0.contains(own) } : identities(of: rows)
            guard let group else { return .null }
            let number = Int64(group.count { $0 <= own })
            guard node.type.integerRange?.contains(number) != false else { throw EvaluationFailure.outOfRange(number) }
            return .integer(number)
        case .largest(let rows): return .integer(try largest(among: rows))
        case .reference(let inner, let kinds):
            guard let identity = try value(inner, of: row).number else { return .null }
            return identities(of: kinds).contains(identity) ? .integer(identity) : .null
        case .lookup(let lookup): return try found(by: lookup, for: row, node.type)
        case .derived: return Self.computed
        }
    }

    private func value(_ expression: TypedExpression<ExpressionGraph.ID>, of row: StoredRow) throws -> StoredValue {
        switch expression {
        case .leaf(let id): return try value(id, of: row)
        case .constant(let value): return value
        case .converted(let inner, let conversion): return try conversion(try value(inner, of: row))
        case .recoded(let inner, let recoding): return try recoded(try value(inner, of: row), recoding)
        case .coalesced(let values):
            for candidate in values {
                let value = try value(candidate, of: row)
                if value != .null { return value }
            }
            return .null
        case .conditional(let condition, let one, let other):
            return try value(holds(condition, for: row) ? one : other, of: row)
        // What functions give is for the laws of expressions to say.
        case .call: return try expression.value(calling: LawFunctions.table) { try value($0, of: row) }
        case .applied(let function, let arguments):
            return try LawFunctions.value(of: function.name, try arguments.map { try value($0, of: row) })
        }
    }

    private func holds(_ condition: TypedCondition<ExpressionGraph.ID>, for row: StoredRow) throws -> Bool {
        switch condition {
        case .constant(let holds): return holds
        case .and(let parts): return try !parts.contains { try !holds($0, for: row) }
        case .or(let parts): return try parts.contains { try holds($0, for: row) }
        case .not(let inner): return try !holds(inner, for: row)
        case .comparison(let one, .equal, let other, .usual): return try value(one, of: row) == value(other, of: row)
        default: return try condition.holds(calling: LawFunctions.table) { try value($0, of: row) }
        }
    }

    /// The value that a recoding gives: its row is the one whose older value is the same to the bit.
    private func recoded(_ value: StoredValue, _ recoding: Recoding) throws -> StoredValue {
        if value == .null { return .null }
        if let row = recoding.rows.first(where: { $0.from.exact == value.exact }) { return row.to }
        if recoding.isLenient { return .null }
        throw EvaluationFailure.noCase(value)
    }

    /// The largest identity that some objects have, or have had.
    package func largest(among some: [ObjectRows]) throws -> Int64 {
        max(0, try identities(of: some).max() ?? 0, some.compactMap { last[$0.extent] }.max() ?? 0)
    }

    private func identities(of some: [ObjectRows]) throws -> [Int64] { try Array(groups(of: some).values.joined()) }

    private func groups(of some: [ObjectRows]) throws -> [[StoredValue]: [Int64]] {
        var found: [[StoredValue]: [Int64]] = [:]
        for one in some {
            for row in (rows[one.extent] ?? []).indices {
                let value = { id in try self.value(id, ofRow: row, in: one.extent) }
                if try one.conditions.contains(where: { try value($0) == .null }) { continue }
                guard let number = try value(one.identity).number else { continue }
                found[try one.groups.map(value), default: []].append(number)
            }
        }
        return found
    }

    private func value(_ id: ExpressionGraph.ID, ofRow row: Int, in extent: Extent.Name) throws -> StoredValue {
        let key = Known.Key(id: id, extent: extent, row: row)
        if let value = known.values[key] { return value }
        let value = try value(id, of: rows[extent]?[row] ?? [:])
        known.values[key] = value
        return value
    }

    private func identities(of kinds: [String]) -> [Int64] {
        kinds.flatMap { rows[.objects($0)] ?? [] }.compactMap { $0[.identity]?.number }
    }

    private func found(by lookup: Lookup, for row: StoredRow, _ type: ScalarType) throws -> StoredValue {
        let keys = try ([lookup.key] + lookup.furtherKeys).map { try value($0, of: row) }
        if keys.contains(.null) { return .null }
        var found: [(ranks: [StoredValue], value: StoredValue)] = []
        for some in lookup.rows {
            for other in (rows[some.extent] ?? []).indices {
                let value = { id in try self.value(id, ofRow: other, in: some.extent) }
                guard try ([some.key] + some.furtherKeys).map(value) == keys,
                    try !some.conditions.contains(where: { try value($0) == .null })
                else { continue }
                found.append((try some.ranks.map(value), try value(some.value)))
            }
        }
        switch lookup.choice {
        case .known, .only, .onlyFound:
            let all = found.map(\.value)
            if Set(all).count > 1 { throw EvaluationFailure.severalObjects(all) }
            return all.first ?? .null
        case .gathered(nil): return .integer(Int64(found.count))
        case .gathered(.sum) where type == .decimal: return ExpressionFunction.exactSum(ofDecimals: found.map(\.value))
        case .gathered(.sum) where type.isBinary:
            let sum = ExpressionFunction.sum.value(of: found.map(\.value), isDecimal: false)
            return sum.fitting(.double) ?? .null
        case .gathered(let function?): return function.value(of: found.map(\.value), isDecimal: type == .decimal)
        case .one(let duplicates):
            let inOrder = found.sorted { $0.ranks.lexicographicallyPrecedes($1.ranks, by: precedes) }
            return (duplicates == .first ? inOrder.first : inOrder.last)?.value ?? .null
        }
    }

    /// Whether a rank is less than another one: null, then numbers, then texts in the order of their bytes.
    private func precedes(_ one: StoredValue, _ other: StoredValue) -> Bool {
        switch (one, other) {
        case (.null, _): other != .null
        case (.integer(let one), .integer(let other)): one < other
        case (.integer(let one), .real(let other)): Double(one) < other
        case (.real(let one), .integer(let other)): one < Double(other)
        case (.real(let one), .real(let other)): one < other
        case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
        case (.integer, .text), (.real, .text): true
        default: false
        }
    }
}
