import ApusSchema

extension ModelContext {
    /// Unites new objects with the objects that have the same unique values.
    ///
    /// The other object stays in the context, because it may be in use. It takes over the new object's values, if the merge
    /// policy says so, and its relationships; a relationship that the new object does not have stays as it is. The new object
    /// counts as deleted, keeps its values, and has the other one's identifier.
    ///
    /// - Returns: Whether there were any. If so, the context can be saved again.
    func mergeDuplicates() throws -> Bool {
        guard let takesValues = mergePolicy.takesDuplicates else { return false }
        var first: [UniqueValues: ModelObject] = [:]
        var survivors: [ObjectIdentifier: ModelObject] = [:]
        for object in inserted {
            guard let table = object.table else { continue }
            let keys = table.uniqueProperties.compactMap { UniqueValues($0, of: object, in: table) }
            let twins = try keys.compactMap { try first[$0] ?? storedObject($0, table) }
            // What is equal to several objects, or to one of another class, stays an error.
            if let twin = twins.first, twins.allSatisfy({ $0 === twin }), type(of: twin) == type(of: object) {
                unite(object, table, with: twin, takingValues: takesValues)
                survivors[ObjectIdentifier(object)] = twin
            }
            let survivor = survivors[ObjectIdentifier(object)] ?? object
            for key in keys where first[key] == nil { first[key] = survivor }
        }
        if survivors.isEmpty { return false }
        for object in inserted + changed { redirectOneWay(object, to: survivors) }
        return true
    }

    /// The values of an object in properties that are unique together.
    private struct UniqueValues: Hashable {
        let properties: EntityTable.UniqueProperties
        let values: [StoredValue]

        /// The values; `nil` if one is missing, so that the object is equal to none.
        init?(_ properties: EntityTable.UniqueProperties, of object: ModelObject, in table: EntityTable) {
            self.properties = properties
            var collector = RowWriter(nil, namesFiles: true)
            for position in properties.positions { collector.collect(position, of: object.knownValues, in: table) }
            values = collector.values
            if values.isEmpty || values.contains(.null) || collector.failure != nil { return nil }
        }
    }

    /// The object whose row has unique values, with its own values; `nil` if there is none, or it will not have them after
    /// the save.
    private func storedObject(_ key: UniqueValues, _ table: EntityTable) throws -> ModelObject? {
        guard let owner = coordinator.table(named: key.properties.entity) else { return nil }
        let selection = coordinator.selections[owner.id]
        let columns = key.properties.positions.flatMap { table.columns[table.columnRanges[$0]] }
        let condition = columns.map { "\(owner.name).\($0) = ?" }.joined(separator: " AND ")
        var found: ModelObject?
        try rows((selection.select(where: condition), key.values)) { statement in
            found = try object(selection, registered[selection.root], from: statement)
        }
        guard let found, !found.isDeleted else { return nil }
        return key.properties.positions.contains { found.changes.contains($0) } ? nil : found
    }

    private func unite(
        _ object: ModelObject,
        _ table: EntityTable,
        with twin: ModelObject,
        takingValues takesValues: Bool
    ) {
        if takesValues {
            for position in table.writtenAttributes {
                twin.prepareChange(position)
                twin.knownValues.apusTake(position, from: object.knownValues)
                twin.didChange(position)
            }
        }
        for position in table.entity.relationshipPositions {
            let isToMany = table.entity.relationship(at: position).isToMany
            for other in object.related(position) {
                object.unlink(position, other)
                let far = other === object ? twin : other
                if isToMany {
                    twin.add(position, far)
                } else if takesValues || twin.one(position) == nil {
                    twin.setOne(position, far)
                }
            }
        }
        insertions.remove(object)
        // So that its identifier is the one of the object that stays.
        object.row = twin.row
        object.leave(as: .gone)
    }

    /// Replaces united objects in an object's relationships without an inverse.
    private func redirectOneWay(_ object: ModelObject, to survivors: [ObjectIdentifier: ModelObject]) {
        for position in object.entity.relationshipPositions {
            let relationship = object.entity.relationship(at: position)
            guard relationship.inverse == nil else { continue }
            let known = object.knownRelated(position)
            guard known.contains(where: { survivors[ObjectIdentifier($0)] != nil }) else { continue }
            let current = object.related(position).map { survivors[ObjectIdentifier($0)] ?? $0 }
            if relationship.isToMany { object.apusSet(position, current) } else { object.setOne(position, current.first) }
        }
    }
}
