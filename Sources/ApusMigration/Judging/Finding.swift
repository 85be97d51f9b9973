import ApusSchema

/// A judge's result about one subject: a difference and what it means for the data, or only a reason why the stage
/// cannot be carried out.
struct Finding {
    /// What a difference means for the data.
    enum Judgement {
        /// The difference can be inferred.
        case lightweight
        /// Data is lost. For each entity whose objects lose it, there is the line that accepts the loss, or `nil`; a
        /// `nil` means that the loss is refused. Without any entity, nothing is lost.
        case loss([Mapping.Line?], Refusal)
        /// A line of the mapping specifies it; `nil` if none is needed.
        case written(Mapping.Line?)
        /// The difference cannot be carried out.
        case refused(Refusal)
    }

    /// The difference; `nil` if there is none, or if another finding has it.
    let difference: (any Difference)?
    /// The newer name of the entity, enum or composite, or its older name if it was removed.
    let subject: String
    /// What the difference means for the data.
    let judgement: Judgement
}

/// The findings of judges, in order, and what other judges need to know about them.
struct Findings {
    private(set) var list: [Finding] = []
    /// The lines of the mapping that the stage needs.
    private(set) var used: Set<Mapping.Line> = []
    /// What happens to the parts of composites, in all attributes.
    private(set) var parts: [ElementPath: LeafValue] = [:]
    /// The newer enums and composites whose values some attribute keeps.
    private(set) var keptTypes: Set<String> = []
    /// The first element that has no value in some rows.
    private(set) var obstructed: ElementPath?

    mutating func add(
        _ difference: any Difference,
        of subject: String,
        judged judgement: Finding.Judgement = .lightweight
    ) {
        list.append(Finding(difference: difference, subject: subject, judgement: judgement))
    }

    mutating func refuse(_ refusal: Refusal) {
        list.append(Finding(difference: nil, subject: refusal.path.entity, judgement: .refused(refusal)))
    }

    mutating func use(_ lines: some Sequence<Mapping.Line>) { used.formUnion(lines) }

    /// Records what happens to a part. An obstacle of one attribute takes precedence over the values of others.
    mutating func note(_ value: LeafValue, ofPart path: ElementPath) {
        if parts[path]?.obstacle == nil { parts[path] = value }
    }

    /// Records that an element has no value in some rows, so that the stage has to be refused.
    mutating func obstruct(_ path: ElementPath) {
        if obstructed == nil { obstructed = path }
    }

    mutating func keepType(_ type: String) { keptTypes.insert(type) }

    /// Removes the differences of entities that a mapping makes from what was made for them: they are new, or differ as the
    /// mapping says.
    mutating func removeMade(by preparation: Preparation) {
        list.removeAll { finding in
            guard case .lightweight = finding.judgement, let difference = finding.difference else { return false }
            if preparation.overall.olderName(of: finding.subject) == nil {
                return preparation.names[finding.subject] != nil
            }
            return difference.property.flatMap { preparation.computed[finding.subject]?[$0] } != nil
        }
    }

    mutating func append(_ other: Findings) {
        list += other.list
        use(other.used)
        for (path, value) in other.parts { note(value, ofPart: path) }
        keptTypes.formUnion(other.keptTypes)
        obstructed = obstructed ?? other.obstructed
    }
}
