import ApusSchema
import ApusStore

/// The table of pairs that keeps a relationship's references, seen from one side.
struct PairTable: Sendable {
    /// The table's name, as SQL writes it.
    let name: String

    /// The column of this side's objects.
    let near: String

    /// The column of the far side's objects.
    let far: String

    /// The column of the far objects' places in this side's list; `nil` where this side is not ordered.
    let place: String?

    /// The column of this side's objects' places in the far side's lists; `nil` where that side is not ordered.
    let inversePlace: String?

    /// Finds the table of a relationship, or `nil` where that keeps no pairs.
    init?(_ relationship: Relationship, of entity: Entity, _ schema: Schema, _ layout: Layout) {
        guard !relationship.isTransient,
            case .link(let owner, let isOwner) = schema.storage(of: relationship, in: entity),
            let table = layout.table(of: .pairs(owner)), let source = table.column(of: .source),
            let target = table.column(of: .target)
        else { return nil }
        let (sourcePlace, targetPlace) = (table.column(of: .sourcePlace), table.column(of: .targetPlace))
        name = SQLText.name(table.name)
        near = SQLText.name(isOwner ? source.name : target.name)
        far = SQLText.name(isOwner ? target.name : source.name)
        place = (isOwner ? targetPlace : sourcePlace).map { SQLText.name($0.name) }
        inversePlace = (isOwner ? sourcePlace : targetPlace).map { SQLText.name($0.name) }
    }

    /// Writes a pair: this side's object, the far one, then the places that there are; a pair that is there stays.
    var insertion: String {
        let columns: [String] = [near, far] + [place, inversePlace].compactMap { $0 }
        return """
            INSERT INTO \(name) (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) ON CONFLICT DO NOTHING
            """
    }
}
