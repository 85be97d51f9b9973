import ApusSchema

/// Takes apart what matches by name but goes on empty: what cannot keep what it holds, and whose loss is accepted, is
/// treated as removed and added.
struct AcceptedLosses {
    private(set) var matching: Matching
    /// The lines that accepted something, even if nothing is lost in the end, as of a value that the store computed.
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

    /// Unmatches the properties that are of another kind now and hold nothing that could be lost.
    private mutating func splitEmpty() {
        for name in matching.touched {
            let pairs: [PropertyMatch] = matching.properties(ofNewer: name)?.pairs ?? []
            let others: [PropertyMatch] = pairs.filter { !$0.isOfOneKind }
            if others.isEmpty { continue }
            // No other copy of the matching is left when it is changed, which would copy all of it.
            let gone: Set<PropertyMatch> = { context in Set(others.filter { !context.loses($0.from) }) }(context)
            if !gone.isEmpty { matching.split(name) { gone.contains($0) } }
        }
    }

    /// Unmatches the entities that cannot keep their objects below a root they share with others, if the loss of these is
    /// accepted.
    private mutating func unmatchMerged() {
        guard matching.newer.hasHierarchies else { return }
        for entity in matching.newer.schema.entities
        where entity.parent == nil && !matching.isUnchanged(newer: entity.name) {
            let merged: [(root: String, kinds: [String])] = context.roots(mergedInto: entity.name)
            guard merged.count > 1 else { continue }
            for (_, kinds) in merged
            where kinds.allSatisfy({ kind in matching.olderName(of: kind).flatMap(lines.acceptance(of:)) != nil }) {
                for kind in kinds { matching.unmatch(newer: kind) }
            }
        }
    }

    /// Unmatches the properties that cannot keep their values, until nothing more follows.
    ///
    /// First what cannot stay in any case; then, of two relationships that cannot both stay, one gives way to the other:
    /// what is named before what a wildcard covers.
    private mutating func splitAccepted() {
        for isChoice in [false, true] {
            for isByName in [true, false] {
                var didSplit: Bool = true
                while didSplit {
                    didSplit = false
                    for name in matching.touched where splitAccepted(name, isChoice: isChoice, isByName: isByName) {
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
        var didSplit: Bool = false
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

    /// The line that accepts the loss of what a pair cannot keep.
    private func acceptance(
        of pair: PropertyMatch,
        _ olderName: String,
        _ name: String,
        isChoice: Bool
    ) -> Mapping.Line? {
        let context: StageContext = context
        guard let line = context.acceptance(of: pair.from, in: olderName),
            let obstacle = PropertyJudge(context: context).obstacle(of: pair, in: name)
        else { return nil }
        return obstacle.isChoice == isChoice ? line : nil
    }
}
