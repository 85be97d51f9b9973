package import ApusMigration
package import ApusSchema

/// The projection of a newer table from older ones, in terms of tables and columns.
package struct TableProjection: Hashable, Sendable {
    /// The rows that come from one older table.
    package struct Source: Hashable, Sendable {
        /// The older table.
        package let table: ApusSchema.Table
        /// The projection of each entity's objects, or of the rows of a join table; no older entity occurs twice.
        package let parts: [Part]
    }

    /// The projection of the rows of one entity, or of a join table.
    package struct Part: Hashable, Sendable {
        /// The older entity; `nil` for a join table.
        package let older: String?
        /// The newer entity; `nil` for a join table.
        package let newer: String?
        /// The expressions that must not be null for a row to be taken.
        package let conditions: [ExpressionGraph.ID]
        /// The values, in the order of the newer table's columns.
        package let values: [ExpressionGraph.ID]
        /// The branches of the older objects.
        package var branches: [Branch] = []
    }

    /// The newer table.
    package let table: ApusSchema.Table

    /// The sources of its rows; none if it starts empty.
    package let sources: [Source]
}

extension TableProjection.Source {
    /// Whether all rows keep the identities that they had.
    func keepsIdentities(in newer: ApusSchema.Table, _ graph: ExpressionGraph) -> Bool {
        guard let index = newer.columns.firstIndex(where: { $0.field == .identity }) else { return false }
        return parts.allSatisfy { graph.field($0.values[index]) == .identity }
    }

    /// Whether each row of the older table is taken.
    var isWhole: Bool {
        parts.allSatisfy(\.conditions.isEmpty)
            && Set(parts.compactMap(\.older)).isSuperset(of: table.concreteEntities)
    }
}
