extension Attribute {
    /// Whether a store keeps values of the attribute.
    public var isStored: Bool { !isTransient && !isEphemeral && type != .undefined }

    /// Whether rows have a value that somebody gave them: one that is stored and does not follow from others.
    public var isKept: Bool { isStored && derivation == nil }
}

extension Schema {
    /// A value that an attribute is stored as: the attribute itself, or one of the parts that a composite comes down to.
    public struct Leaf: Hashable, Sendable {
        /// The attribute's name, then those of the parts.
        public let path: [String]
        /// The attribute, or the innermost part.
        public let attribute: Attribute
        /// The composite that declares the part; `nil` where the attribute is no composite.
        public let composite: String?
        /// The type of the stored values.
        public let type: ScalarType
        /// Whether there may be no value: here, or in a composite around it.
        public let isNullable: Bool
    }

    /// What a stored attribute's values come down to, in the author's order; none of one that is not stored.
    public func leaves(of attribute: Attribute) -> [Leaf] {
        attribute.isStored ? leaves(of: attribute, in: nil, path: [], isNullable: false, within: []) : []
    }

    private func leaves(
        of attribute: Attribute,
        in composite: String?,
        path: [String],
        isNullable: Bool,
        within: [String]
    ) -> [Leaf] {
        let path: [String] = path + [attribute.name]
        let isNullable: Bool = isNullable || attribute.isOptional
        if case .named(let name) = attribute.type, let type = self.composite(name) {
            // A valid schema has no composite that is a part of itself.
            guard !within.contains(name) else { return [] }
            return type.attributes.flatMap { part in
                leaves(of: part, in: name, path: path, isNullable: isNullable, within: within + [name])
            }
        }
        let type: ScalarType = storedType(of: attribute)
        return [Leaf(path: path, attribute: attribute, composite: composite, type: type, isNullable: isNullable)]
    }
}
