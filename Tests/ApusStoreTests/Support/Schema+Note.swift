import ApusSchema

extension Schema {
    /// A model of one entity `Note`.
    static func note(_ attributes: Attribute...) -> Schema {
        Schema(model: "Notes", entities: [Entity("Note", attributes: attributes)])
    }

    /// A model of one entity `Note`.
    static func note(attributes: [Attribute]) -> Schema { .notes(Entity("Note", attributes: attributes)) }

    /// A model of some entities.
    static func notes(_ entities: Entity...) -> Schema {
        Schema(model: "Notes", entities: entities)
    }
}
