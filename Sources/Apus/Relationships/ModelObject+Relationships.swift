extension ModelObject {
    // MARK: - What generated code calls

    /// Returns the object of a to-one relationship.
    @_spi(Generated)
    public final func apusObject<Model: PersistentModel>(_ position: Int, _ type: Model.Type = Model.self) -> Model? {
        if !accessFlags.isDisjoint(with: .watching) { noteRead(position) }
        guard let object = one(position) else { return nil }
        if accessFlags.contains(.copying), isMissing(object) { return nil }
        return unsafeDowncast(object, to: Model.self)
    }

    /// Sets the object of a to-one relationship, and updates the inverse.
    @_spi(Generated)
    public final func apusSet(_ position: Int, _ object: ModelObject?) {
        setOne(position, object)
    }

    /// Returns the objects of a to-many relationship, in its order if it is ordered.
    @_spi(Generated)
    public final func apusObjects<Model: PersistentModel>(_ position: Int, _ type: Model.Type = Model.self) -> [Model] {
        if !accessFlags.isDisjoint(with: .watching) { noteRead(position) }
        // Every object has this class, and arrays of references have one representation for all classes.
        return unsafeBitCast(many(position).objects, to: [Model].self)
    }

    /// Sets the objects of a to-many relationship, and updates the inverse. Only the first occurrence of an object
    /// counts.
    @_spi(Generated)
    public final func apusSet(_ position: Int, _ objects: [ModelObject]) {
        guard accepts(objects) else { return }
        let isOrdered = entity.relationship(at: position).isOrdered
        EndChange.carryOut {
            let old = many(position).objects
            let kept = Set(objects.map { ObjectIdentifier($0) })
            var known = Set(old.map { ObjectIdentifier($0) })
            let removed = old.filter { !kept.contains(ObjectIdentifier($0)) }
            let added = objects.filter { known.insert(ObjectIdentifier($0)).inserted }.map {
                ($0, addition($0, to: position))
            }
            let changes = removed.flatMap { removal($0, from: position) } + added.flatMap(\.1)
            if !isOrdered { return changes }
            // Objects that turn out to be deleted are not added.
            let refused = Set(added.filter(\.1.isEmpty).map { ObjectIdentifier($0.0) })
            let current = old.filter { kept.contains(ObjectIdentifier($0)) } + added.map(\.0)
            func taken(_ objects: [ModelObject]) -> [ModelObject] {
                refused.isEmpty ? objects : objects.filter { !refused.contains(ObjectIdentifier($0)) }
            }
            return changes + reordering(position, to: taken(objects), from: taken(current))
        }
    }

    /// Adds an object to a to-many relationship, and updates the inverse.
    @_spi(Generated)
    public final func apusAdd(_ position: Int, _ object: ModelObject) {
        add(position, object)
    }

    /// Removes an object from a to-many relationship, and updates the inverse.
    @_spi(Generated)
    public final func apusRemove(_ position: Int, _ object: ModelObject) {
        remove(position, object)
    }

    // MARK: - Reading

    /// The object of a to-one relationship.
    final func one(_ position: Int) -> ModelObject? {
        let relationship = entity.relationship(at: position)
        if isFault, !isFetched(position) { loadKey(position) }
        switch knownValues[apusEnd: position].state {
        case .one(let object):
            return object
        case .detached(let references):
            if references.contains(where: { $0.object == nil }) { noteLost() }
            return references.first?.object
        case .row(let row):
            guard let context else {
                noteUnread()
                return nil
            }
            let object = context.object(of: relationship.destination, row: row)
            // The next access tries again: a copy must not take what cannot be read for missing.
            if object == nil, context.hasReadingError { return nil }
            knownValues[apusEnd: position] = RelationshipEnd(.one(object))
            return object
        case .unknown, .many:
            if isOutOfReach, relationship.storage != .memory { noteUnread() }
            guard hasRow, relationship.storage == .inverseKey else { return nil }
            guard let found = context?.related(to: self, at: position) else { return nil }
            let object = kept(found, at: position).first
            knownValues[apusEnd: position] = RelationshipEnd(.one(object))
            return object
        }
    }

    /// Reads the foreign key of a to-one relationship before a change: reading it later would undo the change.
    private final func loadKey(_ position: Int) {
        if isFault, entity.relationship(at: position).storage == .ownKey { loadValues() }
    }

    /// The objects of a to-many relationship, loaded.
    final func many(_ position: Int) -> RelatedObjects {
        let related = knownMany(position)
        // If the store cannot be read, the relationship stays unloaded.
        if !related.isLoaded, let stored = context?.related(to: self, at: position) {
            load(position, stored)
        }
        return related
    }

    /// Sets the stored objects of a to-many relationship. Without an inverse, it loses those that were deleted before,
    /// unless this object was deleted too: it may be inserted again after them.
    final func load(_ position: Int, _ stored: [ModelObject]) {
        knownMany(position).load(kept(stored, at: position))
        guard entity.relationship(at: position).inverse == nil, !isDeleted else { return }
        for other in stored where other.isDeleted { subtractUnrecorded(position, other) }
    }

    /// The objects of a to-many relationship, as far as they are known without reading the store.
    final func knownMany(_ position: Int) -> RelatedObjects {
        if case .many(let related) = knownValues[apusEnd: position].state {
            if related.isPartial { noteLost() }
            return related
        }
        let relationship = entity.relationship(at: position)
        let related = RelatedObjects()
        if case .detached(let references) = knownValues[apusEnd: position].state {
            // It is not kept: until it is changed, the end must not retain all of the objects.
            let objects = references.compactMap(\.object)
            related.isPartial = objects.count < references.count
            if related.isPartial { noteLost() }
            related.load(objects)
            return related
        }
        if isOutOfReach, relationship.storage != .memory {
            // Not kept, either, unless it is changed: these are not the objects, and the next access has to notice that, too.
            related.isPartial = true
            noteUnread()
            related.load([])
            return related
        }
        if !hasRow || context == nil || relationship.storage == .memory { related.load([]) }
        knownValues[apusEnd: position] = RelationshipEnd(.many(related))
        return related
    }

    /// The objects of a to-many relationship, to be changed.
    final func changeableMany(_ position: Int) -> RelatedObjects {
        let related = knownMany(position)
        if case .many = knownValues[apusEnd: position].state { return related }
        knownValues[apusEnd: position] = RelationshipEnd(.many(related))
        return related
    }

    // MARK: - Changing a relationship and its inverse

    /// Sets the object of a to-one relationship.
    final func setOne(_ position: Int, _ object: ModelObject?) {
        guard accepts(object) else { return }
        EndChange.carryOut { assignment(of: object, to: position) }
    }

    /// Adds an object to a to-many relationship.
    final func add(_ position: Int, _ object: ModelObject) {
        guard accepts(object) else { return }
        EndChange.carryOut { addition(object, to: position) }
    }

    /// Removes an object from a to-many relationship.
    final func remove(_ position: Int, _ object: ModelObject) {
        EndChange.carryOut { removal(object, from: position) }
    }

    /// The changes that set the object of a to-one relationship.
    private final func assignment(of object: ModelObject?, to position: Int) -> [EndChange] {
        let owner = context
        loadKey(position)
        let old = one(position)
        // Reading showed that the row is gone.
        if context == nil, let owner {
            owner.report(.objectGone(persistentModelID))
            return []
        }
        if old === object { return [] }
        var changes = [EndChange(of: self, position, .set(object))]
        let relationship = entity.relationship(at: position)
        guard let inverse = relationship.inverse, let back = relationship.inverseDescription else { return changes }
        if back.isToMany {
            if let old { changes.append(EndChange(of: old, inverse, .subtract(self))) }
            if let object { changes.append(EndChange(of: object, inverse, .add(self))) }
        } else {
            // If the relationship is its own inverse, the old object may be this one.
            if let old, old !== self || inverse != position {
                old.loadKey(inverse)
                changes.append(EndChange(of: old, inverse, .set(nil)))
            }
            if let object {
                object.loadKey(inverse)
                let displaced = object.one(inverse)
                if let displaced, displaced !== self {
                    displaced.loadKey(position)
                    changes.append(EndChange(of: displaced, position, .set(nil)))
                }
                changes.append(EndChange(of: object, inverse, .set(self)))
            }
        }
        return changes
    }

    /// The changes that add an object to a to-many relationship.
    private final func addition(_ object: ModelObject, to position: Int) -> [EndChange] {
        let relationship = entity.relationship(at: position)
        if let inverse = relationship.inverse, relationship.inverseDescription?.isToMany == false {
            return object.assignment(of: self, to: inverse)
        }
        if knownMany(position).contains(object) { return [] }
        let change = EndChange(of: self, position, .add(object))
        guard let inverse = relationship.inverse, object !== self || inverse != position else { return [change] }
        return [change, EndChange(of: object, inverse, .add(self))]
    }

    /// The changes that remove an object from a to-many relationship.
    private final func removal(_ object: ModelObject, from position: Int) -> [EndChange] {
        let relationship = entity.relationship(at: position)
        if let inverse = relationship.inverse, relationship.inverseDescription?.isToMany == false {
            return object.one(inverse) === self ? object.assignment(of: nil, to: inverse) : []
        }
        guard many(position).contains(object) else { return [] }
        let change = EndChange(of: self, position, .subtract(object))
        guard let inverse = relationship.inverse, object !== self || inverse != position else { return [change] }
        return [change, EndChange(of: object, inverse, .subtract(self))]
    }

    /// The change that sets the order of the objects of an ordered relationship, if they have another one.
    ///
    /// - Parameters:
    ///   - position: The relationship.
    ///   - objects: The objects in their order; only the first occurrence of each counts.
    ///   - current: The same objects in the order that they have otherwise.
    /// - Returns: The change; none if the orders are the same.
    private final func reordering(
        _ position: Int,
        to objects: [ModelObject],
        from current: [ModelObject]
    ) -> [EndChange] {
        var known: Set<ObjectIdentifier> = []
        let order = objects.filter { known.insert(ObjectIdentifier($0)).inserted }
        return order.elementsEqual(current, by: ===) ? [] : [EndChange(of: self, position, .reorder(order))]
    }

    /// Removes an object from any relationship, and updates the inverse.
    final func unlink(_ position: Int, _ object: ModelObject) {
        if entity.relationship(at: position).isToMany {
            remove(position, object)
        } else {
            setOne(position, nil)
        }
    }

    /// Removes an object from this end of a relationship, and leaves the inverse as it is.
    final func lose(_ position: Int, _ object: ModelObject) {
        if entity.relationship(at: position).isToMany {
            if knownMany(position).contains(object) { subtractKnown(position, object) }
        } else if knownRelated(position).first === object {
            replaceOne(position, nil)
        }
    }

    /// Sets the object of this end of a to-one relationship, and leaves the inverse as it is.
    private final func replaceOne(_ position: Int, _ object: ModelObject?) {
        changing(position) {
            loadKey(position)
            context?.changeRecorder?.recordOne(of: self, at: position)
            noteChangeOfEnd(position)
            knownValues[apusEnd: position] = RelationshipEnd(.one(object))
        }
    }

    /// Removes an object from a to-many relationship, whether or not it is loaded, and leaves the inverse as it is.
    final func subtractKnown(_ position: Int, _ object: ModelObject) {
        context?.changeRecorder?.recordMember(object, of: self, at: position)
        subtractUnrecorded(position, object)
    }

    private final func subtractUnrecorded(_ position: Int, _ object: ModelObject) {
        changing(position) {
            noteChangeOfEnd(position)
            changeableMany(position).subtract(object)
        }
    }

    /// Records a change of this end of a relationship.
    final func noteChangeOfEnd(_ position: Int) {
        // A transient relationship has nothing to save.
        if entity.relationship(at: position).storage != .memory { noteChange(position) }
    }

    /// Inserts an object into the context of the one that it will be related to.
    final func join(_ object: ModelObject?) {
        guard let object else { return }
        switch (context, object.context) {
        case (let context?, nil) where object.lifecycle == .free: context.insert(object)
        case (nil, let context?) where lifecycle == .free: context.insert(self)
        default: break
        }
    }

    /// Whether an object can be related to this one, as below. Usually, both are in one context.
    private final func accepts(_ object: ModelObject?) -> Bool {
        guard let object, object.context !== context else { return true }
        return accepts([object])
    }

    /// Whether objects can be related to this one. If they belong to different contexts, the next save reports it.
    private final func accepts(_ objects: [ModelObject]) -> Bool {
        // All will be in the context of those that are in one.
        guard let owner = context ?? objects.lazy.compactMap(\.context).first else { return true }
        let new = ([self] + objects).filter { $0.context !== owner }
        if let foreign = new.first(where: { $0.context != nil || $0.isDetached }) {
            owner.report(.foreignObject(foreign.persistentModelID))
            return false
        }
        return new.isEmpty || owner.canInsert(new)
    }
}
