import ApusSchema

/// The result of all judges of a stage: the final matching, the changes and the refusals.
struct StageJudgement {
    let matching: Matching
    let changes: [Change]
    let refusals: [Refusal]
    /// The lines of the mapping that the stage carries out.
    let used: Set<Mapping.Line>
    /// What the mapping does with objects that have the same unique values.
    let reductions: [DuplicateReduction]

    /// Judges a stage.
    ///
    /// - Parameters:
    ///   - matching: The matching by names.
    ///   - mapping: The mapping; `nil` if there is none.
    ///   - mappingFile: The mapping's file, whether it exists or not; `nil` if there can be none.
    ///   - isBorrowed: Whether the mapping was written for another starting point, so that needless lines are allowed.
    ///   - isDirect: Whether the mapping leads over several versions, so that it may differ from the stages between them.
    ///   - isSettled: Whether the stages in between were already judged, so that nothing is refused here.
    ///   - preparation: What the mapping did before names were matched.
    init(
        _ matching: Matching,
        mapping: Mapping?,
        mappingFile: String?,
        isBorrowed: Bool = false,
        isDirect: Bool = false,
        isSettled: Bool = false,
        preparation: Preparation? = nil
    ) {
        let lines = MappingLines(mapping, isBorrowed: isBorrowed, preparation: preparation)
        let losses = AcceptedLosses(matching.affected(byValuesOf: mapping), lines, mappingFile: mappingFile)
        let context = StageContext(
            matching: losses.matching,
            lines: lines,
            mappingFile: mappingFile,
            preparation: preparation
        )
        var findings = context.findings()
        findings.use(losses.used)
        if let preparation {
            findings.removeMade(by: preparation)
            findings.append(OriginJudge(context: context, preparation: preparation).judge())
        }
        let duplicates = context.judgeDuplicates(DuplicateReduction.all(in: mapping, context.newer))
        findings.append(duplicates.findings)
        reductions = duplicates.needed
        let types = TypeJudge(context: context, parts: findings.parts, keptTypes: findings.keptTypes)
        findings.append(types.judge())
        var conclusion = StageConclusion(isSettled: isSettled)
        conclusion.append(findings)
        conclusion.append(types.judgeEmptyParts(refused: Set(conclusion.refusals.map(\.path))))
        // A safeguard, whatever the judges concluded: a missing value must never go unreported.
        if let path = findings.obstructed, conclusion.refusals.isEmpty, !isSettled {
            conclusion.refuse(Refusal(.leftWithoutValue, at: path))
        }
        conclusion.showRest(in: context.newer)
        let refused = Set(conclusion.refusals.map(\.path))
        let undecided = mapping?[.undecided] ?? []
        for line in undecided {
            conclusion.refuse(
                Refusal(.undecided, at: line.path, settledBy: [.removal(of: line)], location: line.location)
            )
        }
        if let mapping, !isBorrowed {
            // The stages between say whether these lines are needed.
            let needed = mapping.neededFunctions + mapping[.swift]
            let used = conclusion.used.union(undecided).union(needed).union(
                isDirect ? mapping[.differs] : []
            )
            .union(context.formerAcceptances(in: mapping))
            let judge = LineJudge(
                context: context,
                mapping: mapping,
                used: used,
                refused: refused,
                merging: Set(conclusion.refusals.flatMap(context.merging))
            )
            for refusal in judge.judge() { conclusion.refuse(refusal) }
        }
        self.matching = context.matching
        used = conclusion.used
        changes = conclusion.changes
        refusals = conclusion.refusals
    }
}

extension StageContext {
    /// Returns the older entities of the hierarchies whose merge is refused.
    fileprivate func merging(_ refusal: Refusal) -> [ElementPath] {
        guard case .hierarchiesMerged = refusal.reason else { return [] }
        return roots(mergedInto: refusal.path.entity).flatMap(\.entities).compactMap(matching.olderName)
            .map { ElementPath($0) }
    }

    /// Returns the findings about all entities and their properties.
    fileprivate func findings() -> Findings {
        var findings = Findings()
        let (entities, properties) = (EntityJudge(context: self), PropertyJudge(context: self))
        for name in matching.affected {
            findings.append(entities.judge(name))
            findings.append(properties.judgeProperties(declaredBy: name))
            if let older = matching.olderName(of: name) { findings.append(properties.judgeRemovals(of: older)) }
        }
        findings.append(entities.judgeRemovals(properties.judgeRemovals))
        if older.schema.keepsHistory != newer.schema.keepsHistory {
            findings.add(HistoryChanged(keepsHistory: newer.schema.keepsHistory), of: newer.schema.model)
        }
        return findings
    }
}

extension Matching {
    /// Returns the matching with entities whose values a mapping fills or computes marked as affected, even if the schemas
    /// do not differ.
    fileprivate func affected(byValuesOf mapping: Mapping?) -> Matching {
        var matching = self
        let lines = (mapping?[.fill] ?? []) + (mapping?[.values] ?? [])
        if lines.isEmpty { return matching }
        let usersOfComposites = newer.schema.usersOfComposites
        var affected: [String] = []
        for name in Set(lines.map(\.path.entity)) {
            affected += newer.entity(name) != nil ? [name] : usersOfComposites[name] ?? []
        }
        // A line about an inherited attribute concerns the entity that declares it.
        for (entity, lines) in Dictionary(grouping: lines, by: \.path.entity) {
            let names = Set(lines.compactMap(\.path.names.first))
            affected += newer.properties(of: entity).filter { names.contains($0.name) }.map(\.owner)
        }
        for name in newer.families(below: affected) { matching.markAffected(name) }
        return matching
    }
}

extension Schema {
    /// The names of the entities that use each composite as the type of attributes, or of parts of them.
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
