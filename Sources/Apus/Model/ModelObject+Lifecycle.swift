extension ModelObject {
    /// Marks a property as changed, before it is. A deleted object has changes too: it may be inserted again. One whose `deinit` is
    /// running has none: the next change would be recorded, which retains it.
    final func noteChange(_ position: Int) {
        guard hasRow, let context, !isChanged(position), !isEndingUnchanged else { return }
        context.noteChange(of: self, at: position)
        markChanged(position)
    }

    /// Makes a property's value readable, and registers the read with a tracker.
    @usableFromInline
    final func prepareRead(_ position: Int) {
        if isPacked { unpack() }
        if isFault, !isFetched(position) { loadValues() }
        if !accessFlags.isDisjoint(with: .watching) { noteRead(position) }
    }

    /// Prepares a change of a property's value. Observers are notified first: their response, such as a save, must not
    /// see half of a change.
    @usableFromInline
    final func prepareChange(_ position: Int) {
        willChange(position)
        if isPacked { unpack() }
        if isFault { loadValues(toChange: true) }
        if hasRow || lifecycle == .inserted, let recorder = context?.changeRecorder, !isEndingUnchanged {
            recorder.recordAttribute(of: self, at: position)
        }
        noteChange(position)
    }

    /// Whether the object's `deinit` is running, so that a change is none, and a step must not retain it.
    final var isEndingUnchanged: Bool { !isChanged && IdentityMap.isEnding(self) }

    /// Reads the values from the store.
    ///
    /// - Parameter isChanging: Whether a property will be changed: if the row is gone, the change is lost.
    final func loadValues(toChange isChanging: Bool = false) {
        guard let context else { return }
        context.load(self)
        if isChanging, lifecycle == .gone { context.report(.objectGone(persistentModelID)) }
    }

    /// Whether the object's context was deallocated.
    final var isDetached: Bool { context == nil && (hasRow || lifecycle == .inserted) }

    /// Takes over values read from the store, and keeps the known ends of relationships without a column here.
    ///
    /// - Parameters:
    ///   - read: The values.
    ///   - fetched: The properties that were read; `nil` for all.
    final func take(_ read: ModelBacking, fetched: PropertyMask? = nil) {
        if let values, let entity = storedEntity?.entity {
            for position in entity.relationshipPositions
            where entity.relationship(at: position).storage != .ownKey {
                read[apusEnd: position] = values[apusEnd: position]
            }
            // What was read before stays: a change made of it must be in conflict with what others have changed since.
            for position in entity.properties.indices where isFault && isFetched(position) {
                if entity.keyPositions.contains(position) {
                    read[apusEnd: position] = values[apusEnd: position]
                } else {
                    read.apusTake(position, from: values)
                }
            }
        }
        values = read
        guard let fetched else {
            accessFlags.remove(.fault)
            return
        }
        for position in entity.properties.indices where fetched.contains(position) { extras.fetched.insert(position) }
    }

    /// Whether the value of a property of a fault is known all the same: a fetch has read only some properties.
    final func isFetched(_ position: Int) -> Bool { knownExtras?.fetched.contains(position) == true }

    /// Discards the values; they are read again when they are accessed.
    final func turnIntoFault() {
        values = nil
        knownExtras?.fetched.removeAll()
        forgetChanges()
        accessFlags = accessFlags.intersection(.watching).union(.fault)
        lifecycle = .stored
    }

    /// Whether the object is as it is in the store.
    final var isUnchanged: Bool { lifecycle == .stored && !isChanged }

    /// Forgets the related objects of an unchanged object; they are read again when they are accessed.
    final func unloadEnds() {
        guard let values = unpackedValues, let entity = storedEntity?.entity else { return }
        for position in entity.relationshipPositions where values[apusEnd: position].isLoaded {
            switch entity.relationship(at: position).storage {
            case .memory: break
            case .ownKey: values[apusEnd: position] = values[apusEnd: position].asKey
            case .inverseKey, .ownJoinTable, .inverseJoinTable: values[apusEnd: position] = RelationshipEnd()
            }
        }
    }

    /// Leaves the context.
    final func leave(as lifecycle: Lifecycle) {
        [self].changing(\.relationshipPositions) {
            self.lifecycle = lifecycle
            // A new object has one only if its deletion was undone, and it may be inserted into another container.
            if lifecycle == .free {
                row = nil
                knownExtras?.returnedTo = nil
            }
            forgetChanges()
            forgetEnds()
            home = nil
            accessFlags = accessFlags.intersection(.watching.union(.neverRead)).union(isFault ? .neverRead : [])
            setObservable(true)
        }
    }

    /// Detaches the object from its context, which is being deallocated. The object keeps its values.
    final func abandon() {
        if !isPacked { _ = knownValues }
        forgetChanges()
        home = nil
        accessFlags = accessFlags.intersection(.watching.union([.neverRead, .packed])).union(isFault ? .neverRead : [])
    }

    /// Releases related objects, which may retain this one.
    final func forgetEnds() {
        let values = knownValues
        for position in values.apusEntity.relationshipPositions {
            values[apusEnd: position] = RelationshipEnd()
        }
    }
}
