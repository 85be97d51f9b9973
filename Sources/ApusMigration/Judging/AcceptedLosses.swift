import ApusSchema

/// Unmatches elements that match by name but cannot keep their contents, if the loss is accepted. They then count as
/// removed and added.
struct AcceptedLosses {
    private(set) var matching: Matching
    /// The lines that accepted a loss, even if nothing is lost in the end, such as a value that the store computed.
    private(set) var used: Set<Mapping.Line> = []
    private let lines: MappingLines
    private let mappingFile: String?

    init(_ matching: Matching, _ lines: MappingLines, mappingFile: String?) {
        self.matching = matching
        self.lines = lines
        self.mappingFile = mappingFile
        splitEmpty()
        if lines.isEmpty { return }
        unmatchMerged()
        splitAccepted()
    }

    private var context: StageContext { StageContext(matching: matching, lines: lines, mappingFile: mappingFile) }

    /// Unmatches the properties that changed their kind and have nothing to lose.
    private mutating func splitEmpty() {
        for name in matching.affected {
            let pairs = matching.properties(ofNewer: name)?.pairs ?? []
            let others = pairs.filter { !$0.isOfOneKind }
            if others.isEmpty { continue }
            // No other copy of the matching may exist when it changes, because a change would then copy all of it.
            let empty: Set<PropertyMatch> = { context in Set(others.filter { !context.loses($0.from) }) }(context)
            if !empty.isEmpty { matching.split(name) { empty.contains($0) } }
        }
    }

    /// Unmatches the entities that cannot keep their objects below a root that they share with other hierarchies, if
    /// the loss of these objects is accepted.
    private mutating func unmatchMerged() {
        guard matching.newer.hasHierarchies else { return }
        for entity in matching.newer.schema.entities
        where entity.parent == nil && !matching.isUnchanged(newer: entity.name) {
            let merged = context.roots(mergedInto: entity.name)
            guard merged.count > 1 else { continue }
            for (_, names) in merged
            where names.allSatisfy({ name in matching.olderName(of: name).flatMap(lines.acceptance(of:)) != nil }) {
                for name in names { matching.unmatch(newer: name) }
            }
        }
    }

    /// Unmatches the properties that cannot keep their values, until there are no more.
    ///
    /// The properties that cannot stay in any case come first. Of two relationships that cannot both stay, one is given
    /// up: the one that a line names, before one that a wildcard covers.
    private mutating func splitAccepted() {
        for isChoice in [false, true] {
            for isByName in [true, false] {
                var didSplit = true
                while didSplit {
                    didSplit = false
                    for name in matching.affected where splitAccepted(name, isChoice: isChoice, isByName: isByName) {
                        didSplit = true
                    }
                }
            }
        }
    }

    private mutating func splitAccepted(_ name: String, isChoice: Bool, isByName: Bool) -> Bool {
        guard let olderName = matching.olderName(of: name), let properties = matching.properties(ofNewer: name) else {
            return false
        }
        var didSplit = false
        for pair in properties.pairs {
            guard let line = acceptance(of: pair, olderName, name, isChoice: isChoice), line.isWildcard != isByName
            else {
                continue
            }
            matching.split(name) { $0 == pair }
            used.insert(line)
            didSplit = true
        }
        return didSplit
    }

    /// The line that accepts the loss of what a matched property cannot keep.
    private func acceptance(
        of pair: PropertyMatch,
        _ olderName: String,
        _ name: String,
        isChoice: Bool
    ) -> Mapping.Line? {
        let context = context
        guard let line = context.acceptance(of: pair.from, in: olderName),
            let surrender = PropertyJudge(context: context).surrender(of: pair, in: name)
        else { return nil }
        // All losses of an entity are those that there are; what can be kept is given up by name.
        if line.isWildcard, PropertyJudge(context: context).obstacle(of: pair, in: name) == nil { return nil }
        return surrender == (isChoice ? .choice : .whole) ? line : nil
    }
}
