/// The tables of a store that holds a schema, as a value without SQL.
///
/// Only ``init(_:)`` turns a schema into tables; generated code, plans and stores read the result.
package struct Layout: Hashable, Sendable {
    /// The tables of objects in the order of their root entities, then the join tables.
    package let tables: [Table]

    /// What the store records of the changes of its rows; `nil` if it keeps no history.
    package let recording: Recording?

    private let placesByName: [String: Int]
    private let placesByExtent: [Extent.Name: Int]
    private let placesByEntity: [String: Int]

    /// Creates a layout from tables.
    package init(tables: [Table], recording: Recording? = nil) {
        self.tables = tables
        self.recording = recording
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

    /// Returns the table with a name, or `nil`.
    package func table(_ name: String) -> Table? {
        placesByName[name].map { tables[$0] }
    }

    /// Returns the table with an origin, or `nil`.
    package func table(of origin: Table.Origin) -> Table? {
        switch origin {
        case .hierarchy(let root): placesByEntity[root].map { tables[$0] }.flatMap { $0.origin == origin ? $0 : nil }
        case .joinTable(let path): table(holding: .joinTable(path))
        }
    }

    /// Returns the table that holds an extent, or `nil`.
    package func table(holding extent: Extent.Name) -> Table? {
        placesByExtent[extent].map { tables[$0] }
    }

    /// Returns the table that holds the objects of an entity, which may be abstract or a sub-entity; or `nil`.
    package func table(ofEntity name: String) -> Table? {
        placesByEntity[name].map { tables[$0] }
    }

    /// The distance between consecutive order keys when they are assigned in sequence. The gap leaves room to insert an
    /// object without changing another row.
    package static let placeGap: Int64 = 1 << 32
}
