extension Layout {
    /// Creates the layout of stores for a valid schema.
    ///
    /// A root entity has a table, which its sub-entities share; the column `_entity` then names an object's entity.
    /// There is a column for the identity, for each stored attribute (for each part of a composite: `address.city`),
    /// for each to-one relationship that holds a key, and for the order key in an ordered inverse (`trip.place`). A
    /// relationship that stores its references in a join table has a table `Entity_relationship`. A column's name
    /// depends only on its own declaration, so a change elsewhere never renames it.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - requiresKeys: Whether the definitions of tables require the keys of required relationships, as in stores of the
    ///     first two formats. Later ones have a rule for them, which rows of older versions may break.
    package init(_ schema: Schema, requiresKeys: Bool = false) {
        let builder = LayoutBuilder(schema, requiresKeys: requiresKeys)
        let drafts = Layout(tables: builder.drafts)
        self.init(
            tables: drafts.tables.map { builder.complete($0, among: drafts) },
            recording: builder.recording(of: drafts)
        )
    }
}
