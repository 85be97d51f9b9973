import ApusSchema

extension ProjectionStep {
    /// Where the objects of a newer kind come from: from the older kind that it was.
    mutating func objects(of extent: Extent, kind: String) -> [Projection.Source] {
        guard let olderName = matching.olderName(of: kind), let before = older[.objects(olderName)],
            let properties = matching.properties(ofNewer: kind)
        else { return [] }
        return before.sources.map { source in
            let fields: SourceFields = before.fields(source)
            var made: [ExpressionGraph.ID] = []
            made.reserveCapacity(extent.members.count)
            var (place, olderPlace): (Int, Int) = (0, 0)
            for member in extent.members {
                let name: String? = member.field.property
                let match: PropertyMatch? = name.flatMap { name in
                    properties.pairs.first(from: &place) { $0.to.name == name }
                }
                if match?.isPlainlyTheSame == true, stage.lines.isEmpty, !member.isDerived,
                    let id = fields.id(of: member.field, from: &olderPlace)
                {
                    made.append(id)
                    continue
                }
                let property: OwnedProperty? = match?.to ?? properties.added.first { $0.name == name }
                made.append(value(of: member, property, match, kind, fields, source.extent))
            }
            checkFarKeys(of: kind, fields, source.extent)
            return Projection.Source(extent: source.extent, conditions: source.conditions, values: made)
        }
    }

    private mutating func value(
        of member: Extent.Member,
        _ property: OwnedProperty?,
        _ match: PropertyMatch?,
        _ kind: String,
        _ fields: SourceFields,
        _ extent: Extent.Name
    ) -> ExpressionGraph.ID {
        switch member.field {
        case .identity:
            return fields[.identity] ?? graph.literal(.null, .int64)
        case .attribute(let path):
            if member.isDerived { return graph.derived(member.type) }
            guard let property, case .attribute(let attribute) = property.property,
                let leaf = matching.newer.schema.leaves(of: attribute).first(where: { $0.path == path })
            else { return graph.literal(.null, member.type) }
            return value(of: leaf, property, match, kind, fields, extent)
        case .key, .place:
            if !matching.related.contains(kind), let id = fields[member.field] { return id }
            if case .key = member.field { return key(property, kind, fields, extent) }
            // A set that becomes a list is in the order of identities.
            let place: ExpressionGraph.ID? = olderPlace(property, kind, fields)
            return place ?? fields[.identity] ?? graph.literal(.null, .int64)
        case .entity, .source, .target, .sourcePlace, .targetPlace:
            return graph.literal(.null, member.type)
        }
    }

    private mutating func value(
        of leaf: Schema.Leaf,
        _ property: OwnedProperty,
        _ match: PropertyMatch?,
        _ kind: String,
        _ fields: SourceFields,
        _ extent: Extent.Name
    ) -> ExpressionGraph.ID {
        let rule: LeafValue = values.value(of: leaf, of: property, from: match, in: kind)
        let path: ElementPath = matching.newer.paths(of: leaf, of: property, in: kind).last ?? property.path
        // Null is no way out: whoever planned the stage refused it if there is an obstacle.
        guard let source = rule.source else {
            preconditionFailure("a stage without refusals has no value for '\(path)'")
        }
        func older(_ leaf: Schema.Leaf) -> ExpressionGraph.ID {
            guard let id = fields[.attribute(leaf.path)] else {
                preconditionFailure("the older rows have no field \(leaf.path) for '\(path)'")
            }
            return id
        }
        var id: ExpressionGraph.ID
        switch source {
        case .none: id = graph.literal(.null, leaf.type)
        case .carried(let before): id = older(before)
        case .converted(let before, let conversion): id = graph.converted(older(before), conversion)
        case .recoded(let before, let recoding): id = graph.recoded(older(before), recoding)
        }
        check(id, extent, path)
        if let filler = rule.filler {
            var fill: ExpressionGraph.ID = expression(of: filler, leaf, of: property)
            if !rule.presence.isEmpty {
                fill = graph.present(fill, ifAny: rule.presence.map(older))
            }
            id = graph.coalesced(id, fill)
        }
        if rule.isChecked {
            id = graph.required(id, path)
            check(id, extent, path)
        }
        return id
    }

    private mutating func check(_ id: ExpressionGraph.ID, _ extent: Extent.Name, _ path: ElementPath) {
        guard graph[id].canFail else { return }
        guard checked.insert(Projection.Checked(extent: extent, expression: id)).inserted else { return }
        checks.append(Projection.Check(extent: extent, expression: id, path: path))
    }

    private mutating func expression(
        of filler: LeafValue.Filler,
        _ leaf: Schema.Leaf,
        of property: OwnedProperty
    ) -> ExpressionGraph.ID {
        switch filler {
        case .literal(let value, _): return graph.literal(value, leaf.type)
        case .generated(.uuid, _):
            // What tells one generated value from another: where it is made, and in which object. A part of a composite
            // is made in every attribute that has it, and in the objects of every hierarchy.
            let detail: String = leaf.path.joined(separator: ".")
            return graph.uuid(key: "\(stage.to)/\(property.owner)/\(detail)", leaf.type)
        case .generated(.now, _): return graph.now()
        case .generated(.rowNumber, let path):
            return graph.rowNumber(among: numbered(path, property.owner), leaf.type)
        }
    }

    /// The source's kinds whose objects are counted together: those of the entity that a mapping names.
    private func numbered(_ path: ElementPath, _ owner: String) -> [String] {
        // A part of a composite is named by its type, and counted for each attribute that has it.
        let name: String = matching.newer.entity(path.entity) == nil ? owner : path.entity
        return sources(of: matching.newer.kinds(below: name).compactMap { matching.olderName(of: $0) })
    }
}

extension PropertyMatch {
    /// Whether it is an attribute that is what it was, and of a type that the model does not define.
    fileprivate var isPlainlyTheSame: Bool {
        to.isAttribute && !to.isOfModelType && isUnchanged
    }
}

extension Field {
    /// The name of the property that it belongs to, where it is one of an object's.
    fileprivate var property: String? {
        switch self {
        case .attribute(let path): path.first
        case .key(let name), .place(let name): name
        case .identity, .entity, .source, .target, .sourcePlace, .targetPlace: nil
        }
    }
}
