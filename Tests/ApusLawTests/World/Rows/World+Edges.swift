import ApusSchema

extension World {
    /// What is hard about the data of some elements.
    ///
    /// - Parameters:
    ///   - paths: Entities and properties; of an entity all of its properties count.
    ///   - reading: The schema.
    /// - Returns: The edges that the rows have.
    func edges(of paths: [ElementPath], in reading: Reading) -> Set<DataEdge> {
        var found: Set<DataEdge> = []
        for path in paths {
            let kinds: [String] = reading.kinds(below: path.entity)
            let filled: [String] = kinds.filter { objects[$0]?.isEmpty == false }
            if filled.isEmpty { found.insert(.none) }
            if reading.kinds(below: reading.root(of: path.entity)).filter({ objects[$0]?.isEmpty == false }).count > 1 {
                found.insert(.kinds)
            }
            for kind in filled {
                for owned in reading.properties(of: kind) where path.property == nil || path.property == owned.name {
                    found.formUnion(edges(of: owned, kind, in: reading))
                }
            }
        }
        return found
    }

    private func edges(of owned: OwnedProperty, _ kind: String, in reading: Reading) -> Set<DataEdge> {
        let all: [WorldObject] = Array((objects[kind] ?? [:]).values)
        if let attribute = owned.storedAttribute, attribute.derivation == nil {
            return Set(
                reading.schema.storedLeaves(of: attribute).flatMap { leaf in
                    all.flatMap { EdgeValues.edges(of: $0.values[leaf.path] ?? .null, leaf.type) }
                }
            )
        }
        guard let relationship = owned.relationship else { return [] }
        let lists: [[Int64]] = all.map { $0.references[relationship.name] ?? [] }
        var found: Set<DataEdge> = []
        if lists.contains([]) { found.formUnion(relationship.isToMany ? [.empty, .null] : [.null]) }
        let targets: [Int64] = lists.flatMap { $0 }
        if Set(targets).count < targets.count || lists.contains(where: { $0.count > 1 }) { found.insert(.shared) }
        return found
    }
}
