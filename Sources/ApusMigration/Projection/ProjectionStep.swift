import ApusSchema

/// One stage that is being added to a projection: only what the stage touches is made anew.
struct ProjectionStep {
    /// The extents before the stage.
    let older: [Extent.Name: Projection.ExtentProjection]
    /// The expressions before the stage, and those that are made.
    var graph: ExpressionGraph
    /// What has to hold, before the stage and because of it.
    var checks: [Projection.Check]
    /// Which expressions of which extents have a check.
    var checked: Set<Projection.Checked>
    /// The extents that are no longer what they were.
    private(set) var gone: [Extent.Name] = []
    /// The extents that are made anew.
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
        let touched: [String] = matching.touched
        for name in touched.compactMap(matching.olderName(of:)) + matching.removedNames {
            gone += matching.older.extentNames(of: name)
        }
        for name in touched {
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
            case .objects: objects(of: extent, kind: name)
            case .pairs(let holder): pairs(of: extent, holder: holder)
            }
        made.append(Projection.ExtentProjection(extent: extent, sources: sources))
    }

    /// An entity whose relationships are as they were, under the same name: so are its keys and its pairs.
    private mutating func makeUnrelated(_ name: String) {
        if matching.newer.isConcrete(name) {
            let keys: [Extent.Member]? = older[.objects(name)]?.extent.members.filter(\.isReference)
            let extent: Extent? =
                keys.map { matching.newer.objects(of: name, keys: $0) } ?? matching.newer.objects(of: name)
            if let extent { make(extent, of: name) }
        }
        made += matching.newer.toManyRelationships(of: name).compactMap { older[.pairs($0)] }
    }

    /// The extents of the pass's source that the objects of older kinds come from.
    func sources(of kinds: [String]) -> [String] {
        kinds.flatMap { kind in
            (older[.objects(kind)]?.sources ?? []).compactMap { source in
                if case .objects(let name) = source.extent { name } else { nil }
            }
        }
    }

    /// The older kinds that have, or may have, objects.
    func hasObjects(_ kind: String) -> Bool {
        older[.objects(kind)]?.sources.isEmpty == false
    }

    /// An identity where it is one of an object that stays; the expression itself where all do.
    mutating func narrowed(_ id: ExpressionGraph.ID, _ ends: (kept: [String], lost: [String])) -> ExpressionGraph.ID {
        guard ends.lost.contains(where: hasObjects) else { return id }
        return graph.reference(id, among: sources(of: ends.kept))
    }
}

extension Extent.Member {
    /// Whether it is a key or a place.
    fileprivate var isReference: Bool {
        switch field {
        case .key, .place: true
        case .identity, .entity, .attribute, .source, .target, .sourcePlace, .targetPlace: false
        }
    }
}
