public import ApusSchema

extension Stage {
    /// The difference that several neighbouring stages make together; what was dropped on the way and added again is a
    /// loss and an addition.
    ///
    /// - Parameters:
    ///   - stages: The stages, oldest first.
    ///   - schema: The schema that a composition of no stages starts and ends with.
    ///   - point: That schema's place in the history.
    /// - Returns: The difference as one stage.
    public static func composed(_ stages: [Stage], at schema: Schema, _ point: Point) -> Stage {
        if stages.count == 1 { return stages[0] }
        guard let first = stages.first, let last = stages.last else {
            return Stage(
                from: point,
                to: point,
                old: schema,
                new: schema,
                matching: .identity(schema),
                changes: [],
                refusals: []
            )
        }
        let matching: Matching = stages.dropFirst().reduce(first.matching) { $0.composed(with: $1.matching) }
        var inference = StageInference(
            old: first.old,
            new: last.new,
            matching: matching,
            accepted: [],
            mappingFile: nil,
            isSettled: true
        )
        inference.inferChanges()
        return Stage(
            from: first.from,
            to: last.to,
            old: first.old,
            new: last.new,
            matching: matching,
            changes: inference.changes.map { change in
                guard change.verdict == .accepted, let path = matching.lost(change),
                    case .refused(let refusal)? = verdict(ofLosing: path, in: stages)
                else { return change }
                return Change(change.kind, entity: change.entity, verdict: .refused(refusal))
            },
            refusals: stages.flatMap(\.refusals)
        )
    }

    /// What the stage in which an element of the first schema is lost says of it.
    private static func verdict(ofLosing path: ElementPath, in stages: [Stage]) -> Change.Verdict? {
        var path: ElementPath = path
        for stage in stages {
            if let next = stage.matching.newer(path) {
                path = next
            } else {
                return stage.changes.first { stage.matching.lost($0) == path }?.verdict
            }
        }
        return nil
    }
}

extension Matching {
    /// The element of the older schema that a change removes, or `nil`.
    fileprivate func lost(_ change: Change) -> ElementPath? {
        func property(_ name: String) -> ElementPath? {
            match(newer: change.entity).map { ElementPath($0.old.name, name) }
        }
        return switch change.kind {
        case .entityRemoved(let entity): ElementPath(entity.name)
        case .attributeRemoved(let attribute): property(attribute.name)
        case .relationshipRemoved(let relationship, _): property(relationship.name)
        default: nil
        }
    }
}
