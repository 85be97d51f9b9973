import ApusMigration
import ApusSchema

/// Finds out where the values of objects come from that are made of one older kind's, and what of that is refused.
struct ValueRules {
    let older: Reading
    let newer: Reading
    let match: StageMatch
    let lines: StageLines
    let making: Making
    /// The newer kind and the older one that it was.
    let kind: String
    let oldKind: String
    private(set) var rules: [LeafRule] = []
    private(set) var reasons: [Reason] = []
    /// Older properties that objects which stay do not keep: name and code of the change.
    var missed: [(name: String, code: String)] = []
    /// The older values that the newer objects have, by their paths.
    var carriedPaths: Set<[String]> = []
    /// The older values of objects that stay which lines give to other attributes, by their paths.
    private(set) var copied: Set<[String]> = []
    /// How a mapping names older parts of a composite that is read, by their paths.
    var oldSpots: [[String]: Spot] = [:]
    /// By the newer attribute: the older one that it goes on with.
    private(set) var continued: [String: Attribute] = [:]

    init(_ older: Reading, _ newer: Reading, _ match: StageMatch, _ lines: StageLines, _ making: Making) {
        (self.older, self.newer, self.match, self.lines) = (older, newer, match, lines)
        (self.making, kind, oldKind) = (making, making.kind, making.oldKind)
        copied = findCopied()
        for owned in newer.properties(of: kind) {
            guard let attribute = owned.storedAttribute, attribute.derivation == nil else { continue }
            rules += rules(for: attribute, owned)
        }
        for rule in rules { checkFill(of: rule) }
        if making.stays { findMissed() }
    }

    /// Whether lines give all values of an older attribute to others, so that objects which stay do not lose them. A released
    /// mapping may accept their loss nevertheless.
    func isCopied(_ old: Attribute, _ name: String) -> Bool {
        let paths: [[String]] = older.schema.storedLeaves(of: old).map(\.path)
        guard paths.allSatisfy(copied.contains) else { return false }
        if lines.mapping.to != nil { _ = lines.accepts(name, of: oldKind) }
        return true
    }

    /// The same of a part that an older composite had at a path.
    func isCopied(_ part: Attribute, of composite: String, under path: [String]) -> Bool {
        guard older.schema.storedLeaves(of: part, under: path).map(\.path).allSatisfy(copied.contains) else {
            return false
        }
        if lines.mapping.to != nil { _ = lines.accepts(member: part.name, of: composite) }
        return true
    }

    /// The older values that lines say as they are for other attributes, or parts, of objects that stay.
    private func findCopied() -> Set<[String]> {
        guard making.stays else { return [] }
        var found: Set<[String]> = []
        for owned in newer.properties(of: kind) {
            guard let attribute = owned.storedAttribute, attribute.derivation == nil else { continue }
            let spot: Spot = .property(kind: kind, owner: owned.owner, name: owned.name)
            for leaf in newer.schema.storedLeaves(of: attribute) {
                let number: Int? =
                    leaf.path.count == 1 ? lines.expression(spot) : lines.expression(part: leaf.path, of: kind)
                guard let number, let text = lines.mapping[.values][number].expression,
                    let path = NaiveExpression(text).plainPath,
                    let old = older.leaves(of: oldKind).first(where: { $0.path == path }),
                    !old.part.type.isForeign, !old.part.usesExternalStorage, Self.holdsAll(leaf.type, of: old.type)
                else { continue }
                found.insert(path)
            }
        }
        return found
    }

    /// Whether a type has no value in the place of several others: what does not fit it stops a migration, but a binary number
    /// is rounded.
    private static func holdsAll(_ type: ScalarType, of old: ScalarType) -> Bool {
        switch type {
        case .float: [.float, .int16, .bool].contains(old)
        case .double: [.double, .float, .int16, .int32, .bool].contains(old)
        case .decimal: old == .decimal
        default: true
        }
    }

    /// Whether the newer objects have the values of an older attribute.
    func carries(_ attribute: Attribute) -> Bool {
        older.schema.storedLeaves(of: attribute).allSatisfy { carriedPaths.contains($0.path) }
    }

    /// The older property that a newer one is.
    private func before(_ name: String) -> OwnedProperty? {
        making.pairs[name].flatMap { older.property($0, of: oldKind) }
    }

    private mutating func rules(for attribute: Attribute, _ owned: OwnedProperty) -> [LeafRule] {
        let spot: Spot = .property(kind: kind, owner: owned.owner, name: owned.name)
        if let text = making.values[owned.name], let leaf = newer.schema.storedLeaves(of: attribute).first {
            return [compute(text, number: nil, leaf: leaf, attribute: attribute, owned: owned, spot: spot)]
        }
        if let number = lines.expression(spot), let leaf = newer.schema.storedLeaves(of: attribute, under: []).first {
            lines.use(.values, number)
            let text = lines.mapping[.values][number].expression ?? ""
            return [compute(text, number: number, leaf: leaf, attribute: attribute, owned: owned, spot: spot)]
        }
        let parts = computedParts(of: attribute)
        if !parts.isEmpty {
            let old: OwnedProperty? = before(owned.name)
            if let before = old?.storedAttribute { continued[owned.name] = before }
            return rules(for: attribute, owned, old, parts: parts)
        }
        if let old = before(owned.name), let oldAttribute = old.storedAttribute {
            let place = CarriedPlace(
                owner: owned.owner,
                spots: [spot],
                oldSpot: .property(kind: oldKind, owner: old.owner, name: old.name)
            )
            continued[owned.name] = oldAttribute
            carriedPaths.formUnion(older.schema.storedLeaves(of: oldAttribute).map(\.path))
            return carry(oldAttribute, to: attribute, place)
        }
        let made = makeNew(attribute, owned.owner, [spot], under: [], guards: [])
        refuse(made.missing)
        return made.rules
    }

    /// The rule for an attribute that an expression computes: that of the origin, or of the line with a number.
    private mutating func compute(
        _ text: String,
        number: Int?,
        leaf: WorldLeaf,
        attribute: Attribute,
        owned: OwnedProperty,
        spot: Spot
    ) -> LeafRule {
        let expression = NaiveExpression(text)
        if let path = expression.plainPath { carriedPaths.insert(path) }
        // What the expression does not read of the same attribute is lost, if no other has it.
        if making.stays, let old = before(owned.name), let before = old.storedAttribute, before.derivation == nil,
            !expression.reads(old.name), !isCopied(before, old.name)
        {
            missed.append((old.name, "AP224"))
        }
        // What is in files of its own is in no expression.
        let isInFiles = older.leaves(of: oldKind).contains {
            $0.part.usesExternalStorage && expression.reads($0.path)
        }
        if isInFiles || expression.readsUnknown(of: oldKind, in: older)
            || expression.isObject(oldKind, making.each, in: older) || expression.breaksRules(of: attribute)
            || newer.schema.composite(of: attribute) != nil
            || !NaiveExpression.isPossible(expression.type(of: oldKind, making.each, in: older), as: leaf.type)
        {
            refuse("AP411", spot.path, number.map { [.drop(.values, $0)] } ?? [])
        }
        let place = CarriedPlace(owner: owned.owner, spots: [spot], oldSpot: spot)
        let present: [ExpressionFormat] = making.condition.map { NaiveExpression($0).present } ?? []
        let mayBeNull: Bool = expression.mayBeNull(oldKind, making.each, present: present, in: older)
        return LeafRule(
            leaf: leaf,
            owner: owned.owner,
            source: .computed(text),
            gap: gap(of: attribute, mayBeNull: mayBeNull, place),
            guards: []
        )
    }

    /// Notes that a line was needed, and refuses one that gives no value of the type.
    private mutating func checkFill(of rule: LeafRule) {
        guard case .fill(let number) = rule.gap else { return }
        lines.use(.fill, number)
        let line: Mapping.Line = lines.mapping[.fill][number]
        let enumeration: Enumeration? = newer.schema.enumeration(of: rule.leaf.part)
        let isPossible: Bool =
            switch line.fill {
            case nil: false
            case .literal(let text):
                if let enumeration {
                    enumeration.cases.contains { $0.name == text }
                } else {
                    !rule.leaf.part.type.isForeign && Value(text: text, type: rule.leaf.type) != nil
                }
            case .generated(let generator):
                enumeration == nil && !rule.leaf.part.type.isForeign && generator.makes(rule.leaf.type)
            }
        if !isPossible { refuse("badFill", line.path, [.drop(.fill, number)]) }
    }

    /// Stored properties of the older kind that no stored property is any more; what the store computed itself is none.
    private mutating func findMissed() {
        for old in older.properties(of: oldKind) {
            guard let attribute = old.storedAttribute, attribute.derivation == nil else { continue }
            let now: OwnedProperty? = making.pairs.first { $0.value == old.name }
                .flatMap { newer.property($0.key, of: kind) }
            let code: String
            if let newAttribute = now?.attribute {
                if newAttribute.isTransient || newAttribute.isEphemeral {
                    code = "AP212"
                } else if newAttribute.derivation != nil {
                    code = "AP215"
                } else {
                    continue
                }
            } else {
                code = "AP202"
            }
            if !isCopied(attribute, old.name) { missed.append((old.name, code)) }
        }
    }

    mutating func refuse(_ code: String, _ path: ElementPath, _ settlements: [Reason.Settlement]) {
        reasons.append(Reason(code: code, path: path, settlements: settlements))
    }

    /// Refuses new values that must be there and that nothing gives.
    private mutating func refuse(_ missing: [MissingValue]) {
        for one in missing {
            refuse(
                "AP201",
                one.spot.path,
                [.fill(one.spot.path)] + (one.canBeRequired ? [.require(one.spot.path)] : [])
            )
        }
    }
}

/// A new value that must be there and that nothing gives.
struct MissingValue {
    let spot: Spot
    /// Whether the mapping may say that there are no objects; in an optional composite it may not.
    let canBeRequired: Bool
}

/// The location of a value that is kept from an older object to a newer one.
struct CarriedPlace {
    /// The entity that declares the newer attribute.
    let owner: String
    /// How a mapping names the newer value: the attribute first, then the parts.
    var spots: [Spot]
    /// How a mapping names the older one.
    var oldSpot: Spot
    /// The names above the value, in the newer and in the older object.
    var path: [String] = []
    var oldPath: [String] = []
    var guards: [[[String]]] = []
    /// Whether a composite around the older value may be absent where the newer one must not.
    var mayBeAbsent: Bool = false
}

extension ValueRules {
    /// The rules for an attribute, or a part, that was another one.
    mutating func carry(_ old: Attribute, to new: Attribute, _ place: CarriedPlace) -> [LeafRule] {
        if let oldType = older.schema.composite(of: old), let newType = newer.schema.composite(of: new),
            match.composites[newType.name] == oldType.name
        {
            return carryParts(of: oldType, to: newType, old, new, place)
        }
        guard let spot = place.spots.last else { return [] }
        let count = reasons.count
        guard let found = step(from: old, to: new, spot, place.oldSpot) else {
            // Lost, which is accepted: as if it were new.
            if place.oldPath.isEmpty {
                carriedPaths.subtract(older.schema.storedLeaves(of: old).map(\.path))
            }
            let made = makeNew(new, place.owner, place.spots, under: place.path, guards: place.guards)
            if reasons.count == count { refuse(made.missing) }
            return made.rules
        }
        let path: [String] = place.oldPath + [old.name]
        guard let leaf = newer.schema.storedLeaves(of: new, under: place.path).first else { return [] }
        return [
            LeafRule(
                leaf: leaf,
                owner: place.owner,
                source: old.derivation == nil ? .old(path, found.step) : .derived(old, found.step),
                gap: gap(of: new, mayBeNull: old.isOptional || place.mayBeAbsent || found.makesNull, place),
                guards: place.guards
            )
        ]
    }

    private mutating func carryParts(
        of oldType: Composite,
        to newType: Composite,
        _ old: Attribute,
        _ new: Attribute,
        _ place: CarriedPlace
    ) -> [LeafRule] {
        var inner: CarriedPlace = place
        inner.path.append(new.name)
        inner.oldPath.append(old.name)
        if old.isOptional, new.isOptional {
            inner.guards.append(older.schema.storedLeaves(of: old, under: place.oldPath).map(\.path))
            inner.mayBeAbsent = false
        } else if old.isOptional {
            inner.mayBeAbsent = true
        }
        var rules: [LeafRule] = []
        for part in newType.attributes {
            let spot: Spot = .part(composite: newType.name, name: part.name)
            guard let oldName = match.parts[newType.name]?[part.name],
                let oldPart = oldType.attributes.first(where: { $0.name == oldName })
            else {
                let made = makeNew(part, place.owner, place.spots + [spot], under: inner.path, guards: inner.guards)
                refuse(made.missing)
                rules += made.rules
                continue
            }
            var partPlace: CarriedPlace = inner
            partPlace.spots.append(spot)
            partPlace.oldSpot = .part(composite: oldType.name, name: oldName)
            rules += carry(oldPart, to: part, partPlace)
        }
        for part in oldType.attributes where match.parts[newType.name]?.values.contains(part.name) != true {
            if isCopied(part, of: oldType.name, under: inner.oldPath) { continue }
            if lines.accepts(member: part.name, of: oldType.name) { continue }
            let path = ElementPath(oldType.name, part.name)
            refuse("AP252", path, [.accept(path)])
        }
        return rules
    }

    /// What stands where the older value, or what became of it, is null.
    private mutating func gap(of new: Attribute, mayBeNull: Bool, _ place: CarriedPlace) -> LeafRule.Gap {
        guard mayBeNull, let spot = place.spots.last else { return .stay }
        if let number = lines.fill(spot) { return .fill(number) }
        guard !new.isOptional else { return .stay }
        if let value = defaultValue(of: new) { return .value(value) }
        // An optional composite's part cannot be required of every row.
        guard place.guards.isEmpty else {
            refuse("AP207", spot.path, [.fill(spot.path)])
            return .stay
        }
        if place.spots.reversed().contains(where: lines.requires) { return .stop }
        refuse("AP207", spot.path, [.fill(spot.path), .require(place.spots[0].path)])
        return .stay
    }

    /// The rules for an attribute, or a part, that no older one is; and what has no value although it must have one.
    ///
    /// Nothing invents an optional composite: its parts have no values, whatever the lines say.
    func makeNew(
        _ attribute: Attribute,
        _ owner: String,
        _ spots: [Spot],
        under prefix: [String],
        guards: [[[String]]],
        isAbsent: Bool = false
    ) -> (rules: [LeafRule], missing: [MissingValue]) {
        guard let spot = spots.last else { return ([], []) }
        var rules: [LeafRule] = []
        var missing: [MissingValue] = []
        if let composite = newer.schema.composite(of: attribute) {
            for part in composite.attributes {
                let made = makeNew(
                    part,
                    owner,
                    spots + [.part(composite: composite.name, name: part.name)],
                    under: prefix + [attribute.name],
                    guards: guards,
                    isAbsent: isAbsent || attribute.isOptional
                )
                rules += made.rules
                missing += made.missing
            }
            return (rules, missing)
        }
        var gap: LeafRule.Gap = .stay
        if !isAbsent {
            gap = lines.fill(spot).map { .fill($0) } ?? defaultValue(of: attribute).map { .value($0) } ?? .stay
        }
        if case .stay = gap, !attribute.isOptional, !isAbsent {
            if guards.isEmpty, spots.reversed().contains(where: lines.requires) {
                gap = .stop
            } else {
                missing = [MissingValue(spot: spot, canBeRequired: guards.isEmpty)]
            }
        }
        rules = newer.schema.storedLeaves(of: attribute, under: prefix).map {
            LeafRule(leaf: $0, owner: owner, source: .nothing, gap: gap, guards: guards)
        }
        return (rules, missing)
    }

    func defaultValue(of attribute: Attribute) -> StoredValue? {
        if let value = attribute.defaultValue { return value.stored }
        guard let name = attribute.defaultExpression else { return nil }
        return newer.schema.enumeration(of: attribute)?.cases.first { $0.name == name }?.rawValue.stored
    }
}

extension Fill.Generator {
    /// Whether the values are of a type.
    fileprivate func makes(_ type: ScalarType) -> Bool {
        switch self {
        case .uuid: type == .uuid || type == .string
        case .now: type == .date
        case .rowNumber: type.integerRange != nil
        }
    }
}
