import ApusSchema

/// Where the properties of an entity's class stand: among all properties, and among the columns of a row.
///
/// Both count from the root of the hierarchy downwards, so that what is inherited is at the same place in all classes.
struct ClassLayout {
    /// An attribute at its place.
    struct PlacedAttribute {
        let source: AttributeSource
        let position: Int
        /// The first of its columns, where it has some.
        let column: Int
    }

    /// A relationship at its place.
    struct PlacedRelationship {
        let relationship: Relationship
        let owner: Entity
        let position: Int
        /// The column of its key, where it has one.
        let column: Int?
    }

    /// The attributes, inherited ones first.
    let attributes: [PlacedAttribute]
    /// The relationships, inherited ones first.
    let relationships: [PlacedRelationship]
    /// The attributes that the entity itself declares.
    let ownAttributes: ArraySlice<PlacedAttribute>
    /// The relationships that the entity itself declares.
    let ownRelationships: ArraySlice<PlacedRelationship>

    /// The places of a valid schema's entity.
    init(_ entity: Entity, _ schema: Schema, _ types: TypeNames) {
        var attributes: [PlacedAttribute] = []
        var relationships: [PlacedRelationship] = []
        var (position, column): (Int, Int) = (0, 0)
        var firstOwn: (attribute: Int, relationship: Int) = (0, 0)
        for owner in schema.ancestors(of: entity).reversed() + [entity] {
            firstOwn = (attributes.count, relationships.count)
            for attribute in owner.attributes {
                let source = AttributeSource(attribute, schema, types)
                attributes.append(PlacedAttribute(source: source, position: position, column: column))
                position += 1
                column += source.columnCount
            }
            for relationship in owner.relationships {
                let hasKey: Bool = !relationship.isTransient && schema.storage(of: relationship, in: owner) == .ownKey
                relationships.append(
                    PlacedRelationship(
                        relationship: relationship,
                        owner: owner,
                        position: position,
                        column: hasKey ? column : nil
                    )
                )
                position += 1
                if hasKey { column += 1 }
            }
        }
        self.attributes = attributes
        self.relationships = relationships
        ownAttributes = attributes[firstOwn.attribute...]
        ownRelationships = relationships[firstOwn.relationship...]
    }

    /// The position of a relationship that an entity of a valid schema declares.
    static func position(of relationship: Relationship, in owner: Entity, _ schema: Schema) -> Int? {
        owner.relationships.firstIndex(of: relationship).map { place in
            schema.ancestors(of: owner).reduce(owner.attributes.count + place) {
                $0 + $1.attributes.count + $1.relationships.count
            }
        }
    }
}
