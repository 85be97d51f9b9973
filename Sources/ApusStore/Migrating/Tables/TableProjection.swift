public import ApusMigration
public import ApusSchema

/// How a newer table is made from older ones: a projection's extent, with tables and columns for extents and fields.
public struct TableProjection: Hashable, Sendable {
    /// Rows that are made from those of one older table.
    public struct Source: Hashable, Sendable {
        /// The older table.
        public let table: ApusSchema.Table
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
