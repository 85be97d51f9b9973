import ApusStore
import Foundation

extension ModelContext {
    /// The objects of a statement's rows, with their values, for whoever holds the map's lock.
    ///
    /// - Parameters:
    ///   - selection: What the statement reads.
    ///   - map: The context's objects.
    ///   - statement: The statement.
    ///   - packer: What packs the rows of new objects, whose values are made when they are needed; `nil` to make them at once.
    /// - Returns: The objects.
    /// - Throws: ``ModelError`` if a row has a value that its object cannot have.
    func objects(
        _ selection: Selection,
        _ map: IdentityMap,
        of statement: PreparedStatement,
        _ packer: RowPacker?
    ) throws -> [ModelObject] {
        var found: [ModelObject] = []
        guard let packer, packer.isCalledByStatement else {
            try statement.rows { found.append(try object(selection, map, from: $0, packer)) }
            return found
        }
        if let entity = selection.onlyEntity {
            // Found once: reference counting takes half of the time that is left.
            let index = map.index(of: entity.table)
            try statement.rows { found.append(try packedObject(entity, index, map, from: $0, packer)) }
            return found
        }
        try statement.rows { row in
            let entity = try self.entity(selection, of: row)
            found.append(try packedObject(entity, map.index(of: entity.table), map, from: row, packer))
        }
        return found
    }

    @inline(__always)
    private func packedObject(
        _ entity: Selection.ConcreteEntity,
        _ entityIndex: UInt16,
        _ map: IdentityMap,
        from statement: OpaquePointer,
        _ packer: RowPacker
    ) throws -> ModelObject {
        let identity = RowReader.identity(statement)
        if identity == ModelObject.noRow { throw unusableIdentity(in: entity.table) }
        let packed = packer.row(of: statement)
        let object = entity.objectType.init(apusBacking: nil)
        if let known = map.find(identity) {
            // The class's own code has fetched it meanwhile.
            if known.table === entity.table { return known }
            release(known, from: map)
        }
        object.join(map, at: entityIndex, row: identity, packed)
        map.add(object)
        return object
    }

    /// The packed row of a statement's current row; `nil` if it is not packed.
    func packed(
        _ entity: Selection.ConcreteEntity,
        row: Int64,
        from statement: OpaquePointer,
        _ packer: RowPacker?
    ) throws -> (rows: PackedRows, start: UInt32)? {
        guard let packer else { return nil }
        do {
            return try packer.pack(statement, of: entity)
        } catch {
            throw explained(error, entity.table, row)
        }
    }

    /// Whether a fetch can let the statement pack its rows: they are all new to the context, so that none is packed for nothing. What a
    /// migration uses has functions of its own.
    func packsByStatement(_ selection: Selection, of table: EntityTable) -> Bool {
        let map = registered[selection.root]
        return selection.packedColumns != nil && map.lock.withLock { map.count == 0 }
            && !coordinator.stores[table.store].file.isBorrowed
    }

    /// Runs statements that may call the function that packs rows.
    func packing(_ packer: RowPacker?, _ access: StoreAccess, _ run: () throws -> Void) throws {
        do {
            try access.packing(packer, run)
        } catch {
            guard let failure = packer?.failure else { throw error }
            throw explained(failure.error, failure.table, failure.row)
        }
    }
}
