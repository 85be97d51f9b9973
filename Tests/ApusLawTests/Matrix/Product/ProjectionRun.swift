import ApusMigration
import ApusSchema
import Foundation

/// Carries a projection out on rows in memory: plainly, expression by expression, row by row.
struct ProjectionRun {
    let projection: Projection
    let rows: StoreRows
    let sources: MigrationSources

    /// The newer rows.
    ///
    /// - Throws: `MigrationStopped` where a check, or a value that is kept, fails.
    func newer() throws -> StoreRows {
        for check in projection.checks {
            for row in rows.extents[check.extent] ?? [] { _ = try value(of: check.expression, row) }
        }
        var made = StoreRows()
        for extent in projection.ordered {
            var all: [StoreRows.Row] = []
            for source in extent.sources {
                for row in rows.extents[source.extent] ?? [] {
                    guard try source.conditions.allSatisfy({ try value(of: $0, row) != .null }) else { continue }
                    let values: [StoredValue] = try source.values.map { try value(of: $0, row) }
                    all.append(
                        Dictionary(zip(extent.extent.members.map(\.field), values)) { first, _ in first }
                    )
                }
            }
            made.extents[extent.extent.name] = all
        }
        return made
    }

    private func value(of id: ExpressionGraph.ID, _ row: StoreRows.Row) throws -> StoredValue {
        let node: ExpressionGraph.Node = projection.graph[id]
        switch node.expression {
        case .field(let field): return row[field] ?? .null
        case .literal(let value): return value
        case .converted(let inner, let conversion):
            let before: StoredValue = try value(of: inner, row)
            do { return try conversion(before) } catch { throw MigrationStopped(reason: "\(error)") }
        case .recoded(let inner, let recoding):
            let before: StoredValue = try value(of: inner, row)
            guard let after = recoding(before) else { throw MigrationStopped(reason: "no case: \(before)") }
            return after
        case .coalesced(let first, let second):
            let value: StoredValue = try value(of: first, row)
            return value == .null ? try self.value(of: second, row) : value
        case .present(let inner, let others):
            let isThere: Bool = try others.contains { try value(of: $0, row) != .null }
            return isThere ? try value(of: inner, row) : .null
        case .required(let inner, let path):
            let value: StoredValue = try value(of: inner, row)
            if value == .null { throw MigrationStopped(reason: "'\(path)' has no value") }
            return value
        case .uuid(let key):
            let uuid: UUID = sources.uuid(key, row[.identity]?.number ?? 0)
            return node.type == .string ? .text(uuid.uuidString) : Value.uuid(uuid).stored
        case .now: return .real(sources.now)
        case .rowNumber(let kinds):
            let identity: Int64 = row[.identity]?.number ?? 0
            return .integer(Int64(identities(of: kinds).count { $0 <= identity }))
        case .reference(let inner, let kinds):
            guard let identity = try value(of: inner, row).number else { return .null }
            return identities(of: kinds).contains(identity) ? .integer(identity) : .null
        case .referrer(let referrers):
            return try referrer(referrers, row)
        case .computed: return .null
        }
    }

    private func identities(of kinds: [String]) -> [Int64] {
        kinds.flatMap { rows.extents[.objects($0)] ?? [] }.compactMap { $0[.identity]?.number }
    }

    private func referrer(_ referrers: [Referrer], _ row: StoreRows.Row) throws -> StoredValue {
        var found: [StoredValue] = []
        for referrer in referrers {
            for other in rows.extents[.objects(referrer.kind)] ?? []
            where try value(of: referrer.key, other) == row[.identity] {
                found.append(other[.identity] ?? .null)
            }
        }
        if found.count > 1 { throw MigrationStopped(reason: "several objects lead to one: \(found)") }
        return found.first ?? .null
    }
}
