import ApusSchema

/// The indexes of a class's properties, and the columns of a row that hold them.
///
/// Both count from the root of the hierarchy downwards, so an inherited property has the same index in all classes.
struct ClassLayout {
    /// An attribute with its index and its columns.
    struct AttributeSlot {
        let source: AttributeSource
        let index: Int
        /// The first of its columns, if it has any.
        let column: Int
    }

    /// A relationship with its index and its column.
    struct RelationshipSlot {
        let relationship: Relationship
        let owner: Entity
        let index: Int
        /// The column of its key, if it has one.
        let column: Int?
    }

    /// The attributes, inherited ones first.
    let attributes: [AttributeSlot]
    /// The relationships, inherited ones first.
    let relationships: [RelationshipSlot]
    /// The attributes that the entity itself declares.
    let ownAttributes: ArraySlice<AttributeSlot>
    /// The relationships that the entity itself declares.
    let ownRelationships: ArraySlice<RelationshipSlot>

    /// Creates the layout of an entity of a valid schema.
    init(_ entity: Entity, in schema: Schema, types: TypeNames) {
        var attributes: [AttributeSlot] = []
        var relationships: [RelationshipSlot] = []
        var (index, column): (Int, Int) = (0, 0)
        var firstOwn: (attribute: Int, relationship: Int) = (0, 0)
        for owner in schema.ancestors(of: entity).reversed() + [entity] {
            firstOwn = (attributes.count, relationships.count)
            for attribute in owner.attributes {
                let source = AttributeSource(attribute, in: schema, types: types)
                attributes.append(AttributeSlot(source: source, index: index, column: column))
                index += 1
                column += source.columnCount
            }
            for relationship in owner.relationships {
                let hasKey = !relationship.isTransient && schema.storage(of: relationship, in: owner) == .ownKey
                relationships.append(
                    RelationshipSlot(
                        relationship: relationship,
                        owner: owner,
                        index: index,
                        column: hasKey ? column : nil
                    )
                )
                index += 1
                if hasKey { column += 1 }
            }
        }
        self.attributes = attributes
        self.relationships = relationships
        ownAttributes = attributes[firstOwn.attribute...]
        ownRelationships = relationships[firstOwn.relationship...]
    }

    /// The index of a relationship that an entity of a valid schema declares.
    static func index(of relationship: Relationship, in owner: Entity, of schema: Schema) -> Int? {
        owner.relationships.firstIndex(of: relationship).map { index in
            schema.ancestors(of: owner).reduce(owner.attributes.count + index) {
                $0 + $1.attributes.count + $1.relationships.count
            }
        }
    }
}
