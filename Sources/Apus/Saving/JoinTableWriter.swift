/// Writes the rows of join tables.
struct JoinTableWriter {
    let save: SaveTransaction
    let orderKeys: ListOrderKeys?

    /// Deletes the rows of the references that an object has lost.
    func removeRows(of object: ModelObject) throws {
        try forEachTable(of: object) { table, position, join, related in
            for other in related.removed {
                guard let near = object.row, let far = other.row else { continue }
                let statement = try save.statement(
                    .removeJoinRow(table.id, position: position),
                    sql: "DELETE FROM \(join.name) WHERE \(join.near) = ?1 AND \(join.far) = ?2"
                )
                statement.bind(near, far)
                try statement.run()
            }
        }
    }

    /// Inserts the rows of the references that an object has gained.
    func addRows(of object: ModelObject) throws {
        try forEachTable(of: object) { table, position, join, related in
            for other in related.added {
                guard let near = object.row, let far = other.row else { continue }
                let statement = try save.statement(
                    .addJoinRow(table.id, position: position),
                    sql: join.insertion
                )
                var writer = RowWriter(statement.pointer)
                writer.bind(near)
                writer.bind(far)
                if join.orderKey != nil { writer.bind(orderKeys?.orderKey(of: other, in: object, at: position) ?? 0) }
                if join.inverseOrderKey != nil, let inverse = table.entity.relationship(at: position).inverse {
                    writer.bind(orderKeys?.orderKey(of: object, in: other, at: inverse) ?? 0)
                }
                try statement.run()
            }
        }
    }

    /// Passes an object's relationships with a join table to a closure. Both sides of a reference record a change, and
    /// either may be the only one that is saved as changed, so both write it.
    private func forEachTable(
        of object: ModelObject,
        _ body: (EntityTable, Int, JoinTable, RelatedObjects) throws -> Void
    ) throws {
        let table = try save.table(of: object)
        if table.joinTables.isEmpty { return }
        for position in table.entity.relationshipPositions {
            guard let join = table.joinTables[position],
                case .many(let related) = object.knownValues[apusEnd: position].state
            else { continue }
            try body(table, position, join, related)
        }
    }
}
