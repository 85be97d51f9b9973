extension ModelObject {
    /// Marks a property as changed. A deleted object has changes too: it may be inserted again.
    final func noteChange(_ position: Int) {
        guard hasRow, let context else { return }
        if changes.isEmpty { context.noteChange(of: self) }
        changes.insert(position)
    }

    /// Makes a property's value readable, and registers the read with a tracker.
    @usableFromInline
    final func prepareRead(_ position: Int) {
        if isFault { loadValues() }
        if !accessFlags.isDisjoint(with: .watching) { noteRead(position) }
    }

    /// Prepares a change of a property's value. Observers are notified first: their response, such as a save, must not
    /// see half of a change.
    @usableFromInline
    final func prepareChange(_ position: Int) {
        willChange(position)
        if isFault { loadValues() }
        noteChange(position)
    }

    /// Reads the values from the store.
    final func loadValues() {
        requireContext().load(self)
    }

    /// The context, which must exist because something is to be read from the store.
    final func requireContext() -> any ObjectContext {
        guard let context else {
            preconditionFailure(
                "\(persistentModelID) is used after its context was deallocated: keep a context as long as its objects"
            )
        }
        return context
    }

    /// Takes over values read from the store, and keeps the known ends of relationships without a column here.
    final func take(_ read: ModelBacking) {
        if let values, let entity = storedEntity?.entity {
            for position in entity.relationshipPositions
            where entity.relationship(at: position).storage != .ownKey {
                read[apusEnd: position] = values[apusEnd: position]
            }
        }
        values = read
        accessFlags.remove(.fault)
    }

    /// Discards the values; they are read again when they are accessed.
    final func turnIntoFault() {
        values = nil
        changes.removeAll()
        accessFlags = accessFlags.intersection(.watching).union(.fault)
        lifecycle = .stored
    }

    /// Joins a context.
    final func join(_ context: some ObjectContext, _ entity: StoredEntity, as lifecycle: Lifecycle) {
        self.context = context
        storedEntity = entity
        self.lifecycle = lifecycle
        setObservable(context.isObservable)
    }

    /// Leaves the context.
    final func leave(as lifecycle: Lifecycle) {
        [self].changing(\.relationshipPositions) {
            self.lifecycle = lifecycle
            changes.removeAll()
            forgetEnds()
            context = nil
            storedEntity = nil
            accessFlags = accessFlags.intersection(.watching).union(isFault ? .neverRead : [])
            setObservable(true)
        }
    }

    /// Detaches the object from its context, which is being deallocated.
    final func abandon() {
        if storedEntity?.entity.relationshipPositions.isEmpty == false { forgetEnds() } else { _ = knownValues }
        context = nil
        storedEntity = nil
    }

    /// Releases related objects, which may retain this one.
    final func forgetEnds() {
        let values = knownValues
        for position in values.apusEntity.relationshipPositions {
            values[apusEnd: position] = RelationshipEnd()
        }
    }
}
