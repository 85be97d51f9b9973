import ApusSchema

/// The optional composite around a leaf that may be absent from a row in both schemas.
enum Shelter: Hashable {
    /// There is none: every row has the leaf.
    case none
    /// A new one, which no row has, or only with the leaf itself.
    case absent
    /// The innermost one, with its depth, and what shows whether a row has it. Rows that had it need not have it any more
    /// if the mapping computes parts of it; the depth is 0 then.
    case around(depth: Int, signs: [LeafValue.Sign])

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
    /// row has one that was required, unless the mapping computes parts of it.
    func shelter(
        around leaf: Schema.Leaf,
        of property: OwnedProperty,
        from before: Attribute?,
        in entity: String
    ) -> Shelter {
        guard leaf.composite != nil, case .attribute(let attribute) = property.property else { return .none }
        if let signs = computedSigns(around: leaf, of: attribute, property, from: before, in: entity) {
            return signs.isEmpty ? .absent : .around(depth: 0, signs: signs)
        }
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
                shelter = .around(depth: index + 1, signs: leaves.map { .init(origin: .carried($0), type: $0.type) })
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

    /// Returns what shows, besides a leaf, whether a row has the innermost optional composite around it: the parts that the
    /// mapping computes, and the older values of the others; `nil` if it computes none.
    private func computedSigns(
        around leaf: Schema.Leaf,
        of attribute: Attribute,
        _ property: OwnedProperty,
        from before: Attribute?,
        in entity: String
    ) -> [LeafValue.Sign]? {
        guard let depth = new.optionalDepth(around: leaf, in: attribute) else { return nil }
        var signs: [LeafValue.Sign] = []
        var replaced: Set<[String]> = []
        var isComputed = false
        let path = Array(leaf.path.prefix(depth))
        for part in new.leaves(of: attribute) where part.path.starts(with: path) {
            guard let origin = computedOrigin(of: part, of: property, in: entity) else { continue }
            isComputed = true
            if part.path != leaf.path { signs.append(.init(origin: origin, type: part.type)) }
            if let before, case .leaf(let older) = olderElement(of: part.path, from: before, to: attribute) {
                replaced.insert(older.path)
            }
        }
        guard isComputed else { return nil }
        guard let before, let older = olderPath(of: path, from: before, to: attribute) else { return signs }
        let others = old.leaves(of: before).filter { $0.path.starts(with: older) && !replaced.contains($0.path) }
        return signs + others.map { .init(origin: .carried($0), type: $0.type) }
    }

    /// Returns the path of the older composite that matches one around a newer leaf; `nil` if there is none.
    private func olderPath(of path: [String], from before: Attribute, to after: Attribute) -> [String]? {
        var (old, new): (Attribute, Attribute) = (before, after)
        var found = [before.name]
        for name in path.dropFirst() {
            guard let pair = composite(from: old, to: new)?.parts.pair(newer: name),
                case .attribute(let oldPart) = pair.old, case .attribute(let newPart) = pair.new
            else { return nil }
            (old, new) = (oldPart, newPart)
            found.append(oldPart.name)
        }
        return composite(from: old, to: new) == nil ? nil : found
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
