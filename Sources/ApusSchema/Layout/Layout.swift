/// The tables of a store that holds a schema, as a value without SQL.
///
/// ``init(_:)`` is the one place where a schema becomes tables; generated code, plans and stores read it.
public struct Layout: Hashable, Sendable {
    /// The tables: those of objects in the order of their roots, then those of pairs.
    public let tables: [Table]

    private let placesByName: [String: Int]
    private let placesByExtent: [Extent.Name: Int]
    private let placesByEntity: [String: Int]

    /// Creates a layout from tables.
    public init(tables: [Table]) {
        self.tables = tables
        var names: [String: Int] = [:]
        var extents: [Extent.Name: Int] = [:]
        var entities: [String: Int] = [:]
        for (index, table) in tables.enumerated() {
            names[table.name] = names[table.name] ?? index
            for extent in table.extents { extents[extent] = index }
            guard case .hierarchy(let root) = table.origin else { continue }
            entities[root] = index
            for child in table.parents.keys { entities[child] = index }
        }
        placesByName = names
        placesByExtent = extents
        placesByEntity = entities
    }

    /// The table of that name, or `nil`.
    public func table(_ name: String) -> Table? {
        placesByName[name].map { tables[$0] }
    }

    /// The table that holds what `origin` says, or `nil`.
    public func table(of origin: Table.Origin) -> Table? {
        switch origin {
        case .hierarchy(let root): placesByEntity[root].map { tables[$0] }.flatMap { $0.origin == origin ? $0 : nil }
        case .joinTable(let path): table(holding: .joinTable(path))
        }
    }

    /// The table that holds an extent, or `nil`.
    package func table(holding extent: Extent.Name) -> Table? {
        placesByExtent[extent].map { tables[$0] }
    }

    /// The table that holds the objects of an entity, abstract or not, root or not; or `nil`.
    public func table(ofEntity name: String) -> Table? {
        placesByEntity[name].map { tables[$0] }
    }

    /// How far the places of neighbours are apart when they are given in a row, so that a place between two is found
    /// without touching another row.
    public static let placeGap: Int64 = 1 << 32
}
