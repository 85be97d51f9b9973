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
        let stored = try storedObjects()
        var first: [UniqueValues: ModelObject] = [:]
        var survivors: [ObjectIdentifier: ModelObject] = [:]
        // A new object must not get the address of a united one while that stands for it.
        var united: [ModelObject] = []
        defer { withExtendedLifetime(united) {} }
        // Also after an error: no relationship may refer to a united object.
        defer {
            if !survivors.isEmpty { for object in inserted + changed { redirectOneWay(object, to: survivors) } }
        }
        for object in inserted {
            // An observer may have saved it just now.
            guard object.lifecycle == .inserted, object.context === self, let table = object.table else { continue }
            let keys = table.uniqueProperties.compactMap { UniqueValues($0, of: object, in: table) }
            let existing = keys.compactMap { key in
                // The values of an object may have been replaced meanwhile.
                if let known = first[key], key.areThose(of: known) { return known }
                return stored[key].flatMap { keeps(key, $0) ? $0 : nil }
            }
            // What is equal to several objects, or to one of another class, stays an error.
            var survivor = object
            if let other = existing.first, other !== object, existing.allSatisfy({ $0 === other }),
                type(of: other) == type(of: object)
            {
                unite(object, table, with: other, takingValues: takesValues)
                survivors[ObjectIdentifier(object)] = other
                united.append(object)
                survivor = other
            }
            for key in keys where first[key].map({ !key.areThose(of: $0) }) ?? true { first[key] = survivor }
        }
        return !survivors.isEmpty
    }

    /// The values of an object in properties that are unique together.
    private struct UniqueValues: Hashable {
        let properties: EntityTable.UniqueProperties
        let values: [StoredValue]
        /// Texts that are equal as characters may differ in a store.
        private let bytes: [StoredValue]

        /// The values; `nil` if one is missing, so that the object is equal to none.
        init?(_ properties: EntityTable.UniqueProperties, of object: ModelObject, in table: EntityTable) {
            self.properties = properties
            var collector = RowWriter(nil, namesFiles: true)
            for position in properties.positions { collector.collect(position, of: object.knownValues, in: table) }
            values = collector.values
            bytes = values.map(\.bytes)
            if values.isEmpty || values.contains(.null) || collector.failure != nil { return nil }
        }

        /// Whether an object has these values now.
        func areThose(of object: ModelObject) -> Bool {
            object.table.flatMap { UniqueValues(properties, of: object, in: $0) } == self
        }
    }

    /// The objects whose rows have unique values of new objects, as they are in the store in one moment per entity, but for their
    /// changes.
    private func storedObjects() throws -> [UniqueValues: ModelObject] {
        var stored: [UniqueValues: ModelObject] = [:]
        for (_, objects) in Dictionary(grouping: inserted, by: { $0.table?.id }) {
            guard let table = objects[0].table, !table.uniqueProperties.isEmpty else { continue }
            try read(table) { _ in
                for object in objects {
                    for key in table.uniqueProperties.compactMap({ UniqueValues($0, of: object, in: table) })
                    where stored[key] == nil {
                        guard let (found, wasRead) = try storedObject(key, table), keeps(key, found) else { continue }
                        // The new object's values replace what is in the store, not what this context knew of it.
                        if wasRead {
                            refresh(found)
                            _ = try storedObject(key, table)
                        }
                        stored[key] = found
                    }
                }
            }
        }
        return stored
    }

    /// The object whose row has unique values, and whether the context knew the row before.
    private func storedObject(_ key: UniqueValues, _ table: EntityTable) throws -> (object: ModelObject, wasRead: Bool)?
    {
        guard let owner = coordinator.table(named: key.properties.entity) else { return nil }
        let selection = coordinator.selections[owner.id]
        let map = registered[selection.root]
        let columns = key.properties.positions.flatMap { table.columnRanges[$0] }
        let condition = columns.map { table.hasValue($0, of: owner.name) }.joined(separator: " AND ")
        var found: (object: ModelObject, wasRead: Bool)?
        try rows((selection.select(where: condition), key.values), in: owner, holding: map.lock) { statement in
            let wasRead = map[RowReader.identity(statement)].map { !$0.isFault } ?? false
            found = (try object(selection, map, from: statement), wasRead)
        }
        return found
    }

    /// Whether a stored object will have its unique values after the save as well.
    private func keeps(_ key: UniqueValues, _ object: ModelObject) -> Bool {
        !object.isDeleted && !key.properties.positions.contains { object.isChanged($0) }
    }

    private func unite(
        _ object: ModelObject,
        _ table: EntityTable,
        with other: ModelObject,
        takingValues takesValues: Bool
    ) {
        changeRecorder?.recordRemoval(of: object)
        if takesValues {
            for position in table.writtenAttributes {
                other.prepareChange(position)
                other.knownValues.apusTake(position, from: object.knownValues)
                other.didChange(position)
            }
        }
        for position in table.entity.relationshipPositions {
            let relationship = table.entity.relationship(at: position)
            for related in object.related(position) {
                let far = related === object ? other : related
                let isTaken = relationship.isToMany || takesValues || other.one(position) == nil
                if isTaken, let inverse = relationship.inverse, relationship.inverseDescription?.isOrdered == true {
                    // It takes the new object's index in the list.
                    let list = related.many(inverse).objects.filter { $0 !== other }.map { $0 === object ? other : $0 }
                    related.apusSet(inverse, list)
                    continue
                }
                object.unlink(position, related)
                if !isTaken { continue }
                if relationship.isToMany { other.add(position, far) } else { other.setOne(position, far) }
            }
        }
        insertions.remove(object)
        // So that its identifier is the one of the object that stays.
        object.row = other.row
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
            if relationship.isToMany {
                object.apusSet(position, current)
            } else {
                object.setOne(position, current.first)
            }
        }
    }
}
