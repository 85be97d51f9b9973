import ApusSchema

extension StageInference {
    /// Whether what a removed property holds goes with it: not of what lives in memory only or follows from others, nor
    /// of references that the other side keeps.
    func loses(_ property: OwnedProperty) -> Bool {
        switch property.property {
        case .attribute(let attribute): return attribute.isKept
        case .relationship(let relationship):
            guard let before = references.oldReferences(property.path) else { return false }
            // The other side keeps the references, but it has no order of this one's.
            if relationship.isToMany, relationship.isOrdered { return true }
            guard let back = before.side(across: property.path), back != property.path else { return true }
            let far: [String] = older.kinds(below: relationship.destination).filter(goesOn)
            return far.isEmpty ? !isKept(back) : !far.allSatisfy { isKept(back, by: $0) }
        }
    }

    /// The line that accepts, under the other side's name, that references go with a removed relationship: for each kind
    /// at that end that does not keep them.
    func acceptanceAcross(_ property: OwnedProperty) -> MappingWords.Line? {
        guard case .relationship(let relationship) = property.property,
            let back = references.oldReferences(property.path)?.side(across: property.path)
        else { return nil }
        if let line = words.acceptance(of: [back]) { return line }
        let far: [String] = older.kinds(below: relationship.destination).filter { goesOn($0) && !isKept(back, by: $0) }
        let found: [MappingWords.Line?] = far.map { kind in
            let side: OwnedProperty? = older.properties(of: kind).first { $0.path == back }
            return side.flatMap { words.acceptance(of: older.paths(of: $0, in: kind)) }
        }
        return found.contains(nil) ? nil : found.first ?? nil
    }

    /// Whether an older relationship is still one for some of the objects that had it.
    private func isKept(_ path: ElementPath) -> Bool {
        older.family(below: path.entity).contains { isKept(path, by: $0) }
    }

    private func isKept(_ path: ElementPath, by olderKind: String) -> Bool {
        guard let name = matching.newerName(of: olderKind), let properties = matching.properties(ofNewer: name) else {
            return false
        }
        return properties.pairs.contains { pair in
            pair.from.path == path && references.newReferences(pair.to.path) != nil
        }
    }
}
