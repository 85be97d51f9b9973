import ApusSchema

extension ProjectionStep {
    /// Returns the sources of a newer entity's objects: those of the older entity that it matches.
    mutating func objects(of extent: Extent, entity: String) -> [Projection.Source] {
        guard let olderName = matching.olderName(of: entity), let before = older[.objects(olderName)],
            let properties = matching.properties(ofNewer: entity)
        else { return [] }
        return before.sources.enumerated().map { index, source in
            let rows = SourceRows(entity, before, source, at: index)
            var made: [ExpressionGraph.ID] = []
            made.reserveCapacity(extent.members.count)
            var (index, fieldIndex) = (0, 0)
            for member in extent.members {
                let name = member.field.property
                let match = name.flatMap { name in
                    properties.pairs.first(from: &index) { $0.to.name == name }
                }
                if match?.isPlainlyTheSame == true, stage.lines.isEmpty, !member.isDerived,
                    let id = rows.fields.id(of: member.field, from: &fieldIndex)
                {
                    made.append(id)
                    continue
                }
                let property = match?.to ?? properties.added.first { $0.name == name }
                made.append(value(of: member, property, match, in: rows))
            }
            checkFarKeys(of: rows)
            return Projection.Source(
                extent: source.extent,
                conditions: source.conditions,
                values: made,
                branches: source.branches
            )
        }
    }

    private mutating func value(
        of member: Extent.Member,
        _ property: OwnedProperty?,
        _ match: PropertyMatch?,
        in rows: SourceRows
    ) -> ExpressionGraph.ID {
        switch member.field {
        case .identity: return rows.identity
        case .attribute(let path):
            if member.isDerived {
                // The moment of the last save cannot be computed again.
                if let before = match?.olderMoment, let id = rows.fields[.attribute([before])] { return id }
                return graph.derived(member.type)
            }
            guard let property, case .attribute(let attribute) = property.property,
                let leaf = matching.newer.schema.leaves(of: attribute).first(where: { $0.path == path })
            else { preconditionFailure("'\(rows.entity)' has no attribute \(path)") }
            return value(of: leaf, property, match, in: rows)
        case .key, .orderKey:
            if !matching.related.contains(rows.entity), let id = rows.fields[member.field] { return id }
            if case .key = member.field { return key(of: property, in: rows) }
            // A set that becomes ordered is ordered by identity.
            return olderOrderKey(of: property, in: rows) ?? rows.identity
        case .entity, .lookup, .source, .target, .sourceOrderKey, .targetOrderKey:
            preconditionFailure("objects have no field \(member.field)")
        }
    }

    private mutating func value(
        of leaf: Schema.Leaf,
        _ property: OwnedProperty,
        _ match: PropertyMatch?,
        in rows: SourceRows
    ) -> ExpressionGraph.ID {
        let rule = values.value(of: leaf, of: property, from: match, in: rows.entity)
        let path = matching.newer.paths(of: leaf, of: property, in: rows.entity).last ?? property.path
        // Null must not replace a missing value: a stage with an obstacle is refused when it is planned.
        guard let source = rule.source else {
            preconditionFailure("a stage without refusals has no value for '\(path)'")
        }
        var id = self.value(from: source, leaf.type, at: path, in: rows)
        check(id, at: path, in: rows)
        if rule.setsAside, let before = rule.origin.older.flatMap({ rows.fields[.attribute($0.path)] }) {
            setAside(before, unlessIn: id, leaf, in: rows)
        }
        let signs = rule.presence.map { value(from: $0.origin, $0.type, at: path, in: rows) }
        if let filler = rule.filler {
            var fill = expression(of: filler, leaf, of: property, in: rows)
            check(fill, at: path, in: rows)
            if !signs.isEmpty { fill = graph.present(fill, ifAny: signs) }
            id = graph.coalesced(id, fill)
        }
        if rule.isChecked, signs.isEmpty {
            id = graph.required(id, path)
            check(id, at: path, in: rows)
        } else if rule.isChecked {
            let isAbsent: TypedCondition<ExpressionGraph.ID> = .and(signs.map { .isNull(.leaf($0)) })
            let holds = graph.computed(
                .conditional(.or([isAbsent, .not(.isNull(.leaf(id)))]), .constant(.integer(1)), .constant(.null)),
                .int64
            )
            check(graph.required(holds, path), at: path, in: rows)
        }
        return id
    }

    /// Returns a value from its origin, before null is replaced.
    private mutating func value(
        from origin: LeafValue.Origin,
        _ type: ScalarType,
        at path: ElementPath,
        in rows: SourceRows
    ) -> ExpressionGraph.ID {
        func older(_ leaf: Schema.Leaf) -> ExpressionGraph.ID {
            let id = rows.fields.required(.attribute(leaf.path))
            // For the objects that the mapping makes, the store has not computed a value that they could keep.
            return graph[id].value == .derived ? graph.literal(.null, graph[id].type) : id
        }
        switch origin {
        case .none: return graph.literal(.null, type)
        case .carried(let before): return older(before)
        case .converted(let before, let conversion): return graph.converted(older(before), conversion)
        case .recoded(let before, let recoding): return graph.recoded(older(before), recoding)
        case .computed(let value):
            guard let entity = matching.olderName(of: rows.entity) else {
                preconditionFailure("only objects that exist have computed values")
            }
            return computed(value, type, at: path, in: rows.as(entity))
        }
    }

    /// Adds a check of an expression that can fail, in all rows that are objects.
    mutating func check(
        _ id: ExpressionGraph.ID,
        at path: ElementPath,
        in rows: SourceRows,
        against loss: ObjectLoss? = nil
    ) {
        guard graph[id].canFail else { return }
        let one = Projection.Checked(extent: rows.extent, conditions: rows.conditions, expression: id)
        guard checked.insert(one).inserted else { return }
        checks.append(
            Projection.Check(
                extent: rows.extent,
                conditions: rows.conditions,
                expression: id,
                path: path,
                loss: loss
            )
        )
    }

    private mutating func expression(
        of filler: LeafValue.Filler,
        _ leaf: Schema.Leaf,
        of property: OwnedProperty,
        in rows: SourceRows
    ) -> ExpressionGraph.ID {
        let identity = rows.identity
        switch filler {
        case .literal(let value, _): return graph.literal(value, leaf.type)
        case .generated(.uuid, _):
            // The key makes generated values differ by attribute; the object's identity is added to it. A part of a
            // composite gets a value in every attribute that has it, and in the objects of every hierarchy.
            let detail = leaf.path.joined(separator: ".")
            return graph.uuid(key: "\(stage.to)/\(property.owner)/\(detail)", of: identity, leaf.type)
        case .generated(.now, _): return graph.now()
        case .generated(.rowNumber, let path):
            return graph.rowNumber(of: identity, among: numbered(path, property.owner), leaf.type)
        }
    }

    /// Returns the rows whose objects are numbered together: those below the entity in the mapping's line.
    private func numbered(_ path: ElementPath, _ owner: String) -> [ObjectRows] {
        // The line of a composite's part names the composite; each attribute that has the part is numbered separately.
        let name = matching.newer.entity(path.entity) == nil ? owner : path.entity
        return objectRows(of: matching.newer.concreteEntities(below: name).compactMap { matching.olderName(of: $0) })
    }
}

extension PropertyMatch {
    /// Whether it is an unchanged attribute whose type is neither an enum nor a composite.
    fileprivate var isPlainlyTheSame: Bool {
        to.isAttribute && !to.isOfModelType && isUnchanged
    }

    /// The older name of an attribute that is the moment of the last save, before and after.
    fileprivate var olderMoment: String? {
        guard case .attribute(let before) = old, case .attribute(let after) = new, before.derivation == .now,
            after.derivation == .now, before.type == after.type, before.isStored
        else { return nil }
        return before.name
    }
}

extension Field {
    /// The name of the property to which the field of an object belongs.
    var property: String? {
        switch self {
        case .attribute(let path), .lookup(let path): path.first
        case .key(let name), .orderKey(let name): name
        case .identity, .entity, .source, .target, .sourceOrderKey, .targetOrderKey: nil
        }
    }
}
