package import ApusMigration
package import ApusSchema

extension Projection {
    /// The rows of the newer extents.
    ///
    /// - Throws: Why a check or a value that is kept fails.
    package func rows(
        from rows: StoredRows,
        _ sources: MigrationSources = .plain,
        last: [Extent.Name: Int64] = [:]
    ) throws -> StoredRows {
        let rows = try withElements(rows, sources, last)
        let interpreter = ExpressionInterpreter(rows: rows, sources: sources, last: last) { graph[$0] }
        for check in checks {
            for row in rows[check.extent] ?? [] {
                if try check.conditions.contains(where: { try interpreter.value($0, of: row) == .null }) { continue }
                _ = try interpreter.value(check.expression, of: row)
            }
        }
        for assertion in assertions {
            let holds = try assertion.condition.holds { aggregate in
                var values: [StoredValue] = []
                for some in aggregate.rows {
                    for row in rows[some.extent] ?? [] {
                        if try some.conditions.contains(where: { try interpreter.value($0, of: row) == .null }) {
                            continue
                        }
                        values.append(try some.value.map { try interpreter.value($0, of: row) } ?? .integer(1))
                    }
                }
                guard let function = aggregate.function else { return .integer(Int64(values.count)) }
                let result = function.value(of: values, isDecimal: aggregate.valueType == .decimal)
                if function == .sum, aggregate.type.integerRange != nil, case .real = result { throw AssertionFailed() }
                return result
            }
            if !holds { throw AssertionFailed() }
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

    /// The rows of the newer extents, with the last identities of the objects of each extent, those of objects that are
    /// gone included: of the older ones, then of the newer ones.
    package func rows(from rows: StoredRows, last: inout [Extent.Name: Int64]) throws -> StoredRows {
        let made = try self.rows(from: rows, last: last)
        last = try lastIdentities(from: rows, last)
        return made
    }

    private func lastIdentities(from rows: StoredRows, _ last: [Extent.Name: Int64]) throws -> [Extent.Name: Int64] {
        let rows = try withElements(rows, .plain, last)
        let interpreter = ExpressionInterpreter(rows: rows, last: last) { graph[$0] }
        let sums = try identities.mapValues { try $0.map(interpreter.largest).reduce(0, +) }
        var found: [Extent.Name: Int64] = [:]
        for name in ordered.map(\.extent.name) {
            if case .objects(let entity) = name { found[name] = sums[target.root(of: entity)] }
        }
        return found
    }

    /// The rows after some projections, one after the other.
    fileprivate static func rows(from rows: StoredRows, through all: [Projection]) throws -> StoredRows {
        var last: [Extent.Name: Int64] = [:]
        return try all.reduce(rows) { try $1.rows(from: $0, last: &last) }
    }
}

/// What a mapping asserts does not hold, or cannot be computed.
private struct AssertionFailed: Error {}

extension Plan {
    /// The rows after all passes.
    package func rows(from rows: StoredRows) throws -> StoredRows {
        try Projection.rows(from: rows, through: passes.map(\.projection))
    }

    /// The rows after each stage as a pass of its own.
    package func stepwise(_ rows: StoredRows) throws -> StoredRows {
        try Projection.rows(from: rows, through: stages.map(\.projection))
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
