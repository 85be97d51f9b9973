import ApusSchema

/// Judges the differences of enums and composites, each once, regardless of how many attributes have the type.
struct TypeJudge {
    let context: StageContext
    /// What happens to the parts of composites, in all attributes.
    let parts: [ElementPath: LeafValue]
    /// The newer enums and composites whose values some attribute keeps.
    let keptTypes: Set<String>

    private var types: TypeMatching { context.matching.types }

    /// Judges all types.
    func judge() -> Findings {
        var findings = Findings()
        guard !types.changed.isEmpty else { return findings }
        for enumeration in context.new.enumerations {
            if let match = types.enumerations[enumeration.name], match.old != match.new { judge(match, &findings) }
        }
        for composite in context.new.composites {
            // A part may have a different type with the same name.
            if let match = types.composites[composite.name], types.changed.contains(composite.name) {
                judge(match, &findings)
            }
        }
        return findings
    }

    /// Returns the judgement of a removed case or part, which is a loss if values of the type are kept.
    private func loss(_ path: ElementPath, in type: String, _ refusal: Refusal) -> Finding.Judgement {
        keptTypes.contains(type) ? .loss([context.lines.acceptance(of: [path])], refusal) : .lightweight
    }

    private func judge(_ match: TypeMatching.EnumerationMatch, _ findings: inout Findings) {
        let name = match.new.name
        if match.old.name != name { findings.add(TypeRenamed(from: match.old.name, to: name), of: name) }
        if match.old.type != match.new.type {
            findings.add(EnumRawTypeChanged(from: match.old.type.rawValue, to: match.new.type.rawValue), of: name)
        }
        for pair in match.pairs {
            if pair.old.name != pair.new.name {
                findings.add(EnumCaseRenamed(from: pair.old.name, to: pair.new.name), of: name)
            }
            if pair.old.rawValue.stored != pair.new.rawValue.stored, match.old.type == match.new.type {
                findings.add(
                    EnumRawValueChanged(name: pair.new.name, from: pair.old.rawValue.text, to: pair.new.rawValue.text),
                    of: name
                )
            }
        }
        for added in match.added {
            findings.add(EnumCaseAdded(name: added.name, rawValue: added.rawValue.text), of: name)
        }
        for removed in match.removed {
            let path = ElementPath(match.old.name, removed.name)
            let refusal = Refusal(
                .caseRemoved,
                at: ElementPath(name, removed.name),
                settledBy: [.edit(.keep(path))] + context.accepting(path).filter { $0 != .edit(.keep(path)) }
            )
            findings.add(
                EnumCaseRemoved(name: removed.name, rawValue: removed.rawValue.text),
                of: name,
                judged: loss(path, in: name, refusal)
            )
        }
    }

    private func judge(_ match: TypeMatching.CompositeMatch, _ findings: inout Findings) {
        let name = match.new.name
        if match.old.name != name { findings.add(TypeRenamed(from: match.old.name, to: name), of: name) }
        for pair in match.parts.pairs {
            if case .attribute(let before) = pair.old, case .attribute(let after) = pair.new {
                judge(from: before, to: after, of: match, &findings)
            }
        }
        for added in match.parts.added {
            guard case .attribute(let part) = added.property else { continue }
            let path = ElementPath(name, part.name)
            let value = parts[path]
            var judgement = written(value, at: path)
            if value?.obstacle == .noValue { judgement = .refused(missing(.partAddedWithoutValue, at: path, part)) }
            if case .badFill(let text, let path)? = value?.obstacle {
                judgement = .refused(context.unusableFill(text, at: path, type: part.type.name))
            }
            findings.add(PartAdded(part: part, fill: value?.filler?.shown(as: part.type)), of: name, judged: judgement)
        }
        let added = LikelyRename(
            match.parts.added,
            in: match.new.attributes.map(\.name),
            for: match.old.attributes.map(\.name)
        )
        for removed in match.parts.removed {
            guard case .attribute(let part) = removed.property else { continue }
            let path = ElementPath(match.old.name, part.name)
            let isKept = context.keepsValues(ofPart: path)
            let refusal = removal(of: path, part, match, among: added)
            findings.add(
                PartRemoved(part: part, isKept: isKept),
                of: name,
                judged: isKept ? .lightweight : loss(path, in: name, refusal)
            )
        }
    }

    private func judge(
        from before: Attribute,
        to after: Attribute,
        of match: TypeMatching.CompositeMatch,
        _ findings: inout Findings
    ) {
        let name = match.new.name
        let path = ElementPath(name, after.name)
        let value = parts[path]
        if before.name != after.name { findings.add(PartRenamed(from: before.name, to: after.name), of: name) }
        if !context.isSameType(before.type, after.type) {
            let older = ElementPath(match.old.name, before.name)
            let line: Mapping.Line? = context.lines.conversion(of: [path]).map { .convert($0.path, $0.name) }
            findings.add(
                PartTypeChanged(name: after.name, from: before.type.name, to: after.type.name, conversion: line?.value),
                of: name,
                judged: typeJudgement(from: before, to: after, path, older: older, value, of: name)
            )
        }
        if !before.isOptional, after.isOptional { findings.add(PartBecameOptional(name: after.name), of: name) }
        if before.isOptional, !after.isOptional {
            findings.add(
                PartBecameRequired(name: after.name, fill: value?.filler?.shown(as: after.type)),
                of: name,
                judged: value?.obstacle == .noValue
                    ? .refused(missing(.partRequiredWithoutValue, at: path, after)) : written(value, at: path)
            )
        } else if value?.obstacle == .noValue {
            findings.refuse(missing(.partRequiredWithoutValue, at: path, after))
        }
        if before.encryptionKey != after.encryptionKey {
            findings.add(
                EncryptionChanged(name: after.name, from: before.encryptionKey, to: after.encryptionKey),
                of: name
            )
        }
        if before.allowsLookup != after.allowsLookup {
            findings.add(LookupChanged(name: after.name, isAdded: after.allowsLookup), of: name)
        }
        for (key, from, to) in Self.partSettings.differences(before, after) {
            if before.isInt != after.isInt, key.name == "swiftType" {
                guard before.type == after.type else { continue }
                let (from, to) = (before.typeName, after.typeName)
                findings.add(PartSettingChanged(name: after.name, key: "type", from: from, to: to), of: name)
                continue
            }
            findings.add(PartSettingChanged(name: after.name, key: key.name, from: from, to: to), of: name)
        }
    }

    private static let partSettings: [Key<Attribute>] = Attribute.partKeys.without([
        "name", "originalName", "type", "optional", "documentation", "userInfo", "encrypted",
        "lookup",
    ])

    private func typeJudgement(
        from before: Attribute,
        to after: Attribute,
        _ path: ElementPath,
        older: ElementPath,
        _ value: LeafValue?,
        of type: String
    ) -> Finding.Judgement {
        let acceptance = context.lines.acceptance(of: [older])
        let refusal = Refusal(
            .partTypeChanged(from: before.type.name, to: after.type.name),
            at: path,
            settledBy: context.converting(path, from: before, to: after) + [.edit(.keep(path)), .edit(.addPart)]
                + context.accepting(older).filter { $0 != .edit(.keep(path)) }
        )
        if let acceptance, value?.lines.contains(acceptance) == true { return .loss([acceptance], refusal) }
        // A composite has no value of its own to convert, only the values of its parts.
        if keptTypes.contains(type),
            context.old.composite(before.type.name) != nil
                || context.new.composite(after.type.name) != nil
        {
            return .loss([acceptance], refusal)
        }
        switch value?.obstacle {
        case .noConversion?, .incompatible?: return .refused(refusal)
        case .unknownConversion(let name, let line)?:
            return .refused(AttributeJudge(context: context).unusable(name, at: line, from: before, to: after))
        default: return written(value, at: path) { $0 == .convert }
        }
    }

    /// Returns the judgement of a part that a line of the mapping may cover.
    private func written(
        _ value: LeafValue?,
        at path: ElementPath,
        where isMeant: (Mapping.Key) -> Bool = { $0 == .fill || $0 == .require }
    ) -> Finding.Judgement {
        .written(value?.lines.line(at: path, isMeant))
    }

    // MARK: Refusals

    /// Refuses parts without a value that have no other finding: parts of a composite that is new itself.
    ///
    /// - Parameter refused: The elements that already have a refusal.
    /// - Returns: The findings.
    func judgeEmptyParts(refused: Set<ElementPath>) -> Findings {
        var findings = Findings()
        for (path, value) in parts.sorted(by: { $0.key < $1.key }) where !refused.contains(path) {
            switch value.obstacle {
            case nil, .goneCases?: continue
            case .badFill(let text, let line)?:
                let type = part(path)?.type.name
                findings.refuse(context.unusableFill(text, at: line, type: type ?? path.description))
            // A bad expression is reported for the attribute.
            case .noValue?, .noConversion?, .unknownConversion?, .incompatible?, .replaced?, .badExpression?:
                let refusal = part(path).map { missing(.partRequiredWithoutValue, at: path, $0) }
                findings.refuse(refusal ?? Refusal(.partRequiredWithoutValue, at: path))
            }
        }
        return findings
    }

    private func part(_ path: ElementPath) -> Attribute? {
        context.new.composite(path.entity)?.attributes.first { $0.name == path.property }
    }

    /// Returns the refusal of a part that has no value in existing rows.
    private func missing(_ reason: Refusal.Reason, at path: ElementPath, _ part: Attribute) -> Refusal {
        let isNew = reason == .partAddedWithoutValue
        let leaf = context.new.leaves(of: part).first
        return Refusal(
            reason,
            at: path,
            settledBy: [
                .edit(.giveDefault(path)),
                .edit(.makeOptional(path, type: isNew ? part.typeName : nil, isNew: isNew)),
            ] + (leaf.map { context.filling(path, like: $0) } ?? [])
                + (isAlwaysPresent(path.entity) ? context.writing(.require(path)) : [])
        )
    }

    /// Returns whether no attribute and no part of a composite's type is optional, nor one around it, so that every row
    /// has its parts.
    private func isAlwaysPresent(_ composite: String) -> Bool {
        var found: Set<String> = [composite]
        var waiting = [composite]
        let attributes = context.new.entities.flatMap(\.attributes)
        while let name = waiting.popLast() {
            func isOptional(_ attribute: Attribute) -> Bool { attribute.type == .named(name) && attribute.isOptional }
            if attributes.contains(where: isOptional) { return false }
            for other in context.new.composites where other.attributes.contains(where: { $0.type == .named(name) }) {
                if other.attributes.contains(where: isOptional) { return false }
                if found.insert(other.name).inserted { waiting.append(other.name) }
            }
        }
        return true
    }

    private func removal(
        of path: ElementPath,
        _ part: Attribute,
        _ match: TypeMatching.CompositeMatch,
        among added: LikelyRename
    ) -> Refusal {
        let accept = context.accepting(path)
        let old = OwnedProperty(owner: match.old.name, property: .attribute(part))
        guard let likely = added.best(of: old) else { return Refusal(.partRemoved, at: path, settledBy: accept) }
        return .likelyRename(old, OwnedProperty(owner: match.new.name, property: likely.property), settledBy: accept)
    }
}
