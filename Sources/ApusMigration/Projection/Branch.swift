/// One of several kinds of objects that a stage makes of the same older objects, if nothing relates some of these kinds to the others.
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
    /// Whether nothing relates the objects to what the older ones continue to be, so that values are not known as theirs.
    let isApart: Bool
    /// If it is apart: what the same older objects may be, too, without a relationship to it.
    let strangers: Set<Name>
}

extension [Branch] {
    /// Whether nothing relates the objects to what else the older ones have become.
    package var areApart: Bool { contains(where: \.isApart) }

    /// Returns whether the objects are apart from others of the same older objects, which are not.
    package func areApart(from others: [Branch]) -> Bool {
        guard let (one, other) = zip(self, others).first(where: { $0.name != $1.name }) else { return false }
        return one.isApart && !other.isApart && one.strangers.contains(other.name)
    }
}

extension Preparation {
    /// Returns the branch of an origin's objects; none if the older objects do not become several, or all of these are related.
    func branches(of origin: EntityOrigin) -> [Branch] {
        guard written(of: origin.entity).contains(where: \.isApart) else { return [] }
        return [Branch(name: origin.branch, isApart: origin.isApart, strangers: origin.strangers)]
    }
}
