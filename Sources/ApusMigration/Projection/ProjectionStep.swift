import ApusSchema

/// The step that appends one stage to a projection. It replaces only the extents that the stage affects.
struct ProjectionStep {
    /// The extents before the stage.
    var older: [Extent.Name: Projection.ExtentProjection]
    /// The expressions before the stage, and new ones.
    var graph: ExpressionGraph
    /// The checks before the stage, and new ones.
    var checks: [Projection.Check]
    /// The expressions, each with its extent, that have a check.
    var checked: Set<Projection.Checked>
    /// The rows that are elements of lists before the stage, and new ones.
    var elements: [ElementRows]
    /// What the stages before set aside, and what the step does.
    var asides: [ProjectedAside]
    /// The identities in hierarchies before the stage.
    var olderIdentities: [String: [[ObjectRows]]]
    /// The identities in hierarchies that the step makes.
    var identities: [String: [[ObjectRows]]] = [:]
    /// The extents that are replaced or removed.
    private(set) var removed: [Extent.Name] = []
    /// The new projections of extents.
    private(set) var made: [Projection.ExtentProjection] = []
    /// The rows that a preparation makes one object with others.
    var joined: [JoinedRows] = []
    let stage: Stage
    var matching: Matching
    let values: ValueRules
    var references: ReferenceRules
    /// What expressions of the mapping read; `nil` if they read the extents before the step.
    var past: Past?

    /// The extents before a preparation.
    struct Past {
        let extents: [Extent.Name: Projection.ExtentProjection]
        let matching: Matching
    }

    /// - Parameters:
    ///   - projection: The stages before.
    ///   - stage: The stage.
    ///   - matching: The matching of the schemas before and after the step.
    init(after projection: Projection, stage: Stage, _ matching: Matching) {
        older = projection.extents
        elements = projection.elements
        asides = projection.asides
        graph = projection.graph
        olderIdentities = projection.identities
        checks = projection.checks
        checked = projection.checked
        self.stage = stage
        self.matching = matching
        values = ValueRules(matching: matching, lines: stage.lines)
        references = ReferenceRules(matching: matching)
    }

    mutating func make() {
        let affected = matching.affected
        for name in affected.compactMap(matching.olderName(of:)) + matching.removedNames {
            removed += matching.older.extentNames(of: name)
        }
        for name in affected {
            if matching.related.contains(name) {
                for extent in matching.newer.extents(of: name) { make(extent, of: name) }
            } else {
                makeUnrelated(name)
            }
        }
    }

    /// Replaces an extent, or adds it.
    mutating func replace(_ extent: Extent, by sources: [Projection.Source]) {
        remove(extent.name)
        made.append(Projection.ExtentProjection(extent: extent, sources: sources))
    }

    /// Removes an extent.
    mutating func remove(_ name: Extent.Name) { removed.append(name) }

    private mutating func make(_ extent: Extent, of name: String) {
        let sources: [Projection.Source] =
            switch extent.name {
            case .objects: objects(of: extent, entity: name)
            case .joinTable(let holder): pairs(of: extent, holder: holder)
            }
        made.append(Projection.ExtentProjection(extent: extent, sources: sources))
    }

    /// Makes the extents of an entity with the same name and unchanged relationships, and so unchanged keys and join
    /// tables.
    private mutating func makeUnrelated(_ name: String) {
        if matching.newer.isConcrete(name) {
            let keys = older[.objects(name)]?.extent.members.filter(\.isReference)
            let extent: Extent? =
                keys.map { matching.newer.objects(of: name, keys: $0) } ?? matching.newer.objects(of: name)
            if let extent { make(extent, of: name) }
        }
        made += matching.newer.toManyRelationships(of: name).compactMap { older[.joinTable($0)] }
    }

    /// Returns the rows of the pass's source that the objects of older entities come from.
    func objectRows(of entities: [String]) -> [ObjectRows] {
        entities.flatMap { entity -> [ObjectRows] in
            guard let before = older[.objects(entity)] else { return [] }
            return before.sources.map { source in
                ObjectRows(
                    of: source.extent,
                    conditions: source.conditions,
                    identity: before.fields(source).required(.identity)
                )
            }
        }
    }

    /// Returns whether an older entity may have objects.
    func hasObjects(_ entity: String) -> Bool {
        older[.objects(entity)]?.sources.isEmpty == false
    }

    /// Returns an identity that is null if its object is not kept, or the expression itself if all objects are kept.
    mutating func narrowed(_ id: ExpressionGraph.ID, _ ends: (kept: [String], lost: [String])) -> ExpressionGraph.ID {
        guard ends.lost.contains(where: hasObjects) else { return id }
        let kept = objectRows(of: ends.kept)
        if (kept + objectRows(of: ends.lost)).allSatisfy(isWhole) {
            let names = kept.compactMap { rows in if case .objects(let name) = rows.extent { name } else { nil } }
            return graph.reference(id, among: names)
        }
        let found = kept.map { rows in
            Lookup.Rows(
                of: rows.extent,
                conditions: rows.conditions,
                key: rows.identity,
                value: rows.identity,
                ranks: [rows.identity]
            )
        }
        return graph.lookup(Lookup(found, for: id, .known))
    }

    /// Returns whether all rows of an extent are objects with the rows' own identities.
    func isWhole(_ rows: ObjectRows) -> Bool {
        rows.conditions.isEmpty && graph[rows.identity].value == .field(.identity)
    }
}

extension Extent.Member {
    /// Whether it is a key or an order key.
    fileprivate var isReference: Bool {
        switch field {
        case .key, .orderKey: true
        case .identity, .entity, .attribute, .lookup, .source, .target, .sourceOrderKey, .targetOrderKey: false
        }
    }
}
