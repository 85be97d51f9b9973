import ApusSchema

/// The rows of one source of an older extent, as objects of a newer entity.
struct SourceRows {
    /// The newer entity.
    let entity: String
    /// The expressions of the older extent.
    let fields: SourceFields
    /// The extent of the pass's source that the expressions read.
    let extent: Extent.Name
    /// The conditions of a row: it is an object if none of them is null.
    let conditions: [ExpressionGraph.ID]
    /// The index of the source, if an expression over the rows reads them as they were before a preparation.
    let index: Int?
    /// The branches of the older objects.
    let branches: [Branch]

    /// The rows of one of an extent's sources.
    init(
        _ entity: String,
        _ extent: Projection.ExtentProjection,
        _ source: Projection.Source,
        at index: Int? = nil
    ) {
        self.entity = entity
        self.index = index
        fields = extent.fields(source)
        self.extent = source.extent
        conditions = source.conditions
        branches = source.branches
    }

    /// The identities of the rows, which are objects.
    var identity: ExpressionGraph.ID { fields.required(.identity) }

    /// Returns the same rows as objects of another entity.
    func `as`(_ entity: String) -> SourceRows { SourceRows(entity, self, conditions) }

    /// Returns those of the rows for which a value is not null.
    func satisfying(_ condition: ExpressionGraph.ID) -> SourceRows {
        SourceRows(entity, self, conditions + [condition])
    }

    private init(_ entity: String, _ rows: SourceRows, _ conditions: [ExpressionGraph.ID]) {
        (self.entity, self.conditions) = (entity, conditions)
        (fields, extent, index, branches) = (rows.fields, rows.extent, rows.index, rows.branches)
    }
}
