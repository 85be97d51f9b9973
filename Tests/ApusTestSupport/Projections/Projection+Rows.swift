package import ApusMigration
import ApusSchema

extension Projection {
    /// The rows of the newer extents.
    ///
    /// - Throws: Why a check or a value that is kept fails.
    package func rows(from rows: StoredRows, _ sources: MigrationSources = .plain) throws -> StoredRows {
        let interpreter = ExpressionInterpreter(rows: rows, sources: sources) { graph[$0] }
        for check in checks {
            for row in rows[check.extent] ?? [] {
                if try check.conditions.contains(where: { try interpreter.value($0, of: row) == .null }) { continue }
                _ = try interpreter.value(check.expression, of: row)
            }
        }
        var result: StoredRows = [:]
        for projection in ordered {
            result[projection.extent.name] = try projection.sources.flatMap { source in
                try (rows[source.extent] ?? []).compactMap { row -> StoredRow? in
                    let isTaken = try source.conditions.allSatisfy { try interpreter.value($0, of: row) != .null }
                    guard isTaken else { return nil }
                    let values = try source.values.map { try interpreter.value($0, of: row) }
                    return Dictionary(zip(projection.extent.members.map(\.field), values)) { first, _ in first }
                }
            }
        }
        return result
    }
}

extension Plan {
    /// The rows after all passes.
    package func rows(from rows: StoredRows) throws -> StoredRows {
        try passes.reduce(rows) { try $1.projection.rows(from: $0) }
    }

    /// The rows after each stage as a pass of its own.
    package func stepwise(_ rows: StoredRows) throws -> StoredRows {
        try stages.reduce(rows) { try $1.rows(from: $0) }
    }
}

extension Stage {
    /// The stage as a projection of its own.
    package var projection: Projection {
        var projection = Projection(identity: old)
        projection.append(self)
        return projection
    }

    /// The rows after the stage.
    package func rows(from rows: StoredRows) throws -> StoredRows {
        try projection.rows(from: rows)
    }
}
