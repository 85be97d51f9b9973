public import ApusSchema

extension Stage {
    /// Infers the step between two schemas.
    ///
    /// A change is inferred where no value is lost or invented; a loss needs the mapping's word; everything else is
    /// refused with its reason. A matched property that cannot keep its values is treated as removed and added where
    /// its loss is accepted.
    ///
    /// - Parameters:
    ///   - old: The older schema.
    ///   - new: The newer schema.
    ///   - from: The older schema's place in the history.
    ///   - to: The newer schema's place in the history.
    ///   - accept: The losses that somebody accepted, as elements of the older schema.
    public init(
        from old: Schema,
        to new: Schema,
        from: Point,
        to: Point,
        accept: [Mapping.Acceptance] = []
    ) {
        let (raw, conflicts) = Matching.match(old, new)
        var inference = StageInference(
            old: old,
            new: new,
            matching: raw,
            accepted: Set(accept.map(\.path)),
            mappingFile: from == .unreleased ? nil : "Migrations/\(new.model)/\(from)-\(to).yaml"
        )
        inference.splitAccepted()
        inference.inferChanges()
        inference.checkAcceptances(accept)
        self.init(
            from: from,
            to: to,
            old: old,
            new: new,
            matching: inference.matching,
            changes: inference.changes,
            refusals: conflicts + inference.refusals
        )
    }
}
