import ApusSchema

extension ProjectionStep {
    /// Carries out a preparation: replaces the extents that it makes.
    mutating func prepare(_ preparation: Preparation) {
        for list in preparation.lists { makeElements(list) }
        var made: [String: [MadeRows]] = [:]
        let names = preparation.prepared.schema.entities.map(\.name).filter(preparation.prepared.isConcrete)
        for root in Set(names.map(preparation.prepared.root)).sorted() {
            makeIdentities(below: root, preparation, &made)
        }
        for check in preparation.checks { self.check(check, preparation) }
        let step = PreparedReferences(preparation: preparation, made: made)
        for crossing in preparation.crossings { check(crossing, step) }
        // Those of an entity are the same for all its sub-entities.
        var allHolders: [ElementPath: [Lookup.Rows]] = [:]
        for name in names where preparation.origins[name] != nil {
            guard let extent = preparation.prepared.objects(of: name) else { continue }
            var returned: [String: [Lookup.Rows]] = [:]
            for case .key(let key) in extent.members.map(\.field) {
                guard let owner = preparation.owner(ofReturned: key, in: name) else { continue }
                let path = ElementPath(owner, key)
                let known = allHolders[path] ?? holders(of: key, among: owner, below: owner, step)
                allHolders[path] = known
                returned[key] = known
            }
            let sources = (made[name] ?? []).map { rows in
                Projection.Source(
                    extent: rows.rows.extent,
                    conditions: rows.rows.conditions,
                    values: extent.members.map { value(of: $0, in: rows, of: name, returned, step) },
                    branches: rows.rows.branches + preparation.branches(of: rows.origin)
                )
            }
            replace(extent, by: sources)
        }
        for name in names where preparation.origins[name] == nil && !preparation.consumed.contains(name) {
            let branches = preparation.branches(of: EntityOrigin(staying: name))
            guard !branches.isEmpty, let extent = older[.objects(name)] else { continue }
            replace(extent.extent, by: extent.sources.map { $0.inBranches($0.branches + branches) })
        }
        for (name, relationship) in preparation.soleReferences {
            let path = ElementPath(name, relationship.name)
            let isOwnInverse = relationship.inversePath == path
            // Others do not stay.
            if isOwnInverse, preparation.chosen.contains(path) { continue }
            checkSole(relationship, of: name, preparation, step)
            if isOwnInverse { checkReturned(relationship, of: name, step) }
        }
        for (name, relationship) in preparation.computedInverses { checkReturned(relationship, of: name, step) }
        for name in preparation.consumed.sorted() where preparation.origins[name] == nil {
            remove(.objects(name))
            if let extent = preparation.prepared.objects(of: name) { replace(extent, by: []) }
        }
        for (path, pairs) in preparation.joinTables.sorted(by: { $0.key < $1.key }) {
            makePairs(of: path, from: pairs, preparation, step)
        }
        for (holder, pairs) in Dictionary(grouping: preparation.pairs, by: \.holder).sorted(by: { $0.key < $1.key }) {
            makePairs(of: holder, by: pairs, preparation, step)
        }
        for extent in preparation.older.schema.entities.flatMap({ preparation.older.extents(of: $0.name) }) {
            guard case .joinTable(let path) = extent.name, preparation.joinTables[path] == nil,
                preparation.prepared.relationship(path) == nil
            else { continue }
            remove(extent.name)
        }
    }

    // MARK: Identities

    /// Makes the identities of all objects below a prepared root: those of the older objects, as far as they come from one
    /// older hierarchy; others are increased by the last ones before, also where these were of objects that are gone.
    private mutating func makeIdentities(
        below root: String,
        _ preparation: Preparation,
        _ made: inout [String: [MadeRows]]
    ) {
        struct Block: Hashable {
            let root: String
            let ordinal: Int
        }
        let entities = preparation.inOrder(preparation.prepared.concreteEntities(below: root))
        let own = Block(root: preparation.read.root(of: root), ordinal: 0)
        let all: [(name: String, origin: EntityOrigin)] = entities.flatMap { name in
            (preparation.origins[name]
                ?? preparation.olderEntities(of: name).map { EntityOrigin(staying: $0) })
                .map { (name, $0) }
        }
        func block(_ origin: EntityOrigin) -> Block {
            Block(root: preparation.read.root(of: origin.entity), ordinal: origin.ordinal)
        }
        // Objects that no line is about keep their identities, in any case. Those of elements are new.
        let staying = all.map(\.origin).filter { !$0.isWritten }
        let isOfElements = { (origin: EntityOrigin) in preparation.read.sourceOfElements(origin.entity) != nil }
        let written = all.map(\.origin).filter { !isOfElements($0) } + all.map(\.origin).filter(isOfElements)
        var blocks: [Block] = []
        for one in staying.map(block) + [own] + written.map(block) where !blocks.contains(one) { blocks.append(one) }
        let shown = preparation.newerNames[ElementPath(root)] ?? root
        var before: [[ObjectRows]] = []
        var numbered: [NumberedRows] = []
        for one in blocks {
            for (name, origin) in all where block(origin) == one {
                guard let extent = older[.objects(origin.entity)] else { continue }
                for source in extent.sources {
                    var rows = SourceRows(origin.entity, extent, source)
                    let past = rows.identity
                    if let condition = origin.condition {
                        let holds = holds(condition, in: rows)
                        check(holds, at: ElementPath(origin.line), in: rows)
                        rows = rows.satisfying(holds)
                    }
                    let identity = graph.identity(past, after: before)
                    numbered.append(
                        NumberedRows(name: name, origin: origin, rows: rows, past: past, identity: identity)
                    )
                    check(identity, at: ElementPath(origin.line), in: rows)
                    if !before.isEmpty { checkPositive(past, in: rows, below: shown) }
                }
            }
            if all.contains(where: { block($0.origin) == one }) { before += olderIdentities[one.root] ?? [] }
        }
        identities[root] = before
        for one in numbered {
            var (rows, common) = (one.rows, one.identity)
            if !one.origin.distinct.isEmpty {
                common = first(of: one, numbered)
                rows = rows.satisfying(graph.same(common, one.identity, then: one.identity))
                joined.append(JoinedRows(name: one.name, rows: one.rows, common: common))
            }
            made[one.name, default: []].append(
                MadeRows(
                    name: one.name,
                    rows: rows,
                    members: one.rows,
                    origin: one.origin,
                    past: one.past,
                    identity: one.identity,
                    common: common
                )
            )
        }
    }

    /// Rows of an older entity that satisfy an origin's condition, with the identities of the objects that each would be.
    private struct NumberedRows {
        let name: String
        let origin: EntityOrigin
        let rows: SourceRows
        let past: ExpressionGraph.ID
        let identity: ExpressionGraph.ID
    }

    /// Returns the identity of the first of an origin's rows that have the same distinct values, of whatever older entity.
    ///
    /// - Parameters:
    ///   - one: The rows.
    ///   - all: All rows of the hierarchy. Those of one origin have a group together.
    /// - Returns: The identity, null for a row without one of the values.
    private mutating func first(of one: NumberedRows, _ all: [NumberedRows]) -> ExpressionGraph.ID {
        let keys = distinctValues(of: one.rows, one.origin)
        let group = all.filter { $0.origin.line == one.origin.line && $0.origin.part == one.origin.part }
        let found = group.map { other -> Lookup.Rows in
            let values = distinctValues(of: other.rows, other.origin)
            return Lookup.Rows(
                of: other.rows.extent,
                conditions: other.rows.conditions,
                key: values[0],
                furtherKeys: Array(values.dropFirst()),
                value: other.identity,
                ranks: [other.identity]
            )
        }
        return graph.lookup(Lookup(found, for: keys[0], and: Array(keys.dropFirst()), .one(.first)))
    }

    mutating func distinctValues(of rows: SourceRows, _ origin: EntityOrigin) -> [ExpressionGraph.ID] {
        origin.distinct.map { expression in
            let nodes = nodes(of: expression, isPart: false, at: ElementPath(rows.entity), in: rows)
            let id = graph.computed(nodes, expression.type { $0.type } ?? .string)
            check(id, at: ElementPath(origin.line), in: rows)
            return id
        }
    }

    /// Returns a value that is null unless a condition holds.
    mutating func holds(_ condition: TypedCondition<OlderValue>, in rows: SourceRows) -> ExpressionGraph.ID {
        graph.computed(
            .conditional(
                condition.map { .leaf(self.older($0, of: rows)) },
                .constant(.integer(1)),
                .constant(.null)
            ),
            .int64
        )
    }

    /// Adds a check that identities are positive, which are increased by others.
    private mutating func checkPositive(_ identity: ExpressionGraph.ID, in rows: SourceRows, below root: String) {
        let isPositive: TypedCondition<ExpressionGraph.ID> = .comparison(
            .leaf(identity),
            .greater,
            .constant(.integer(0)),
            .usual
        )
        let holds = graph.computed(
            .conditional(isPositive, .constant(.integer(1)), .constant(.null)),
            .int64
        )
        let path = ElementPath(root)
        check(graph.required(holds, path), at: path, in: rows, against: .identity(root: root))
    }

    /// Adds a check that no object of an older entity is lost, or becomes two.
    private mutating func check(_ check: Preparation.ObjectCheck, _ preparation: Preparation) {
        guard let extent = older[.objects(check.entity)], !check.condition.isTautology else { return }
        for source in extent.sources {
            let rows = SourceRows(check.entity, extent, source)
            let holds = holds(check.condition, in: rows)
            let path: ElementPath =
                switch check.loss {
                case .object: ElementPath(check.entity)
                case .value(let name): ElementPath(check.entity, name)
                case .references, .crossing, .returned, .unreturned: ElementPath(check.entity)
                case .identity(let name): ElementPath(name)
                }
            self.check(graph.required(holds, path), at: path, in: rows, against: check.loss)
        }
    }

    // MARK: Values

    private mutating func value(
        of member: Extent.Member,
        in rows: MadeRows,
        of name: String,
        _ returned: [String: [Lookup.Rows]],
        _ step: PreparedReferences
    ) -> ExpressionGraph.ID {
        switch member.field {
        case .identity: return rows.identity
        case .attribute(let path):
            let first = path[0]
            func older(_ name: String) -> ExpressionGraph.ID {
                rows.rows.fields.required(.attribute([name] + path.dropFirst()))
            }
            if member.isDerived { return rows.rows.fields[member.field] ?? graph.derived(member.type) }
            switch rows.origin.attributes[first] {
            // The objects of this origin have no values; the stage then fills those of required attributes.
            case nil: return graph.literal(.null, member.type)
            case .filled(let value)?: return graph.literal(value, member.type)
            case .removed(let name)?: return older(name)
            case .continued(let name, let isShared)?:
                let id = older(name)
                // Two objects never have one file.
                return isShared && isExternal(ElementPath(rows.origin.entity, name))
                    ? graph.stored(id, member.type) : id
            case .computed(let value)?:
                let path = step.shown(ElementPath(name, first))
                let id = computed(value, member.type, at: path, in: rows.rows)
                check(id, at: path, in: rows.rows)
                return id
            }
        case .key(let key):
            var id = self.key(key, in: rows, below: member.destination ?? "", step)
            if let holders = returned[key] { id = graph.same(back(from: id, by: holders), rows.identity, then: id) }
            check(id, at: step.shown(ElementPath(name, key)), in: rows.rows)
            return id
        case .orderKey(let key):
            let path: ElementPath? =
                switch rows.origin.references[key] {
                case .continued(let path)?: path
                case .computed(let value)?: value.keptPath
                case nil: nil
                }
            return path.flatMap { rows.rows.fields[.orderKey($0.property ?? "")] } ?? rows.identity
        case .entity, .lookup, .source, .target, .sourceOrderKey, .targetOrderKey:
            preconditionFailure("objects have no field \(member.field)")
        }
    }

    private func isExternal(_ path: ElementPath) -> Bool {
        matching.older.properties(of: path.entity).contains { owned in
            guard owned.name == path.property, case .attribute(let attribute) = owned.property else { return false }
            return attribute.usesExternalStorage
        }
    }
}
