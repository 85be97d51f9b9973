/// The objects of ``GraphAttack`` and their relationships, by numbers: what the documentation of `ModelContext`
/// promises, and nothing of how the runtime does it.
struct NaiveGraph: Equatable {
    /// The objects of a relationship, by relationship and object, in order.
    typealias References = [GraphRelationship: [Int: [Int]]]

    /// The entities of all objects that there have ever been.
    private(set) var entities: [Int: GraphEntity] = [:]

    /// The objects that exist in the context.
    private(set) var live: Set<Int> = []

    /// The objects that have a row.
    private(set) var stored: Set<Int> = []

    /// The object because of which another one was deleted since the last save.
    private var causes: [Int: Int] = [:]

    private var references: References = [:]
    private var storedReferences: References = [:]

    /// The objects of a relationship, in order.
    subscript(_ relationship: GraphRelationship, _ object: Int) -> [Int] {
        references[relationship]?[object] ?? []
    }

    /// The objects of an entity that exist, or that do not.
    func objects(_ entity: GraphEntity, areLive: Bool = true) -> [Int] {
        entities.keys.filter { entities[$0] == entity && live.contains($0) == areLive }.sorted()
    }

    // MARK: - Changing relationships

    /// Sets the object of a to-one relationship.
    mutating func set(_ relationship: GraphRelationship, of object: Int, to other: Int?) {
        if self[relationship, object].first == other { return }
        for former in self[relationship, object] { unlink(relationship, object, former) }
        guard let other else { return }
        if let inverse = relationship.inverse, !inverse.isToMany {
            for former in self[inverse, other] { unlink(inverse, other, former) }
        }
        link(relationship, object, other)
    }

    /// Sets the objects of a to-many relationship.
    mutating func set(_ relationship: GraphRelationship, of object: Int, to others: [Int]) {
        for former in self[relationship, object] where !others.contains(former) {
            unlink(relationship, object, former)
        }
        for other in others { add(relationship, of: object, other) }
        references[relationship]?[object] = others
    }

    /// Adds an object to a to-many relationship.
    mutating func add(_ relationship: GraphRelationship, of object: Int, _ other: Int) {
        if let inverse = relationship.inverse, !inverse.isToMany {
            set(inverse, of: other, to: object)
        } else if !self[relationship, object].contains(other) {
            link(relationship, object, other)
        }
    }

    /// Removes an object from a relationship.
    mutating func unlink(_ relationship: GraphRelationship, _ object: Int, _ other: Int) {
        references[relationship]?[object]?.removeAll { $0 == other }
        if let inverse = relationship.inverse { references[inverse]?[other]?.removeAll { $0 == object } }
    }

    private mutating func link(_ relationship: GraphRelationship, _ object: Int, _ other: Int) {
        references[relationship, default: [:]][object, default: []].append(other)
        guard let inverse = relationship.inverse, inverse != relationship || object != other else { return }
        references[inverse, default: [:]][other, default: []].append(object)
    }

    // MARK: - Inserting and deleting

    /// Inserts an object.
    mutating func create(_ entity: GraphEntity) -> Int {
        let object = entities.count
        entities[object] = entity
        live.insert(object)
        return object
    }

    /// Deletes an object, and applies the delete rules.
    mutating func delete(_ object: Int) {
        causes[object] = nil
        // A new object that is deleted once more, by itself, is not kept for what it had been deleted with.
        if !live.contains(object), !stored.contains(object) { isolate(object) }
        var waiting: [(object: Int, cause: Int?)] = [(object, nil)]
        while !waiting.isEmpty {
            let (next, cause) = waiting.removeFirst()
            guard live.remove(next) != nil else { continue }
            waiting += applyRules(of: next).map { ($0, next) }
            // What is deleted with a new object is not kept, unless that one is.
            if let cause, stored.contains(cause) || causes[cause] != nil { causes[next] = cause }
            if !stored.contains(next), causes[next] == nil { isolate(next) }
        }
    }

    /// Applies the delete rules of an object, and returns what is to be deleted as well.
    private mutating func applyRules(of object: Int) -> [Int] {
        var cascade: [Int] = []
        for relationship in entities[object]?.relationships ?? [] {
            let others = self[relationship, object].filter(live.contains)
            switch relationship.deleteRule {
            case .cascade: cascade += others
            case .deny: break
            case .nullify where relationship.inverse == nil: break
            case .nullify: for other in others { unlink(relationship, object, other) }
            }
        }
        for relationship in GraphRelationship.allCases where relationship.isToMany && relationship.inverse == nil {
            for (owner, others) in storedReferences[relationship] ?? [:]
            where others.contains(object) && live.contains(owner) {
                unlink(relationship, owner, object)
            }
        }
        return cascade
    }

    /// Removes a new object from its relationships.
    private mutating func isolate(_ object: Int) {
        for relationship in entities[object]?.relationships ?? [] {
            for other in self[relationship, object] { unlink(relationship, object, other) }
        }
    }

    /// Inserts an object again, and what was deleted with it.
    mutating func insert(_ object: Int) {
        var waiting = [object]
        var kept: [Int] = []
        while let next = waiting.popLast() {
            guard live.insert(next).inserted else { continue }
            kept.append(next)
            causes[next] = nil
            waiting += causes.keys.filter { causes[$0] == next }
        }
        // What stays deleted has left the others.
        for object in kept {
            removeDeleted(from: object) { relationship in
                relationship.inverse.map { $0.deleteRule == .nullify } ?? relationship.isToMany
            }
        }
    }

    private mutating func removeDeleted(from object: Int, where isIncluded: (GraphRelationship) -> Bool) {
        for relationship in entities[object]?.relationships ?? [] where isIncluded(relationship) {
            for other in self[relationship, object] where !live.contains(other) { unlink(relationship, object, other) }
        }
    }

    // MARK: - Saving

    /// A reason why a save fails.
    struct Problem {
        let object: Int
        let relationship: GraphRelationship
        /// The deleted object that the relationship has; `nil` if it has too few.
        let other: Int?
    }

    /// The reasons why a save fails now.
    var problems: [Problem] {
        var next = self
        next.removeCauses()
        return live.sorted().flatMap { object in
            (entities[object]?.relationships ?? []).flatMap { relationship in
                let others = next[relationship, object]
                let deleted = others.filter { !live.contains($0) }
                let isTooSmall = others.isEmpty ? relationship.isRequired : others.count < relationship.minimum
                return deleted.map { Problem(object: object, relationship: relationship, other: $0) }
                    + (isTooSmall ? [Problem(object: object, relationship: relationship, other: nil)] : [])
            }
        }
    }

    /// Removes the references to objects that stay deleted from those that they had been deleted with.
    private mutating func removeCauses() {
        for object in live {
            removeDeleted(from: object) { $0.inverse?.deleteRule == .cascade && !$0.isRequired }
        }
    }

    /// Saves the changes, which have no problems.
    mutating func save() {
        removeCauses()
        for object in entities.keys where !live.contains(object) {
            for relationship in entities[object]?.relationships ?? [] { references[relationship]?[object] = nil }
        }
        causes = [:]
        stored = live
        storedReferences = references
    }
}
