import ApusSchema

/// The optional composite around a leaf that may be absent from a row in both schemas.
enum Shelter: Hashable {
    /// There is none: every row has the leaf.
    case none
    /// A new one, which no row has.
    case absent
    /// The innermost one, with its depth, and the older leaves that show whether a row has it.
    case around(depth: Int, older: [Schema.Leaf])

    /// The number of names in its path.
    var depth: Int {
        if case .around(let depth, _) = self { depth } else { 0 }
    }
}

/// The older element with the path of a newer leaf.
enum OlderElement {
    /// The leaf itself.
    case leaf(Schema.Leaf)
    /// Nothing: the part is new.
    case nothing
    /// A part, with this path, or else the attribute itself, that had another structure.
    case another(ElementPath?)
}

extension ValueRules {
    /// Returns the older element of a newer leaf. A part keeps its values as long as the composites around it do.
    func olderElement(of path: [String], from before: Attribute, to after: Attribute) -> OlderElement {
        var (old, new): (Attribute, Attribute) = (before, after)
        var oldPath: [String] = [before.name]
        var part: ElementPath?
        for name in path.dropFirst() {
            guard let match = composite(from: old, to: new) else { return .another(part) }
            guard let pair = match.parts.pair(newer: name),
                case .attribute(let oldPart) = pair.old, case .attribute(let newPart) = pair.new
            else { return .nothing }
            (old, new) = (oldPart, newPart)
            oldPath.append(oldPart.name)
            part = ElementPath(match.old.name, oldPart.name)
        }
        let leaf = self.old.leaves(of: before).first { $0.path == oldPath }
        return leaf.map { .leaf($0) } ?? .another(part)
    }

    /// Returns the composite that is the type of both an older and a newer attribute or part.
    private func composite(from before: Attribute?, to after: Attribute) -> TypeMatching.CompositeMatch? {
        guard case .named(let older)? = before?.type, case .named(let newer) = after.type,
            let match = matching.types.composites[newer], match.old.name == older
        else { return nil }
        return match
    }

    /// Returns the composite around a leaf that may be absent from a row. It is optional in both schemas, because every
    /// row has one that was required.
    func shelter(around leaf: Schema.Leaf, of property: OwnedProperty, from before: Attribute?) -> Shelter {
        guard leaf.composite != nil, case .attribute(let attribute) = property.property else { return .none }
        var shelter: Shelter = .none
        var (older, newer): (Attribute?, Attribute) = (before, attribute)
        var oldPath: [String] = [before?.name ?? ""]
        for (index, name) in leaf.path.dropFirst().enumerated() {
            let match = composite(from: older, to: newer)
            if match == nil {
                older = nil
                if newer.isOptional { return .absent }
            } else if let before, newer.isOptional, older?.isOptional == true {
                let leaves = old.leaves(of: before).filter { $0.path.starts(with: oldPath) }
                shelter = .around(depth: index + 1, older: leaves)
            }
            guard case .named(let type) = newer.type,
                let part = new.composite(type)?.attributes.first(where: { $0.name == name })
            else { return shelter }
            let pair = match?.parts.pair(newer: name)
            if case .attribute(let oldPart)? = pair?.old {
                older = oldPart
                oldPath.append(oldPart.name)
            } else {
                older = nil
            }
            newer = part
        }
        return shelter
    }

    /// Returns whether an older value may be missing because a composite around it, from some depth on, is optional.
    func hasOptionalComposite(_ before: Attribute, around path: [String], below depth: Int) -> Bool {
        var current = before
        for index in path.indices.dropLast() {
            if index >= depth, current.isOptional { return true }
            guard case .named(let type) = current.type,
                let part = old.composite(type)?.attributes.first(where: { $0.name == path[index + 1] })
            else { return false }
            current = part
        }
        return false
    }
}
