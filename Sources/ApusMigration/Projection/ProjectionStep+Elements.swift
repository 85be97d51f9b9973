import ApusSchema

extension ProjectionStep {
    /// Makes the extent of the elements of a list.
    mutating func makeElements(_ list: ElementList) {
        guard let extent = matching.older.objects(of: list.entity.name) else { return }
        var sources: [ElementRows.Source] = []
        switch list.elements {
        case .texts(let expression):
            for rows in list.kinds.flatMap(rows) {
                let nodes = nodes(of: expression, isPart: false, at: ElementPath(list.owner), in: rows)
                let value = graph.computed(nodes, .string)
                check(value, at: ElementPath(list.owner), in: rows)
                let objects = ObjectRows(of: rows.extent, conditions: rows.conditions, identity: rows.identity)
                sources.append(.texts(objects, list: value))
            }
        case .objects(let path): sources = objects(along: path, of: list.kinds)
        }
        let type: ScalarType = if case .texts = list.elements { .string } else { .int64 }
        let known = elements.first { ($0.owner, $0.sources, $0.type) == (list.owner, sources, type) }
        let others = elements.count { $0.owner == list.owner }
        let name = "elements of \(list.owner)" + (others > 0 ? " (\(others + 1))" : "")
        let made = known ?? ElementRows(name: name, owner: list.owner, sources: sources, type: type)
        if known == nil { elements.append(made) }
        let values = extent.members.map { member -> ExpressionGraph.ID in
            switch member.field {
            case .key(ElementList.element): graph.field(ElementRows.element, .int64, isNullable: false)
            case let field:
                graph.field(field, member.type, isNullable: member.isNullable && field != ElementRows.source)
            }
        }
        let source = Projection.Source(extent: made.extent, conditions: [], values: values)
        older[extent.name] = Projection.ExtentProjection(extent: extent, sources: [source])
        olderIdentities[list.entity.name] = [
            [ObjectRows(of: made.extent, identity: graph.field(.identity, .int64, isNullable: false))]
        ]
    }

    private func rows(of entity: String) -> [SourceRows] {
        guard let extent = older[.objects(entity)] else { return [] }
        return extent.sources.map { SourceRows(entity, extent, $0) }
    }

    /// Returns the objects of an older to-many relationship that objects of some entities have.
    private mutating func objects(along path: ElementPath, of owners: [String]) -> [ElementRows.Source] {
        guard let relationship = matching.older.relationship(path), let references = references.oldReferences(path)
        else { return [] }
        let isSource = references.holder == path
        var found: [(rows: ObjectRows, element: ExpressionGraph.ID, order: ExpressionGraph.ID)] = []
        if references.usesJoinTable {
            guard let extent = older[.joinTable(references.holder)] else { return [] }
            for source in extent.sources {
                let fields = extent.fields(source)
                let near = fields.required(isSource ? .source : .target)
                let far = fields.required(isSource ? .target : .source)
                let order = fields[isSource ? .targetOrderKey : .sourceOrderKey] ?? far
                found.append(
                    (ObjectRows(of: source.extent, conditions: source.conditions, identity: near), far, order)
                )
            }
        } else {
            let name = references.holder.property ?? ""
            for entity in matching.older.concreteEntities(below: relationship.destination) {
                for rows in rows(of: entity) {
                    let (near, far) = (rows.fields.required(.key(name)), rows.identity)
                    if graph[near].constant == .null { continue }
                    let objects = ObjectRows(of: rows.extent, conditions: rows.conditions, identity: near)
                    found.append((objects, far, rows.fields[.orderKey(name)] ?? far))
                }
            }
        }
        // The objects of other entities may have the relationship, too.
        let all = matching.older.concreteEntities(below: path.entity)
        return found.map { rows, element, order in
            let near = narrowed(rows.identity, (kept: owners, lost: all.filter { !owners.contains($0) }))
            let conditions = rows.conditions + (graph[near].isNullable ? [near] : [])
            return .objects(
                ObjectRows(of: rows.extent, conditions: conditions, identity: near),
                element: element,
                order: order
            )
        }
    }
}
