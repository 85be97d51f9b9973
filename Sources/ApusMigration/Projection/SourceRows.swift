import ApusSchema

/// The rows of one source of an older extent, as objects of a newer entity.
struct SourceRows {
    /// The newer entity.
    let entity: String
    /// The expressions of the older extent.
    let fields: SourceFields
    /// The extent of the pass's source that the expressions read.
    let extent: Extent.Name
}
