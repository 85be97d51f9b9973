package import ApusSchema

/// Older rows that have become objects with other identities, for code in Swift that asks what has become what.
///
/// Rows that keep their identities are not among them: ``Projection/sourcesWithIdentities`` says which those are.
package struct ProjectedAssociation: Hashable, Sendable {
    /// The root entity of the older objects, whose hierarchy has their identities.
    package let olderRoot: String
    /// That of the newer objects.
    package let newerRoot: String
    /// The rows.
    package let extent: Extent.Name
    /// A row is an association if none of them is null.
    package let conditions: [ExpressionGraph.ID]
    /// The identity of the older object.
    package let past: ExpressionGraph.ID
    /// The identity of the newer one; null if there is none.
    package let identity: ExpressionGraph.ID
}

/// Rows of which several are one object of a prepared entity, because they have the same distinct values.
struct JoinedRows {
    /// The prepared entity.
    let name: String
    let rows: SourceRows
    /// The identity of the object.
    let common: ExpressionGraph.ID
}

extension Projection {
    /// Notes which rows become objects with other identities in a stage with code, which is a pass of its own.
    ///
    /// - Parameters:
    ///   - stage: The stage, after it was carried out.
    ///   - joined: The rows that are one object with others.
    mutating func associate(_ stage: Stage, _ joined: [JoinedRows]) {
        associations = []
        guard stage.swift != nil else { return }
        var found: [ProjectedAssociation] = []
        for one in ordered {
            guard case .objects(let newer) = one.extent.name,
                let index = one.extent.members.firstIndex(where: { $0.field == .identity })
            else { continue }
            for row in one.sources {
                append(to: &found, newer, row.extent, row.conditions, row.values[index])
            }
        }
        for one in joined {
            guard let newer = stage.matching.newerName(of: one.name) else { continue }
            append(to: &found, newer, one.rows.extent, one.rows.conditions, one.common)
        }
        associations = found
    }

    private mutating func append(
        to found: inout [ProjectedAssociation],
        _ newer: String,
        _ extent: Extent.Name,
        _ conditions: [ExpressionGraph.ID],
        _ identity: ExpressionGraph.ID
    ) {
        guard case .objects(let name) = extent else { return }
        let list = elements.first { $0.name == name }
        // An element's object comes from the object that has the list.
        let past = graph.field(list == nil ? .identity : ElementRows.source, .int64, isNullable: false)
        let older = list?.owner ?? name
        let keepsIdentity = list == nil && graph[identity].value == .field(.identity)
        guard !keepsIdentity, source.entity(older) != nil else { return }
        found.append(
            ProjectedAssociation(
                olderRoot: source.root(of: older),
                newerRoot: target.root(of: newer),
                extent: extent,
                conditions: conditions,
                past: past,
                identity: identity
            )
        )
    }
}
