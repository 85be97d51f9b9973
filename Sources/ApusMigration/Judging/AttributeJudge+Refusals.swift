import ApusSchema

extension AttributeJudge {
    /// Returns the refusal of a type change without a conversion.
    func conversion(of match: PropertyMatch, from before: Attribute, to after: Attribute) -> Refusal {
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

    /// Returns the refusal of a line whose conversion does not support the two types.
    func unusable(_ name: String, at path: ElementPath, from before: Attribute, to after: Attribute) -> Refusal {
        let line: Mapping.Line = .convert(path, name)
        let others = context.converting(path, from: before, to: after)
        return Refusal(
            .unusableConversion(name, from: before.type.name, to: after.type.name),
            at: path,
            settledBy: others.isEmpty ? [.removal(of: line)] : others,
            location: context.lines.location(of: line)
        )
    }

    /// Returns the refusal of a fill that is not a value of the leaf's type, or of an expression that does not compute
    /// such values; `nil` if the leaf has neither.
    func unusableValue(_ found: FoundLeaf) -> Refusal? {
        switch found.value.obstacle {
        case .badFill(let text, let path)?:
            context.unusableFill(text, at: path, type: found.leaf.attribute.type.name)
        case .badExpression(let text, let problem, let path)?:
            Refusal(
                .unusableExpression(text, .expression(problem)),
                at: path,
                settledBy: [.edit(.correctExpression)],
                location: context.lines.location(of: .value(path, text))
            )
        default: nil
        }
    }

    /// Returns the refusal of a new required attribute.
    func addition(of attribute: Attribute, _ found: FoundLeaf, to entity: String) -> Refusal {
        let path = ElementPath(entity, attribute.name)
        if case .computed = found.value.origin { return missingValue(.leftWithoutValue, at: path, found) }
        let olderName = context.matching.olderName(of: entity) ?? entity
        let older = context.removed(from: olderName, in: entity)
            .alike(OwnedProperty(owner: entity, property: .attribute(attribute)))
        return Refusal(
            .attributeAddedWithoutValue(part: nil),
            at: path,
            settledBy: older.map { .originalName($0.name, of: path) } + [
                .edit(.giveDefault(path)), .edit(.makeOptional(path, type: attribute.typeName, isNew: true)),
            ] + context.filling(path, like: found.leaf) + context.writing(.require(path))
        )
    }

    /// Returns the refusal of a new composite with a part that has no value.
    func addition(of attribute: Attribute, without part: FoundLeaf, to entity: String) -> Refusal {
        let path = ElementPath(entity, attribute.name)
        let partPath = context.path(of: part.leaf, in: path)
        // Objects have the composite where another part has a value: the part is missing then, not the composite.
        if attribute.isOptional, case .computed = part.value.origin {
            return Refusal(
                .leftWithoutValue,
                at: ElementPath(entity, part.leaf.name),
                settledBy: [.edit(.giveDefault(partPath)), .edit(.makeOptional(partPath, type: nil, isNew: true))]
                    + context.filling(partPath, like: part.leaf) + context.writing(.require(partPath))
            )
        }
        return Refusal(
            .attributeAddedWithoutValue(part: part.leaf.path.joined(separator: ".")),
            at: path,
            settledBy: [
                .edit(.giveDefault(partPath)), .edit(.makeOptional(path, type: attribute.typeName, isNew: true)),
            ] + context.filling(partPath, like: part.leaf) + context.writing(.require(path))
        )
    }

    /// Returns the refusal of a required attribute if it, or a part of it, has no value in existing rows.
    func missingValue(_ reason: Refusal.Reason, at path: ElementPath, _ found: FoundLeaf) -> Refusal {
        Refusal(
            reason,
            at: path,
            settledBy: [.edit(.giveDefault(path)), .edit(.makeOptional(path, type: nil, isNew: true))]
                + context.filling(context.path(of: found.leaf, in: path), like: found.leaf)
                + context.requiring(path, like: found.leaf)
        )
    }

    /// Returns the refusal of an attribute that becomes required but has no value in some rows.
    func requirement(of path: ElementPath, _ found: FoundLeaf) -> Refusal {
        Refusal(
            .becameRequiredWithoutValue,
            at: path,
            settledBy: [.edit(.giveDefault(path)), .edit(.makeOptional(path, type: nil, isNew: false))]
                + context.filling(context.path(of: found.leaf, in: path), like: found.leaf)
                + context.requiring(path, like: found.leaf)
        )
    }
}

extension StageContext {
    /// Returns the refusal of a fill that is not a value of the type.
    func unusableFill(_ text: String, at path: ElementPath, type: String) -> Refusal {
        Refusal(
            .unusableFill(text, type: type),
            at: path,
            settledBy: mappingFile == nil ? [.edit(.giveDefault(path)), .newStore] : [.edit(.writeValue(type: type))],
            location: lines.location(of: .fill(path, .literal(text)))
        )
    }
}
