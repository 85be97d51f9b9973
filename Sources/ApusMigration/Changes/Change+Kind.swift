public import ApusSchema

extension Change {
    /// The ways in which two schemas differ.
    public enum Kind: Hashable, Sendable {
        /// The newer schema has an entity more.
        case entityAdded(Entity)
        /// The older schema's entity is gone, with its rows.
        case entityRemoved(Entity)
        /// An entity has another name.
        case entityRenamed(from: String, to: String)
        /// The entity has an attribute more.
        case attributeAdded(Attribute)
        /// The entity's attribute is gone, with its values.
        case attributeRemoved(Attribute)
        /// An attribute has another name.
        case attributeRenamed(from: String, to: String)
        /// An attribute has another type.
        case typeChanged(String, from: AttributeType, to: AttributeType)
        /// An attribute or a to-one relationship may now be empty.
        case becameOptional(String)
        /// An attribute or a to-one relationship may no longer be empty.
        case becameRequired(String, default: Value?)
        /// New objects get another value; existing rows keep theirs.
        case defaultChanged(String, from: Value?, to: Value?)
        /// An attribute became a relationship or a relationship an attribute.
        case kindChanged(from: Property, to: Property)
        /// The entity has a relationship more.
        case relationshipAdded(Relationship)
        /// The entity's relationship is gone; `losesReferences` is false where the inverse keeps them.
        case relationshipRemoved(Relationship, losesReferences: Bool)
        /// A relationship has another name.
        case relationshipRenamed(from: String, to: String)
        /// A to-one relationship became to-many or the other way round.
        case cardinalityChanged(String, toMany: Bool)
        /// A relationship leads to another entity.
        case destinationChanged(String, from: String, to: String)
        /// A relationship has another inverse.
        case inverseChanged(String, from: String?, to: String?)
        /// A relationship has another delete rule.
        case deleteRuleChanged(String, from: Relationship.DeleteRule, to: Relationship.DeleteRule)
        /// The entity, or the property of that name, says something else under a key that has no change of its own.
        case settingChanged(property: String?, key: String, from: String?, to: String?)
        /// A relationship's references would be kept elsewhere.
        case storageMoved(String, from: RelationshipStorage, to: RelationshipStorage)
    }
}

extension Change.Kind {
    /// The change's stable code.
    public var code: String {
        switch self {
        case .entityAdded: "AP101"
        case .entityRemoved: "AP102"
        case .entityRenamed: "AP104"
        case .attributeAdded: "AP201"
        case .attributeRemoved: "AP202"
        case .attributeRenamed: "AP204"
        case .typeChanged: "AP205"
        case .becameOptional: "AP206"
        case .becameRequired: "AP207"
        case .defaultChanged: "AP208"
        case .kindChanged: "AP209"
        case .relationshipAdded: "AP301"
        case .relationshipRemoved: "AP302"
        case .relationshipRenamed: "AP304"
        case .cardinalityChanged: "AP305"
        case .destinationChanged: "AP306"
        case .inverseChanged: "AP307"
        case .deleteRuleChanged: "AP308"
        case .storageMoved: "AP309"
        case .settingChanged(let property, _, _, _): property == nil ? "AP105" : "AP210"
        }
    }

    /// The change's name in machine-readable output.
    public var name: String {
        switch self {
        case .entityAdded: "entityAdded"
        case .entityRemoved: "entityRemoved"
        case .entityRenamed: "entityRenamed"
        case .attributeAdded: "attributeAdded"
        case .attributeRemoved: "attributeRemoved"
        case .attributeRenamed: "attributeRenamed"
        case .typeChanged: "typeChanged"
        case .becameOptional: "becameOptional"
        case .becameRequired: "becameRequired"
        case .defaultChanged: "defaultChanged"
        case .kindChanged: "kindChanged"
        case .relationshipAdded: "relationshipAdded"
        case .relationshipRemoved: "relationshipRemoved"
        case .relationshipRenamed: "relationshipRenamed"
        case .cardinalityChanged: "cardinalityChanged"
        case .destinationChanged: "destinationChanged"
        case .inverseChanged: "inverseChanged"
        case .deleteRuleChanged: "deleteRuleChanged"
        case .storageMoved: "storageMoved"
        case .settingChanged: "settingChanged"
        }
    }
}
