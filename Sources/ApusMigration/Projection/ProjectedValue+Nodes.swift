import ApusSchema

extension ProjectedValue {
    /// The older extents whose rows the value itself reads, besides its own row.
    var searched: [Extent.Name] {
        switch self {
        case .field, .computed, .required, .stored, .uuid, .now, .derived: []
        case .rowNumber(_, let rows), .largest(let rows): rows.map(\.extent)
        case .reference(_, let entities): entities.map { .objects($0) }
        case .lookup(let lookup): lookup.rows.map(\.extent)
        }
    }

    /// Returns the value over other nodes.
    ///
    /// - Parameter node: Returns the node in place of one that the value is computed from.
    /// - Returns: The value.
    func map(_ node: (ExpressionGraph.ID) -> ExpressionGraph.ID) -> ProjectedValue {
        switch self {
        case .field, .now, .derived: self
        case .computed(let expression): .computed(expression.map { .leaf(node($0)) })
        case .required(let inner, let path): .required(node(inner), path)
        case .stored(let inner, let type): .stored(node(inner), type)
        case .uuid(let key, let identity): .uuid(key: key, of: node(identity))
        case .rowNumber(let identity, let rows): .rowNumber(of: node(identity), among: rows.map { $0.map(node) })
        case .largest(let rows): .largest(among: rows.map { $0.map(node) })
        case .reference(let inner, let entities): .reference(node(inner), among: entities)
        case .lookup(let lookup): .lookup(lookup.map(node))
        }
    }
}

extension ObjectRows {
    /// Returns the rows with other nodes.
    func map(_ node: (ExpressionGraph.ID) -> ExpressionGraph.ID) -> ObjectRows {
        ObjectRows(of: extent, conditions: conditions.map(node), identity: node(identity), groups: groups.map(node))
    }
}

extension Lookup {
    /// Returns the search with other nodes.
    func map(_ node: (ExpressionGraph.ID) -> ExpressionGraph.ID) -> Lookup {
        Lookup(
            rows.map { rows in
                Rows(
                    of: rows.extent,
                    conditions: rows.conditions.map(node),
                    key: node(rows.key),
                    furtherKeys: rows.furtherKeys.map(node),
                    value: node(rows.value),
                    ranks: rows.ranks.map(node)
                )
            },
            for: node(key),
            and: furtherKeys.map(node),
            choice
        )
    }
}

extension ElementRows.Source {
    /// Returns the source with other nodes.
    func map(_ node: (ExpressionGraph.ID) -> ExpressionGraph.ID) -> Self {
        switch self {
        case .texts(let rows, let list): .texts(rows.map(node), list: node(list))
        case .objects(let rows, let element, let order):
            .objects(rows.map(node), element: node(element), order: node(order))
        }
    }
}
