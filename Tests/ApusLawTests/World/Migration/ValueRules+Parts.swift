import ApusMigration
import ApusSchema

/// Composites of which the mapping computes parts, each value for itself.
extension ValueRules {
    /// How parts of an attribute are computed, by their paths, with the number of the line; empty if none is.
    func computedParts(of attribute: Attribute) -> [[String]: (text: String, number: Int?)] {
        guard newer.schema.composite(of: attribute) != nil else { return [:] }
        var found: [[String]: (text: String, number: Int?)] = [:]
        for leaf in newer.schema.storedLeaves(of: attribute) {
            if let text = making.values[leaf.path.joined(separator: ".")] {
                found[leaf.path] = (text, nil)
            } else if let number = lines.expression(part: leaf.path, of: kind) {
                lines.use(.values, number)
                found[leaf.path] = (lines.mapping[.values][number].expression ?? "", number)
            }
        }
        return found
    }

    /// A newer value of such a composite, before it is known what stands where it is missing.
    private struct Draft {
        let leaf: WorldLeaf
        let spots: [Spot]
        var source: LeafRule.Source
        /// Whether the source may be null where the composites around it are there, or at all.
        var mayBeNull = true
        var mayBeNullAlone = true
        var isComputed = false
        /// The composites around it that may be absent, outermost first.
        let shelters: [Shelter]
    }

    /// A newer composite that may be absent.
    private struct Shelter {
        /// Its path.
        let path: [String]
        /// The older values below the composite that it was; `nil` if it was none.
        let older: [[String]]?
        /// Whether the older one may be absent, too.
        let wasOptional: Bool
    }

    mutating func rules(
        for attribute: Attribute,
        _ owned: OwnedProperty,
        _ old: OwnedProperty?,
        parts: [[String]: (text: String, number: Int?)]
    ) -> [LeafRule] {
        var before: Attribute? = old?.storedAttribute
        if let one = before, !isSame(one, attribute) {
            // All that it had is lost, unless the expressions read it.
            note(older.schema.storedLeaves(of: one).map(\.path), of: one, nil, parts)
            before = nil
        } else if let before {
            for leaf in older.schema.storedLeaves(of: before) { carriedPaths.insert(leaf.path) }
        }
        let spot: Spot = .property(kind: kind, owner: owned.owner, name: owned.name)
        var replaced: Set<[String]> = []
        let drafts: [Draft] = drafts(
            attribute,
            old: before,
            parts: parts,
            spots: [spot],
            path: [],
            oldPath: [],
            shelters: [],
            mayBeAbsent: false,
            &replaced
        )
        return drafts.map { draft in
            var (guards, signs): ([[[String]]], [LeafRule]) = ([], [])
            var (mayBeNull, canStop, isAbsent) = (draft.mayBeNullAlone, true, false)
            let inside: [Draft] =
                draft.shelters.last.map { shelter in
                    drafts.filter { $0.leaf.path.starts(with: shelter.path) }
                } ?? []
            if let shelter = draft.shelters.last, inside.contains(where: \.isComputed) {
                signs = inside.filter { $0.isComputed && $0.leaf.path != draft.leaf.path }.map {
                    LeafRule(leaf: $0.leaf, owner: owned.owner, source: $0.source, gap: .stay, guards: [])
                }
                let others: [[String]] = (shelter.older ?? []).filter { !replaced.contains($0) }
                guards = [others]
                isAbsent = signs.isEmpty && others.isEmpty
            } else {
                for shelter in draft.shelters.reversed() {
                    guard let older = shelter.older else {
                        isAbsent = true
                        break
                    }
                    if !shelter.wasOptional { continue }
                    guards = [older]
                    (mayBeNull, canStop) = (draft.mayBeNull, false)
                    break
                }
            }
            var gap: LeafRule.Gap = .stay
            if !isAbsent, mayBeNull { gap = self.gap(of: draft.leaf.part, draft.source, draft.spots, canStop) }
            var rule = LeafRule(leaf: draft.leaf, owner: owned.owner, source: draft.source, gap: gap, guards: guards)
            rule.signs = signs
            return rule
        }
    }

    /// What stands where a value is null.
    private mutating func gap(of part: Attribute, _ source: LeafRule.Source, _ spots: [Spot], _ canStop: Bool)
        -> LeafRule.Gap
    {
        guard let spot = spots.last else { return .stay }
        if let number = lines.fill(spot) { return .fill(number) }
        var isNew = false
        if case .nothing = source { isNew = true }
        if isNew || !part.isOptional, let value = defaultValue(of: part) { return .value(value) }
        guard !part.isOptional else { return .stay }
        if canStop, spots.reversed().contains(where: lines.requires) { return .stop }
        refuse("AP207", spot.path, [.fill(spot.path)] + (canStop ? [.require(spot.path)] : []))
        return .stay
    }

    private func isSame(_ old: Attribute, _ new: Attribute) -> Bool {
        guard let oldType = older.schema.composite(of: old), let newType = newer.schema.composite(of: new) else {
            return false
        }
        return match.composites[newType.name] == oldType.name
    }

    private mutating func drafts(
        _ new: Attribute,
        old: Attribute?,
        parts: [[String]: (text: String, number: Int?)],
        spots: [Spot],
        path: [String],
        oldPath: [String],
        shelters: [Shelter],
        mayBeAbsent: Bool,
        _ replaced: inout Set<[String]>,
        everAbsent: Bool = false
    ) -> [Draft] {
        let path: [String] = path + [new.name]
        let oldPath: [String] = oldPath + [old?.name ?? ""]
        if let composite = newer.schema.composite(of: new) {
            let oldType: Composite? = old.flatMap { isSame($0, new) ? older.schema.composite(of: $0) : nil }
            if let old, oldType == nil, spots.count > 1, let oldSpot = oldSpots[oldPath] {
                if !lines.accepts(oldSpot) { refuse("AP254", oldSpot.path, [.accept(oldSpot.path)]) }
                for leaf in older.schema.storedLeaves(of: old, under: Array(oldPath.dropLast())) {
                    carriedPaths.remove(leaf.path)
                }
            }
            var shelters: [Shelter] = shelters
            var (mayBeAbsent, everAbsent) = (mayBeAbsent, everAbsent || old?.isOptional == true)
            let olderLeaves: [[String]]? =
                oldType == nil
                ? nil
                : old.map { old in
                    older.schema.storedLeaves(of: old, under: Array(oldPath.dropLast())).map(\.path)
                }
            if new.isOptional {
                shelters.append(Shelter(path: path, older: olderLeaves, wasOptional: old?.isOptional == true))
            }
            if let old, old.isOptional { mayBeAbsent = !new.isOptional }
            if oldType == nil { (mayBeAbsent, everAbsent) = (false, false) }
            for part in oldType?.attributes ?? []
            where match.parts[composite.name]?.values.contains(part.name) != true {
                let gone = ElementPath(oldType?.name ?? "", part.name)
                if isCopied(part, of: gone.entity, under: oldPath) { continue }
                if !lines.accepts(member: part.name, of: gone.entity) { refuse("AP252", gone, [.accept(gone)]) }
            }
            return composite.attributes.flatMap { part -> [Draft] in
                let spot: Spot = .part(composite: composite.name, name: part.name)
                let oldPart: Attribute? = oldType.flatMap { type in
                    match.parts[composite.name]?[part.name].flatMap { name in
                        type.attributes.first { $0.name == name }
                    }
                }
                if let oldType, let oldPart {
                    oldSpots[oldPath + [oldPart.name]] = .part(composite: oldType.name, name: oldPart.name)
                }
                return drafts(
                    part,
                    old: oldPart,
                    parts: parts,
                    spots: spots + [spot],
                    path: path,
                    oldPath: oldPath,
                    shelters: shelters,
                    mayBeAbsent: mayBeAbsent,
                    &replaced,
                    everAbsent: everAbsent
                )
            }
        }
        guard let leaf = newer.schema.storedLeaves(of: new, under: Array(path.dropLast())).first, let spot = spots.last
        else { return [] }
        var draft = Draft(leaf: leaf, spots: spots, source: .nothing, shelters: shelters)
        let isPlain = old.map { older.schema.composite(of: $0) == nil } == true
        if let (text, number) = parts[path] {
            let expression = NaiveExpression(text)
            if let plain = expression.plainPath { carriedPaths.insert(plain) }
            if expression.isObject(oldKind, making.each, in: older)
                || !NaiveExpression.isPossible(expression.type(of: oldKind, making.each, in: older), as: leaf.type)
            {
                refuse("AP411", spot.path, number.map { [.drop(.values, $0)] } ?? [])
            }
            let present: [ExpressionFormat] = making.condition.map { NaiveExpression($0).present } ?? []
            draft.source = .computed(text)
            draft.isComputed = true
            draft.mayBeNull = expression.mayBeNull(oldKind, making.each, present: present, in: older)
            draft.mayBeNullAlone = draft.mayBeNull
            if let old, isPlain {
                replaced.insert(oldPath)
                if expression.plainPath != oldPath { carriedPaths.remove(oldPath) }
                note([oldPath], of: old, oldSpots[oldPath], parts)
            }
        } else if let old, let oldSpot = oldSpots[oldPath] {
            guard isPlain, let found = step(from: old, to: new, spot, oldSpot) else {
                if !isPlain, !lines.accepts(oldSpot) { refuse("AP254", spot.path, [.accept(oldSpot.path)]) }
                carriedPaths.remove(oldPath)
                return [draft]
            }
            draft.source = .old(oldPath, found.step)
            draft.mayBeNull = old.isOptional || mayBeAbsent || found.makesNull
            draft.mayBeNullAlone = old.isOptional || everAbsent || found.makesNull
        }
        return [draft]
    }

    /// Notes older values of objects that stay if no expression reads them.
    private mutating func note(
        _ paths: [[String]],
        of old: Attribute,
        _ spot: Spot?,
        _ parts: [[String]: (text: String, number: Int?)]
    ) {
        let unread = paths.filter { path in !parts.values.contains { NaiveExpression($0.text).reads(path) } }
        // What is made of an object's own values is not lost.
        if making.isMatched, !making.stays { carriedPaths.formUnion(paths.filter { !unread.contains($0) }) }
        guard making.stays, old.derivation == nil, let first = unread.first(where: { !copied.contains($0) }) else {
            // A released mapping may accept what is no loss.
            if making.stays, !unread.isEmpty, lines.mapping.to != nil {
                _ = spot.map { lines.accepts($0) }
                _ = lines.accepts(paths.first?.first ?? "", of: oldKind)
            }
            return
        }
        if let spot, lines.accepts(spot) { return }
        missed.append((first[0], "AP224"))
    }
}
