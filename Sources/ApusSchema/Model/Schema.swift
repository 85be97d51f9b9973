/// One version of a model, as a value.
///
/// A schema keeps the order in which its author wrote entities and properties. The order means nothing to a store or to
/// a diff; generated code, tables and written files follow it, because a person chose it.
public struct Schema: Hashable, Sendable {
    /// The model's name (`Trips`).
    public var model: String

    /// The entities, in the author's order.
    public var entities: [Entity] { didSet { entityIndex = NameIndex() } }

    /// The composites that attributes can have as their type, in the author's order.
    public var composites: [Composite] = [] { didSet { compositeIndex = NameIndex() } }

    /// The enums that attributes can have as their type, in the author's order.
    public var enumerations: [Enumeration] = [] { didSet { enumerationIndex = NameIndex() } }

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

    private var entityIndex = NameIndex()
    private var compositeIndex = NameIndex()
    private var enumerationIndex = NameIndex()

    /// Creates a schema; what is not a parameter is set afterwards.
    public init(model: String, entities: [Entity] = []) {
        self.model = model
        self.entities = entities
    }

    /// The entity of that name, or `nil`.
    public func entity(_ name: String) -> Entity? {
        entityIndex.firstIndex(of: name, count: entities.count) { entities[$0].name }.map { entities[$0] }
    }

    /// The composite of that name, or `nil`.
    public func composite(_ name: String) -> Composite? {
        compositeIndex.firstIndex(of: name, count: composites.count) { composites[$0].name }.map { composites[$0] }
    }

    /// The enum of that name, or `nil`.
    public func enumeration(_ name: String) -> Enumeration? {
        enumerationIndex.firstIndex(of: name, count: enumerations.count) { enumerations[$0].name }
            .map { enumerations[$0] }
    }

    /// The schema with one mode of generating for all entities.
    package func generating(_ codegen: Entity.Codegen) -> Schema {
        var copy: Schema = self
        for place in entities.indices { copy.entities[place].codegen = codegen }
        return copy
    }
}
