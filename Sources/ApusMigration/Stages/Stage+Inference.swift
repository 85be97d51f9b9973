public import ApusSchema

extension Stage {
    /// Infers the step between two schemas.
    ///
    /// A change is inferred where no value is lost or invented; a loss needs the mapping's word, and so does a value that
    /// neither the data nor a default gives; everything else is refused with its reason. A matched property that cannot
    /// keep its values is treated as removed and added where its loss is accepted.
    ///
    /// - Parameters:
    ///   - old: The older schema.
    ///   - new: The newer schema.
    ///   - from: The older schema's place in the history.
    ///   - to: The newer schema's place in the history.
    ///   - mapping: What people wrote about the stage; its versions are not looked at.
    public init(from old: Schema, to new: Schema, from: Point, to: Point, mapping: Mapping?) {
        let older = IndexedSchema(old)
        self.init(from: older, to: IndexedSchema(new, like: older), from: from, to: to, mapping: mapping)
    }

    /// Infers the step between two schemas that brings no losses but the accepted ones.
    public init(from old: Schema, to new: Schema, from: Point, to: Point, accept: [Mapping.Line] = []) {
        let version: Schema.Version = from.version ?? Schema.Version(0)
        self.init(
            from: old,
            to: new,
            from: from,
            to: to,
            mapping: Mapping(from: version, to: to.version, accept)
        )
    }

    /// Infers the step between two indexed schemas.
    ///
    /// - Parameters:
    ///   - old: The older schema.
    ///   - new: The newer schema.
    ///   - from: The older schema's place in the history.
    ///   - to: The newer schema's place in the history.
    ///   - mapping: What its author wrote about the stage.
    ///   - isBorrowed: Whether the mapping is about another starting point, so that the stage need not need its lines.
    ///   - known: The matching, if it does not follow from the names.
    init(
        from old: IndexedSchema,
        to new: IndexedSchema,
        from: Point,
        to: Point,
        mapping: Mapping?,
        isBorrowed: Bool = false,
        matching known: Matching? = nil
    ) {
        let file: String? = from.mappingFile(to: to, mapping?.file, of: new.schema.model)
        func infer(to schema: IndexedSchema, _ known: Matching?) -> NamedStage {
            NamedStage(from: old, to: schema, known, mapping: mapping, mappingFile: file, isBorrowed: isBorrowed)
        }
        let stage: NamedStage = infer(to: new, known)
        var refusals: [Refusal] = stage.refusals
        if known == nil {
            // One cause is one finding: what is only refused until renames are decided follows from these.
            var decided: (schema: Schema, refusals: [Refusal]) = (new.schema, refusals)
            for _ in 0..<Self.decisions {
                let renamed: Schema = decided.schema.assuming(decided.refusals)
                if renamed == decided.schema { break }
                decided = (renamed, infer(to: IndexedSchema(renamed, like: old), nil).refusals)
                let remaining = Set(decided.refusals.map(\.finding))
                refusals.removeAll { !$0.isLikelyRename && !remaining.contains($0.finding) }
            }
        }
        self.init(
            from: from,
            to: to,
            matching: stage.judgement.matching,
            mapping: mapping,
            mappingFile: file,
            lines: MappingLines(mapping, isBorrowed: isBorrowed),
            changes: stage.judgement.changes,
            refusals: refusals
        )
    }

    /// How often renames are taken as decided: of entities, then of their properties. More only follow where several
    /// elements may have become one, and each would be asked about by itself anyway.
    private static let decisions = 4
}

/// What is found about a stage whose elements have the names that they have.
private struct NamedStage {
    let judgement: StageJudgement
    let refusals: [Refusal]

    init(
        from old: IndexedSchema,
        to new: IndexedSchema,
        _ known: Matching?,
        mapping: Mapping?,
        mappingFile: String?,
        isBorrowed: Bool
    ) {
        let (matching, conflicts) = known.map { ($0, []) } ?? Matching.match(old, new)
        judgement = StageJudgement(matching, mapping: mapping, mappingFile: mappingFile, isBorrowed: isBorrowed)
        let claims: Set<ElementPath> = conflicts.reduce(into: []) { $0.formUnion($1.claims) }
        refusals = conflicts + judgement.refusals.filter { !$0.follows(from: claims) }
    }
}

extension Stage.Point {
    /// Where a mapping of the stage from here to another point is written; `nil` where none can be.
    fileprivate func mappingFile(to: Stage.Point, _ file: String?, of model: String) -> String? {
        switch self {
        case .version: file ?? "Migrations/\(model)/\(self)-\(to).yaml"
        // Whoever compares two files wants to know what a stage between them would need.
        case .named: "the mapping of the stage"
        case .unreleased, .store: nil
        }
    }
}

extension Refusal {
    /// What is refused, whatever would settle it.
    fileprivate struct Finding: Hashable {
        let reason: Reason
        let path: ElementPath
    }

    fileprivate var finding: Finding { Finding(reason: reason, path: path) }

    /// Whether it is about an element that a claim of names leaves open: settled, that may not even be a change.
    fileprivate func follows(from claims: Set<ElementPath>) -> Bool {
        switch reason {
        case .entityRemoved, .likelyRename, .attributeAddedWithoutValue, .propertyRemoved,
            .relationshipAddedWithoutObject:
            claims.contains(path)
        default: false
        }
    }

    /// The elements whose names are claimed: of the newer schema, and of the older one.
    fileprivate var claims: Set<ElementPath> {
        switch reason {
        case .claimedTwice(let older, let newer): Set(newer + [older])
        case .ambiguousOriginalName(_, let candidates):
            Set(candidates.map { path.property == nil ? ElementPath($0) : ElementPath(path.entity, $0) } + [path])
        default: []
        }
    }

}

extension Schema {
    /// The schema with the older names that likely renames ask for.
    fileprivate func assuming(_ refusals: [Refusal]) -> Schema {
        var names: [ElementPath: String] = [:]
        for refusal in refusals where refusal.isLikelyRename {
            for case .originalName(let name, let path) in refusal.settlements { names[path] = name }
        }
        let owners = Set(names.keys.map(\.entity))
        func rename(_ name: String, in owner: String, _ originalName: inout String?) {
            if let older = names[ElementPath(owner, name)] { originalName = older }
        }
        var schema: Schema = self
        for index in entities.indices where owners.contains(entities[index].name) {
            var entity: Entity = entities[index]
            if let older = names[ElementPath(entity.name)] { entity.originalName = older }
            for position in entity.attributes.indices {
                rename(entity.attributes[position].name, in: entity.name, &entity.attributes[position].originalName)
            }
            for position in entity.relationships.indices {
                rename(
                    entity.relationships[position].name,
                    in: entity.name,
                    &entity.relationships[position].originalName
                )
            }
            schema.entities[index] = entity
        }
        for index in composites.indices where owners.contains(composites[index].name) {
            var composite: Composite = composites[index]
            for position in composite.attributes.indices {
                rename(
                    composite.attributes[position].name,
                    in: composite.name,
                    &composite.attributes[position].originalName
                )
            }
            schema.composites[index] = composite
        }
        return schema
    }
}
