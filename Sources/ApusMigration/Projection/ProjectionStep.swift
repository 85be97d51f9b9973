import ApusSchema

/// The step that appends one stage to a projection. It replaces only the extents that the stage affects.
struct ProjectionStep {
    /// The extents before the stage.
    let older: [Extent.Name: Projection.ExtentProjection]
    /// The expressions before the stage, and new ones.
    var graph: ExpressionGraph
    /// The checks before the stage, and new ones.
    var checks: [Projection.Check]
    /// The expressions, each with its extent, that have a check.
    var checked: Set<Projection.Checked>
    /// The extents that are replaced or removed.
    private(set) var removed: [Extent.Name] = []
    /// The new projections of extents.
    private(set) var made: [Projection.ExtentProjection] = []
    let stage: Stage
    let matching: Matching
    let values: ValueRules
    let references: ReferenceRules

    init(after projection: Projection, stage: Stage) {
        older = projection.extents
        graph = projection.graph
        checks = projection.checks
        checked = projection.checked
        self.stage = stage
        matching = stage.matching
        values = ValueRules(matching: stage.matching, lines: stage.lines)
        references = ReferenceRules(matching: stage.matching)
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

    /// Returns the extents of the pass's source that the objects of older entities come from.
    func sources(of entities: [String]) -> [String] {
        entities.flatMap { entity in
            (older[.objects(entity)]?.sources ?? []).compactMap { source in
                if case .objects(let name) = source.extent { name } else { nil }
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
        return graph.reference(id, among: sources(of: ends.kept))
    }
}

extension Extent.Member {
    /// Whether it is a key or an order key.
    fileprivate var isReference: Bool {
        switch field {
        case .key, .orderKey: true
        case .identity, .entity, .attribute, .source, .target, .sourceOrderKey, .targetOrderKey: false
        }
    }
}
