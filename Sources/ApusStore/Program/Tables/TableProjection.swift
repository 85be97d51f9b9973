public import ApusMigration
public import ApusSchema

/// How a newer table is made from older ones: projections' extents, with tables and columns for extents and fields.
public struct TableProjection: Hashable, Sendable {
    /// Rows that are made from those of one older table.
    public struct Source: Hashable, Sendable {
        /// The older table.
        public let table: ApusSchema.Table
        /// What becomes of the objects of each kind that is taken, or of the pairs; no older kind is there twice.
        public let parts: [Part]
    }

    /// The rows of one kind.
    public struct Part: Hashable, Sendable {
        /// The older entity of the objects; `nil` where they are pairs.
        public let older: String?
        /// The newer entity; `nil` where they become pairs.
        public let newer: String?
        /// A row is taken where none of these is null.
        public let conditions: [ExpressionGraph.ID]
        /// The values, in the order of the newer table's columns.
        public let values: [ExpressionGraph.ID]
    }

    /// The newer table.
    public let table: ApusSchema.Table

    /// Where its rows come from: from nowhere where it starts empty.
    public let sources: [Source]
}

extension TableProjection.Source {
    /// Whether each row of the older table is taken.
    var isWhole: Bool {
        parts.allSatisfy(\.conditions.isEmpty) && table.kinds.allSatisfy { kind in parts.contains { $0.older == kind } }
    }
}
