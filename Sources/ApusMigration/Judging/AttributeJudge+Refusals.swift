import ApusSchema

extension AttributeJudge {
    func conversion(_ match: PropertyMatch, _ before: Attribute, _ after: Attribute) -> Refusal {
        Refusal(
            .typeChanged(
                from: before.type.name,
                to: after.type.name,
                isConvertible: !context.conversions(from: before, to: after).isEmpty
            ),
            at: match.to.path,
            settledBy: context.converting(match.to.path, from: before, to: after) + context.accepting(match.from.path)
        )
    }

    /// A line names a conversion that the two types do not have.
    func unusable(_ name: String, at path: ElementPath, _ before: Attribute, _ after: Attribute) -> Refusal {
        let line: Mapping.Line = .convert(path, name)
        let others: [Refusal.Settlement] = context.converting(path, from: before, to: after)
        // The line is for the stores of a released version, and is right for them.
        let isForOthers: Bool = context.mappingFile == nil
        return Refusal(
            .unusableConversion(name, from: before.type.name, to: after.type.name, isOfUnreleasedHead: isForOthers),
            at: path,
            settledBy: isForOthers
                ? [.edit(.restoreType(path, type: before.type.name)), .newStore]
                : others.isEmpty ? [.removal(of: line)] : others,
            location: context.lines.location(of: line)
        )
    }

    /// A line fills with what is not a value of the type; `nil` if that is not what is wrong with a leaf.
    func unusableFill(_ found: FoundLeaf) -> Refusal? {
        guard case .badFill(let text, let path)? = found.value.obstacle else { return nil }
        return context.unusableFill(text, at: path, type: found.leaf.attribute.type.name)
    }

    /// A required attribute is new.
    func addition(of attribute: Attribute, _ found: FoundLeaf, to entity: String) -> Refusal {
        let path = ElementPath(entity, attribute.name)
        let olderName: String = context.matching.olderName(of: entity) ?? entity
        let older: [OwnedProperty] = context.removed(from: olderName, in: entity)
            .alike(OwnedProperty(owner: entity, property: .attribute(attribute)))
        return Refusal(
            .attributeAddedWithoutValue(part: nil),
            at: path,
            settledBy: older.map { .originalName($0.name, of: path) } + [
                .edit(.giveDefault(path)), .edit(.makeOptional(path, type: attribute.type.name, isNew: true)),
            ] + context.filling(path, like: found.leaf)
        )
    }

    /// A composite is new and some part of it has no value.
    func addition(of attribute: Attribute, without part: FoundLeaf, to entity: String) -> Refusal {
        let path = ElementPath(entity, attribute.name)
        let partPath: ElementPath = context.path(of: part.leaf, in: path)
        return Refusal(
            .attributeAddedWithoutValue(part: part.leaf.path.joined(separator: ".")),
            at: path,
            settledBy: [
                .edit(.giveDefault(partPath)), .edit(.makeOptional(path, type: attribute.type.name, isNew: true)),
            ] + context.filling(partPath, like: part.leaf)
        )
    }

    /// A required attribute, or a part of it, has no value in rows that were there before.
    func missingValue(_ reason: Refusal.Reason, _ path: ElementPath, _ found: FoundLeaf) -> Refusal {
        Refusal(
            reason,
            at: path,
            settledBy: [.edit(.giveDefault(path)), .edit(.makeOptional(path, type: nil, isNew: true))]
                + context.filling(context.path(of: found.leaf, in: path), like: found.leaf)
        )
    }

    /// An attribute becomes required, and has no value in some rows.
    func requirement(of path: ElementPath, _ found: FoundLeaf) -> Refusal {
        let isOwn: Bool = found.leaf.composite == nil
        return Refusal(
            .becameRequiredWithoutValue,
            at: path,
            settledBy: [.edit(.giveDefault(path)), .edit(.makeOptional(path, type: nil, isNew: false))]
                + context.filling(context.path(of: found.leaf, in: path), like: found.leaf)
                + (isOwn ? context.writing(.require(path)) : [])
        )
    }
}

extension StageContext {
    /// A line fills with what is not a value of a type.
    func unusableFill(_ text: String, at path: ElementPath, type: String) -> Refusal {
        Refusal(
            .unusableFill(text, type: type),
            at: path,
            settledBy: mappingFile == nil ? [.edit(.giveDefault(path)), .newStore] : [.edit(.writeValue(type: type))],
            location: lines.location(of: .fill(path, .literal(text)))
        )
    }
}
