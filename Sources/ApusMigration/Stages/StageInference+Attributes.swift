import ApusSchema

/// What the rules say of one leaf of a newer attribute, for the objects of a kind.
struct FoundLeaf {
    let kind: String
    let leaf: Schema.Leaf
    let value: LeafValue

    /// What fills rows, in words.
    var fillText: String? { value.filler?.shown(as: leaf.attribute.type) }
}

extension StageInference {
    /// Asks the rules for all leaves of an attribute, for the objects of all those kinds that go on, and keeps what they
    /// needed.
    mutating func leafValues(of property: OwnedProperty, from match: PropertyMatch?, in kinds: [String]) -> [FoundLeaf]
    {
        let found: [FoundLeaf] = leaves(of: property, from: match, in: kinds)
        if !found.isEmpty, case .attribute(let before)? = match?.old, before.isStored,
            case .attribute(let after)? = match?.new
        {
            carry(before.type, to: after.type)
        }
        for one in found {
            lines.formUnion(one.value.lines)
            if case .replaced? = one.value.obstacle { continue }
            guard let composite = one.leaf.composite, one.value.origin != .none || match != nil else { continue }
            // What the attribute itself says otherwise is told there.
            if one.value.obstacle != nil, match.map(isOtherwise) == true { continue }
            let path = ElementPath(composite, one.leaf.attribute.name)
            if parts[path]?.obstacle == nil { parts[path] = one.value }
        }
        return found
    }

    /// Whether an attribute is of another type, is required now or begins to be stored.
    private func isOtherwise(_ match: PropertyMatch) -> Bool {
        guard case .attribute(let before) = match.old, case .attribute(let after) = match.new else { return false }
        return !isSameType(before.type, after.type) || (before.isOptional && !after.isOptional) || !before.isStored
    }

    func leaves(of property: OwnedProperty, from match: PropertyMatch?, in kinds: [String]) -> [FoundLeaf] {
        guard case .attribute(let attribute) = property.property, attribute.isKept else { return [] }
        let rules: ValueRules = values
        return kinds.filter { hasOldObjects($0) }.flatMap { kind in
            new.leaves(of: attribute).map { leaf in
                FoundLeaf(kind: kind, leaf: leaf, value: rules.value(of: leaf, of: property, from: match, in: kind))
            }
        }
    }

    /// Whether a newer entity has objects that were there before.
    func hasOldObjects(_ kind: String) -> Bool {
        guard newer.isConcrete(kind), let name = matching.olderName(of: kind) else { return false }
        return older.isConcrete(name)
    }

    /// What fills rows, in words: as a line of the mapping says, else a default.
    func fillText(_ found: [FoundLeaf], at place: ElementPath) -> String? {
        let own: [FoundLeaf] = found.filter { $0.leaf.composite == nil }
        let lines: Set<MappingWords.Line> = Set(own.flatMap(\.value.lines))
        let line: MappingWords.Line? = line(among: lines, at: place, where: \.isFill)
        return own.lazy.filter { line.map($0.value.lines.contains) ?? true }.compactMap(\.fillText).first
    }

    /// The verdict of what is filled as the mapping says, or has a value in every row by its word.
    mutating func mappedVerdict(_ found: [FoundLeaf], at place: ElementPath) -> Change.Verdict {
        let own: Set<MappingWords.Line> = Set(found.filter { $0.leaf.composite == nil }.flatMap(\.value.lines))
        let all: Set<MappingWords.Line> = Set(found.flatMap(\.value.lines))
        return verdict(
            telling: line(among: own, at: place, where: \.isFill) ?? line(among: all, at: place, where: \.isRequirement)
        )
    }

    /// Why a matched attribute cannot keep its values, or `nil` where it can.
    func attributeObstacle(
        from before: Attribute,
        to after: Attribute,
        _ match: PropertyMatch,
        in kind: String
    ) -> Refusal? {
        // What lives in memory only, or follows from others, has no values to keep.
        guard before.isStored, after.isKept else { return nil }
        for one in leaves(of: match.to, from: match, in: [kind]) where one.leaf.composite == nil {
            switch one.value.obstacle {
            case .noConversion?, .incompatible?: return refusal(ofConverting: match, before, after)
            case .unknownConversion(let name, let path)?:
                return refusal(ofConversion: name, at: path, match, before, after)
            case .noValue?, .goneCases?, .badFill?, .replaced?, nil: continue
            }
        }
        let isOther: Bool = !isSameType(before.type, after.type) && isComposite(after.type)
        return isOther ? refusal(ofConverting: match, before, after) : nil
    }

    private func isComposite(_ type: AttributeType) -> Bool {
        if case .named(let name) = type { new.composite(name) != nil } else { false }
    }

    /// Whether two types are the same, or a composite or an enum under its older and its newer name.
    func isSameType(_ before: AttributeType, _ after: AttributeType) -> Bool {
        guard case .named(let one) = before, case .named(let other) = after else { return before == after }
        return matching.types.isSame(one, other)
    }

    /// Finds what an attribute says otherwise.
    mutating func inferChanges(from before: Attribute, to after: Attribute, _ match: PropertyMatch, in kinds: [String])
    {
        let entity: String = match.to.owner
        if before.name != after.name { add(AttributeRenamed(from: before.name, to: after.name), entity) }
        inferKeeping(from: before, to: after, match, in: kinds)
        inferSettings(from: before, to: after, in: entity)
    }

    /// Finds what becomes of the values.
    private mutating func inferKeeping(
        from before: Attribute,
        to after: Attribute,
        _ match: PropertyMatch,
        in kinds: [String]
    ) {
        let entity: String = match.to.owner
        let isLoss: Bool = before.isKept && !after.isKept
        if isLoss {
            let found: [MappingWords.Line?] = olderKinds(of: kinds).map { acceptance(of: match.from, in: $0) }
            let verdict: Change.Verdict =
                verdict(
                    ofLosing: found,
                    refusedBecause: refusal(ofNotKeeping: match, isDerived: after.derivation != nil)
                )
            add(
                after.isStored
                    ? BecameDerived(name: after.name, derivation: after.derivation?.text ?? "")
                    : BecameTransient(name: after.name),
                entity,
                verdict
            )
        } else if before.isStored, !after.isStored {
            add(BecameTransient(name: after.name), entity)
        }
        if let one = before.derivation, let other = after.derivation, one != other {
            add(DerivationChanged(name: after.name, from: one.text, to: other.text), entity)
        } else if before.derivation != nil, after.derivation == nil, before.isStored, after.isStored {
            add(BecameUnderived(name: after.name), entity)
        } else if !before.isKept, after.derivation != nil, before.derivation == nil {
            add(BecameDerived(name: after.name, derivation: after.derivation?.text ?? ""), entity)
        }
        if !before.isStored, after.isStored, before.derivation != nil, after.derivation != nil {
            add(BecameStored(name: after.name, fill: nil), entity)
        }
        let found: [FoundLeaf] = leafValues(of: match.to, from: match, in: kinds)
        if !before.isStored, after.isKept {
            let place = ElementPath(entity, after.name)
            var verdict: Change.Verdict = mappedVerdict(found, at: place)
            if let bare = found.first(where: { $0.value.obstacle == .noValue }) {
                verdict = .refused(refusal(ofStoring: match.to, bare))
            }
            add(BecameStored(name: after.name, fill: fillText(found, at: place)), entity, verdict)
            return
        }
        inferType(from: before, to: after, match, found, in: kinds)
        guard before.isStored, after.isKept else {
            inferOptionality(from: before, to: after, entity)
            inferDefault(from: before, to: after, [], in: entity)
            return
        }
        inferRequirement(from: before, to: after, match, found)
        inferDefault(from: before, to: after, found, in: entity)
    }

    private mutating func inferType(
        from before: Attribute,
        to after: Attribute,
        _ match: PropertyMatch,
        _ found: [FoundLeaf],
        in kinds: [String]
    ) {
        guard !isSameType(before.type, after.type) else { return }
        let entity: String = match.to.owner
        let chosen: Set<MappingWords.Line> = Set(found.flatMap(\.value.lines).filter(\.isConversion))
        let line: MappingWords.Line? = line(among: chosen, at: match.to.path) { _ in true }
        let obstacle: Refusal? = firstObstacle(of: match, in: kinds)
        addType(from: before, to: after, line, entity, obstacle.map { .refused($0) } ?? verdict(telling: line))
        for other in chosen.sorted(by: { $0.path < $1.path }) where other != line {
            addType(from: before, to: after, other, other.path.entity, verdict(telling: other))
        }
    }

    private mutating func addType(
        from before: Attribute,
        to after: Attribute,
        _ line: MappingWords.Line?,
        _ entity: String,
        _ verdict: Change.Verdict
    ) {
        let conversion: String? = line.flatMap { words.conversion(of: [$0.path])?.name }
        add(
            TypeChanged(name: after.name, from: before.type.name, to: after.type.name, conversion: conversion),
            entity,
            verdict
        )
    }

    private mutating func inferOptionality(from before: Attribute, to after: Attribute, _ entity: String) {
        if !before.isOptional, after.isOptional { add(BecameOptional(name: after.name), entity) }
        if before.isOptional, !after.isOptional { add(BecameRequired(name: after.name, fill: nil), entity) }
    }

    /// Finds whether rows without a value need one.
    private mutating func inferRequirement(
        from before: Attribute,
        to after: Attribute,
        _ match: PropertyMatch,
        _ found: [FoundLeaf]
    ) {
        let entity: String = match.to.owner
        if !before.isOptional, after.isOptional { add(BecameOptional(name: after.name), entity) }
        let own: [FoundLeaf] = found.filter { $0.leaf.composite == nil }
        if before.isOptional, !after.isOptional {
            let verdict: Change.Verdict = verdict(ofFilling: found, match.to, entity)
            add(BecameRequired(name: after.name, fill: fillText(found, at: match.to.path)), entity, verdict)
        } else if let bare = own.first(where: { $0.value.obstacle == .noValue || losesCases($0, of: match.to) }) {
            // A conversion, or a case that is gone, leaves some rows without one.
            if !isSettled { add(refusal(ofLeavingEmpty: match, bare)) }
        }
        if let bad = own.first(where: { if case .badFill? = $0.value.obstacle { true } else { false } }) {
            if !isSettled { add(refusal(ofFilling: bad, match.to)) }
        }
    }

    /// Whether accepting that cases are gone would leave rows without a value, so that both are said at once.
    private func losesCases(_ found: FoundLeaf, of property: OwnedProperty) -> Bool {
        guard case .goneCases? = found.value.obstacle, !found.leaf.attribute.isOptional else { return false }
        let paths: [ElementPath] = newer.paths(of: found.leaf, of: property, in: found.kind)
        return new.fillText(of: found.leaf.attribute) == nil && words.fill(of: paths) == nil
            && words.requirement(of: paths) == nil
    }

    private mutating func inferDefault(
        from before: Attribute,
        to after: Attribute,
        _ found: [FoundLeaf],
        in entity: String
    ) {
        let isObstructed: Bool = found.contains { $0.leaf.composite == nil && $0.value.obstacle != nil }
        let isNowRequired: Bool = before.isOptional && !after.isOptional
        guard !isObstructed, !isNowRequired, before.defaultValue != after.defaultValue else { return }
        if let older = before.defaultValue, let newer = after.defaultValue, let from = before.type.scalar,
            let to = after.type.scalar, let conversion = Conversion.inferred(from: from, to: to),
            (try? conversion(older.stored)) == newer.stored
        {
            return
        }
        add(
            DefaultChanged(
                name: after.name,
                from: before.defaultValue?.shownInDiff,
                to: after.defaultValue?.shownInDiff
            ),
            entity
        )
    }

    /// The verdict of rows that get a value which they did not have.
    private mutating func verdict(
        ofFilling found: [FoundLeaf],
        _ property: OwnedProperty,
        _ entity: String
    ) -> Change.Verdict {
        guard let bare = found.first(where: { $0.value.obstacle == .noValue }) else {
            return mappedVerdict(found, at: property.path)
        }
        return .refused(refusal(ofRequiring: property, bare, in: entity))
    }
}

extension LeafValue.Filler {
    /// What fills, as a mapping or a model says it.
    var text: String {
        switch self {
        case .literal(_, let text): text
        case .generated(let generator, _): generator.rawValue
        }
    }

    /// What fills, as a diff shows it: a text in quotes, and what would not be seen.
    func shown(as type: AttributeType) -> String {
        if case .literal = self, type == .string || text.isEmpty { "'\(text)'" } else { text }
    }
}

extension Value {
    /// The value as a diff shows it: texts in quotes, and what would not be seen.
    var shownInDiff: String {
        if case .string(let text) = self { "'\(text)'" } else { text.isEmpty ? "''" : text }
    }
}
