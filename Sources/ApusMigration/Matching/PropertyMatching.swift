package import ApusSchema

/// A property of an older entity and what it is in a newer one.
package struct PropertyMatch: Hashable, Sendable {
    /// The older property, and the entity that declares it.
    package let from: OwnedProperty
    /// The newer property, and the entity that declares it.
    package let to: OwnedProperty

    /// The older property.
    package var old: Property { from.property }
    /// The newer property.
    package var new: Property { to.property }

    /// Whether both are attributes, or both relationships.
    var isOfOneKind: Bool {
        from.isAttribute == to.isAttribute
    }

    /// Whether the property says what it said, under the same name of its own.
    var isUnchanged: Bool {
        from.isIdentical(to: to) || old == new
    }
}

/// What the properties of an entity were, the inherited ones included.
package struct PropertyMatching: Hashable, Sendable {
    /// The properties that both entities have.
    package private(set) var pairs: [PropertyMatch] {
        didSet { (olderNames, newerNames) = (NameIndex(), NameIndex()) }
    }

    /// The properties that only the newer entity has.
    package private(set) var added: [OwnedProperty]

    /// The properties that only the older entity has.
    package private(set) var removed: [OwnedProperty]

    private var olderNames = NameIndex()
    private var newerNames = NameIndex()

    /// All properties match themselves.
    init(identity properties: [OwnedProperty]) {
        pairs = properties.map { PropertyMatch(from: $0, to: $0) }
        added = []
        removed = []
    }

    /// Puts properties together.
    ///
    /// - Parameters:
    ///   - old: The older properties.
    ///   - new: The newer properties.
    ///   - places: For each newer property the place of the older one.
    init(_ old: [OwnedProperty], _ new: [OwnedProperty], places: [Int?]) {
        var pairs: [PropertyMatch] = []
        var added: [OwnedProperty] = []
        var isKept: [Bool] = Array(repeating: false, count: old.count)
        pairs.reserveCapacity(new.count)
        for (property, older) in zip(new, places) {
            if let older {
                pairs.append(PropertyMatch(from: old[older], to: property))
                isKept[older] = true
            } else {
                added.append(property)
            }
        }
        self.pairs = pairs
        self.added = added
        removed = isKept.allSatisfy { $0 } ? [] : zip(old, isKept).compactMap { $1 ? nil : $0 }
    }

    /// The pair whose older property has that name, or `nil`.
    func pair(older name: String) -> PropertyMatch? {
        olderNames.firstIndex(of: name, count: pairs.count) { pairs[$0].from.name }.map { pairs[$0] }
    }

    /// The pair whose newer property has that name, or `nil`.
    func pair(newer name: String) -> PropertyMatch? {
        newerNames.firstIndex(of: name, count: pairs.count) { pairs[$0].to.name }.map { pairs[$0] }
    }

    mutating func split(where isSplit: (PropertyMatch) -> Bool) {
        let gone: [PropertyMatch] = pairs.filter(isSplit)
        guard !gone.isEmpty else { return }
        pairs.removeAll(where: isSplit)
        added += gone.map(\.to)
        removed += gone.map(\.from)
    }
}

/// An entity of an older schema and what it is in a newer one.
package struct EntityMatch: Hashable, Sendable {
    /// The older entity.
    package let old: Entity

    /// The newer entity.
    package let new: Entity

    /// What its properties were, the inherited ones included.
    package let matching: PropertyMatching

    /// The properties that both entities have.
    package var properties: [PropertyMatch] { matching.pairs }

    /// The properties that only the newer entity has.
    package var added: [Property] { matching.added.map(\.property) }

    /// The properties that only the older entity has.
    package var removed: [Property] { matching.removed.map(\.property) }
}

extension PropertyMatching {
    /// The same seen from the newer entity.
    var inverted: PropertyMatching {
        var copy: PropertyMatching = self
        copy.pairs = pairs.map { PropertyMatch(from: $0.to, to: $0.from) }
        (copy.added, copy.removed) = (removed, added)
        return copy
    }
}
