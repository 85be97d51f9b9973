import ApusSchema

// A composed stage has no mapping of its own; but what the mappings on the way make of values that are still there at the
// end is told, so that no difference looks as if nobody had written how values are made.

extension Stage {
    /// Changes between the first and the last schema of some stages, with what the mappings on the way say of them.
    ///
    /// - Parameters:
    ///   - changes: The changes that are between the two.
    ///   - stages: The stages, oldest first.
    /// - Returns: The changes: carried out as a mapping says where one does; and one more for each line that changes
    ///   values of what is the same in both schemas.
    static func telling(_ changes: [Change], of stages: [Stage]) -> [Change] {
        var changes: [Change] = changes
        for (place, stage) in stages.enumerated() {
            for change in stage.changes {
                guard case .mapped = change.verdict, let name = change.difference.property,
                    let path = stages[(place + 1)...].reduce(
                        ElementPath(change.entity, name) as ElementPath?,
                        { path, next in path.flatMap(next.newerElement) }
                    )
                else { continue }
                tell(change, at: path, among: &changes)
            }
        }
        return changes
    }

    /// What an element of the older schema is called in the newer one, also a part of a composite.
    private func newerElement(_ path: ElementPath) -> ElementPath? {
        if let found = matching.newer(path) { return found }
        let match: TypeMatching.CompositeMatch? = matching.types.composites.values.first { $0.old.name == path.entity }
        return match?.parts.pairs.first { $0.old.name == path.property }.map { ElementPath($0.to.owner, $0.new.name) }
    }

    private static func tell(_ change: Change, at path: ElementPath, among changes: inout [Change]) {
        let places: [Int] = changes.indices.filter { index in
            changes[index].entity == path.entity && changes[index].difference.property == path.property
        }
        let verdict: Change.Verdict = change.verdict
        let same: Int? = places.first { changes[$0].code == change.code }
        // What is new has no older value that a conversion on the way could change, and gets its fill.
        let added: Int? = places.first {
            changes[$0].difference is AttributeAdded || changes[$0].difference is PartAdded
        }
        if let index = same ?? added {
            guard changes[index].verdict == .lightweight else { return }
            let filled: (any Difference)? = changes[index].difference.filled(as: change.difference)
            changes[index] = Change(filled ?? changes[index].difference, entity: path.entity, verdict: verdict)
        } else if let difference = change.difference.said(of: path) {
            let place: Int = (places.last ?? changes.lastIndex { $0.entity == path.entity }).map { $0 + 1 } ?? 0
            changes.insert(Change(difference, entity: path.entity, verdict: verdict), at: place)
        }
    }
}

extension Difference {
    /// The difference with the fill of another one.
    fileprivate func filled(as other: any Difference) -> (any Difference)? {
        switch self {
        case let one as AttributeAdded: AttributeAdded(attribute: one.attribute, fill: other.fill ?? one.fill)
        case let one as PartAdded: PartAdded(part: one.part, fill: other.fill ?? one.fill)
        case let one as BecameRequired: BecameRequired(name: one.name, fill: other.fill ?? one.fill)
        case let one as PartBecameRequired: PartBecameRequired(name: one.name, fill: other.fill ?? one.fill)
        case let one as BecameStored: BecameStored(name: one.name, fill: other.fill ?? one.fill)
        default: nil
        }
    }

    /// What rows get.
    private var fill: String? {
        switch self {
        case let one as AttributeAdded: one.fill
        case let one as PartAdded: one.fill
        case let one as BecameRequired: one.fill
        case let one as PartBecameRequired: one.fill
        case let one as BecameStored: one.fill
        case let one as ValuesFilled: one.fill
        default: nil
        }
    }

    /// What the difference has done to values of an element that is as it was in the end; `nil` where that is nothing.
    fileprivate func said(of path: ElementPath) -> (any Difference)? {
        guard let name = path.property else { return nil }
        if let fill { return ValuesFilled(name: name, fill: fill) }
        switch self {
        case let one as TypeChanged:
            return TypeChanged(name: name, from: one.from, to: one.to, conversion: one.conversion)
        case let one as PartTypeChanged:
            return PartTypeChanged(name: name, from: one.from, to: one.to, conversion: one.conversion)
        case is BecameRequired, is PartBecameRequired, is ValuesRequired: return ValuesRequired(name: name)
        default: return nil
        }
    }
}
