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
        var list = ChangeList(changes)
        let parts: [[ElementPath: ElementPath]] = stages.map(\.matching.types.newerParts)
        for (index, stage) in stages.enumerated() {
            for change in stage.changes {
                let element = ElementPath(change.entity, change.difference.property)
                switch change.verdict {
                case .mapped where element.property != nil, .refused: break
                case .lightweight, .accepted, .mapped: continue
                }
                let path: ElementPath? = (index + 1..<stages.count).reduce(element) { path, index in
                    path.flatMap { stages[index].matching.newer($0) ?? parts[index][$0] }
                }
                if let path { tell(change, at: path, among: &list) }
            }
        }
        return list.ordered
    }

    private static func tell(_ change: Change, at path: ElementPath, among list: inout ChangeList) {
        let indices: [Int] = list[of: path]
        let verdict: Change.Verdict = change.verdict
        let same: Int? = indices.first { list.changes[$0].code == change.code }
        // What is new has no older value that a conversion on the way could change, and gets its fill.
        let added: Int? = indices.first {
            list.changes[$0].difference is AttributeAdded || list.changes[$0].difference is PartAdded
        }
        if let index = same ?? added {
            let known: Change = list.changes[index]
            if known.verdict.isRefused || (known.verdict != .lightweight && !verdict.isRefused) { return }
            let filled: (any Difference)? = known.difference.filled(as: change.difference)
            list.replace(index, with: Change(filled ?? known.difference, entity: path.entity, verdict: verdict))
        } else if !verdict.isRefused, let difference = change.difference.said(of: path) {
            list.add(Change(difference, entity: path.entity, verdict: verdict))
        }
    }
}

extension TypeMatching {
    /// What each part of an older composite is in the newer one.
    fileprivate var newerParts: [ElementPath: ElementPath] {
        var paths: [ElementPath: ElementPath] = [:]
        for match in composites.values {
            for pair in match.parts.pairs {
                paths[ElementPath(match.old.name, pair.old.name)] = ElementPath(pair.to.owner, pair.new.name)
            }
        }
        return paths
    }
}

extension Change.Verdict {
    /// Whether the change cannot be carried out.
    fileprivate var isRefused: Bool {
        if case .refused = self { true } else { false }
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
