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
        let (matching, conflicts) = known.map { ($0, []) } ?? Matching.match(old, new)
        let file: String? = from.mappingFile(to: to, mapping?.file, of: new.schema.model)
        let judgement = StageJudgement(matching, mapping: mapping, mappingFile: file, isBorrowed: isBorrowed)
        var refusals: [Refusal] = conflicts + judgement.refusals.filter { !$0.follows(from: conflicts) }
        let renamed: Schema = new.schema.assuming(refusals)
        if known == nil, renamed != new.schema {
            // One cause is one finding: what is only refused until a rename is decided follows from it.
            let decided = Stage(
                from: old,
                to: IndexedSchema(renamed, like: old),
                from: from,
                to: to,
                mapping: mapping,
                isBorrowed: isBorrowed
            )
            refusals.removeAll { refusal in
                !refusal.isLikelyRename
                    && !decided.refusals.contains { $0.reason == refusal.reason && $0.path == refusal.path }
            }
        }
        self.init(
            from: from,
            to: to,
            matching: judgement.matching,
            mapping: mapping,
            mappingFile: file,
            lines: MappingLines(mapping, isBorrowed: isBorrowed),
            changes: judgement.changes,
            refusals: refusals
        )
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
    /// Whether it is about an element that a claim of names leaves open: settled, that may not even be a change.
    fileprivate func follows(from conflicts: [Refusal]) -> Bool {
        switch reason {
        case .entityRemoved, .likelyRename, .attributeAddedWithoutValue, .propertyRemoved,
            .relationshipAddedWithoutObject:
            conflicts.contains { $0.claims.contains(path) }
        default: false
        }
    }

    /// The elements whose names are claimed: of the newer schema, and of the older one.
    private var claims: Set<ElementPath> {
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
        var schema: Schema = self
        for refusal in refusals where refusal.isLikelyRename {
            for case .originalName(let name, let path) in refusal.settlements { schema.rename(path, from: name) }
        }
        return schema
    }

    private mutating func rename(_ path: ElementPath, from name: String) {
        if let index = entities.firstIndex(where: { $0.name == path.entity }) {
            guard let property = path.property else {
                entities[index].originalName = name
                return
            }
            if let position = entities[index].attributes.firstIndex(where: { $0.name == property }) {
                entities[index].attributes[position].originalName = name
            } else if let position = entities[index].relationships.firstIndex(where: { $0.name == property }) {
                entities[index].relationships[position].originalName = name
            }
        } else if let index = composites.firstIndex(where: { $0.name == path.entity }),
            let position = composites[index].attributes.firstIndex(where: { $0.name == path.property })
        {
            composites[index].attributes[position].originalName = name
        }
    }
}
