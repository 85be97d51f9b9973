import ApusSchema

/// One value of an attribute as a store keeps it: the attribute itself, or a part of its composite.
struct WorldLeaf: Sendable {
    /// The attribute's name, then those of the parts.
    let path: [String]
    /// The attribute or the part.
    let part: Attribute
    /// The type of the stored values.
    let type: ScalarType
    /// Whether it, or a composite above it, may have no value.
    let isNullable: Bool
    /// The raw values, of an enum.
    let rawValues: [StoredValue]?
}

extension Schema {
    /// The values that an attribute is kept as.
    func storedLeaves(of attribute: Attribute, under prefix: [String] = [], isNullable: Bool = false) -> [WorldLeaf] {
        let path: [String] = prefix + [attribute.name]
        let isNullable = isNullable || attribute.isOptional
        if let composite = composite(of: attribute) {
            return composite.attributes.flatMap { storedLeaves(of: $0, under: path, isNullable: isNullable) }
        }
        return [
            WorldLeaf(
                path: path,
                part: attribute,
                type: storedType(of: attribute),
                isNullable: isNullable,
                rawValues: enumeration(of: attribute)?.cases.map(\.rawValue.stored)
            )
        ]
    }

    /// The composite that is an attribute's type.
    func composite(of attribute: Attribute) -> Composite? {
        if case .named(let name) = attribute.type { composite(name) } else { nil }
    }

    /// The enum that is an attribute's type.
    func enumeration(of attribute: Attribute) -> Enumeration? {
        if case .named(let name) = attribute.type { enumeration(name) } else { nil }
    }
}
