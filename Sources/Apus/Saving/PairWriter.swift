/// Writes the tables of pairs: one row for each two objects that a many-to-many relationship relates.
struct PairWriter {
    let save: SaveTransaction
    let places: ListPlaces?

    /// Removes the pairs that an object's relationships have lost.
    func removePairs(of object: ModelObject) throws {
        try forEachTable(of: object) { table, position, pairs, related in
            for other in related.removed {
                guard let near = object.row, let far = other.row else { continue }
                let statement: PreparedStatement = try save.statement(
                    .removePair(table.id, position: position),
                    sql: "DELETE FROM \(pairs.name) WHERE \(pairs.near) = ?1 AND \(pairs.far) = ?2"
                )
                statement.bind(near, far)
                try statement.run()
            }
        }
    }

    /// Adds the pairs that an object's relationships have gained.
    func addPairs(of object: ModelObject) throws {
        try forEachTable(of: object) { table, position, pairs, related in
            for other in related.added {
                guard let near = object.row, let far = other.row else { continue }
                let statement: PreparedStatement = try save.statement(
                    .addPair(table.id, position: position),
                    sql: pairs.insertion
                )
                var writer = RowWriter(statement.pointer)
                writer.bind(near)
                writer.bind(far)
                if pairs.place != nil { writer.bind(places?.place(of: other, in: object, at: position) ?? 0) }
                if pairs.inversePlace != nil, let inverse = table.entity.relationship(at: position).inverse {
                    writer.bind(places?.place(of: object, in: other, at: inverse) ?? 0)
                }
                try statement.run()
            }
        }
    }

    /// Goes through an object's changed relationships that keep their references in pairs. Both sides of a pair know
    /// of a change, and either may be the only one that is saved as changed, so both write it.
    private func forEachTable(
        of object: ModelObject,
        _ body: (EntityTable, Int, PairTable, RelatedObjects) throws -> Void
    ) throws {
        let table: EntityTable = try save.table(of: object)
        if table.pairs.isEmpty { return }
        for position in table.entity.relationshipPositions {
            guard let pairs = table.pairs[position],
                case .many(let related) = object.knownValues[apusEnd: position].state
            else { continue }
            try body(table, position, pairs, related)
        }
    }
}
