/// A version of a model, as a value.
///
/// A schema keeps the author's order of entities and properties. The order has no meaning for a store or a diff, but
/// generated code, tables and written files follow it.
public struct Schema: Hashable, Sendable {
    /// The model's name (`Trips`).
    public var model: String

    /// The entities, in the author's order.
    public var entities: [Entity] {
        get { storedEntities }
        // An observed property is copied for each change of an element that another module makes.
        _modify {
            defer { entityIndex = NameIndex() }
            yield &storedEntities
        }
    }

    /// The composites, in the author's order.
    public var composites: [Composite] = [] { didSet { compositeIndex = NameIndex() } }

    /// The enums, in the author's order.
    public var enumerations: [Enumeration] = [] { didSet { enumerationIndex = NameIndex() } }

    /// The fetch requests, in the author's order.
    public var fetchRequests: [FetchRequest] = []

    /// The configurations, in the author's order.
    public var configurations: [Configuration] = []

    /// The author's own name of this version (Core Data's model version identifier).
    public var versionIdentifier: String?

    /// The localized names, by Core Data's keys: `Entity/Trip`, `Property/name/Entity/Trip`.
    public var localization: [String: String] = [:]

    /// Whether stores keep a history of the changes of their objects.
    public var keepsHistory: Bool = false

    /// The documentation of the model.
    public var documentation: String?

    /// What the schema was made from.
    package var origin = SchemaOrigin()

    private var storedEntities: [Entity]
    private var entityIndex = NameIndex()
    private var compositeIndex = NameIndex()
    private var enumerationIndex = NameIndex()

    /// Creates a schema. Further properties can be set afterwards.
    public init(model: String, entities: [Entity] = []) {
        self.model = model
        storedEntities = entities
    }

    /// Returns the entity with a name, or `nil`.
    public func entity(_ name: String) -> Entity? {
        entityIndex.firstIndex(of: name, count: entities.count) { entities[$0].name }.map { entities[$0] }
    }

    /// Returns the composite with a name, or `nil`.
    public func composite(_ name: String) -> Composite? {
        compositeIndex.firstIndex(of: name, count: composites.count) { composites[$0].name }.map { composites[$0] }
    }

    /// Returns the enum with a name, or `nil`.
    public func enumeration(_ name: String) -> Enumeration? {
        enumerationIndex.firstIndex(of: name, count: enumerations.count) { enumerations[$0].name }
            .map { enumerations[$0] }
    }

    /// Returns the schema with the same codegen mode for all entities.
    package func generating(_ codegen: Entity.Codegen) -> Schema {
        var copy = self
        for index in entities.indices { copy.entities[index].codegen = codegen }
        return copy
    }
}
