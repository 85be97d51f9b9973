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
    public init(from old: Schema, to new: Schema, from: Point, to: Point, accept: [Mapping.Acceptance] = []) {
        let version: Schema.Version = from.version ?? Schema.Version(0)
        self.init(
            from: old,
            to: new,
            from: from,
            to: to,
            mapping: Mapping(from: version, to: to.version, accept: accept)
        )
    }

    init(
        from old: IndexedSchema,
        to new: IndexedSchema,
        from: Point,
        to: Point,
        mapping: Mapping?,
        matching known: Matching? = nil
    ) {
        let (matching, conflicts) = known.map { ($0, []) } ?? Matching.match(old, new)
        var inference = StageInference(
            matching: matching,
            words: MappingWords(mapping),
            mappingFile: from.mappingFile(to: to, mapping?.file, of: new.schema.model)
        )
        inference.touch(what: mapping)
        inference.splitEmpty()
        inference.splitAccepted()
        inference.inferChanges()
        if let mapping, !mapping.isEmpty { inference.checkLines(of: mapping) }
        self.init(
            from: from,
            to: to,
            matching: inference.matching,
            mapping: mapping,
            mappingFile: inference.mappingFile,
            words: inference.words,
            changes: inference.changes,
            refusals: conflicts + inference.refusals.filter { !$0.follows(from: conflicts) }
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
        guard ["AP101", "AP102", "AP103", "AP201", "AP202", "AP203", "AP301", "AP302"].contains(code) else {
            return false
        }
        return conflicts.contains { $0.claims.contains(path) }
    }
}
