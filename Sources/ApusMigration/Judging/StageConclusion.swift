import ApusSchema

/// What all findings about a stage come to: its changes, why it cannot be carried out, and which lines of the mapping it
/// needs.
struct StageConclusion {
    private(set) var changes: [Change] = []
    private(set) var refusals: [Refusal] = []
    private(set) var used: Set<Mapping.Line> = []
    /// The lines that a change already shows.
    private var shown: Set<Mapping.Line> = []
    private var known: Set<Refusal> = []
    private let isSettled: Bool

    /// Starts without a finding.
    ///
    /// - Parameter isSettled: Whether the stages in between were judged already, so that nothing is refused here.
    init(isSettled: Bool) { self.isSettled = isSettled }

    /// Draws the conclusion from findings, in order.
    mutating func append(_ findings: Findings) {
        used.formUnion(findings.used)
        for finding in findings.list { conclude(finding) }
    }

    private mutating func conclude(_ finding: Finding) {
        let verdict: Change.Verdict = verdict(finding.judgement)
        guard let difference = finding.difference else { return }
        changes.append(Change(difference, entity: finding.subject, verdict: verdict))
    }

    private mutating func verdict(_ judgement: Finding.Judgement) -> Change.Verdict {
        switch judgement {
        case .lightweight: return .lightweight
        case .loss(let lines, let refusal):
            if lines.isEmpty { return .lightweight }
            // A line for some kinds is needed even if one for the others is missing.
            used.formUnion(lines.compactMap { $0 })
            if isSettled { return .accepted }
            return lines.contains(nil) ? refused(refusal) : .accepted
        case .written(let line):
            guard let line, line.key != .accept else { return .lightweight }
            shown.insert(line)
            return .mapped(line)
        case .refused(let refusal): return isSettled ? .lightweight : refused(refusal)
        }
    }

    private mutating func refused(_ refusal: Refusal) -> Change.Verdict {
        refuse(refusal)
        return .refused(refusal)
    }

    /// Adds a refusal, unless it is known.
    mutating func refuse(_ refusal: Refusal) {
        if known.insert(refusal).inserted { refusals.append(refusal) }
    }

    /// Shows each line that changes values by a change of its own, if no other change shows it.
    mutating func showRest(in schema: IndexedSchema) {
        let names: [String] =
            schema.schema.entities.map(\.name) + schema.schema.enumerations.map(\.name)
            + schema.schema.composites.map(\.name)
        let ranks = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        func rank(_ name: String) -> Int { ranks[name] ?? names.count }
        let lines = used.subtracting(shown).sorted { (rank($0.path.entity), $0.path) < (rank($1.path.entity), $1.path) }
        let rest: [Change] = lines.compactMap { line in
            guard let name = line.path.property else { return nil }
            let difference: (any Difference)? =
                switch line.key {
                case .fill: line.fill.map { ValuesFilled(name: name, fill: $0.shown(as: schema.type(of: line.path))) }
                case .require: ValuesRequired(name: name)
                case .accept, .convert: nil
                }
            return difference.map { Change($0, entity: line.path.entity, verdict: .mapped(line)) }
        }
        if rest.isEmpty { return }
        // Beside the other changes of the same entity, enum or composite, or after those of the ones before it.
        var ends: [Int] = Array(repeating: 0, count: names.count + 1)
        for (index, change) in changes.enumerated() where !(change.difference is EntityRemoved) {
            if let rank = ranks[change.entity] { ends[rank] = index + 1 }
        }
        for rank in ends.indices.dropFirst() { ends[rank] = max(ends[rank], ends[rank - 1]) }
        var all: [Change] = []
        var start = 0
        for change in rest {
            let end: Int = ends[rank(change.entity)]
            all += changes[start..<end]
            all.append(change)
            start = end
        }
        changes = all + changes[start...]
    }
}

extension IndexedSchema {
    /// The type of an attribute or a part.
    fileprivate func type(of path: ElementPath) -> AttributeType? {
        properties(of: path.entity).first { $0.name == path.property }?.property.attributeType
            ?? schema.composite(path.entity)?.attributes.first { $0.name == path.property }?.type
    }
}

extension Fill {
    /// The value as a diff shows it: a text in quotes, and what would not be seen.
    func shown(as type: AttributeType?) -> String {
        isLiteral && (type == .string || text.isEmpty) ? "'\(text)'" : text
    }
}
