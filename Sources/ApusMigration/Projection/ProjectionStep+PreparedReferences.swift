import ApusSchema

// The references of a preparation: to what became of older objects.

extension ProjectionStep {
    /// Returns the object that a prepared to-one relationship points to.
    mutating func key(
        _ name: String,
        in rows: MadeRows,
        below destination: String,
        _ step: PreparedReferences
    ) -> ExpressionGraph.ID {
        switch rows.origin.references[name] {
        case .computed(let value)?: return reference(value, in: rows.rows, below: destination, step)
        case .continued(let path)?:
            guard let relationship = matching.older.relationship(path) else {
                preconditionFailure("the older schema has no relationship '\(path)' to continue")
            }
            let past = rows.rows.fields.required(.key(relationship.name))
            return found(past, of: relationship.destination, below: destination, step)
        // The objects of this origin have no references.
        case nil: return graph.literal(.null, .int64)
        }
    }

    /// A condition under which a branch of an expression is chosen, or else if it does not hold.
    private struct Branch {
        let condition: TypedCondition<ExpressionGraph.ID>
        let holds: Bool

        /// Returns a value that is null in rows for which the branch is not chosen.
        func callAsFunction(_ value: TypedExpression<ExpressionGraph.ID>) -> TypedExpression<ExpressionGraph.ID> {
            holds ? .conditional(condition, value, .constant(.null)) : .conditional(condition, .constant(.null), value)
        }
    }

    /// Returns the object that an expression of the mapping points to.
    mutating func reference(
        _ value: ReferenceValue,
        in rows: SourceRows,
        below destination: String,
        _ step: PreparedReferences
    ) -> ExpressionGraph.ID {
        reference(value, in: rows, below: destination, step, [])
    }

    private mutating func reference(
        _ value: ReferenceValue,
        in rows: SourceRows,
        below destination: String,
        _ step: PreparedReferences,
        _ branches: [Branch]
    ) -> ExpressionGraph.ID {
        switch value {
        case .none: return graph.literal(.null, .int64)
        case .object(let identity, let entity):
            guard let identity else { return same(rows, below: destination, named: nil, step) }
            return found(older(identity, of: rows), of: entity, below: destination, step)
        case .same(let name): return same(rows, below: destination, named: name, step)
        case .found(let name, let equalities): return found(name, where: equalities, in: rows, step, branches)
        case .first(let values):
            var all = values.map { reference($0, in: rows, below: destination, step, branches) }
            guard var last = all.popLast() else { preconditionFailure("a choice among no references") }
            while let one = all.popLast() { last = graph.coalesced(one, last) }
            return last
        case .conditional(let condition, let one, let other):
            let condition = condition.map { .leaf(self.older($0, of: rows)) }
            let (chosen, otherwise) = (
                branches + [Branch(condition: condition, holds: true)],
                branches + [Branch(condition: condition, holds: false)]
            )
            let (first, second) = (
                reference(one, in: rows, below: destination, step, chosen),
                reference(other, in: rows, below: destination, step, otherwise)
            )
            return graph.computed(.conditional(condition, .leaf(first), .leaf(second)), .int64)
        }
    }

    /// Returns the object of a newer entity whose attributes have some values over a row; a migration stops at several, unless
    /// the row chooses another branch.
    private mutating func found(
        _ name: String,
        where equalities: [ReferenceValue.Equality],
        in rows: SourceRows,
        _ step: PreparedReferences,
        _ branches: [Branch]
    ) -> ExpressionGraph.ID {
        let none = graph.literal(.null, .int64)
        guard let prepared = step.preparation.prepared(name) else { preconditionFailure("nothing prepares '\(name)'") }
        let all = step.preparation.prepared.concreteEntities(below: prepared).flatMap { step.made[$0] ?? [] }
        var found: [Lookup.Rows] = []
        for one in all {
            let keys = equalities.map { equality -> ExpressionGraph.ID in
                let column = step.preparation.column(of: equality.attribute, in: name)
                switch one.origin.attributes[column] {
                case .continued(let older, _)?: return one.rows.fields.required(.attribute([older]))
                case .computed(let value)?:
                    return computed(value, equality.type, at: ElementPath(name, equality.attribute), in: one.rows)
                case .filled(let value)?: return graph.literal(value, equality.type)
                // Rows without the attribute are found by no value.
                case .removed?: return none
                case nil: return one.origin.isWritten ? none : one.rows.fields[.attribute([column])] ?? none
                }
            }
            if keys.contains(where: { graph[$0].constant == .null }) { continue }
            for key in keys { check(key, at: ElementPath(name), in: one.rows) }
            found.append(
                Lookup.Rows(
                    of: one.rows.extent,
                    conditions: one.rows.conditions,
                    key: keys[0],
                    furtherKeys: Array(keys.dropFirst()),
                    value: one.identity,
                    ranks: [one.identity]
                )
            )
        }
        let wanted = equalities.map { equality in
            let nodes = nodes(of: equality.value, isPart: false, at: ElementPath(rows.entity), in: rows)
            return graph.computed(branches.reduce(nodes) { $1($0) }, equality.type)
        }
        if let found = sole(all, found, wanted) { return found }
        // Of several with the same unique values, one stays in the end.
        let attributes = Set(equalities.map(\.attribute))
        let isReduced = stage.reductions.contains { one in
            one.kept.isOne && attributes.isSuperset(of: one.properties)
                && stage.matching.newer.isKind(name, of: one.entity)
        }
        let choice: Lookup.Choice = isReduced ? .one(.first) : .onlyFound
        return graph.lookup(Lookup(found, for: wanted[0], and: Array(wanted.dropFirst()), choice))
    }

    /// Returns the object with some values where these are the distinct values by which an origin makes its objects: there is
    /// one for all older objects that have them. `nil` if they are not.
    private mutating func sole(
        _ made: [MadeRows],
        _ found: [Lookup.Rows],
        _ wanted: [ExpressionGraph.ID]
    ) -> ExpressionGraph.ID? {
        guard let origin = made.first?.origin, !origin.distinct.isEmpty, made.count == found.count else { return nil }
        for (one, rows) in zip(made, found) {
            let isOfOrigin = one.origin.line == origin.line && one.origin.part == origin.part
            guard isOfOrigin, distinctValues(of: one.members, one.origin) == [rows.key] + rows.furtherKeys else {
                return nil
            }
        }
        let members = zip(made, found).map { one, rows in
            Lookup.Rows(
                of: one.members.extent,
                conditions: one.members.conditions,
                key: rows.key,
                furtherKeys: rows.furtherKeys,
                value: one.identity,
                ranks: [one.identity]
            )
        }
        return graph.lookup(Lookup(members, for: wanted[0], and: Array(wanted.dropFirst()), .one(.first)))
    }

    /// Returns the identity of what a row itself became below a prepared entity; null if nothing did.
    private mutating func same(
        _ rows: SourceRows,
        below destination: String,
        named name: String?,
        _ step: PreparedReferences
    ) -> ExpressionGraph.ID {
        let own = rows.identity
        var found = graph.literal(.null, .int64)
        for one in step.rows(of: [rows.entity], below: destination, named: name).reversed()
        where one.past == own && one.members.extent == rows.extent {
            let conditions = one.members.conditions.filter { !rows.conditions.contains($0) }
            found = graph.coalesced(graph.present(one.common, ifAll: conditions), found)
        }
        return found
    }

    /// Returns the identity of what became of an object of an older entity below a prepared one; null if nothing did.
    mutating func found(
        _ past: ExpressionGraph.ID,
        of entity: String,
        below destination: String,
        _ step: PreparedReferences
    ) -> ExpressionGraph.ID {
        let search = PreparedReferences.Search(past: past, entity: entity, destination: destination)
        if let known = step.memo.found[search] { return known }
        let entities = matching.older.concreteEntities(below: entity)
        let all = step.rows(of: entities, below: destination, named: nil)
        let isPast = all.allSatisfy { $0.past == $0.common } && step.takesAll(of: entities, in: all)
        let found = isPast ? past : found(past, among: entities, in: all)
        step.memo.found[search] = found
        return found
    }

    /// Returns the identity of what became of an older object in some rows; null if nothing did.
    mutating func found(
        _ past: ExpressionGraph.ID,
        among entities: [String],
        in all: [MadeRows]
    ) -> ExpressionGraph.ID {
        let sources = entities.flatMap { older[.objects($0)]?.sources ?? [] }
        // Each older object stays what it was, if perhaps as one of several entities.
        let isKept = all.allSatisfy { $0.past == $0.common }
        if isKept, all.count == sources.count, all.allSatisfy({ $0.origin.condition == nil }) { return past }
        let found = all.map { rows in
            Lookup.Rows(
                of: rows.members.extent,
                conditions: rows.members.conditions,
                key: rows.past,
                value: rows.common,
                ranks: [rows.common]
            )
        }
        return graph.lookup(Lookup(found, for: past, .known))
    }

    /// Adds checks that no object has references from several objects though its relationship is to-one.
    mutating func checkSole(
        _ relationship: Relationship,
        of name: String,
        _ preparation: Preparation,
        _ step: PreparedReferences
    ) {
        let holders = self.holders(of: relationship.name, among: name, below: relationship.destination, step)
        if holders.isEmpty { return }
        let path = ElementPath(relationship.destination, relationship.inverse)
        for entity in preparation.prepared.concreteEntities(below: relationship.destination) {
            for one in step.made[entity] ?? [] {
                let found = graph.lookup(Lookup(holders, for: one.identity, .only))
                check(found, at: path, in: one.rows)
            }
        }
    }

    /// Adds checks that each object that a relationship points to points back: by the same relationship if that is its own
    /// inverse, or else by the inverse, which has the references.
    mutating func checkReturned(_ relationship: Relationship, of name: String, _ step: PreparedReferences) {
        let path = step.shown(ElementPath(name, relationship.name))
        guard let inverse = relationship.inversePath else { return }
        let isOwnInverse = inverse == ElementPath(name, relationship.name)
        let loss: ObjectLoss =
            isOwnInverse
            ? .returned(path.description) : .unreturned(path.description, by: step.shown(inverse).description)
        let holders = self.holders(of: inverse.property ?? "", among: inverse.entity, below: name, step)
        for one in step.preparation.prepared.concreteEntities(below: name).flatMap({ step.made[$0] ?? [] }) {
            // What only continues older references is left to the inverse.
            if !isOwnInverse, !one.origin.computes(relationship.name) { continue }
            let key = self.key(relationship.name, in: one, below: inverse.entity, step)
            if graph[key].constant == .null { continue }
            let isReturned: TypedCondition<ExpressionGraph.ID> = .comparison(
                .leaf(back(from: key, by: holders)),
                .equal,
                .leaf(one.identity),
                .usual
            )
            let holds = graph.computed(
                .conditional(.or([.isNull(.leaf(key)), isReturned]), .constant(.integer(1)), .constant(.null)),
                .int64
            )
            check(graph.required(holds, path), at: path, in: one.rows, against: loss)
        }
    }

    /// Returns the object that the destination of a relationship points to by the same relationship.
    mutating func back(from key: ExpressionGraph.ID, by holders: [Lookup.Rows]) -> ExpressionGraph.ID {
        let rows = holders.map { one in
            Lookup.Rows(of: one.extent, conditions: one.conditions, key: one.value, value: one.key, ranks: one.ranks)
        }
        return graph.lookup(Lookup(rows, for: key, .known))
    }

    /// Returns the rows with a reference, by the object that it points to.
    mutating func holders(
        of name: String,
        among entity: String,
        below destination: String,
        _ step: PreparedReferences
    ) -> [Lookup.Rows] {
        let all = step.preparation.prepared.concreteEntities(below: entity).flatMap { step.made[$0] ?? [] }
        return all.compactMap { one in
            let key = self.key(name, in: one, below: destination, step)
            if graph[key].constant == .null { return nil }
            return Lookup.Rows(
                of: one.rows.extent,
                conditions: one.rows.conditions,
                key: key,
                value: one.identity,
                ranks: [one.identity]
            )
        }
    }

    /// Makes the rows of a prepared join table from those of older ones.
    mutating func makePairs(
        of path: ElementPath,
        from olderPairs: [Preparation.OlderPairs],
        _ preparation: Preparation,
        _ step: PreparedReferences
    ) {
        guard let entity = preparation.prepared.entity(path.entity),
            let relationship = preparation.prepared.relationship(path),
            let extent = preparation.prepared.schema.joinTable(of: relationship, in: entity)
        else { return }
        let sources = olderPairs.flatMap { pairs -> [Projection.Source] in
            let holder = pairs.holder
            guard let before = older[.joinTable(holder)], let past = matching.older.relationship(holder) else {
                return []
            }
            let near: (field: Field, order: Field) = (.source, .sourceOrderKey)
            let far: (field: Field, order: Field) = (.target, .targetOrderKey)
            let (own, other) = pairs.isSwapped ? (far, near) : (near, far)
            let (starts, ends) =
                pairs.isSwapped ? (past.destination, holder.entity) : (holder.entity, past.destination)
            return before.sources.map { source in
                let fields = before.fields(source)
                let start = found(fields.required(own.field), of: starts, below: path.entity, step)
                let end = found(fields.required(other.field), of: ends, below: relationship.destination, step)
                var conditions = source.conditions
                for one in [start, end] where graph[one].isNullable && !conditions.contains(one) {
                    conditions.append(one)
                }
                let values = extent.members.map { member -> ExpressionGraph.ID in
                    switch member.field {
                    case .source: start
                    case .target: end
                    case .sourceOrderKey: fields[own.order] ?? start
                    case .targetOrderKey: fields[other.order] ?? end
                    case .identity, .entity, .attribute, .lookup, .key, .orderKey:
                        preconditionFailure("a join table has no field \(member.field)")
                    }
                }
                return Projection.Source(extent: source.extent, conditions: conditions, values: values)
            }
        }
        for pairs in olderPairs where extent.name != .joinTable(pairs.holder) { remove(.joinTable(pairs.holder)) }
        replace(extent, by: sources)
    }
}
