import ApusSchema

/// Older references that a prepared relationship has.
struct KeptReferences: Hashable, Sendable {
    /// The older relationship.
    let side: ElementPath
    /// The prepared entity that declares the relationship.
    let owner: String
    /// The prepared entity that it points to.
    let destination: String
    /// The relationship's name there; `nil` if a join table keeps the references.
    let name: String?
}
