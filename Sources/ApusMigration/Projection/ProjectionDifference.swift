import ApusSchema

/// The elements of a schema of which two ways from an older schema may give other data, whatever the store.
///
/// The two projections are compared as values: an element is the same if its rows come from the same older rows, and its
/// values are the same expressions over these. Two expressions that differ may have the same values nevertheless; that
/// counts as a difference. What the mappings assert changes no data.
struct ProjectionDifference {
    /// An element of the newer schema, in the objects of one entity.
    struct Element: Hashable {
        /// The entity of the objects, which is not abstract, or the one that declares the relationship.
        let entity: String
        /// The entity, or the property with the entity that declares it.
        let path: ElementPath
    }

    /// The elements, in the order of the newer schema.
    let elements: [Element]

    /// Compares two ways.
    ///
    /// - Parameters:
    ///   - one: Stages without refusals; at least one.
    ///   - other: Stages without refusals between the same schemas.
    init(_ one: [Stage], _ other: [Stage]) {
        var (ours, theirs) = (one[...], other[...])
        if (one + other).contains(where: { $0.swift != nil }) {
            // What code makes of objects is known to be the same only if all before it is.
            let shared = zip(one, other).prefix { $0 == $1 }.count
            (ours, theirs) = (ours.dropFirst(shared), theirs.dropFirst(shared))
            if ours.isEmpty || (ours + theirs).contains(where: { $0.swift != nil }) {
                let entities = ours.last?.new.entities.filter { !$0.isAbstract } ?? []
                elements = entities.map { Element(entity: $0.name, path: ElementPath($0.name)) }
                return
            }
        }
        let (one, other) = (Projection(fusing: Array(ours)), Projection(fusing: Array(theirs)))
        let target = one.target
        let graph = ComparedGraph(one, other)
        var found: [Element] = []
        for entity in target.schema.entities {
            for name in target.extentNames(of: entity.name) {
                guard let extent = (one.extents[name] ?? other.extents[name])?.extent else { continue }
                let (ours, theirs) = (graph.one.rows(of: name), graph.other.rows(of: name))
                found += Self.differences(of: extent, between: ours, and: theirs, in: graph, target: target)
            }
        }
        let checks = Set(graph.checks(graph.one)).symmetricDifference(graph.checks(graph.other))
        found += checks.compactMap { $0.element(in: target, one, other) }.sorted { $0.path < $1.path }
        let asides = Set(graph.asides(graph.one)).symmetricDifference(graph.asides(graph.other))
        found += asides.compactMap { $0.element(in: target) }.sorted { $0.path < $1.path }
        var seen: Set<Element> = []
        elements = found.filter { seen.insert($0).inserted }
    }

    private static func differences(
        of extent: Extent,
        between ours: [(rows: ComparedRows, values: [ExpressionGraph.ID])],
        and theirs: [(rows: ComparedRows, values: [ExpressionGraph.ID])],
        in graph: ComparedGraph,
        target: IndexedSchema
    ) -> [Element] {
        let values = Dictionary(theirs.map { ($0.rows, $0.values) }) { first, _ in first }
        // Rows with the same conditions cannot be told apart.
        guard values.count == theirs.count, Set(ours.map(\.rows)).count == ours.count,
            Set(ours.map(\.rows)) == Set(theirs.map(\.rows)), ours.allSatisfy({ graph.isKnown($0.rows) })
        else { return [Element(of: extent.name, nil, target)] }
        return extent.members.enumerated().compactMap { index, member in
            // The store computes it from other values; but the moment of a save stays.
            if member.isDerived, ours.allSatisfy({ graph.isDerived($1[index]) }),
                theirs.allSatisfy({ graph.isDerived($1[index]) })
            {
                return nil
            }
            let isSame = ours.allSatisfy { rows, ours in
                ours[index] == values[rows]?[index] && graph.isKnown(ours[index])
            }
            return isSame ? nil : Element(of: extent.name, member.field, target)
        }
    }
}

extension ProjectionDifference.Element {
    /// Creates the element that a value of an extent belongs to; without a field, that of its rows.
    fileprivate init(of extent: Extent.Name, _ field: Field?, _ schema: IndexedSchema) {
        switch (extent, field) {
        case (.objects(let entity), .attribute(let path)?): self.init(entity, path[0], schema)
        case (.objects(let entity), .key(let name)?), (.objects(let entity), .orderKey(let name)?):
            self.init(entity, name, schema)
        case (.objects(let entity), _): self.init(entity: entity, path: ElementPath(entity))
        case (.joinTable(let path), _): self.init(entity: path.entity, path: path)
        }
    }

    private init(_ entity: String, _ property: String, _ schema: IndexedSchema) {
        let declared = schema.properties(of: entity).first { $0.name == property }?.path
        self.init(entity: entity, path: declared ?? ElementPath(entity, property))
    }

    /// Returns whether a line that lists an entity or a property is about the element.
    func isCovered(by line: ElementPath, in schema: IndexedSchema) -> Bool {
        schema.isKind(entity, of: line.entity) && (line.property == nil || line.property == path.property)
    }
}

/// Rows of an older extent in a compared graph: those that satisfy the same conditions are the same.
private struct ComparedRows: Hashable {
    let extent: Extent.Name
    let conditions: Set<ExpressionGraph.ID>
}

/// A check in a compared graph; whose it is does not count.
private struct ComparedCheck: Hashable {
    let rows: ComparedRows
    let expression: ExpressionGraph.ID
    let loss: ObjectLoss?
    let path: ElementPath

    static func == (one: ComparedCheck, other: ComparedCheck) -> Bool {
        one.rows == other.rows && one.expression == other.expression && one.loss == other.loss
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(rows)
        hasher.combine(expression)
    }

    /// Returns the property of the newer schema that is checked, if it is one of objects that are made of the rows.
    func element(in schema: IndexedSchema, _ ways: Projection...) -> ProjectionDifference.Element? {
        guard let property = schema.properties(of: path.entity).first(where: { $0.name == path.property }) else {
            return nil
        }
        let entity = schema.concreteEntities(below: path.entity).first { entity in
            ways.contains { way in
                way.extents[.objects(entity)]?.sources.contains { $0.extent == rows.extent } ?? false
            }
        }
        return entity.map { ProjectionDifference.Element(entity: $0, path: property.path) }
    }
}

/// What a way sets aside, in a compared graph; at which stage does not count.
private struct ComparedAside: Hashable {
    let rows: ComparedRows
    let entity: String
    let isWhole: Bool
    let values: [String: ExpressionGraph.ID]

    /// Returns the element of the newer schema whose objects or values are set aside.
    func element(in schema: IndexedSchema) -> ProjectionDifference.Element? {
        guard schema.isConcrete(entity) else { return nil }
        let name = isWhole ? nil : values.keys.first?.prefix { $0 != "." }.description
        let property = name.flatMap { name in schema.properties(of: entity).first { $0.name == name } }
        return ProjectionDifference.Element(entity: entity, path: property?.path ?? ElementPath(entity))
    }
}

/// The expressions of two projections in one graph, in which equal ones are one node.
private struct ComparedGraph {
    /// A projection, with the nodes of the graph for its own.
    struct Way {
        let projection: Projection
        let nodes: [ExpressionGraph.ID]

        func rows(_ extent: Extent.Name, _ conditions: [ExpressionGraph.ID]) -> ComparedRows {
            ComparedRows(extent: extent, conditions: Set(conditions.map { nodes[$0.index] }))
        }

        func rows(of extent: Extent.Name) -> [(rows: ComparedRows, values: [ExpressionGraph.ID])] {
            (projection.extents[extent]?.sources ?? []).map { source in
                (rows(source.extent, source.conditions), source.values.map { nodes[$0.index] })
            }
        }
    }

    let one: Way
    let other: Way
    /// The extents that are other rows in each projection, although they have one name.
    private var unlike: Set<Extent.Name> = []
    /// The nodes whose values may be others in each projection: they depend on such extents, or on what a store computed at
    /// a version between.
    private var uncertain: Set<ExpressionGraph.ID> = []
    /// The nodes that the store computes.
    private var derived: Set<ExpressionGraph.ID> = []

    init(_ one: Projection, _ other: Projection) {
        var graph = ExpressionGraph()
        self.one = Way(projection: one, nodes: graph.adopting(one))
        self.other = Way(projection: other, nodes: graph.adopting(other))
        if self.one.elements != self.other.elements {
            unlike = Set((one.elements + other.elements).map(\.extent))
        }
        for id in graph.ids {
            let value = graph[id].value
            var isUncertain = value == .derived || !unlike.isDisjoint(with: value.searched)
            _ = value.map { part in
                isUncertain = isUncertain || uncertain.contains(part)
                return part
            }
            if isUncertain { uncertain.insert(id) }
            if value == .derived { derived.insert(id) }
        }
    }

    func isKnown(_ id: ExpressionGraph.ID) -> Bool { !uncertain.contains(id) }

    func isDerived(_ id: ExpressionGraph.ID) -> Bool { derived.contains(id) }

    func isKnown(_ rows: ComparedRows) -> Bool {
        !unlike.contains(rows.extent) && rows.conditions.isDisjoint(with: uncertain)
    }

    func asides(_ way: Way) -> [ComparedAside] {
        way.projection.asides.map { aside in
            ComparedAside(
                rows: way.rows(aside.extent, aside.conditions),
                entity: aside.entity,
                isWhole: aside.isWhole,
                values: Dictionary(aside.values.map { ($0.name, way.nodes[$0.value.index]) }) { first, _ in first }
            )
        }
    }

    func checks(_ way: Way) -> [ComparedCheck] {
        way.projection.checks.map { check in
            ComparedCheck(
                rows: way.rows(check.extent, check.conditions),
                expression: way.nodes[check.expression.index],
                loss: check.loss,
                path: check.path
            )
        }
    }
}

extension ComparedGraph.Way {
    /// The elements of lists, over the nodes of the graph.
    fileprivate var elements: [ElementRows] {
        projection.elements.map { rows in
            ElementRows(
                name: rows.name,
                owner: rows.owner,
                sources: rows.sources.map { $0.map { nodes[$0.index] } },
                type: rows.type
            )
        }
    }
}

extension ExpressionGraph {
    /// Adds the nodes of a projection. For which element a value is required does not count.
    fileprivate mutating func adopting(_ projection: Projection) -> [ID] {
        adopt(projection.graph) { value in
            if case .required(let inner, _) = value { .required(inner, ElementPath("")) } else { value }
        }
    }
}
