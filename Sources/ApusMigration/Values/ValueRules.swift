import ApusSchema

/// The rules by which values of attributes become those of a newer schema. Judging a stage and carrying it out both
/// follow them.
struct ValueRules {
    let matching: Matching
    let words: MappingWords

    private var old: Schema { matching.older.schema }
    private var new: Schema { matching.newer.schema }

    /// Where the values of a leaf of a newer attribute come from.
    ///
    /// - Parameters:
    ///   - leaf: The leaf; of an attribute that is stored and not derived.
    ///   - property: The newer attribute.
    ///   - match: What the attribute was, where it was there.
    ///   - kind: The newer entity whose objects are meant.
    /// - Returns: What the value is made of, what stands in for null, and why there is none, if so.
    func value(
        of leaf: Schema.Leaf,
        of property: OwnedProperty,
        from match: PropertyMatch?,
        in kind: String
    ) -> LeafValue {
        let paths: [ElementPath] = matching.newer.paths(of: leaf, of: property, in: kind)
        var value = LeafValue()
        var before: Attribute?
        if case .attribute(let attribute)? = match?.old, attribute.isStored { before = attribute }
        if let before, case .attribute(let after) = property.property {
            if let older = olderLeaf(of: leaf.path, from: before, to: after) {
                setOrigin(&value, from: older, to: leaf, paths, in: kind, property: property)
                if value.obstacle?.isOfTypes == true, let name = older.composite,
                    let line = words.acceptance(of: [ElementPath(name, older.attribute.name)])
                {
                    // A part that is given up begins anew.
                    value = LeafValue(lines: [line])
                }
                if value.obstacle != nil { return value }
            } else if !isSameComposite(before, after) {
                value.obstacle = .incompatible
                return value
            }
        }
        setFiller(&value, leaf, paths, before: before, property: property, in: kind)
        return value
    }

    /// The older leaf that a newer one was: a part keeps its values as long as the composites around it do.
    private func olderLeaf(of path: [String], from before: Attribute, to after: Attribute) -> Schema.Leaf? {
        guard let oldPath = olderPath(of: path, from: before, to: after) else { return nil }
        return old.leaves(of: before).first { $0.path == oldPath }
    }

    private func olderPath(of path: [String], from before: Attribute, to after: Attribute) -> [String]? {
        let rest: [String] = Array(path.dropFirst())
        guard let part = rest.first else {
            return old.isComposite(before) ? nil : [before.name]
        }
        guard case .named(let name) = after.type, case .named(let olderName) = before.type,
            let match = matching.types.composites[name], match.old.name == olderName,
            let pair = match.parts.pairs.first(where: { $0.new.name == part }),
            case .attribute(let oldPart) = pair.old, case .attribute(let newPart) = pair.new
        else { return nil }
        return olderPath(of: rest, from: oldPart, to: newPart).map { [before.name] + $0 }
    }

    /// Whether two attributes are composites and the same one, so that a part without an older one is new.
    private func isSameComposite(_ before: Attribute, _ after: Attribute) -> Bool {
        guard case .named(let older) = before.type, case .named(let newer) = after.type else { return false }
        return matching.types.composites[newer]?.old.name == older
    }

    private func setFiller(
        _ value: inout LeafValue,
        _ leaf: Schema.Leaf,
        _ paths: [ElementPath],
        before: Attribute?,
        property: OwnedProperty,
        in kind: String
    ) {
        let isRequired: Bool = !leaf.attribute.isOptional
        var isInOptional: Bool = false
        var depth: Int = 0
        if leaf.composite != nil, let shelter = optionalComposite(around: leaf, of: property) {
            isInOptional = true
            // Where the composite itself is new, no row has it, and no default may invent one.
            guard let before, case .attribute(let after) = property.property else { return }
            value.presence = olderLeaves(within: shelter, from: before, to: after)
            if value.presence.isEmpty { return }
            depth = shelter.count
        }
        // Whether the older value may be missing with a composite around it that the newer one is never without.
        let isAbsentInside: Bool =
            before.map { hasOptionalComposite($0, around: value.origin.older?.path ?? [], below: depth) } ?? false
        let mayBeNull: Bool = value.origin.mayBeNull(isRequired: isRequired, isAbsent: isAbsentInside)
        let isNew: Bool = value.origin == .none
        if isRequired && !mayBeNull { return clearPresence(&value) }
        if let (path, fill) = words.fill(of: paths) {
            value.lines.insert(.fill(path))
            guard let filler = filler(fill, path, leaf) else {
                value.obstacle = .badFill(fill.text, path)
                return
            }
            value.filler = filler
        } else if isNew || isRequired, let (stored, text) = new.fillText(of: leaf.attribute) {
            value.filler = .literal(stored, text: text)
        } else if isRequired, !isNew, !isInOptional, let path = requirement(of: leaf, paths, property, in: kind) {
            value.lines.insert(.require(path))
            value.isChecked = true
        } else if isRequired {
            value.obstacle = .noValue
        }
        if value.filler == nil { clearPresence(&value) }
    }

    /// The path under which a leaf is said to have a value: its own, or that of the whole composite attribute.
    private func requirement(
        of leaf: Schema.Leaf,
        _ paths: [ElementPath],
        _ property: OwnedProperty,
        in kind: String
    ) -> ElementPath? {
        words.requirement(of: paths)
            ?? (leaf.composite == nil ? nil : words.requirement(of: matching.newer.paths(of: property, in: kind)))
    }

    private func clearPresence(_ value: inout LeafValue) { value.presence = [] }

    /// The path of the innermost composite around a leaf that a row may be without.
    private func optionalComposite(around leaf: Schema.Leaf, of property: OwnedProperty) -> [String]? {
        guard case .attribute(let attribute) = property.property else { return nil }
        var path: [String] = [attribute.name]
        var current: Attribute = attribute
        var shelter: [String]? = attribute.isOptional ? path : nil
        for name in leaf.path.dropFirst().dropLast() {
            guard case .named(let type) = current.type,
                let part = new.composite(type)?.attributes.first(where: { $0.name == name })
            else { return shelter }
            path.append(name)
            current = part
            if part.isOptional { shelter = path }
        }
        return shelter
    }

    /// Whether an older value may be missing because one of the composites around it is, from some depth on.
    private func hasOptionalComposite(_ before: Attribute, around path: [String], below depth: Int) -> Bool {
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

    /// The older leaves of what a newer composite value was.
    private func olderLeaves(within shelter: [String], from before: Attribute, to after: Attribute) -> [Schema.Leaf] {
        let inside: [Schema.Leaf] = new.leaves(of: after).filter { $0.path.starts(with: shelter) }
        let older: [Schema.Leaf] = inside.compactMap { olderLeaf(of: $0.path, from: before, to: after) }
        guard let first = older.first else { return [] }
        // Parts that are gone tell as well whether there was a value.
        let depth: Int = shelter.count
        let oldShelter: [String] = Array(first.path.prefix(depth))
        return old.leaves(of: before).filter { $0.path.starts(with: oldShelter) }
    }

    private func filler(_ fill: Fill, _ path: ElementPath, _ leaf: Schema.Leaf) -> LeafValue.Filler? {
        switch fill {
        case .generated(let generator):
            guard generator.types.contains(leaf.type), !leaf.attribute.type.isForeign,
                new.enumeration(of: leaf.attribute) == nil
            else { return nil }
            return .generated(generator, path)
        case .literal(let text):
            if let enumeration = new.enumeration(of: leaf.attribute) {
                return enumeration.cases.first { $0.name == text }.map { .literal($0.rawValue.stored, text: text) }
            }
            guard case .scalar(let type) = leaf.attribute.type else { return nil }
            return Value(text: text, type: type).map { .literal($0.stored, text: text) }
        }
    }
}

extension LeafValue.Origin {
    /// Whether some row may have no value.
    fileprivate func mayBeNull(isRequired: Bool, isAbsent: Bool) -> Bool {
        switch self {
        case .none: true
        // A required part of a composite that may be absent has a value wherever the composite does.
        case .carried(let older): isRequired ? older.attribute.isOptional || isAbsent : true
        case .converted(let older, let conversion): conversion.isLenient || older.attribute.isOptional || isAbsent
        case .recoded(let older, let recoding): recoding.givesNull || older.attribute.isOptional || isAbsent
        }
    }
}

extension Fill {
    /// The fill as a mapping writes it.
    var text: String {
        switch self {
        case .literal(let text): text
        case .generated(let generator): generator.rawValue
        }
    }
}

extension Schema {
    fileprivate func isComposite(_ attribute: Attribute) -> Bool {
        if case .named(let name) = attribute.type { composite(name) != nil } else { false }
    }

    /// The enum that is an attribute's type, or `nil`.
    func enumeration(of attribute: Attribute) -> Enumeration? {
        if case .named(let name) = attribute.type { enumeration(name) } else { nil }
    }

    /// The value that existing rows get when an attribute is added or made required, and its text: its default, or that
    /// of an enum. Swift source can be run by nobody but the app.
    func fillText(of attribute: Attribute) -> (value: StoredValue, text: String)? {
        if let value = attribute.defaultValue { return (value.stored, value.text) }
        guard let name = attribute.defaultExpression,
            let found = enumeration(of: attribute)?.cases.first(where: { $0.name == name })
        else { return nil }
        return (found.rawValue.stored, name)
    }
}
