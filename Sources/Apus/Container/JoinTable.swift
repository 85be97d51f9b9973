import ApusSchema
import ApusStore

/// The join table that stores a relationship's references, seen from one side.
struct JoinTable: Sendable {
    /// The table's name, as SQL writes it.
    let name: String

    /// The column of this side's objects.
    let near: String

    /// The column of the far side's objects.
    let far: String

    /// The column with the order keys of the far objects in this side's list; `nil` if this side is not ordered.
    let orderKey: String?

    /// The column with the order keys of this side's objects in the far side's list; `nil` if that side is not ordered.
    let inverseOrderKey: String?

    /// Finds the join table of a relationship; `nil` if the relationship has none.
    init?(_ relationship: Relationship, of entity: Entity, schema: Schema, layout: Layout) {
        guard !relationship.isTransient,
            case .link(let owner, let isOwner) = schema.storage(of: relationship, in: entity),
            let table = layout.table(of: .joinTable(owner)), let source = table.column(of: .source),
            let target = table.column(of: .target)
        else { return nil }
        let (sourceKey, targetKey) = (table.column(of: .sourceOrderKey), table.column(of: .targetOrderKey))
        name = SQLText.name(table.name)
        near = SQLText.name(isOwner ? source.name : target.name)
        far = SQLText.name(isOwner ? target.name : source.name)
        orderKey = (isOwner ? targetKey : sourceKey).map { SQLText.name($0.name) }
        inverseOrderKey = (isOwner ? sourceKey : targetKey).map { SQLText.name($0.name) }
    }

    /// The INSERT of a row: this side's object, the far object, then the order keys. An existing row is kept.
    var insertion: String {
        let columns = [near, far] + [orderKey, inverseOrderKey].compactMap { $0 }
        return """
            INSERT INTO \(name) (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) ON CONFLICT DO NOTHING
            """
    }
}
