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
        let before: Attribute? = if case .attribute(let one)? = match?.old, one.isStored { one } else { nil }
        if let made = madeLeaf(of: leaf, of: property, in: entity) {
            let computed = matching.newer.computedPaths(of: leaf, of: property, in: entity)
            setOrigin(&value, from: made, to: leaf, computed, in: entity, property: property)
        } else if let (path, text) = expression(of: leaf, of: property, in: entity) {
            value.lines.insert(.value(path, text))
            do {
                value.origin = .computed(try computed(text, for: leaf, in: entity))
            } catch {
                value.obstacle = .badExpression(text, error, path)
            }
        } else if let before, case .attribute(let after) = property.property {
            setOlder(&value, leaf, of: property, paths, from: before, to: after, in: entity)
        }
        if value.obstacle != nil { return value }
        setFiller(&value, leaf, paths, before: before, property: property, in: entity)
        return value
    }

    /// Sets the origin for a leaf that continues an older one, if there is any.
    private func setOlder(
        _ value: inout LeafValue,
        _ leaf: Schema.Leaf,
        of property: OwnedProperty,
        _ paths: [ElementPath],
        from before: Attribute,
        to after: Attribute,
        in entity: String
    ) {
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
        case .another(nil):
            // The mapping says by parts what a composite has in place of the older attribute; others are new.
            if !computesPart(of: property, in: entity) { value.obstacle = .incompatible }
        case .another(let part?):
            if let line = lines.acceptance(of: [part]) {
                value.lines.insert(line)
            } else {
                value.obstacle = .replaced(part)
            }
        }
    }

    // MARK: Computed values

    /// Returns how the mapping computes a leaf: with the line's path, its expression.
    func expression(
        of leaf: Schema.Leaf,
        of property: OwnedProperty,
        in entity: String
    ) -> (path: ElementPath, text: String)? {
        lines.expression(of: matching.newer.computedPaths(of: leaf, of: property, in: entity))
    }

    private func computed(
        _ text: String,
        for leaf: Schema.Leaf,
        in entity: String
    ) throws(PredicateProblem) -> ComputedValue {
        let name = matching.olderName(of: entity) ?? entity
        let schema = lines.read.flatMap { $0.entity(name) == nil ? nil : $0 } ?? matching.older
        let scope = OlderScope(schema, entity: name, functions: lines.functions)
        return try ComputedValue(text, for: leaf, of: new.enumeration(of: leaf.attribute), in: scope)
    }

    /// Returns a line by which the objects of an entity that stay what they are keep some older values as they are, whatever
    /// the newer attributes are called; `nil` if there is none for one of the values.
    func line(keeping leaves: [Schema.Leaf], in entity: String) -> Mapping.Line? {
        let lines = leaves.map { line(keeping: $0, in: entity) }
        return lines.contains(nil) ? nil : lines.first ?? nil
    }

    private func line(keeping older: Schema.Leaf, in entity: String) -> Mapping.Line? {
        guard lines.mayRead(older.attribute.name) else { return nil }
        for property in matching.newer.properties(of: entity) {
            guard case .attribute(let attribute) = property.property, attribute.isKept else { continue }
            for leaf in new.leaves(of: attribute) {
                let paths = matching.newer.computedPaths(of: leaf, of: property, in: entity)
                guard let line = lines.computing(paths), let text = line.expression,
                    let value = try? computed(text, for: leaf, in: entity), value.keeps(older)
                else { continue }
                return line
            }
        }
        return nil
    }

    /// Returns the prepared attribute that has the values of a part, as an origin of the mapping made them.
    private func madeLeaf(of leaf: Schema.Leaf, of property: OwnedProperty, in entity: String) -> Schema.Leaf? {
        guard leaf.composite != nil, let name = matching.olderName(of: entity),
            lines.isMade(matching.newer.computedPaths(of: leaf, of: property, in: entity)) != nil,
            let made = matching.older.properties(of: name).first(where: { $0.name == leaf.name }),
            case .attribute(let attribute) = made.property
        else { return nil }
        return old.leaves(of: attribute).first
    }

    /// Returns the origin of a leaf that the mapping computes, by a line or in the origins of its objects; `nil` if it does
    /// not, or if that cannot be computed.
    func computedOrigin(of leaf: Schema.Leaf, of property: OwnedProperty, in entity: String) -> LeafValue.Origin? {
        if let made = madeLeaf(of: leaf, of: property, in: entity) { return .carried(made) }
        return expression(of: leaf, of: property, in: entity)
            .flatMap { try? computed($0.text, for: leaf, in: entity) }.map { .computed($0) }
    }

    /// Returns whether the mapping computes a part of an attribute that is a composite.
    private func computesPart(of property: OwnedProperty, in entity: String) -> Bool {
        guard case .attribute(let attribute) = property.property else { return false }
        return new.leaves(of: attribute).contains { leaf in
            leaf.composite != nil
                && (expression(of: leaf, of: property, in: entity) != nil
                    || madeLeaf(of: leaf, of: property, in: entity) != nil)
        }
    }

    // MARK: Null

    private func setFiller(
        _ value: inout LeafValue,
        _ leaf: Schema.Leaf,
        _ paths: [ElementPath],
        before: Attribute?,
        property: OwnedProperty,
        in entity: String
    ) {
        let isRequired = !leaf.attribute.isOptional
        // Nothing fills it, so what is around it need not be looked at, which takes a step per part of a composite.
        if !isRequired, lines.fill(of: paths) == nil, value.origin != .none || new.fillText(of: leaf.attribute) == nil {
            return
        }
        let shelter: Shelter = shelter(around: leaf, of: property, from: before, in: entity)
        // If the composite itself is new, no row has it, and no default may invent one.
        if shelter == .absent { return }
        if case .around(_, let signs) = shelter { value.presence = signs }
        // What the mapping computes can be checked in the rows that have the composite.
        let isInOptional = shelter != .none && shelter.depth > 0
        // Whether the older value may be missing together with an older composite that the newer schema requires.
        let isAbsentInside: Bool =
            before.map { hasOptionalComposite($0, around: value.origin.older?.path ?? [], below: shelter.depth) }
            ?? false
        let mayBeNull = value.origin.mayBeNull(isRequired: isRequired, isAbsent: isAbsentInside)
        let isNew = value.origin == .none
        if isRequired && !mayBeNull {
            value.presence = []
            return
        }
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
        if value.filler == nil, !value.isChecked { value.presence = [] }
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
