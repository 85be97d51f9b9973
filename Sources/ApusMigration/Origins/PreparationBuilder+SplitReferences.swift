import ApusSchema

// Older references that several newer relationships continue, as where an entity becomes two that both have its relationship.

extension PreparationBuilder {
    /// Continues older references, if not all are kept, under the further newer relationships that match one of their sides.
    /// What the mapping gives up is given up.
    mutating func continueElsewhere(_ references: References, in prepared: IndexedSchema) {
        guard !isAccepted(references), !keepsAll(references, prepared) else { return }
        for (holder, inverse) in furtherSides(of: references) where !continues(references, holder ?? inverse) {
            continueReferences(references, holder: holder, inverse: inverse)
        }
    }

    /// Returns the newer relationships that match either side of older references in what origins make, each with its inverse.
    private func furtherSides(of references: References) -> [(holder: ElementPath?, inverse: ElementPath?)] {
        let holders = allMatches(of: references.holder)
        guard let inverse = references.inverse, inverse != references.holder else { return holders.map { ($0, nil) } }
        let inverses = allMatches(of: inverse)
        // A relationship that has lost its inverse has no references of one that matches that.
        return holders.map { ($0, new.relationship($0)?.inversePath) }.filter { $0.1 != nil || inverses.isEmpty }
            + inverses.map { (new.relationship($0)?.inversePath, $0) }.filter { $0.0 != nil || holders.isEmpty }
    }

    private func allMatches(of path: ElementPath) -> [ElementPath] {
        let (named, written) = matches(of: path)
        return Array(named) + Array(written)
    }

    /// Returns whether the prepared relationship of a newer one has older references already.
    private func continues(_ references: References, _ path: ElementPath?) -> Bool {
        guard let path = path.flatMap(declaredPath),
            let one = schema.entity(path.entity)?.relationship(path.property ?? "")
        else { return false }
        return [path, one.inversePath].compactMap(\.self).flatMap { continuing[$0] ?? [] }.contains {
            $0 == references.holder || $0 == references.inverse
        }
    }
}
