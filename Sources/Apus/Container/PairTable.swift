import ApusSchema

/// The table of pairs that keeps a relationship's references, seen from one side.
struct PairTable: Sendable {
    /// The table's name, as SQL writes it.
    let name: String

    /// The column of this side's objects.
    let near: String

    /// The column of the far side's objects.
    let far: String

    /// Finds the table of a relationship, or `nil` where that keeps no pairs.
    init?(_ relationship: RelationshipDescription, of entity: EntityDescription, layout: Layout) {
        let owner: ElementPath
        switch relationship.storage {
        case .ownKey, .inverseKey: return nil
        case .ownPairs: owner = ElementPath(entity.name, relationship.name)
        case .inversePairs:
            owner = ElementPath(
                relationship.destination.apusEntity.name,
                relationship.inverseDescription?.name ?? relationship.name
            )
        }
        guard let table = layout.table(of: .pairs(owner)), let source = table.column(of: .source),
            let target = table.column(of: .target)
        else { return nil }
        let isOwner: Bool = relationship.storage == .ownPairs
        self.name = quoted(table.name)
        self.near = quoted(isOwner ? source.name : target.name)
        self.far = quoted(isOwner ? target.name : source.name)
    }
}
