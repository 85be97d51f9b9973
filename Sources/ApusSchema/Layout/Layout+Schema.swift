extension Layout {
    /// The tables of a store that holds a valid schema.
    ///
    /// A root entity has a table, which the entities below it share; the column `_entity` says then which one an object
    /// is of. There is a column for the identity, one for each stored attribute (of a composite, one for each part:
    /// `address.city`), one for each to-one relationship that keeps a key, and one for the place in an ordered inverse
    /// (`trip.place`). A relationship that keeps its references in pairs has a table `Entity_relationship`. A column's
    /// name follows from its own declaration, so no change elsewhere renames it.
    public init(_ schema: Schema) {
        let builder = LayoutBuilder(schema)
        let drafts = Layout(tables: builder.drafts)
        self.init(tables: drafts.tables.map { builder.complete($0, among: drafts) })
    }
}
