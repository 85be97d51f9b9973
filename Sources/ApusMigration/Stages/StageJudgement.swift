import ApusSchema

/// What all judges say of a stage: the matching that holds in the end, the changes, and why it cannot be carried out.
struct StageJudgement {
    let matching: Matching
    let changes: [Change]
    let refusals: [Refusal]

    /// Judges a stage.
    ///
    /// - Parameters:
    ///   - matching: What matches by name.
    ///   - mapping: The mapping; `nil` if there is none.
    ///   - mappingFile: The file that may accept losses and fill; `nil` if there can be none.
    ///   - isBorrowed: Whether the mapping is about another starting point, so that the stage need not need its lines.
    ///   - isSettled: Whether the stages in between were judged already, so that nothing is refused here.
    init(
        _ matching: Matching,
        mapping: Mapping?,
        mappingFile: String?,
        isBorrowed: Bool = false,
        isSettled: Bool = false
    ) {
        let lines = MappingLines(mapping, isBorrowed: isBorrowed)
        let losses = AcceptedLosses(matching.touched(byFillsOf: mapping), lines, mappingFile: mappingFile)
        let context = StageContext(matching: losses.matching, lines: lines, mappingFile: mappingFile)
        var findings: Findings = context.findings()
        findings.use(losses.used)
        let types = TypeJudge(context: context, parts: findings.parts, carried: findings.carried)
        findings.append(types.judge())
        var conclusion = StageConclusion(isSettled: isSettled)
        conclusion.append(findings)
        conclusion.append(types.judgeEmptyParts(refused: Set(conclusion.refusals.map(\.path))))
        // Whatever the judges made of it: a value that cannot be made is never left out in silence.
        if let path = findings.obstructed, conclusion.refusals.isEmpty, !isSettled {
            conclusion.refuse(Refusal(.leftWithoutValue, at: path))
        }
        conclusion.showRest(in: context.newer)
        if let mapping, !isBorrowed {
            let refused: Set<ElementPath> = Set(conclusion.refusals.map(\.path))
            let judge = LineJudge(context: context, mapping: mapping, used: conclusion.used, refused: refused)
            for refusal in judge.judge() { conclusion.refuse(refusal) }
        }
        self.matching = context.matching
        changes = conclusion.changes
        refusals = conclusion.refusals
    }
}

extension StageContext {
    /// What is found about all entities and their properties.
    fileprivate func findings() -> Findings {
        var findings = Findings()
        let (entities, properties) = (EntityJudge(context: self), PropertyJudge(context: self))
        for name in matching.touched {
            findings.append(entities.judge(name))
            findings.append(properties.judgeProperties(declaredBy: name))
            if let older = matching.olderName(of: name) { findings.append(properties.judgeRemovals(of: older)) }
        }
        findings.append(entities.judgeRemovals(properties.judgeRemovals))
        return findings
    }
}

extension Matching {
    /// The matching with what a mapping fills taken as touched: nulls may be filled even if the schemas do not differ.
    fileprivate func touched(byFillsOf mapping: Mapping?) -> Matching {
        var matching: Matching = self
        guard let filled = mapping?[.fill], !filled.isEmpty else { return matching }
        let usersOfComposites = newer.schema.usersOfComposites
        var touched: [String] = []
        for name in Set(filled.map(\.path.entity)) {
            touched += newer.entity(name) != nil ? [name] : usersOfComposites[name] ?? []
        }
        for name in newer.families(below: touched) { matching.touch(name) }
        return matching
    }
}

extension Schema {
    /// The entities that have each composite as the type of attributes, or of parts of them.
    fileprivate var usersOfComposites: [String: [String]] {
        var users: [String: [String]] = [:]
        for entity in entities {
            var seen: Set<String> = []
            var rest = entity.attributes.map(\.type)
            while let type = rest.popLast() {
                guard case .named(let name) = type, let composite = composite(name), seen.insert(name).inserted else {
                    continue
                }
                users[name, default: []].append(entity.name)
                rest += composite.attributes.map(\.type)
            }
        }
        return users
    }
}
