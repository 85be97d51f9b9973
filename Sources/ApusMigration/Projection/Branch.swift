/// One of several kinds of objects that a stage makes of the same older objects, if nothing relates some of these kinds to others.
package struct Branch: Hashable, Sendable {
    /// The name of an origin.
    struct Name: Hashable, Sendable {
        /// The newer entity whose line has the origin; the older one for objects that stay what they are.
        let line: String
        /// The origin's index there; -1 for objects that stay what they are.
        let part: Int
    }

    /// The origin that makes the objects.
    let name: Name
    /// What the older objects rather continue to be where they become both, as nothing relates the two: values are not known as theirs.
    let apartFrom: Set<Name>
}

extension [Branch] {
    /// Whether nothing relates the objects to what else the older ones have become.
    package var areApart: Bool { contains { !$0.apartFrom.isEmpty } }

    /// Returns whether the objects are apart from others of the same older objects.
    package func areApart(from others: [Branch]) -> Bool {
        zip(self, others).first { $0.name != $1.name }.map { $0.apartFrom.contains($1.name) } ?? false
    }
}

extension Preparation {
    /// Returns the branch of an origin's objects; none if the older objects do not become several, or all of these are related.
    func branches(of origin: EntityOrigin) -> [Branch] {
        guard written(of: origin.entity).contains(where: \.isApart) else { return [] }
        return [Branch(name: origin.branch, apartFrom: origin.apartFrom)]
    }
}
