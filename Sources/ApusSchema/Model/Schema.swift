/// One version of a model, as a value.
///
/// A schema keeps the order in which its author wrote entities and properties. The order means nothing to a store or to
/// a diff; generated code, tables and written files follow it, because a person chose it.
public struct Schema: Hashable, Sendable {
    /// The model's name (`Trips`).
    public var model: String

    /// The entities, in the author's order.
    public var entities: [Entity]

    /// The composites that attributes can have as their type, in the author's order.
    public var composites: [Composite] = []

    /// The enums that attributes can have as their type, in the author's order.
    public var enumerations: [Enumeration] = []

    /// The fetch requests, in the author's order.
    public var fetchRequests: [FetchRequest] = []

    /// The configurations, in the author's order.
    public var configurations: [Configuration] = []

    /// The author's own name of this version (Core Data's model version identifier).
    public var versionIdentifier: String?

    /// What people read instead of names, by Core Data's keys: `Entity/Trip`, `Property/name/Entity/Trip`.
    public var localization: [String: String] = [:]

    /// What the model is about.
    public var documentation: String?

    /// Creates a schema; what is not a parameter is set afterwards.
    public init(model: String, entities: [Entity] = []) {
        self.model = model
        self.entities = entities
    }

    /// The entity of that name, or `nil`.
    public func entity(_ name: String) -> Entity? {
        // By place: a closure over the entities would copy each that it looks at.
        entities.indices.first { entities[$0].name == name }.map { entities[$0] }
    }

    /// The composite of that name, or `nil`.
    public func composite(_ name: String) -> Composite? {
        composites.first { $0.name == name }
    }

    /// The enum of that name, or `nil`.
    public func enumeration(_ name: String) -> Enumeration? {
        enumerations.first { $0.name == name }
    }

    /// The schema with one mode of generating for all entities.
    package func generating(_ codegen: Entity.Codegen) -> Schema {
        var copy: Schema = self
        for place in entities.indices { copy.entities[place].codegen = codegen }
        return copy
    }
}
