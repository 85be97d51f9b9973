import ApusMigration
import ApusSchema

extension ValueRules {
    /// What is done to a value whose attribute has another type now.
    typealias FoundStep = (step: LeafRule.Step, makesNull: Bool)

    /// The conversion of a value; `nil` if the value is lost, because that is accepted or as a refusal.
    mutating func step(from old: Attribute, to new: Attribute, _ spot: Spot, _ oldSpot: Spot) -> FoundStep? {
        let named: Int? = lines.conversion(spot)
        let (oldEnum, newEnum) = (older.schema.enumeration(of: old), newer.schema.enumeration(of: new))
        let isComposite = older.schema.composite(of: old) != nil || newer.schema.composite(of: new) != nil
        if isComposite { return lose(oldSpot, spot, []) }
        if old.type.isForeign || new.type.isForeign {
            if old.type == new.type { return (.keep, false) }
            guard old.type.isBytes, new.type.isBytes else { return lose(oldSpot, spot, []) }
            if name(named) == "bytes" { return take(named, .keep) }
            return lose(oldSpot, spot, ["bytes"])
        }
        switch (oldEnum, newEnum) {
        case (let oldEnum?, let newEnum?):
            return match.enumerations[newEnum.name] == oldEnum.name
                ? recode(oldEnum, newEnum)
                : byName(from: oldEnum, to: newEnum, named: named, spot: spot, oldSpot: oldSpot)
        case (nil, let newEnum?): return cases(of: newEnum, from: old, named: named, spot: spot, oldSpot: oldSpot)
        case (_, nil):
            let type: ScalarType = older.schema.storedType(of: old)
            return convert(from: type, to: newer.schema.storedType(of: new), named: named, spot: spot, oldSpot: oldSpot)
        }
    }

    private func name(_ number: Int?) -> String? { number.flatMap { lines.mapping[.convert][$0].conversion } }

    private func take(_ number: Int?, _ step: LeafRule.Step, makesNull: Bool = false) -> FoundStep {
        if let number { lines.use(.convert, number) }
        return (step, makesNull)
    }

    private mutating func lose(_ oldSpot: Spot, _ spot: Spot, _ names: [String]) -> FoundStep? {
        if !lines.accepts(oldSpot) {
            let conversions: [Reason.Settlement] = names.isEmpty ? [] : [.convert(spot.path, names)]
            refuse("AP205", spot.path, conversions + [.accept(oldSpot.path)])
        }
        return nil
    }

    private mutating func convert(
        from: ScalarType,
        to: ScalarType,
        named: Int?,
        spot: Spot,
        oldSpot: Spot
    ) -> FoundStep? {
        if from == to { return (.keep, false) }
        if let name = name(named), let conversion = Conversion(name, from: from, to: to) {
            return take(named, .convert(conversion), makesNull: conversion.isLenient)
        }
        if named == nil, let conversion = Conversion.inferred(from: from, to: to) {
            return (.convert(conversion), false)
        }
        let names: [String] = Conversion.conversions(from: from, to: to).flatMap { conversion in
            [conversion.name, "\(conversion.name)OrNull"].filter { Conversion($0, from: from, to: to) != nil }
        }
        return lose(oldSpot, spot, names)
    }

    /// The raw values of an enum that stays one, where they changed.
    private mutating func recode(_ old: Enumeration, _ new: Enumeration) -> FoundStep {
        let found: [String: Enumeration.Case] = StageMatch.cases(old, new)
        var isSame = true
        var makesNull = false
        var table: [(old: StoredValue, new: StoredValue)] = []
        for item in old.cases {
            guard let now = found[item.name] else {
                let path = ElementPath(old.name, item.name)
                if !lines.accepts(member: item.name, of: old.name) { refuse("AP153", path, [.accept(path)]) }
                table.append((item.rawValue.stored, .null))
                (isSame, makesNull) = (false, true)
                continue
            }
            table.append((item.rawValue.stored, now.rawValue.stored))
            if now.rawValue.stored != item.rawValue.stored { isSame = false }
        }
        return (isSame ? .keep : .recode(table), makesNull)
    }

    /// An enum that becomes another one: case by case, by their names; rows of a case without a namesake stop it.
    private mutating func byName(
        from old: Enumeration,
        to new: Enumeration,
        named: Int?,
        spot: Spot,
        oldSpot: Spot
    ) -> FoundStep? {
        let table: [(old: StoredValue, new: StoredValue)] = old.cases.compactMap { item in
            new.cases.first { $0.name == item.name }.map { (item.rawValue.stored, $0.rawValue.stored) }
        }
        switch name(named) {
        case "cases"?: return take(named, .recode(table))
        case "casesOrNull"?: return take(named, .recodeOrNull(table), makesNull: true)
        default: return lose(oldSpot, spot, ["cases", "casesOrNull"])
        }
    }

    /// A scalar that becomes an enum: it must be a raw value.
    private mutating func cases(
        of new: Enumeration,
        from old: Attribute,
        named: Int?,
        spot: Spot,
        oldSpot: Spot
    ) -> FoundStep? {
        let type: ScalarType = older.schema.storedType(of: old)
        let isPossible = type == new.type || (type.integerRange != nil && new.type.integerRange != nil)
        let table: [(old: StoredValue, new: StoredValue)] = new.cases.map { ($0.rawValue.stored, $0.rawValue.stored) }
        switch name(named) {
        case "cases"? where isPossible: return take(named, .recode(table))
        case "casesOrNull"? where isPossible: return take(named, .recodeOrNull(table), makesNull: true)
        default: return lose(oldSpot, spot, isPossible ? ["cases", "casesOrNull"] : [])
        }
    }
}

extension AttributeType {
    /// Whether the values are kept as bytes of any form.
    fileprivate var isBytes: Bool { [.transformable, .codable, .data].contains(self) }
}
