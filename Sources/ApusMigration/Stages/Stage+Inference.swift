public import ApusSchema

extension Stage {
    /// Infers the stage between two schemas.
    ///
    /// A change is inferred if no value is lost or invented. A loss needs a line of the mapping, and so does a value
    /// that neither the data nor a default provides. Everything else is refused, with the reason. A matched property
    /// that cannot keep its values is treated as removed and added if its loss is accepted.
    ///
    /// - Parameters:
    ///   - old: The older schema.
    ///   - new: The newer schema.
    ///   - from: The older schema's point in the history.
    ///   - to: The newer schema's point in the history.
    ///   - mapping: The stage's mapping; its versions are ignored.
    public init(from old: Schema, to new: Schema, from: Point, to: Point, mapping: Mapping?) {
        let older = IndexedSchema(old)
        self.init(from: older, to: IndexedSchema(new, like: older), from: from, to: to, mapping: mapping)
    }

    /// Infers the stage between two schemas, with a mapping that only accepts losses.
    public init(from old: Schema, to new: Schema, from: Point, to: Point, accept: [Mapping.Line] = []) {
        let version = from.version ?? Schema.Version(0)
        self.init(
            from: old,
            to: new,
            from: from,
            to: to,
            mapping: Mapping(from: version, to: to.version, accept)
        )
    }

    /// Infers the stage between two indexed schemas.
    ///
    /// - Parameters:
    ///   - old: The older schema.
    ///   - new: The newer schema.
    ///   - from: The older schema's point in the history.
    ///   - to: The newer schema's point in the history.
    ///   - mapping: The stage's mapping.
    ///   - mappingsFolder: The folder of the model's mappings, as messages show it; `nil` for `Migrations/<Model>`.
    ///   - isBorrowed: Whether the mapping was written for another starting point, so that needless lines are allowed.
    ///   - known: The matching, if it does not follow from the names.
    ///   - direct: The versions that a direct mapping leads over.
    init(
        from old: IndexedSchema,
        to new: IndexedSchema,
        from: Point,
        to: Point,
        mapping: Mapping?,
        mappingsFolder: String? = nil,
        isBorrowed: Bool = false,
        matching known: Matching? = nil,
        direct: Direct? = nil
    ) {
        let folder = mappingsFolder ?? "Migrations/\(new.schema.model)"
        let file = from.mappingFile(to: to, mapping?.file, in: folder)
        let names =
            known ?? (mapping?.makesObjects == true ? Matching.match(old, new, through: direct?.names).matching : nil)
        var builder = names.flatMap {
            PreparationBuilder(from: old, to: new, $0, mapping, isBorrowed: isBorrowed)
        }
        let preparation = builder?.build()
        let source = preparation?.prepared ?? old
        func infer(to schema: IndexedSchema, _ known: Matching?) -> NamedStage {
            NamedStage(
                from: source,
                to: schema,
                known,
                mapping: mapping,
                mappingFile: file,
                isBorrowed: isBorrowed,
                preparation,
                direct
            )
        }
        let isBackwards = known != nil
        let stage = infer(
            to: new,
            isBackwards
                ? preparation.map { preparation in
                    Matching.match(new, source, through: direct?.names, made: preparation.newerNames).matching.inverted
                } ?? known : known
        )
        var found = stage.found
        found.hold(behind: builder?.refusals ?? [], in: new)
        found.hold(behindOriginsIn: builder?.refusals ?? []) { entity in
            let origins = mapping?.line(.entities, ElementPath(entity))?.origins ?? []
            return Set(origins.flatMap(\.sources).flatMap { [$0] + old.concreteEntities(below: $0) })
        }
        if known == nil {
            // One cause is one finding: a refusal that would disappear with the likely renames follows from them.
            let renames = found.refusals.filter(\.isLikelyRename)
            var decided: (schema: Schema, refusals: [Refusal]) = (new.schema, found.refusals)
            for _ in 0..<Self.decisions {
                let renamed = decided.schema.assuming(decided.refusals)
                if renamed == decided.schema { break }
                decided = (renamed, infer(to: IndexedSchema(renamed, like: source), nil).found.refusals)
                let remaining = Set(decided.refusals.map(\.finding))
                found.hold { refusal in
                    refusal.isLikelyRename || remaining.contains(refusal.finding)
                        ? nil : renames.rename(behind: refusal)
                }
            }
        }
        // What a line was to keep, which this stage does not need, may be what was accepted as lost.
        if isBorrowed, var mapping, !mapping[.accept].isEmpty,
            mapping.lines.contains(where: { $0.key != .accept && !stage.judgement.used.contains($0) })
        {
            mapping.remove(mapping[.accept])
            self.init(from: old, to: new, from: from, to: to, mapping: mapping, isBorrowed: true)
            return
        }
        // A borrowed mapping speaks of the objects of another version.
        let asserted = StageAssertion.all(in: isBorrowed ? nil : mapping, old, new)
        self.init(
            from: from,
            to: to,
            preparation: preparation,
            matching: stage.judgement.matching,
            mapping: mapping,
            mappingFile: file,
            lines: MappingLines(mapping, isBorrowed: isBorrowed, preparation: preparation),
            reductions: stage.judgement.reductions,
            assertions: asserted.assertions,
            changes: found.explaining(stage.judgement.changes),
            refusals: (builder?.refusals ?? []) + found.refusals + asserted.refusals,
            direct: direct
        )
    }

    /// The number of rounds in which likely renames are assumed: those of entities, then those of their properties.
    /// More rounds only help if several elements may have become one, and each of these is a finding anyway.
    private static let decisions = 4
}

/// The findings about a stage without assumed renames.
private struct NamedStage {
    let judgement: StageJudgement
    let found: HeldBack

    init(
        from old: IndexedSchema,
        to new: IndexedSchema,
        _ known: Matching?,
        mapping: Mapping?,
        mappingFile: String?,
        isBorrowed: Bool,
        _ preparation: Preparation?,
        _ direct: Stage.Direct?
    ) {
        let (matching, conflicts) =
            known.map { ($0, []) }
            ?? Matching.match(old, new, through: direct?.names, made: preparation?.ownNames ?? [:])
        judgement = StageJudgement(
            matching,
            mapping: mapping,
            mappingFile: mappingFile,
            isBorrowed: isBorrowed,
            isDirect: direct != nil,
            preparation: preparation
        )
        var found = HeldBack(conflicts + judgement.refusals)
        let claims = conflicts.map { (conflict: $0, paths: $0.claims) }
        found.hold { refusal in claims.first { refusal.follows(from: $0.paths) }?.conflict }
        self.found = found
    }
}

extension Stage.Point {
    /// Returns the mapping file of the stage from this point to another one, or `nil` if the stage can have no mapping.
    fileprivate func mappingFile(to: Stage.Point, _ file: String?, in folder: String) -> String? {
        switch self {
        case .version: file ?? "\(folder)/\(self)-\(to).yaml"
        // A comparison of two files shows what a stage between them would need.
        case .named: "the mapping of the stage"
        case .unreleased, .store: nil
        }
    }
}

extension Refusal {
    /// The reason and the path of a refusal, without its settlements.
    struct Finding: Hashable {
        let reason: Reason
        let path: ElementPath
    }

    /// The refusal without its settlements.
    var finding: Finding { Finding(reason: reason, path: path) }

    /// Returns whether the refusal affects an element in a conflict of names. Once the conflict is resolved, the
    /// element may not even change.
    fileprivate func follows(from claims: Set<ElementPath>) -> Bool {
        switch reason {
        case .entityRemoved, .likelyRename, .attributeAddedWithoutValue, .propertyRemoved:
            claims.contains(path)
        default: false
        }
    }

    /// The elements in a conflict of names, of the newer and the older schema.
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
    /// Returns the schema with the original names that likely renames suggest.
    fileprivate func assuming(_ refusals: [Refusal]) -> Schema {
        var names: [ElementPath: String] = [:]
        for refusal in refusals where refusal.isLikelyRename {
            for case .originalName(let name, let path) in refusal.settlements { names[path] = name }
        }
        let owners = Set(names.keys.map(\.entity))
        func rename<Element>(
            _ elements: inout [Element],
            of owner: String,
            _ name: KeyPath<Element, String>,
            _ originalName: WritableKeyPath<Element, String?>
        ) {
            for index in elements.indices {
                guard let older = names[ElementPath(owner, elements[index][keyPath: name])] else { continue }
                elements[index][keyPath: originalName] = older
            }
        }
        var schema = self
        for index in entities.indices where owners.contains(entities[index].name) {
            var entity = entities[index]
            if let older = names[ElementPath(entity.name)] { entity.originalName = older }
            rename(&entity.attributes, of: entity.name, \.name, \.originalName)
            rename(&entity.relationships, of: entity.name, \.name, \.originalName)
            schema.entities[index] = entity
        }
        for index in composites.indices where owners.contains(composites[index].name) {
            rename(&schema.composites[index].attributes, of: composites[index].name, \.name, \.originalName)
        }
        return schema
    }
}
