import ApusSchema

extension StageInference {
    /// Finds what enums and composites say otherwise, each once however many attributes have it as their type.
    mutating func inferTypes() {
        guard !matching.types.changed.isEmpty else { return }
        for enumeration in new.enumerations {
            if let match = matching.types.enumerations[enumeration.name], match.old != match.new {
                inferChanges(of: match)
            }
        }
        for composite in new.composites {
            // A part may be of another type under the same name.
            if let match = matching.types.composites[composite.name], matching.types.changed.contains(composite.name) {
                inferChanges(of: match)
            }
        }
    }

    /// Notes the types that values go on with, those of the parts too.
    mutating func carry(_ before: AttributeType, to after: AttributeType) {
        guard case .named(let oldName) = before, case .named(let newName) = after,
            matching.types.isSame(oldName, newName)
        else { return }
        carried.insert(newName)
        for pair in matching.types.composites[newName]?.parts.pairs ?? [] {
            if case .attribute(let before) = pair.old, case .attribute(let after) = pair.new {
                carry(before.type, to: after.type)
            }
        }
    }

    private mutating func inferChanges(of match: TypeMatching.EnumerationMatch) {
        let name: String = match.new.name
        if match.old.name != name { add(TypeRenamed(from: match.old.name, to: name), name) }
        if match.old.type != match.new.type {
            add(EnumRawTypeChanged(from: match.old.type.rawValue, to: match.new.type.rawValue), name)
        }
        for pair in match.pairs {
            if pair.old.name != pair.new.name { add(EnumCaseRenamed(from: pair.old.name, to: pair.new.name), name) }
            if pair.old.rawValue.stored != pair.new.rawValue.stored, match.old.type == match.new.type {
                add(
                    EnumRawValueChanged(name: pair.new.name, from: pair.old.rawValue.text, to: pair.new.rawValue.text),
                    name
                )
            }
        }
        for added in match.added { add(EnumCaseAdded(name: added.name, rawValue: added.rawValue.text), name) }
        for removed in match.removed {
            let path = ElementPath(match.old.name, removed.name)
            var verdict: Change.Verdict = .lightweight
            if carried.contains(name) {
                verdict = self.verdict(
                    ofLosing: words.acceptance(of: [path]),
                    refusedBecause: refusal(ofRemovingCase: path, newer: name)
                )
            }
            add(EnumCaseRemoved(name: removed.name, rawValue: removed.rawValue.text), name, verdict)
        }
    }

    private mutating func inferChanges(of match: TypeMatching.CompositeMatch) {
        let name: String = match.new.name
        if match.old.name != name { add(TypeRenamed(from: match.old.name, to: name), name) }
        for pair in match.parts.pairs {
            if case .attribute(let before) = pair.old, case .attribute(let after) = pair.new {
                inferChanges(from: before, to: after, of: match)
            }
        }
        for added in match.parts.added {
            guard case .attribute(let part) = added.property else { continue }
            let path = ElementPath(name, part.name)
            let value: LeafValue? = parts[path]
            var verdict: Change.Verdict = partVerdict(value, at: path)
            if value?.obstacle == .noValue { verdict = .refused(refusal(ofAddingPart: path, part)) }
            if case .badFill(let text, let place)? = value?.obstacle {
                verdict = .refused(refusal(ofBadFill: text, at: place, type: part.type.name))
            }
            add(PartAdded(part: part, fill: value?.filler?.shown(as: part.type)), name, verdict)
        }
        for removed in match.parts.removed {
            guard case .attribute(let part) = removed.property else { continue }
            let path = ElementPath(match.old.name, part.name)
            var verdict: Change.Verdict = .lightweight
            if carried.contains(name) {
                verdict = self.verdict(
                    ofLosing: words.acceptance(of: [path]),
                    refusedBecause: refusal(ofRemovingPart: path, part, newer: match)
                )
            }
            add(PartRemoved(part: part), name, verdict)
        }
    }

    /// Refuses what no change of a type has told: a part that came with a composite of its own, in which a value is
    /// missing.
    mutating func refuseEmptyParts() {
        for (path, value) in parts.sorted(by: { $0.key < $1.key }) {
            guard let obstacle = value.obstacle, !isSettled, !refusals.contains(where: { $0.path == path }) else {
                continue
            }
            switch obstacle {
            case .badFill(let text, let place): add(refusal(ofBadFill: text, at: place, type: path.description))
            case .goneCases: continue
            case .noValue, .noConversion, .unknownConversion, .incompatible, .replaced:
                add(refusal(ofRequiringPart: path))
            }
        }
    }

    /// The verdict of what becomes of a part as some line of the mapping says.
    private mutating func partVerdict(
        _ value: LeafValue?,
        at path: ElementPath,
        where isMeant: (MappingWords.Line) -> Bool = { $0.isFill || $0.isRequirement }
    ) -> Change.Verdict {
        verdict(telling: line(among: value?.lines ?? [], at: path, where: isMeant))
    }

    private mutating func inferChanges(
        from before: Attribute,
        to after: Attribute,
        of match: TypeMatching.CompositeMatch
    ) {
        let name: String = match.new.name
        let path = ElementPath(name, after.name)
        let value: LeafValue? = parts[path]
        if before.name != after.name { add(PartRenamed(from: before.name, to: after.name), name) }
        if !isSameType(before.type, after.type) {
            var verdict: Change.Verdict = partVerdict(value, at: path, where: \.isConversion)
            let older = ElementPath(match.old.name, before.name)
            let refused: Refusal = refusal(ofConvertingPart: path, older: older, before, after)
            switch value?.obstacle {
            case .noConversion?, .incompatible?, .unknownConversion?: verdict = .refused(refused)
            default: break
            }
            // Of a composite there are no values to convert, only those of its parts.
            if carried.contains(name), old.composite(before.type.name) != nil || new.composite(after.type.name) != nil {
                verdict = self.verdict(ofLosing: words.acceptance(of: [older]), refusedBecause: refused)
            }
            if let line = words.acceptance(of: [older]), value?.lines.contains(line) == true { verdict = .accepted }
            let conversion: String? = words.conversion(of: [path])?.name
            add(
                PartTypeChanged(name: after.name, from: before.type.name, to: after.type.name, conversion: conversion),
                name,
                verdict
            )
        }
        if !before.isOptional, after.isOptional { add(PartBecameOptional(name: after.name), name) }
        if before.isOptional, !after.isOptional {
            let verdict: Change.Verdict =
                value?.obstacle == .noValue ? .refused(refusal(ofRequiringPart: path)) : partVerdict(value, at: path)
            add(PartBecameRequired(name: after.name, fill: value?.filler?.shown(as: after.type)), name, verdict)
        } else if value?.obstacle == .noValue {
            add(refusal(ofRequiringPart: path))
        }
        for (key, from, to) in Self.partSettings.differences(before, after) {
            add(PartSettingChanged(name: after.name, key: key.name, from: from, to: to), name)
        }
    }

    private static let partSettings: [Key<Attribute>] = Attribute.partKeys.without([
        "name", "originalName", "type", "optional", "documentation", "userInfo",
    ])
}
