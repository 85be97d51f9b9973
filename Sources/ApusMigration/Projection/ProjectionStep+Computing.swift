import ApusSchema

extension ProjectionStep {
    /// Returns a value that the mapping computes, as the newer attribute stores it.
    mutating func computed(
        _ value: ComputedValue,
        _ type: ScalarType,
        at path: ElementPath,
        in rows: SourceRows
    ) -> ExpressionGraph.ID {
        let expression = nodes(of: value.expression, isPart: false, at: path, in: rows)
        var id = graph.computed(expression, type)
        if value.isChecked {
            check(id, at: path, in: rows)
            id = graph.stored(id, type)
        }
        guard let cases = value.cases else { return id }
        check(id, at: path, in: rows)
        return graph.recoded(id, cases)
    }

    /// Returns an expression over older values as one over nodes.
    ///
    /// An integer or a sum that is a part of another value is a node of its own, at which a migration stops if its type cannot
    /// hold it: SQLite would go on with the nearest binary number.
    mutating func nodes(
        of expression: TypedExpression<OlderValue>,
        isPart: Bool,
        at path: ElementPath,
        in rows: SourceRows
    ) -> TypedExpression<ExpressionGraph.ID> {
        switch expression {
        case .leaf(let value):
            let id = older(value, of: rows)
            guard isPart, value.mayExceedType else { return .leaf(id) }
            let whole = graph.stored(id, value.type)
            check(whole, at: path, in: rows)
            return .leaf(whole)
        case .constant(let value): return .constant(value)
        case .call(let function, let values, let type):
            let call: TypedExpression<ExpressionGraph.ID> = .call(
                function,
                values.map { nodes(of: $0, isPart: true, at: path, in: rows) },
                type
            )
            guard isPart, type?.integerRange != nil else { return call }
            let id = graph.stored(graph.computed(call, .int64), .int64)
            check(id, at: path, in: rows)
            return .leaf(id)
        case .conditional(let condition, let one, let other):
            return .conditional(
                condition.map { .leaf(older($0, of: rows)) },
                nodes(of: one, isPart: isPart, at: path, in: rows),
                nodes(of: other, isPart: isPart, at: path, in: rows)
            )
        case .coalesced(let values):
            return .coalesced(values.map { nodes(of: $0, isPart: isPart, at: path, in: rows) })
        case .converted(let value, let conversion):
            return .converted(nodes(of: value, isPart: true, at: path, in: rows), conversion)
        case .recoded(let value, let recoding):
            return .recoded(nodes(of: value, isPart: true, at: path, in: rows), recoding)
        case .applied(let function, let values):
            return .applied(function, values.map { nodes(of: $0, isPart: true, at: path, in: rows) })
        }
    }

    /// Returns a value of an older entity's rows, or of a row that they refer to.
    mutating func older(_ value: OlderValue, of rows: SourceRows) -> ExpressionGraph.ID {
        if let rows = past(rows), let past {
            let present = (older, matching, references)
            (older, matching, references) = (past.extents, past.matching, ReferenceRules(matching: past.matching))
            defer { (older, matching, references) = present }
            return self.older(value, of: rows)
        }
        switch value {
        case .attribute(let path, let type, _):
            // In an earlier stage of the same pass, the rows may be those of an entity without it.
            return rows.fields[.attribute(path)] ?? graph.literal(.null, type)
        case .reference(let path): return related(nil, along: path, of: rows)
        case .related(let path, let inner): return related(inner, along: path, of: rows)
        case .gathered(let function, let path, let inner):
            let searched = related(inner, alongToMany: path)
            return graph.lookup(Lookup(searched, for: rows.identity, .gathered(function)), value.type)
        case .one(let choice, let path, let inner):
            // Finds the object first: the value of the first object may be null.
            let searched = related(nil, alongToMany: path)
            let identity = graph.lookup(Lookup(searched, for: rows.identity, .one(choice)))
            let (relationship, _) = olderReferences(path)
            return inner.map { found($0, below: relationship.destination, withIdentity: identity) } ?? identity
        }
    }

    /// Returns the rows of objects that stay what they are as they were before a preparation; `nil` if there was none.
    private func past(_ rows: SourceRows) -> SourceRows? {
        guard let past, let index = rows.index, let name = matching.olderName(of: rows.entity),
            let extent = past.extents[.objects(name)], extent.sources.indices.contains(index)
        else { return nil }
        return SourceRows(name, extent, extent.sources[index])
    }

    /// Returns a value of the row at the other end of an older to-one relationship, or its identity.
    private mutating func related(
        _ value: OlderValue?,
        along path: ElementPath,
        of rows: SourceRows
    ) -> ExpressionGraph.ID {
        let (relationship, references) = olderReferences(path)
        let isHolder = references.holder == path
        let wanted = rows.fields.required(isHolder ? .key(relationship.name) : .identity)
        if value == nil, isHolder { return wanted }
        let field: Field = isHolder ? .identity : .key(references.holder.property ?? "")
        let found = objects(below: relationship.destination, by: field, value)
        return graph.lookup(Lookup(found, for: wanted, .known), value?.type ?? .int64)
    }

    /// Returns an older relationship that an expression reads, which was compiled against the older schema, and its references.
    private func olderReferences(_ path: ElementPath) -> (Relationship, References) {
        guard let relationship = matching.older.relationship(path), let references = references.oldReferences(path)
        else { preconditionFailure("an expression reads '\(path)', which the older schema does not store") }
        return (relationship, references)
    }

    /// Returns the rows that an older to-many relationship has, in its order, with a value of theirs, or their identity.
    private mutating func related(_ value: OlderValue?, alongToMany path: ElementPath) -> [Lookup.Rows] {
        let (relationship, references) = olderReferences(path)
        let holder = references.holder.property ?? ""
        guard references.usesJoinTable else {
            let order: Field? = relationship.isOrdered ? .orderKey(holder) : nil
            return objects(below: relationship.destination, by: .key(holder), orderedBy: order, value)
        }
        let isSource = references.holder == path
        let (near, far): (Field, Field) = isSource ? (.source, .target) : (.target, .source)
        guard let table = older[.joinTable(references.holder)] else { return [] }
        return table.sources.map { source in
            let fields = table.fields(source)
            let other = fields.required(far)
            let order = relationship.isOrdered ? fields[isSource ? .targetOrderKey : .sourceOrderKey] : nil
            return Lookup.Rows(
                of: source.extent,
                conditions: source.conditions,
                key: fields.required(near),
                value: value.map { found($0, below: relationship.destination, withIdentity: other) } ?? other,
                ranks: [order, other].compactMap { $0 }
            )
        }
    }

    /// Returns a value of the object with an identity.
    private mutating func found(
        _ value: OlderValue,
        below destination: String,
        withIdentity identity: ExpressionGraph.ID
    ) -> ExpressionGraph.ID {
        let found = objects(below: destination, by: .identity, value)
        return graph.lookup(Lookup(found, for: identity, .known), value.type)
    }

    /// Returns the rows below an older entity, found by a field, with a value of theirs, or their identity.
    private mutating func objects(
        below entity: String,
        by field: Field,
        orderedBy order: Field? = nil,
        _ value: OlderValue?
    ) -> [Lookup.Rows] {
        var found: [Lookup.Rows] = []
        for entity in matching.older.concreteEntities(below: entity) {
            guard let before = older[.objects(entity)] else { continue }
            for source in before.sources {
                let far = SourceRows(entity, before, source)
                let key = far.fields.required(field)
                if graph[key].constant == .null { continue }
                found.append(
                    Lookup.Rows(
                        of: source.extent,
                        conditions: source.conditions,
                        key: key,
                        value: value.map { older($0, of: far) } ?? far.identity,
                        ranks: [order.flatMap { far.fields[$0] }, far.identity].compactMap { $0 }
                    )
                )
            }
        }
        return found
    }
}
