import ApusSchema
import Foundation

/// Finds what rows break of what their model says, rule by rule.
struct RowCheck {
    let schema: Schema
    let rows: SeededRows
    private(set) var breaches: [String] = []

    static func breaches(of schema: Schema, _ rows: SeededRows) -> [String] {
        var check = RowCheck(schema: schema, rows: rows)
        for entity in schema.entities where !entity.isAbstract { check.checkValues(entity) }
        for entity in schema.entities {
            check.checkUniqueness(entity)
            for relationship in entity.relationships { check.check(relationship, entity) }
        }
        return Array(Set(check.breaches)).sorted()
    }

    private init(schema: Schema, rows: SeededRows) {
        self.schema = schema
        self.rows = rows
    }

    private func objects(_ entity: String) -> [Int64: [Field: StoredValue]] {
        var all: [Int64: [Field: StoredValue]] = [:]
        for kind in schema.entities where schema.isKind(kind.name, of: entity) {
            all.merge(rows.objects[kind.name] ?? [:]) { one, _ in one }
        }
        return all
    }

    // MARK: Values

    private mutating func checkValues(_ entity: Entity) {
        let attributes: [Attribute] = ([entity] + schema.ancestors(of: entity)).flatMap(\.attributes)
        for (identity, object) in rows.objects[entity.name] ?? [:] {
            if identity < 1 { breaches.append("\(entity.name): an identity below 1") }
            for attribute in attributes where attribute.isKept {
                let names = "\(entity.name).\(attribute.name)"
                let isThere = check(attribute, path: [attribute.name], object: object, names: names)
                if !isThere, !attribute.isOptional, !mayBeAbsent(attribute) {
                    breaches.append("\(names): required and missing")
                }
            }
        }
    }

    /// Whether a required attribute has no value that is required in turn.
    private func mayBeAbsent(_ attribute: Attribute) -> Bool {
        guard case .named(let name) = attribute.type, let composite = schema.composite(name) else { return false }
        return composite.attributes.allSatisfy { $0.isOptional || mayBeAbsent($0) }
    }

    /// Checks a value and says whether there is one: of a composite, any part.
    private mutating func check(
        _ attribute: Attribute,
        path: [String],
        object: [Field: StoredValue],
        names: String
    ) -> Bool {
        guard case .named(let name) = attribute.type, let composite = schema.composite(name) else {
            guard let value = object[.attribute(path)], value != .null else { return false }
            if let problem = problem(value, attribute) { breaches.append("\(names): \(problem)") }
            return true
        }
        var isAny = false
        var missing: [String] = []
        for part in composite.attributes {
            let isThere = check(part, path: path + [part.name], object: object, names: names + "." + part.name)
            if isThere { isAny = true } else if !part.isOptional, !mayBeAbsent(part) { missing.append(part.name) }
        }
        if isAny { breaches += missing.map { "\(names).\($0): missing in a composite that is there" } }
        return isAny
    }

    private func problem(_ value: StoredValue, _ attribute: Attribute) -> String? {
        switch attribute.type {
        case .named(let name):
            let cases: [StoredValue] = schema.enumeration(name)?.cases.map(\.rawValue.stored) ?? []
            return cases.contains(value) ? nil : "no case of \(name)"
        case .transformable, .codable, .undefined:
            if case .blob(let data) = value, !data.isEmpty { return nil }
            return "no bytes"
        case .scalar(let type): return problem(value, type, attribute)
        }
    }

    private func problem(_ stored: StoredValue, _ type: ScalarType, _ attribute: Attribute) -> String? {
        let value: Value
        switch (type, stored) {
        case (.int16, .integer(let number)), (.int32, .integer(let number)), (.int64, .integer(let number)):
            value = .int(number)
        case (.bool, .integer(let number)): return (0...1).contains(number) ? nil : "neither 0 nor 1"
        case (.double, .real(let number)), (.float, .real(let number)):
            guard number.isFinite else { return "not finite" }
            value = .double(number)
        case (.date, .real(let number)): value = .date(number)
        case (.decimal, .text(let text)):
            guard let number = Value(text: text, type: .decimal), number.text == text else {
                return "no decimal: \(text)"
            }
            value = number
        case (.string, .text(let text)): value = .string(text)
        case (.string, .blob(let data)) where attribute.usesExternalStorage:
            guard let text = String(bytes: data, encoding: .utf8) else { return "no UTF-8" }
            value = .string(text)
        case (.url, .text(let text)): value = .url(text)
        case (.data, .blob): return nil
        case (.uuid, .blob(let data)): return data.count == 16 ? nil : "not 16 bytes"
        default: return "stored as \(stored)"
        }
        guard value.fits(type) else { return "no \(type.rawValue): \(value.text)" }
        if let least = attribute.minimum, isLess(value, least) { return "\(value.text) is below the minimum" }
        if let most = attribute.maximum, isLess(most, value) { return "\(value.text) is above the maximum" }
        guard case .string(let text) = value else { return nil }
        if let least = attribute.length?.minimum, text.count < least { return "too short: \(text.debugDescription)" }
        if let most = attribute.length?.maximum, text.count > most { return "too long: \(text.debugDescription)" }
        if let pattern = attribute.pattern {
            let range = NSRange(text.startIndex..., in: text)
            let whole = try? NSRegularExpression(pattern: "^(?:\(pattern))$")
            let match = whole?.firstMatch(in: text, range: range)
            if match?.range != range { return "does not match: \(text.debugDescription)" }
        }
        return nil
    }

    private func isLess(_ one: Value, _ other: Value) -> Bool {
        switch (one, other) {
        case (.int(let one), .int(let other)): one < other
        case (.double(let one), .double(let other)), (.date(let one), .date(let other)): one < other
        case (.decimal(let one), .decimal(let other)): one < other
        default: false
        }
    }

    // MARK: Uniqueness

    private mutating func checkUniqueness(_ entity: Entity) {
        var lists: [[String]] = entity.uniquenessConstraints
        lists += entity.attributes.filter { $0.isUnique && $0.isKept }.map { [$0.name] }
        lists += entity.relationships.filter(\.isUnique).map { [$0.name] }
        for names in lists {
            var seen: Set<[StoredValue]> = []
            for object in objects(entity.name).values {
                let values: [StoredValue] = names.compactMap { object[.attribute([$0])] ?? object[.key($0)] }
                // What the store computes is looked at in stores.
                guard values.count == names.count, !values.contains(.null) else { continue }
                if !seen.insert(values).inserted { breaches.append("\(entity.name): not unique: \(names)") }
            }
        }
    }

    // MARK: Relationships

    private mutating func check(_ relationship: Relationship, _ entity: Entity) {
        guard let references = schema.references(of: relationship, in: entity),
            references.holder == ElementPath(entity.name, relationship.name)
        else { return }
        let back: Relationship? = references.inverse.flatMap { path in
            schema.entity(path.entity)?.relationship(path.property ?? "")
        }
        let far: [Int64: [Field: StoredValue]] = objects(relationship.destination)
        let path = "\(references.holder)"
        var links: [(source: Int64, target: Int64)] = []
        if references.usesJoinTable {
            links = checkPairs(references, path)
        } else {
            var orderKeys: Set<[Int64]> = []
            for (identity, object) in objects(entity.name) {
                let orderKey: StoredValue? = object[.orderKey(relationship.name)]
                guard case .integer(let target)? = object[.key(relationship.name)] else {
                    if !relationship.isOptional { breaches.append("\(path): required and missing") }
                    if let orderKey, orderKey != .null { breaches.append("\(path): an order key but no key") }
                    continue
                }
                links.append((identity, target))
                guard references.isInverseOrdered else { continue }
                guard case .integer(let number)? = orderKey else {
                    breaches.append("\(path): no order key")
                    continue
                }
                if !orderKeys.insert([target, number]).inserted { breaches.append("\(path): two with one order key") }
            }
        }
        for (_, target) in links where far[target] == nil { breaches.append("\(path): leads to no object") }
        count(links.map(\.source), of: objects(entity.name), relationship, path)
        if let back { count(links.map(\.target), of: far, back, path + " back") }
        if references.inverse == references.holder {
            let all: Set<[Int64]> = Set(links.map { [$0.source, $0.target] })
            if !all.allSatisfy({ all.contains($0.reversed()) }) { breaches.append("\(path): does not lead back") }
        } else if !references.usesJoinTable, relationship.isOptional, back?.isOptional != false {
            checkCircles(Dictionary(links.map { ($0.source, $0.target) }) { one, _ in one }, path)
        }
    }

    private mutating func checkPairs(_ references: References, _ path: String) -> [(source: Int64, target: Int64)] {
        var seen: Set<[Int64]> = []
        var targetKeys: Set<[Int64]> = []
        var sourceKeys: Set<[Int64]> = []
        for pair in rows.pairs[references.holder] ?? [] {
            guard case .integer(let source)? = pair[.source], case .integer(let target)? = pair[.target] else {
                breaches.append("\(path): half a pair")
                continue
            }
            if !seen.insert([source, target]).inserted { breaches.append("\(path): a pair twice") }
            if references.isHolderOrdered {
                guard case .integer(let key)? = pair[.targetOrderKey], targetKeys.insert([source, key]).inserted
                else {
                    breaches.append("\(path): no unique order key among the targets")
                    continue
                }
            }
            if references.isInverseOrdered, references.inverse != references.holder {
                guard case .integer(let key)? = pair[.sourceOrderKey], sourceKeys.insert([target, key]).inserted
                else {
                    breaches.append("\(path): no unique order key among the sources")
                    continue
                }
            }
        }
        return seen.map { ($0[0], $0[1]) }
    }

    private mutating func count(
        _ ends: [Int64],
        of all: [Int64: [Field: StoredValue]],
        _ relationship: Relationship,
        _ path: String
    ) {
        var counts: [Int64: Int] = [:]
        for end in ends { counts[end, default: 0] += 1 }
        for identity in all.keys {
            let count: Int = counts[identity] ?? 0
            if count == 0 {
                if relationship.needsObject { breaches.append("\(path): required and empty") }
                continue
            }
            if !relationship.isToMany, count > 1 { breaches.append("\(path): \(count) instead of one") }
            guard relationship.isToMany else { continue }
            if let least = relationship.minimumModelCount, count < least {
                breaches.append("\(path): \(count) < \(least)")
            }
            if let most = relationship.maximumModelCount, most > 0, count > most {
                breaches.append("\(path): \(count) > \(most)")
            }
        }
    }

    /// A to-one relationship that may be empty leads to no circle.
    private mutating func checkCircles(_ targets: [Int64: Int64], _ path: String) {
        guard let holder = ElementPath(parsing: path).flatMap({ schema.entity($0.entity) }),
            let far = holder.relationship(ElementPath(parsing: path)?.property ?? "")?.destination,
            schema.isKind(far, of: holder.name) || schema.isKind(holder.name, of: far)
        else { return }
        for start in targets.keys {
            var current: Int64? = targets[start]
            var steps = 0
            while let next = current, next != start, steps <= targets.count {
                current = targets[next]
                steps += 1
            }
            if current == start { return breaches.append("\(path): a circle") }
        }
    }
}
