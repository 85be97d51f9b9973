extension ModelObject {
    /// Remembers that a property is to be saved.
    final func noteChange(_ position: Int) {
        guard standing == .stored, let context else { return }
        if changes.isEmpty { context.noteChange(of: self) }
        changes.insert(position)
    }

    /// Does what reading a property's value needs.
    @usableFromInline
    final func overcomeObstacles(_ position: Int) {
        if isFault { loadValues() }
        if !obstacles.isDisjoint(with: .watching) { noteRead(position) }
    }

    /// Does what changing a property's value needs. Observers are told first: what they do in answer, saving included,
    /// must not meet half of a change.
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

    /// The context, of an object of which something is to be read from the store.
    final func requireContext() -> any ObjectContext {
        guard let context else {
            preconditionFailure(
                "\(persistentModelID) is used after its context has ended: keep a context as long as its objects"
            )
        }
        return context
    }

    /// Takes the values that the store has, and keeps what is known of relationships that have no column here.
    final func take(_ read: ModelBacking) {
        if let values, let entity = storedEntity?.entity {
            for position in entity.relationshipPositions
            where entity.relationship(at: position).storage != .ownKey {
                read[apusEnd: position] = values[apusEnd: position]
            }
        }
        values = read
        obstacles.remove(.fault)
    }

    /// Forgets the values, to read them again when somebody asks.
    final func turnIntoFault() {
        values = nil
        changes.removeAll()
        obstacles = obstacles.intersection(.watching).union(.fault)
        standing = .stored
    }

    /// Joins a context.
    final func join(_ context: some ObjectContext, _ entity: StoredEntity, as standing: Standing) {
        self.context = context
        storedEntity = entity
        self.standing = standing
        setObservable(context.isObservable)
    }

    /// Leaves the context.
    final func leave(as standing: Standing) {
        [self].changing(\.relationshipPositions) {
            self.standing = standing
            changes.removeAll()
            forgetEnds()
            context = nil
            storedEntity = nil
            obstacles = obstacles.intersection(.watching).union(isFault ? .neverRead : [])
            setObservable(true)
        }
    }

    /// Is on its own from now on, as the context has ended.
    final func abandon() {
        if storedEntity?.entity.relationshipPositions.isEmpty == false { forgetEnds() } else { _ = knownValues }
        context = nil
        storedEntity = nil
    }

    /// Forgets related objects, which may hold this one in turn.
    final func forgetEnds() {
        let values: ModelBacking = knownValues
        for position in values.apusEntity.relationshipPositions {
            values[apusEnd: position] = RelationshipEnd()
        }
    }
}
