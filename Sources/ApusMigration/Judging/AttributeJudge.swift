import ApusSchema

/// Judges how an attribute differs, and what happens to its values.
struct AttributeJudge {
    let context: StageContext

    private var matching: Matching { context.matching }

    // MARK: Matched attributes

    /// Why a matched attribute cannot keep its values for the objects of a kind, or `nil` if it can.
    func obstacle(from before: Attribute, to after: Attribute, _ match: PropertyMatch, in kind: String) -> Refusal? {
        // What lives in memory only, or follows from others, has no values to keep.
        guard before.isStored, after.isKept else { return nil }
        for one in context.leaves(of: match.to, from: match, in: [kind]).own {
            switch one.value.obstacle {
            case .noConversion?, .incompatible?: return conversion(match, before, after)
            case .unknownConversion(let name, let path)?: return unusable(name, at: path, before, after)
            case .noValue?, .goneCases?, .badFill?, .replaced?, nil: continue
            }
        }
        let isOther: Bool = !context.isSameType(before.type, after.type) && isComposite(after.type)
        return isOther ? conversion(match, before, after) : nil
    }

    private func isComposite(_ type: AttributeType) -> Bool {
        if case .named(let name) = type { context.new.composite(name) != nil } else { false }
    }

    /// Judges a matched attribute.
    ///
    /// - Parameters:
    ///   - before: The older attribute.
    ///   - after: The newer attribute.
    ///   - match: The two with the entities that declare them.
    ///   - kinds: The newer entities whose objects have it.
    /// - Returns: What is found.
    func judge(from before: Attribute, to after: Attribute, _ match: PropertyMatch, in kinds: [String]) -> Findings {
        var findings = Findings()
        if before.name != after.name {
            findings.add(AttributeRenamed(from: before.name, to: after.name), match.to.owner)
        }
        judgeKeeping(from: before, to: after, match, in: kinds, &findings)
        judgeSettings(from: before, to: after, in: match.to.owner, &findings)
        return findings
    }

    /// Finds what happens to the values.
    private func judgeKeeping(
        from before: Attribute,
        to after: Attribute,
        _ match: PropertyMatch,
        in kinds: [String],
        _ findings: inout Findings
    ) {
        let entity: String = match.to.owner
        judgeDerivation(from: before, to: after, match, in: kinds, &findings)
        let found: [FoundLeaf] = leafValues(of: match.to, from: match, in: kinds, &findings)
        if !before.isStored, after.isKept {
            let path = ElementPath(entity, after.name)
            let bare: FoundLeaf? = found.first { $0.value.obstacle == .noValue }
            findings.add(
                BecameStored(name: after.name, fill: found.fillText(at: path)),
                entity,
                bare.map { .refused(missingValue(.becameStoredWithoutValue, match.to.path, $0)) }
                    ?? found.written(at: path)
            )
            return
        }
        judgeType(from: before, to: after, match, found, in: kinds, &findings)
        guard before.isStored, after.isKept else {
            if !before.isOptional, after.isOptional { findings.add(BecameOptional(name: after.name), entity) }
            if before.isOptional, !after.isOptional {
                findings.add(BecameRequired(name: after.name, fill: nil), entity)
            }
            judgeDefault(from: before, to: after, [], in: entity, &findings)
            return
        }
        judgeRequirement(from: before, to: after, match, found, &findings)
        judgeDefault(from: before, to: after, found, in: entity, &findings)
    }

    /// Finds whether the values are kept, computed, or in memory only.
    private func judgeDerivation(
        from before: Attribute,
        to after: Attribute,
        _ match: PropertyMatch,
        in kinds: [String],
        _ findings: inout Findings
    ) {
        let entity: String = match.to.owner
        let derived = BecameDerived(name: after.name, derivation: after.derivation?.text ?? "")
        if before.isKept, !after.isKept {
            let accepted: [Mapping.Line?] = context.olderKinds(of: kinds).map {
                context.acceptance(of: match.from, in: $0)
            }
            let refusal = Refusal(
                after.derivation != nil ? .becameDerived : .becameTransient,
                at: match.to.path,
                settledBy: context.accepting(match.from.path)
            )
            let difference: any Difference = after.isStored ? derived : BecameTransient(name: after.name)
            findings.add(difference, entity, .loss(accepted, refusal))
        } else if before.isStored, !after.isStored {
            findings.add(BecameTransient(name: after.name), entity)
        }
        if let one = before.derivation, let other = after.derivation, one != other {
            findings.add(DerivationChanged(name: after.name, from: one.text, to: other.text), entity)
        } else if before.derivation != nil, after.derivation == nil, before.isStored, after.isStored {
            findings.add(BecameUnderived(name: after.name), entity)
        } else if !before.isKept, after.derivation != nil, before.derivation == nil {
            findings.add(derived, entity)
        }
        if !before.isStored, after.isStored, before.derivation != nil, after.derivation != nil {
            findings.add(BecameStored(name: after.name, fill: nil), entity)
        }
    }

    private func judgeType(
        from before: Attribute,
        to after: Attribute,
        _ match: PropertyMatch,
        _ found: [FoundLeaf],
        in kinds: [String],
        _ findings: inout Findings
    ) {
        guard !context.isSameType(before.type, after.type) else { return }
        func add(_ line: Mapping.Line?, _ entity: String, _ judgement: Finding.Judgement) {
            findings.add(
                TypeChanged(name: after.name, from: before.type.name, to: after.type.name, conversion: line?.value),
                entity,
                judgement
            )
        }
        let chosen: Set<Mapping.Line> = Set(found.flatMap(\.value.lines).filter { $0.key == .convert })
        let line: Mapping.Line? = chosen.line(at: match.to.path) { _ in true }
        let obstacle: Refusal? = kinds.lazy.compactMap { self.obstacle(from: before, to: after, match, in: $0) }.first
        add(line, match.to.owner, obstacle.map { .refused($0) } ?? .written(line))
        for other in chosen.sorted(by: { $0.path < $1.path }) where other != line {
            add(other, other.path.entity, .written(other))
        }
    }

    /// Finds whether rows without a value need one.
    private func judgeRequirement(
        from before: Attribute,
        to after: Attribute,
        _ match: PropertyMatch,
        _ found: [FoundLeaf],
        _ findings: inout Findings
    ) {
        let entity: String = match.to.owner
        if !before.isOptional, after.isOptional { findings.add(BecameOptional(name: after.name), entity) }
        let own: [FoundLeaf] = found.own
        if before.isOptional, !after.isOptional {
            let bare: FoundLeaf? = found.first { $0.value.obstacle == .noValue }
            findings.add(
                BecameRequired(name: after.name, fill: found.fillText(at: match.to.path)),
                entity,
                bare.map { .refused(requirement(of: ElementPath(entity, after.name), $0)) }
                    ?? found.written(at: match.to.path)
            )
        } else if let bare = own.first(where: { $0.value.obstacle == .noValue || losesCases($0, of: match.to) }) {
            // A conversion, or a case that is gone, leaves some rows without one.
            findings.refuse(missingValue(.leftWithoutValue, match.to.path, bare))
        }
        if let bad = own.lazy.compactMap(unusableFill).first { findings.refuse(bad) }
    }

    /// Whether accepting that cases are gone would leave rows without a value, so that both are reported at once.
    private func losesCases(_ found: FoundLeaf, of property: OwnedProperty) -> Bool {
        guard case .goneCases? = found.value.obstacle, !found.leaf.attribute.isOptional else { return false }
        let paths: [ElementPath] = context.newer.paths(of: found.leaf, of: property, in: found.kind)
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
        let isObstructed: Bool = found.own.contains { $0.value.obstacle != nil }
        let isNowRequired: Bool = before.isOptional && !after.isOptional
        guard !isObstructed, !isNowRequired, before.defaultValue != after.defaultValue else { return }
        if let older = before.defaultValue, let newer = after.defaultValue, let from = before.type.scalar,
            let to = after.type.scalar, let conversion = Conversion.inferred(from: from, to: to),
            (try? conversion(older.stored)) == newer.stored
        {
            return
        }
        let (from, to): (String?, String?) = (before.defaultValue?.shownInDiff, after.defaultValue?.shownInDiff)
        findings.add(DefaultChanged(name: after.name, from: from, to: to), entity)
    }

    // MARK: New attributes

    /// Judges an attribute that the objects of some kinds did not have.
    func judgeAddition(of property: OwnedProperty, _ attribute: Attribute, to kinds: [String], in entity: String)
        -> Findings
    {
        var findings = Findings()
        let found: [FoundLeaf] = leafValues(of: property, from: nil, in: kinds, &findings)
        let path = ElementPath(entity, attribute.name)
        var judgement: Finding.Judgement = found.written(at: path)
        if let own = found.own.first(where: { $0.value.obstacle != nil }) {
            judgement = .refused(unusableFill(own) ?? addition(of: attribute, own, to: entity))
        } else if let part = found.first(where: { $0.value.obstacle != nil }) {
            judgement = .refused(unusableFill(part) ?? addition(of: attribute, without: part, to: entity))
        }
        findings.add(AttributeAdded(attribute: attribute, fill: found.fillText(at: path)), entity, judgement)
        return findings
    }

    // MARK: Leaves

    /// Asks the rules for all leaves, and notes what they needed and what happens to the parts of composites.
    private func leafValues(
        of property: OwnedProperty,
        from match: PropertyMatch?,
        in kinds: [String],
        _ findings: inout Findings
    ) -> [FoundLeaf] {
        let found: [FoundLeaf] = context.leaves(of: property, from: match, in: kinds)
        if !found.isEmpty, case .attribute(let before)? = match?.old, before.isStored,
            case .attribute(let after)? = match?.new
        {
            carry(before.type, to: after.type, &findings)
        }
        for one in found {
            findings.use(one.value.lines)
            if one.value.obstacle != nil { findings.obstruct(context.path(of: one.leaf, in: property.path)) }
            if case .replaced? = one.value.obstacle { continue }
            guard let composite = one.leaf.composite, one.value.origin != .none || match != nil else { continue }
            // A change of the attribute's own type, and that it needs a value now, are reported with the attribute.
            if let obstacle = one.value.obstacle, let match, isReported(obstacle, with: match) { continue }
            findings.note(one.value, ofPart: ElementPath(composite, one.leaf.attribute.name))
        }
        return found
    }

    /// Notes the types that values go on with, those of the parts too.
    private func carry(_ before: AttributeType, to after: AttributeType, _ findings: inout Findings) {
        guard case .named(let oldName) = before, case .named(let newName) = after,
            matching.types.isSame(oldName, newName)
        else { return }
        findings.carry(newName)
        for pair in matching.types.composites[newName]?.parts.pairs ?? [] {
            if case .attribute(let before) = pair.old, case .attribute(let after) = pair.new {
                carry(before.type, to: after.type, &findings)
            }
        }
    }

    /// Whether the obstacle of a part is reported with the attribute: because that is of another type, or is required now
    /// or begins to be stored and has no value.
    private func isReported(_ obstacle: LeafValue.Obstacle, with match: PropertyMatch) -> Bool {
        guard case .attribute(let before) = match.old, case .attribute(let after) = match.new else { return false }
        if !context.isSameType(before.type, after.type) { return true }
        return obstacle == .noValue && ((before.isOptional && !after.isOptional) || !before.isStored)
    }
}
