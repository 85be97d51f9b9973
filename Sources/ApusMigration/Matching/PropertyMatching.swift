package import ApusSchema

/// A property that both an older and a newer entity have.
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

    /// Whether the property itself is unchanged, including its name.
    var isUnchanged: Bool {
        from.isIdentical(to: to) || old == new
    }
}

/// Matches the properties of a newer entity, including inherited ones, to those of the older entity.
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

    /// Matches all properties with themselves.
    init(identity properties: [OwnedProperty]) {
        pairs = properties.map { PropertyMatch(from: $0, to: $0) }
        added = []
        removed = []
    }

    /// Matches properties by index.
    ///
    /// - Parameters:
    ///   - old: The older properties.
    ///   - new: The newer properties.
    ///   - olderIndices: The index of the older property for each newer one.
    init(_ old: [OwnedProperty], _ new: [OwnedProperty], olderIndices: [Int?]) {
        var pairs: [PropertyMatch] = []
        var added: [OwnedProperty] = []
        var isKept = Array(repeating: false, count: old.count)
        pairs.reserveCapacity(new.count)
        for (property, older) in zip(new, olderIndices) {
            if let older {
                pairs.append(PropertyMatch(from: old[older], to: property))
                isKept[older] = true
            } else {
                added.append(property)
            }
        }
        self.pairs = pairs
        self.added = added
        // The values of a part, which an origin made, are those of the newer attribute.
        removed = isKept.allSatisfy { $0 } ? [] : zip(old, isKept).compactMap { $1 || $0.path.isPart ? nil : $0 }
    }

    /// Returns the pair whose older property has this name, or `nil`.
    func pair(older name: String) -> PropertyMatch? {
        olderNames.firstIndex(of: name, count: pairs.count) { pairs[$0].from.name }.map { pairs[$0] }
    }

    /// Returns the pair whose newer property has this name, or `nil`.
    func pair(newer name: String) -> PropertyMatch? {
        newerNames.firstIndex(of: name, count: pairs.count) { pairs[$0].to.name }.map { pairs[$0] }
    }

    /// Unmatches the pairs that satisfy a predicate.
    mutating func split(where isSplit: (PropertyMatch) -> Bool) {
        let split = pairs.filter(isSplit)
        guard !split.isEmpty else { return }
        pairs.removeAll(where: isSplit)
        added += split.map(\.to)
        removed += split.map(\.from)
    }
}

/// An entity that both an older and a newer schema have.
package struct EntityMatch: Hashable, Sendable {
    /// The older entity.
    package let old: Entity

    /// The newer entity.
    package let new: Entity

    /// The matching of its properties, including inherited ones.
    package let matching: PropertyMatching

    /// The properties that both entities have.
    package var properties: [PropertyMatch] { matching.pairs }

    /// The properties that only the newer entity has.
    package var added: [Property] { matching.added.map(\.property) }

    /// The properties that only the older entity has.
    package var removed: [Property] { matching.removed.map(\.property) }
}

extension PropertyMatching {
    /// The matching with the older and the newer entity swapped.
    var inverted: PropertyMatching {
        var copy = self
        copy.pairs = pairs.map { PropertyMatch(from: $0.to, to: $0.from) }
        (copy.added, copy.removed) = (removed, added)
        return copy
    }
}
