extension Attribute {
    /// Whether stores keep the values of the attribute.
    public var isStored: Bool { !isTransient && !isEphemeral && type != .undefined }

    /// Whether the values are stored and not derived from other values.
    public var isKept: Bool { isStored && derivation == nil }
}

extension Schema {
    /// A stored value of an attribute: the attribute itself, or an innermost part of its composite.
    public struct Leaf: Hashable, Sendable {
        /// The attribute's name, then those of the parts.
        public let path: [String]
        /// The attribute, or the innermost part.
        public let attribute: Attribute
        /// The composite that declares the part; `nil` if the attribute is not a composite.
        public let composite: String?
        /// The type of the stored values.
        public let type: ScalarType
        /// Whether the value may be null, because it or a composite around it is optional.
        public let isNullable: Bool

        /// The path as expressions and mappings write it: `name`, `home.city`.
        package var name: String { path.joined(separator: ".") }
    }

    /// Returns the stored values of an attribute, in the author's order; none if it is not stored.
    public func leaves(of attribute: Attribute) -> [Leaf] {
        attribute.isStored ? leaves(of: attribute, in: nil, path: [], isNullable: false, within: []) : []
    }

    /// Returns the stored values of an attribute that are those of a part of a composite, at any depth.
    package func leaves(of attribute: Attribute, through part: ElementPath) -> [Leaf] {
        leaves(of: attribute).filter { leaf in
            var type = attribute.type
            for name in leaf.path.dropFirst() {
                guard case .named(let composite) = type,
                    let next = self.composite(composite)?.attributes.first(where: { $0.name == name })
                else { return false }
                if ElementPath(composite, name) == part { return true }
                type = next.type
            }
            return false
        }
    }

    private func leaves(
        of attribute: Attribute,
        in composite: String?,
        path: [String],
        isNullable: Bool,
        within: [String]
    ) -> [Leaf] {
        let path = path + [attribute.name]
        let isNullable = isNullable || attribute.isOptional
        if case .named(let name) = attribute.type, let type = self.composite(name) {
            // No composite of a valid schema contains itself.
            guard !within.contains(name) else { return [] }
            return type.attributes.flatMap { part in
                leaves(of: part, in: name, path: path, isNullable: isNullable, within: within + [name])
            }
        }
        let type = storedType(of: attribute)
        return [Leaf(path: path, attribute: attribute, composite: composite, type: type, isNullable: isNullable)]
    }

    /// Returns the length of the path to the innermost optional composite around a part; `nil` if there is none.
    package func optionalDepth(around leaf: Schema.Leaf, in attribute: Attribute) -> Int? {
        var depth: Int? = nil
        var current: Attribute = attribute
        for (number, name) in leaf.path.enumerated().dropFirst() {
            if current.isOptional { depth = number }
            guard case .named(let type) = current.type,
                let part = self.composite(type)?.attributes.first(where: { $0.name == name })
            else { return depth }
            current = part
        }
        return depth
    }
}
