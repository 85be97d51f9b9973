import ApusSchema

/// The composite around a leaf that a row may be without, before and after.
enum Shelter: Hashable {
    /// There is none: the value is there wherever the row is.
    case none
    /// One that no row has, since it is new.
    case absent
    /// The innermost one: how deep it is, and the older leaves that tell whether a row has it.
    case around(depth: Int, older: [Schema.Leaf])

    /// How many names lead to it.
    var depth: Int {
        if case .around(let depth, _) = self { depth } else { 0 }
    }
}

/// What stood in the older schema where a newer leaf stands.
enum OlderPlace {
    /// The leaf that it was.
    case leaf(Schema.Leaf)
    /// Nothing: a part that is new.
    case nothing
    /// Something of other parts, or of none, or of parts that it has no longer: the part of that path, or else the
    /// attribute itself.
    case another(ElementPath?)
}

extension ValueRules {
    /// What a newer leaf was: a part keeps its values as long as the composites around it do.
    func olderPlace(of path: [String], from before: Attribute, to after: Attribute) -> OlderPlace {
        var (old, new): (Attribute, Attribute) = (before, after)
        var oldPath: [String] = [before.name]
        var place: ElementPath?
        for name in path.dropFirst() {
            guard let match = composite(from: old, to: new) else { return .another(place) }
            guard let pair = match.parts.pair(newer: name),
                case .attribute(let oldPart) = pair.old, case .attribute(let newPart) = pair.new
            else { return .nothing }
            (old, new) = (oldPart, newPart)
            oldPath.append(oldPart.name)
            place = ElementPath(match.old.name, oldPart.name)
        }
        let leaf: Schema.Leaf? = self.old.leaves(of: before).first { $0.path == oldPath }
        return leaf.map { .leaf($0) } ?? .another(place)
    }

    /// The composite that is the type of both an older and a newer attribute, or part.
    private func composite(from before: Attribute?, to after: Attribute) -> TypeMatching.CompositeMatch? {
        guard case .named(let older)? = before?.type, case .named(let newer) = after.type,
            let match = matching.types.composites[newer], match.old.name == older
        else { return nil }
        return match
    }

    /// The composite around a leaf that a row may be without: one that is optional now and was before, since what was
    /// required is there in every row.
    func shelter(around leaf: Schema.Leaf, of property: OwnedProperty, from before: Attribute?) -> Shelter {
        guard leaf.composite != nil, case .attribute(let attribute) = property.property else { return .none }
        var shelter: Shelter = .none
        var (older, newer): (Attribute?, Attribute) = (before, attribute)
        var oldPath: [String] = [before?.name ?? ""]
        for (place, name) in leaf.path.dropFirst().enumerated() {
            let match: TypeMatching.CompositeMatch? = composite(from: older, to: newer)
            if match == nil {
                older = nil
                if newer.isOptional { return .absent }
            } else if let before, newer.isOptional, older?.isOptional == true {
                let leaves: [Schema.Leaf] = old.leaves(of: before).filter { $0.path.starts(with: oldPath) }
                shelter = .around(depth: place + 1, older: leaves)
            }
            guard case .named(let type) = newer.type,
                let part = new.composite(type)?.attributes.first(where: { $0.name == name })
            else { return shelter }
            let pair: PropertyMatch? = match?.parts.pair(newer: name)
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

    /// Whether an older value may be missing because one of the composites around it is, from some depth on.
    func hasOptionalComposite(_ before: Attribute, around path: [String], below depth: Int) -> Bool {
        var current: Attribute = before
        for place in path.indices.dropLast() {
            if place >= depth, current.isOptional { return true }
            guard case .named(let type) = current.type,
                let part = old.composite(type)?.attributes.first(where: { $0.name == path[place + 1] })
            else { return false }
            current = part
        }
        return false
    }
}
