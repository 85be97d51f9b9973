import ApusSchema

/// The conclusion from all findings about a stage: its changes, its refusals, and the lines of the mapping that it
/// needs.
struct StageConclusion {
    private(set) var changes: [Change] = []
    private(set) var refusals: [Refusal] = []
    private(set) var used: Set<Mapping.Line> = []
    /// The lines that a change shows.
    private var shown: Set<Mapping.Line> = []
    private var known: Set<Refusal> = []
    private let isSettled: Bool

    /// Creates a conclusion without findings.
    ///
    /// - Parameter isSettled: Whether the stages in between were already judged, so that nothing is refused here.
    init(isSettled: Bool) { self.isSettled = isSettled }

    /// Adds findings, in order.
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
            // A line for some entities is needed even if a line for others is missing.
            used.formUnion(lines.compactMap { $0 })
            if isSettled { return .accepted }
            return lines.contains(nil) ? refused(refusal) : .accepted
        case .written(let line):
            guard let line, line.key != .accept else { return .lightweight }
            // Lines about parts are shown one by one.
            if !line.path.isPart { shown.insert(line) }
            return .mapped(line)
        case .refused(let refusal): return isSettled ? .lightweight : refused(refusal)
        }
    }

    private mutating func refused(_ refusal: Refusal) -> Change.Verdict {
        refuse(refusal)
        return .refused(refusal)
    }

    /// Adds a refusal, unless it was already added.
    mutating func refuse(_ refusal: Refusal) {
        if known.insert(refusal).inserted { refusals.append(refusal) }
    }

    /// Adds a change for each line that changes values, if no other change shows the line.
    mutating func showRest(in schema: IndexedSchema) {
        let names: [String] =
            schema.schema.entities.map(\.name) + schema.schema.enumerations.map(\.name)
            + schema.schema.composites.map(\.name)
        let ranks = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        func rank(_ name: String) -> Int { ranks[name] ?? names.count }
        let lines = used.subtracting(shown).filter(\.key.definition.isChange).sorted {
            (rank($0.path.entity), $0.path) < (rank($1.path.entity), $1.path)
        }
        let rest: [Change] = lines.compactMap { line in
            guard let name = line.path.property else { return nil }
            // A loss of the older values may have shown it.
            let isShown = changes.contains { change in
                line.key == .values && change.entity == line.path.entity && change.difference is ValuesComputed
                    && change.difference.property == name
            }
            if isShown { return nil }
            let difference: (any Difference)? =
                switch line.key {
                case .fill: line.fill.map { ValuesFilled(name: name, fill: $0.shown(as: schema.type(of: line.path))) }
                case .values: line.expression.map { ValuesComputed(name: name, expression: $0) }
                case .require: ValuesRequired(name: name)
                case .duplicates: line.duplicates.map { DuplicatesReduced(name: name, choice: $0) }
                default: preconditionFailure("'\(line.key.rawValue)' is a change that no difference shows")
                }
            return difference.map { Change($0, entity: line.path.entity, verdict: .mapped(line)) }
        }
        if rest.isEmpty { return }
        // A change follows the other changes of the same entity, enum or composite, or else those of preceding ones.
        var ends = Array(repeating: 0, count: names.count + 1)
        for (index, change) in changes.enumerated() where !(change.difference is EntityRemoved) {
            if let rank = ranks[change.entity] { ends[rank] = index + 1 }
        }
        for rank in ends.indices.dropFirst() { ends[rank] = max(ends[rank], ends[rank - 1]) }
        var all: [Change] = []
        var start = 0
        for change in rest {
            let end = ends[rank(change.entity)]
            all += changes[start..<end]
            all.append(change)
            start = end
        }
        changes = all + changes[start...]
    }
}

extension IndexedSchema {
    /// Returns the type of an attribute or a part.
    fileprivate func type(of path: ElementPath) -> AttributeType? {
        properties(of: path.entity).first { $0.name == path.property }?.property.attributeType
            ?? schema.composite(path.entity)?.attributes.first { $0.name == path.property }?.type
    }
}

extension Fill {
    /// Returns the value as a diff prints it, with strings and empty values in quotes.
    func shown(as type: AttributeType?) -> String {
        isLiteral && (type == .string || text.isEmpty) ? "'\(text)'" : text
    }
}
