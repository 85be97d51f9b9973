import ApusSchema

/// The rules that map values of attributes to a newer schema. Both judging a stage and carrying it out follow them.
struct ValueRules {
    let matching: Matching
    let lines: MappingLines

    var old: Schema { matching.older.schema }
    var new: Schema { matching.newer.schema }

    /// Returns the source of the values of a leaf of a newer attribute.
    ///
    /// - Parameters:
    ///   - leaf: The leaf of a stored attribute that is not derived.
    ///   - property: The newer attribute.
    ///   - match: The attribute's match, if it has one.
    ///   - entity: The newer entity of the objects.
    /// - Returns: The origin of the value and the replacement for null, or the obstacle if there is no value.
    func value(
        of leaf: Schema.Leaf,
        of property: OwnedProperty,
        from match: PropertyMatch?,
        in entity: String
    ) -> LeafValue {
        let paths = matching.newer.paths(of: leaf, of: property, in: entity)
        var value = LeafValue()
        if let (path, text) = lines.expression(of: paths), leaf.composite == nil {
            value.lines.insert(.value(path, text))
            do {
                let name = matching.olderName(of: entity) ?? entity
                let schema = lines.read.flatMap { $0.entity(name) == nil ? nil : $0 } ?? matching.older
                let scope = OlderScope(schema, entity: name)
                value.origin = .computed(
                    try ComputedValue(text, for: leaf, of: new.enumeration(of: leaf.attribute), in: scope)
                )
            } catch {
                value.obstacle = .badExpression(text, error, path)
                return value
            }
            setFiller(&value, leaf, paths, before: nil, property: property, in: entity)
            return value
        }
        var before: Attribute?
        if case .attribute(let attribute)? = match?.old, attribute.isStored { before = attribute }
        if let before, case .attribute(let after) = property.property {
            switch olderElement(of: leaf.path, from: before, to: after) {
            case .leaf(let older):
                setOrigin(&value, from: older, to: leaf, paths, in: entity, property: property)
                if value.obstacle?.isOfTypes == true, let name = older.composite,
                    let line = lines.acceptance(of: [ElementPath(name, older.attribute.name)])
                {
                    // If the loss of a part is accepted, the part counts as new.
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
        setFiller(&value, leaf, paths, before: before, property: property, in: entity)
        return value
    }

    private func setFiller(
        _ value: inout LeafValue,
        _ leaf: Schema.Leaf,
        _ paths: [ElementPath],
        before: Attribute?,
        property: OwnedProperty,
        in entity: String
    ) {
        let isRequired = !leaf.attribute.isOptional
        let shelter: Shelter = shelter(around: leaf, of: property, from: before)
        // If the composite itself is new, no row has it, and no default may invent one.
        if shelter == .absent { return }
        if case .around(_, let older) = shelter { value.presence = older }
        let isInOptional = shelter != .none
        // Whether the older value may be missing together with an older composite that the newer schema requires.
        let isAbsentInside: Bool =
            before.map { hasOptionalComposite($0, around: value.origin.older?.path ?? [], below: shelter.depth) }
            ?? false
        let mayBeNull = value.origin.mayBeNull(isRequired: isRequired, isAbsent: isAbsentInside)
        let isNew = value.origin == .none
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
        } else if isRequired, !isInOptional, let path = requirement(of: leaf, paths, property, in: entity) {
            value.lines.insert(.require(path))
            value.isChecked = true
        } else if isRequired {
            value.obstacle = .noValue
        }
        if value.filler == nil { clearPresence(&value) }
    }

    /// Returns the path of the `require` line for a leaf: its own, or that of the whole composite attribute.
    private func requirement(
        of leaf: Schema.Leaf,
        _ paths: [ElementPath],
        _ property: OwnedProperty,
        in entity: String
    ) -> ElementPath? {
        lines.requirement(of: paths)
            ?? (leaf.composite == nil ? nil : lines.requirement(of: matching.newer.paths(of: property, in: entity)))
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
    /// Returns whether some rows may have no value.
    fileprivate func mayBeNull(isRequired: Bool, isAbsent: Bool) -> Bool {
        switch self {
        case .none: true
        // A required part of a composite that may be absent has a value in every row that has the composite.
        case .carried(let older): isRequired ? older.attribute.isOptional || isAbsent : true
        case .converted(let older, let conversion): conversion.isLenient || older.attribute.isOptional || isAbsent
        case .computed(let computed): computed.isNullable(where: nil)
        case .recoded(let older, let recoding): recoding.givesNull || older.attribute.isOptional || isAbsent
        }
    }
}

extension Schema {
    /// Returns the enum that is an attribute's type, or `nil`.
    func enumeration(of attribute: Attribute) -> Enumeration? {
        if case .named(let name) = attribute.type { enumeration(name) } else { nil }
    }

    /// Returns the value, with its text, that existing rows get when an attribute is added or becomes required: its
    /// default, if that is a value or a case of an enum. Only the app can evaluate other Swift expressions.
    func fillText(of attribute: Attribute) -> (value: StoredValue, text: String)? {
        if let value = attribute.defaultValue { return (value.stored, value.text) }
        guard let name = attribute.defaultExpression,
            let found = enumeration(of: attribute)?.cases.first(where: { $0.name == name })
        else { return nil }
        return (found.rawValue.stored, name)
    }
}
