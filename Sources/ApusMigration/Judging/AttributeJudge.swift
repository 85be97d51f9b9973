import ApusSchema

/// Judges the differences of an attribute and what happens to its values.
struct AttributeJudge {
    let context: StageContext

    private var matching: Matching { context.matching }

    // MARK: Matched attributes

    /// Returns why a matched attribute cannot keep its values in the objects of an entity, or `nil` if it can.
    func obstacle(from before: Attribute, to after: Attribute, _ match: PropertyMatch, in holder: String) -> Refusal? {
        // A transient or derived attribute has no values to keep.
        guard before.isStored, after.isKept else { return nil }
        let found = context.leaves(of: match.to, from: match, in: [holder])
        for one in found.own {
            switch one.value.obstacle {
            case .noConversion?, .incompatible?: return conversion(of: match, from: before, to: after)
            case .unknownConversion(let name, let path)?: return unusable(name, at: path, from: before, to: after)
            case .noValue?, .goneCases?, .badFill?, .badExpression?, .replaced?, nil: continue
            }
        }
        let isOther = !context.isSameType(before.type, after.type) && isComposite(after.type)
        // Parts that the mapping does not compute are new, if it computes others.
        let isComputed = found.contains { $0.value.origin != .none || $0.value.obstacle?.isOfExpression == true }
        return isOther && !isComputed ? conversion(of: match, from: before, to: after) : nil
    }

    private func isComposite(_ type: AttributeType) -> Bool {
        if case .named(let name) = type { context.new.composite(name) != nil } else { false }
    }

    /// Judges a matched attribute.
    ///
    /// - Parameters:
    ///   - before: The older attribute.
    ///   - after: The newer attribute.
    ///   - match: Both attributes with the entities that declare them.
    ///   - holders: The newer entities whose objects have the attribute.
    /// - Returns: The findings.
    func judge(from before: Attribute, to after: Attribute, _ match: PropertyMatch, in holders: [String]) -> Findings {
        var findings = Findings()
        if before.name != after.name {
            findings.add(AttributeRenamed(from: before.name, to: after.name), of: match.to.owner)
        }
        judgeKeeping(from: before, to: after, match, in: holders, &findings)
        judgeSettings(from: before, to: after, in: match.to.owner, &findings)
        return findings
    }

    /// Judges what happens to the values.
    private func judgeKeeping(
        from before: Attribute,
        to after: Attribute,
        _ match: PropertyMatch,
        in holders: [String],
        _ findings: inout Findings
    ) {
        let entity = match.to.owner
        judgeDerivation(from: before, to: after, match, in: holders, &findings)
        let found = leafValues(of: match.to, from: match, in: holders, &findings)
        if !before.isStored, after.isKept {
            let path = ElementPath(entity, after.name)
            let bare = found.first { $0.value.obstacle == .noValue }
            if let bad = found.lazy.compactMap(unusableValue).first { findings.refuse(bad) }
            findings.add(
                BecameStored(name: after.name, fill: found.fillText(at: path)),
                of: entity,
                judged: bare.map { .refused(missingValue(.becameStoredWithoutValue, at: match.to.path, $0)) }
                    ?? found.written(at: path)
            )
            return
        }
        judgeType(from: before, to: after, match, found, in: holders, &findings)
        guard before.isStored, after.isKept else {
            if !before.isOptional, after.isOptional { findings.add(BecameOptional(name: after.name), of: entity) }
            if before.isOptional, !after.isOptional {
                findings.add(BecameRequired(name: after.name, fill: nil), of: entity)
            }
            judgeDefault(from: before, to: after, [], in: entity, &findings)
            return
        }
        judgeReplacement(of: before, match, found, &findings)
        judgeRequirement(from: before, to: after, match, found, &findings)
        judgeDefault(from: before, to: after, found, in: entity, &findings)
    }

    /// Judges whether the values are stored, derived or transient.
    private func judgeDerivation(
        from before: Attribute,
        to after: Attribute,
        _ match: PropertyMatch,
        in holders: [String],
        _ findings: inout Findings
    ) {
        let entity = match.to.owner
        let derived = BecameDerived(name: after.name, derivation: after.derivation?.text ?? "")
        if before.isKept, !after.isKept {
            let losers = context.olderEntities(of: holders).filter { entity in
                context.keeper(of: context.old.leaves(of: before), in: entity) == nil
            }
            let accepted: [Mapping.Line?] = losers.map { context.acceptance(of: match.from, in: $0) }
            let refusal = Refusal(
                after.derivation != nil ? .becameDerived : .becameTransient,
                at: match.to.path,
                settledBy: context.accepting(match.from.path)
            )
            let difference: any Difference = after.isStored ? derived : BecameTransient(name: after.name)
            findings.add(difference, of: entity, judged: .loss(accepted, refusal))
        } else if before.isStored, !after.isStored {
            findings.add(BecameTransient(name: after.name), of: entity)
        }
        if let one = before.derivation, let other = after.derivation, one != other {
            findings.add(DerivationChanged(name: after.name, from: one.text, to: other.text), of: entity)
        } else if before.derivation != nil, after.derivation == nil, before.isStored, after.isStored {
            findings.add(BecameUnderived(name: after.name), of: entity)
        } else if !before.isKept, after.derivation != nil, before.derivation == nil {
            findings.add(derived, of: entity)
        }
        if !before.isStored, after.isStored, before.derivation != nil, after.derivation != nil {
            findings.add(BecameStored(name: after.name, fill: nil), of: entity)
        }
    }

    private func judgeType(
        from before: Attribute,
        to after: Attribute,
        _ match: PropertyMatch,
        _ found: [FoundLeaf],
        in holders: [String],
        _ findings: inout Findings
    ) {
        guard !context.isSameType(before.type, after.type) else { return }
        func add(_ line: Mapping.Line?, _ entity: String, _ judgement: Finding.Judgement) {
            findings.add(
                TypeChanged(name: after.name, from: before.type.name, to: after.type.name, conversion: line?.value),
                of: entity,
                judged: judgement
            )
        }
        let obstacle: Refusal? = holders.lazy.compactMap { self.obstacle(from: before, to: after, match, in: $0) }.first
        if isComposite(after.type) {
            let bare = found.first { $0.value.obstacle == .noValue }
            let missing = obstacle ?? bare.map { addition(of: after, without: $0, to: match.to.owner) }
            return add(
                nil,
                match.to.owner,
                missing.map { .refused($0) } ?? .written(found.line(.values, at: match.to.path))
            )
        }
        let chosen = Set(found.flatMap(\.value.lines).filter { $0.key == .convert || $0.key == .values })
        let line = chosen.line(at: match.to.path) { _ in true }
        add(line, match.to.owner, obstacle.map { .refused($0) } ?? .written(line))
        for other in chosen.sorted(by: { $0.path < $1.path }) where other != line {
            add(other, other.path.entity, .written(other))
        }
    }

    /// Judges whether expressions replace older values that none of them reads.
    private func judgeReplacement(
        of before: Attribute,
        _ match: PropertyMatch,
        _ found: [FoundLeaf],
        _ findings: inout Findings
    ) {
        guard before.isKept else { return }
        var seen: Set<[String]> = []
        for leaf in found.map(\.leaf) where seen.insert(leaf.path).inserted {
            let replacing = found.filter { one in
                guard one.leaf.path == leaf.path, case .computed = one.value.origin else { return false }
                let values = found.filter { $0.entity == one.entity }.compactMap(\.value.origin.computed)
                return replaced(by: leaf, before, match).contains { older in !values.contains { $0.reads([older]) } }
            }
            let path = ElementPath(match.to.owner, leaf.name)
            guard let line = replacing.line(.values, at: path) else { continue }
            let losers = context.olderEntities(of: replacing.map(\.entity)).filter {
                context.preparation?.carrier(of: before, in: $0)?.isOfAll != true
                    && context.keeper(of: replaced(by: leaf, before, match), in: $0) == nil
            }
            if losers.isEmpty { continue }
            let part: ElementPath? = replacedPart(by: leaf, before, match)
            let accepted = losers.map { loser in
                part.flatMap { context.lines.acceptance(of: [$0]) } ?? context.acceptance(of: match.from, in: loser)
            }
            findings.add(
                ValuesComputed(name: leaf.name, expression: line.expression ?? ""),
                of: line.path.entity,
                judged: .loss(
                    accepted,
                    Refusal(.valuesReplaced, at: path, settledBy: context.accepting(part ?? match.from.path))
                )
            )
            // All parts together take the place of an older attribute of another type.
            if part == nil { return }
        }
    }

    /// Returns the older values in whose place a newer leaf is: those of one part if the composite stays, or else all.
    private func replaced(by leaf: Schema.Leaf, _ before: Attribute, _ match: PropertyMatch) -> [Schema.Leaf] {
        guard leaf.composite != nil, case .attribute(let after) = match.new else {
            return context.old.leaves(of: before)
        }
        return switch context.values.olderElement(of: leaf.path, from: before, to: after) {
        case .leaf(let older): [older]
        case .another(nil): context.old.leaves(of: before)
        // What happens to a part of another structure is judged once, for its type.
        case .nothing, .another: []
        }
    }

    /// Returns the older part in whose place a newer leaf is; `nil` if it is none.
    private func replacedPart(by leaf: Schema.Leaf, _ before: Attribute, _ match: PropertyMatch) -> ElementPath? {
        guard leaf.composite != nil, case .attribute(let after) = match.new,
            case .leaf(let older) = context.values.olderElement(of: leaf.path, from: before, to: after)
        else { return nil }
        return older.composite.map { ElementPath($0, older.attribute.name) }
    }

    /// Judges whether rows without a value need one.
    private func judgeRequirement(
        from before: Attribute,
        to after: Attribute,
        _ match: PropertyMatch,
        _ found: [FoundLeaf],
        _ findings: inout Findings
    ) {
        let entity = match.to.owner
        if !before.isOptional, after.isOptional { findings.add(BecameOptional(name: after.name), of: entity) }
        let own = found.own
        if before.isOptional, !after.isOptional {
            let bare = found.first { $0.value.obstacle == .noValue }
            findings.add(
                BecameRequired(name: after.name, fill: found.fillText(at: match.to.path)),
                of: entity,
                judged: bare.map { .refused(requirement(of: ElementPath(entity, after.name), $0)) }
                    ?? found.written(at: match.to.path)
            )
        } else if let bare = own.first(where: { $0.value.obstacle == .noValue || losesCases($0, of: match.to) }) {
            // A conversion or a removed case leaves some rows without a value.
            findings.refuse(missingValue(.leftWithoutValue, at: match.to.path, bare))
        }
        // Other values of parts that cannot be used are reported for their type.
        let computed = found.filter { $0.leaf.composite == nil || $0.value.obstacle?.isOfExpression == true }
        for bad in computed.compactMap(unusableValue) { findings.refuse(bad) }
    }

    /// Returns whether accepting the removal of cases would leave rows without a value, so that both are reported at
    /// once.
    private func losesCases(_ found: FoundLeaf, of property: OwnedProperty) -> Bool {
        guard case .goneCases? = found.value.obstacle, !found.leaf.attribute.isOptional else { return false }
        let paths = context.newer.paths(of: found.leaf, of: property, in: found.entity)
        return context.new.fillText(of: found.leaf.attribute) == nil && context.lines.fill(of: paths) == nil
            && context.lines.requirement(of: paths) == nil
    }

    private func judgeDefault(
        from before: Attribute,
        to after: Attribute,
        _ found: [FoundLeaf],
        in entity: String,
        _ findings: inout Findings
    ) {
        let isObstructed = found.own.contains { $0.value.obstacle != nil }
        let isNowRequired = before.isOptional && !after.isOptional
        guard !isObstructed, !isNowRequired, before.defaultValue != after.defaultValue else { return }
        if let older = before.defaultValue, let newer = after.defaultValue, let from = before.type.scalar,
            let to = after.type.scalar, let conversion = Conversion.inferred(from: from, to: to),
            (try? conversion(older.stored)) == newer.stored
        {
            return
        }
        let (from, to): (String?, String?) = (before.defaultValue?.shownInDiff, after.defaultValue?.shownInDiff)
        findings.add(DefaultChanged(name: after.name, from: from, to: to), of: entity)
    }

    // MARK: New attributes

    /// Judges an attribute that is new in the objects of some entities.
    func judgeAddition(of property: OwnedProperty, _ attribute: Attribute, to holders: [String], in entity: String)
        -> Findings
    {
        var findings = Findings()
        let found = leafValues(of: property, from: nil, in: holders, &findings)
        let path = ElementPath(entity, attribute.name)
        var judgement = found.written(at: path)
        if let own = found.own.first(where: { $0.value.obstacle != nil }) {
            judgement = .refused(unusableValue(own) ?? addition(of: attribute, own, to: entity))
        } else if let part = found.first(where: { $0.value.obstacle != nil }) {
            judgement = .refused(unusableValue(part) ?? addition(of: attribute, without: part, to: entity))
            for bad in found.compactMap(unusableValue) { findings.refuse(bad) }
        }
        findings.add(
            AttributeAdded(attribute: attribute, fill: found.fillText(at: path)),
            of: entity,
            judged: judgement
        )
        return findings
    }

    // MARK: Leaves

    /// Returns the values of all leaves, and records the lines that they use and what happens to the parts of
    /// composites.
    private func leafValues(
        of property: OwnedProperty,
        from match: PropertyMatch?,
        in holders: [String],
        _ findings: inout Findings
    ) -> [FoundLeaf] {
        let found = context.leaves(of: property, from: match, in: holders)
        if !found.isEmpty, case .attribute(let before)? = match?.old, before.isStored,
            case .attribute(let after)? = match?.new
        {
            keepType(before.type, as: after.type, &findings)
        }
        for one in found {
            findings.use(one.value.lines)
            if one.value.obstacle != nil { findings.obstruct(context.path(of: one.leaf, in: property.path)) }
            if case .replaced? = one.value.obstacle { continue }
            if one.value.obstacle?.isOfExpression == true { continue }
            guard let composite = one.leaf.composite, match != nil else { continue }
            // If the attribute changes its type or now needs a value, this is reported for the attribute.
            if let obstacle = one.value.obstacle, let match, isReported(obstacle, with: match) { continue }
            findings.note(one.value, ofPart: ElementPath(composite, one.leaf.attribute.name))
        }
        return found
    }

    /// Records the types whose values are kept, including the types of parts.
    private func keepType(_ before: AttributeType, as after: AttributeType, _ findings: inout Findings) {
        guard case .named(let oldName) = before, case .named(let newName) = after,
            matching.types.isSame(oldName, newName)
        else { return }
        findings.keepType(newName)
        for pair in matching.types.composites[newName]?.parts.pairs ?? [] {
            if case .attribute(let before) = pair.old, case .attribute(let after) = pair.new {
                keepType(before.type, as: after.type, &findings)
            }
        }
    }

    /// Returns whether the obstacle of a part is reported for the attribute: because the attribute changes its type, or
    /// because it becomes required or stored and has no value.
    private func isReported(_ obstacle: LeafValue.Obstacle, with match: PropertyMatch) -> Bool {
        guard case .attribute(let before) = match.old, case .attribute(let after) = match.new else { return false }
        if !context.isSameType(before.type, after.type) { return true }
        return obstacle == .noValue && ((before.isOptional && !after.isOptional) || !before.isStored)
    }
}
