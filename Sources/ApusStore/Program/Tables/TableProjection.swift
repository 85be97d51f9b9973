package import ApusMigration
package import ApusSchema

/// How a newer table is made from older ones: projections' extents, with tables and columns for extents and fields.
package struct TableProjection: Hashable, Sendable {
    /// Rows that are made from those of one older table.
    package struct Source: Hashable, Sendable {
        /// The older table.
        package let table: ApusSchema.Table
        /// What becomes of the objects of each kind that is taken, or of the pairs; no older kind is there twice.
        package let parts: [Part]
    }

    /// The rows of one kind.
    package struct Part: Hashable, Sendable {
        /// The older entity of the objects; `nil` where they are pairs.
        package let older: String?
        /// The newer entity; `nil` where they become pairs.
        package let newer: String?
        /// A row is taken where none of these is null.
        package let conditions: [ExpressionGraph.ID]
        /// The values, in the order of the newer table's columns.
        package let values: [ExpressionGraph.ID]
    }

    /// The newer table.
    package let table: ApusSchema.Table

    /// Where its rows come from: from nowhere where it starts empty.
    package let sources: [Source]
}

extension TableProjection.Source {
    /// Whether each row of the older table is taken.
    var isWhole: Bool {
        parts.allSatisfy(\.conditions.isEmpty) && table.kinds.allSatisfy { kind in parts.contains { $0.older == kind } }
    }
}
