import ApusSchema

/// The rules by which values of attributes become those of a newer schema. Judging a stage and carrying it out both
/// follow them.
struct ValueRules {
    let matching: Matching
    let lines: MappingLines

    var old: Schema { matching.older.schema }
    var new: Schema { matching.newer.schema }

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
            switch olderPlace(of: leaf.path, from: before, to: after) {
            case .leaf(let older):
                setOrigin(&value, from: older, to: leaf, paths, in: kind, property: property)
                if value.obstacle?.isOfTypes == true, let name = older.composite,
                    let line = lines.acceptance(of: [ElementPath(name, older.attribute.name)])
                {
                    // A part that is given up begins anew.
                    value = LeafValue(lines: [line])
                }
            case .nothing: break
            case .another(nil): value.obstacle = .incompatible
            case .another(let part?):
                if let line = lines.acceptance(of: [part]) {
                    value.lines.insert(line)
                } else {
                    value.obstacle = .replaced(part)
                }
            }
            if value.obstacle != nil { return value }
        }
        setFiller(&value, leaf, paths, before: before, property: property, in: kind)
        return value
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
        let shelter: Shelter = shelter(around: leaf, of: property, from: before)
        // Where the composite itself is new, no row has it, and no default may invent one.
        if shelter == .absent { return }
        if case .around(_, let older) = shelter { value.presence = older }
        let isInOptional: Bool = shelter != .none
        // Whether the older value may be missing with a composite around it that the newer one is never without.
        let isAbsentInside: Bool =
            before.map { hasOptionalComposite($0, around: value.origin.older?.path ?? [], below: shelter.depth) }
            ?? false
        let mayBeNull: Bool = value.origin.mayBeNull(isRequired: isRequired, isAbsent: isAbsentInside)
        let isNew: Bool = value.origin == .none
        if isRequired && !mayBeNull { return clearPresence(&value) }
        if let (path, fill) = lines.fill(of: paths) {
            value.lines.insert(.fill(path, fill))
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
        lines.requirement(of: paths)
            ?? (leaf.composite == nil ? nil : lines.requirement(of: matching.newer.paths(of: property, in: kind)))
    }

    private func clearPresence(_ value: inout LeafValue) { value.presence = [] }

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

extension Schema {
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
