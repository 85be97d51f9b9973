import ApusSchema

// A composed stage has no mapping of its own. It still shows how the mappings of its stages change values that exist at
// the end, so that such a difference does not look inferred.

extension Stage {
    /// Adds the changes that the mappings of some stages make to the changes between the first and the last schema.
    ///
    /// - Parameters:
    ///   - stages: The stages, oldest first.
    ///   - changes: The changes between the first and the last schema.
    /// - Returns: The changes, mapped if a mapping specifies them, and one more for each line that changes values of an
    ///   element that is the same in both schemas.
    static func adding(changesMappedIn stages: [Stage], to changes: [Change]) -> [Change] {
        var list = ChangeList(changes)
        let parts: [[ElementPath: ElementPath]] = stages.map(\.overall.types.newerParts)
        for (index, stage) in stages.enumerated() {
            for change in stage.changes {
                let element = ElementPath(change.entity, change.difference.property)
                switch change.verdict {
                case .mapped where element.property != nil, .refused: break
                case .lightweight, .accepted, .mapped: continue
                }
                let path: ElementPath? = (index + 1..<stages.count).reduce(element) { path, index in
                    path.flatMap { stages[index].overall.newer($0) ?? parts[index][$0] }
                }
                if let path { add(change, at: path, to: &list) }
            }
        }
        return list.ordered
    }

    private static func add(_ change: Change, at path: ElementPath, to list: inout ChangeList) {
        let indices = list[of: path]
        let verdict = change.verdict
        if !verdict.isRefused {
            // A mapping has given or required the object.
            for index in indices {
                guard let difference = list.changes[index].difference.settled else { continue }
                list.replace(index, with: Change(difference, entity: path.entity, verdict: list.changes[index].verdict))
            }
        }
        let same = indices.first { type(of: list.changes[$0].difference) == type(of: change.difference) }
        // A new element has no older value that a conversion could change; it gets the fill.
        let added = indices.first {
            list.changes[$0].difference is AttributeAdded || list.changes[$0].difference is PartAdded
        }
        if let index = same ?? added {
            let known = list.changes[index]
            if known.verdict.isRefused || (known.verdict != .lightweight && !verdict.isRefused) { return }
            let filled: (any Difference)? = known.difference.filled(as: change.difference)
            list.replace(index, with: Change(filled ?? known.difference, entity: path.entity, verdict: verdict))
        } else if !verdict.isRefused, let difference = change.difference.valueChange(of: path) {
            list.add(Change(difference, entity: path.entity, verdict: verdict))
        }
    }
}

extension TypeMatching {
    /// The newer path of each part of an older composite.
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
    /// Returns the difference without rows that stay empty; `nil` if there are none.
    fileprivate var settled: (any Difference)? {
        switch self {
        case let one as RelationshipAdded where one.rowsLeftEmpty != .none:
            RelationshipAdded(relationship: one.relationship)
        case let one as BecameRequired where one.rowsLeftEmpty != .none: BecameRequired(name: one.name, fill: one.fill)
        default: nil
        }
    }

    /// Returns the difference with the fill of another one.
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

    /// The value that rows without one get.
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

    /// Returns the difference's effect on the values of an element that is the same in the end, or `nil` if there is
    /// none.
    fileprivate func valueChange(of path: ElementPath) -> (any Difference)? {
        guard let name = path.property else { return nil }
        if let fill { return ValuesFilled(name: name, fill: fill) }
        switch self {
        case let one as ValuesComputed: return ValuesComputed(name: name, expression: one.expression)
        case let one as TypeChanged:
            return TypeChanged(name: name, from: one.from, to: one.to, conversion: one.conversion)
        case let one as PartTypeChanged:
            return PartTypeChanged(name: name, from: one.from, to: one.to, conversion: one.conversion)
        case is BecameRequired, is PartBecameRequired, is ValuesRequired: return ValuesRequired(name: name)
        default: return nil
        }
    }
}
