import ApusSchema

extension World {
    /// The world that a store's content is.
    ///
    /// - Parameters:
    ///   - dump: The content of a store whose tables are one an entity.
    ///   - reading: The schema of the store.
    init(_ dump: Dump, of reading: Reading) {
        self.init(emptyFor: reading)
        let layout = Layout.cached(reading.schema)
        for table in layout.tables {
            guard case .hierarchy(let name) = table.origin else { continue }
            for (key, row) in dump.tables[table.name] ?? [:] {
                guard case .id(let identity) = key else { continue }
                var object = WorldObject()
                for column in table.columns {
                    if case .attribute(let path) = column.field { object.values[path] = row[column.name] ?? .null }
                }
                for relationship in reading.storedRelationships(of: name) { object.references[relationship.name] = [] }
                objects[name]?[identity] = object
            }
        }
        for table in layout.tables {
            for (path, one, other) in table.references(in: dump) { refer(path, from: one, to: other, reading.schema) }
        }
        for (kind, objects) in objects {
            self.objects[kind] = objects.mapValues { object in
                var object: WorldObject = object
                object.references = object.references.mapValues { $0.sorted() }
                return object
            }
        }
    }

    /// Notes a reference at both of its ends.
    private mutating func refer(_ path: ElementPath, from one: Int64, to other: Int64, _ schema: Schema) {
        guard let name = path.property, let entity = schema.entity(path.entity), let near = entity.relationship(name)
        else {
            return
        }
        objects[entity.name]?[one]?.references[name]?.append(other)
        // What is its own inverse is stored both ways.
        guard !schema.isOwnInverse(path), let back = schema.inverse(of: near, in: entity) else { return }
        objects[near.destination]?[other]?.references[back.relationship.name]?.append(one)
    }
}

extension Table {
    /// The references that the table's rows hold: the relationship, and the objects at its ends.
    fileprivate func references(in dump: Dump) -> [(path: ElementPath, from: Int64, to: Int64)] {
        (dump.tables[name] ?? [:]).flatMap { key, row -> [(path: ElementPath, from: Int64, to: Int64)] in
            switch (origin, key) {
            case (.joinTable(let path), .pair(let source, let target)): return [(path, source, target)]
            case (.hierarchy(let entity), .id(let identity)):
                return columns.compactMap { column in
                    guard case .key(let name) = column.field, case .integer(let far)? = row[column.name] else {
                        return nil
                    }
                    return (ElementPath(entity, name), identity, far)
                }
            default: return []
            }
        }
    }
}

extension Dump {
    /// The content of a store that holds a world.
    ///
    /// - Parameters:
    ///   - world: The world.
    ///   - schema: The schema of the store.
    init(_ world: World, of schema: Schema) {
        self.init(emptyStoreOf: schema)
        for table in Layout.cached(schema).tables {
            switch table.origin {
            case .hierarchy(let name):
                for (identity, object) in world.objects[name] ?? [:] {
                    var row: Row = [:]
                    for column in table.columns {
                        switch column.field {
                        case .attribute(let path): row[column.name] = object.values[path] ?? .null
                        case .key(let name):
                            row[column.name] = object.references[name]?.first.map { .integer($0) } ?? .null
                        case .identity, .entity, .lookup, .orderKey, .source, .target, .sourceOrderKey, .targetOrderKey:
                            break
                        }
                    }
                    tables[table.name]?[.id(identity)] = row
                }
            case .joinTable(let path):
                for (identity, object) in world.objects[path.entity] ?? [:] {
                    for far in object.references[path.property ?? ""] ?? [] {
                        tables[table.name]?[.pair(identity, far)] = [:]
                    }
                }
            }
        }
    }
}
