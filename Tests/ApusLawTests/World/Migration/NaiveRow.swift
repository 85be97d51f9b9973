import ApusSchema
import ApusTestSupport
import Foundation

/// An older object whose values are read, or an element of a list that it has.
struct NaiveRow {
    let object: WorldObject
    let kind: String
    var element: NaiveElement?
    let world: World
    let reading: Reading

    func value(_ format: ExpressionFormat) throws -> StoredValue {
        switch format.kind {
        case .constant(.null): return .null
        case .constant(.string(let text)): return .text(text)
        case .constant(.integer(let number)): return .integer(number)
        case .constant(.bool(let isTrue)): return .integer(isTrue ? 1 : 0)
        case .variable("each"):
            guard case .value(let value)? = element else { throw MigrationStopped(reason: "no element") }
            return value
        case .keyPath(let base?, let steps) where Self.isElement(base):
            guard case .object(let kind, let identity)? = element, let found = world.objects[kind]?[identity] else {
                throw MigrationStopped(reason: "no element")
            }
            return try NaiveRow(object: found, kind: kind, world: world, reading: reading).value(at: steps[...])
        case .keyPath(let base?, let steps) where Self.isIndex(base):
            guard case .index(let list, let index) = base.kind else { return .null }
            return try row(at: index, list)?.value(at: steps[...]) ?? .null
        case .keyPath(_, let steps): return try value(at: steps[...])
        case .arithmetic(let one, let sign, let other):
            if case .text(let left) = try value(one), case .text(let right) = try value(other) {
                return .text(left + right)
            }
            guard case .integer(let left) = try value(one), case .integer(let right) = try value(other) else {
                return .null
            }
            let (result, isTooLarge) =
                switch sign {
                case .plus: left.addingReportingOverflow(right)
                case .minus: left.subtractingReportingOverflow(right)
                default: left.multipliedReportingOverflow(by: right)
                }
            if isTooLarge { throw MigrationStopped(reason: "\(left) \(sign.rawValue) \(right) is too large") }
            return .integer(result)
        case .call("ifNull", let arguments):
            for argument in arguments {
                let found = try value(argument)
                if found != .null { return found }
            }
            return .null
        case .call("nullIf", let arguments):
            let found = try value(arguments[0])
            return found == (try value(arguments[1])) ? .null : found
        case .call(let name, let arguments) where LawFunctions.names.contains(name):
            let values = try arguments.map(value)
            do { return try LawFunctions.value(of: name, values) } catch { throw MigrationStopped(reason: "\(error)") }
        case .call("object", let arguments): return try object(arguments).map { .text($0) } ?? .null
        case .call(let name, let arguments):
            guard case .text(let text) = try value(arguments[0]) else { return .null }
            switch name {
            case "uppercase:": return .text(text.uppercased())
            case "trim": return .text(text.trimmingCharacters(in: .whitespacesAndNewlines))
            case "length:", "length": return .integer(Int64(text.unicodeScalars.count))
            case "text": return .text(text)
            case "json":
                guard case .text(let path) = try value(arguments[1]) else { return .null }
                return NaiveJSON(parsing: text)?[path]?.scalar ?? .null
            case "convert":
                guard case .text(let method) = try value(arguments[1]), case .text(let type) = try value(arguments[2]),
                    let conversion = ScalarType(rawValue: type).flatMap({ Conversion(method, from: .string, to: $0) })
                else { throw MigrationStopped(reason: "unknown conversion '\(format)'") }
                return try LeafRule.Step.convert(conversion)(.text(text))
            default: throw MigrationStopped(reason: "unknown function '\(name)'")
            }
        case .conditional(let condition, let one, let other): return try value(holds(condition) ? one : other)
        default: throw MigrationStopped(reason: "unknown expression '\(format)'")
        }
    }

    /// The JSON of an object whose members are texts, whole numbers, truth values or objects.
    private func object(_ arguments: [ExpressionFormat]) throws -> String? {
        var members: [String: Any] = [:]
        for index in stride(from: 0, to: arguments.count, by: 2) {
            guard case .text(let name) = try value(arguments[index]) else { continue }
            let member = arguments[index + 1]
            switch try value(member) {
            case .null: break
            case .text(let text):
                if case .call("object", _) = member.kind {
                    members[name] = try JSONSerialization.jsonObject(with: Data(text.utf8))
                } else {
                    members[name] = text
                }
            case .integer(let number):
                members[name] = NaiveExpression(member.text).type(of: kind, in: reading) == .bool ? number == 1 : number
            default: throw MigrationStopped(reason: "no edit makes such a member")
            }
        }
        if members.isEmpty { return nil }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try JSONSerialization.data(withJSONObject: members, options: options), as: UTF8.self)
    }

    func holds(_ condition: PredicateFormat) throws -> Bool {
        let comparison: PredicateFormat.Comparison
        switch condition.kind {
        case .constant(let holds): return holds
        case .and(let all): return try all.allSatisfy(holds)
        case .or(let all): return try all.contains(where: holds)
        case .not(let other): return try !holds(other)
        case .comparison(let found): comparison = found
        }
        if comparison.operator == .in, case .aggregate(let elements) = comparison.right.kind {
            let one = try value(comparison.left)
            return try elements.contains { try value($0) == one }
        }
        let (one, other) = (try value(comparison.left), try value(comparison.right))
        switch (comparison.operator, one, other) {
        case (.equalTo, _, _): return one == other
        case (.notEqualTo, _, _): return one != other
        case (.greaterThan, .integer(let left), .integer(let right)): return left > right
        case (.lessThan, .integer(let left), .integer(let right)): return left < right
        default: return false
        }
    }

    /// Whether a path begins at an element of a list.
    static func isElement(_ base: ExpressionFormat?) -> Bool { base?.kind == .variable("each") }

    /// Whether a path begins at one of several objects.
    static func isIndex(_ base: ExpressionFormat?) -> Bool {
        if case .index? = base?.kind { true } else { false }
    }

    /// What names lead to: relationships first, then an attribute.
    private func value(at steps: ArraySlice<ExpressionFormat.Step>) throws -> StoredValue {
        guard case .name(let name)? = steps.first else { return .null }
        if steps.count == 1 { return object.values[[name]] ?? .null }
        if NaiveExpression.asksForKind(steps, kind, reading) { return .text(kind) }
        let relationship = reading.storedRelationships(of: kind).first { $0.name == name }
        if case .collection(let operation)? = steps.dropFirst().first {
            let targets = object.references[name] ?? []
            if operation == .count { return .integer(Int64(targets.count)) }
            return try Self.aggregate(
                operation,
                targets.compactMap { target in
                    try row(of: target, below: relationship?.destination)?.value(at: steps.dropFirst(2))
                }
            )
        }
        if relationship == nil {
            let names = steps.map { if case .name(let name) = $0 { name } else { "" } }
            return object.values[names] ?? .null
        }
        guard let target = object.references[name]?.first,
            let row = row(of: target, below: relationship?.destination)
        else { return .null }
        return try row.value(at: steps.dropFirst())
    }

    private func row(of target: Int64, below destination: String?) -> NaiveRow? {
        guard let far = world.kind(of: target, below: destination ?? "", in: reading),
            let found = world.objects[far]?[target]
        else { return nil }
        return NaiveRow(object: found, kind: far, world: world, reading: reading)
    }

    /// The object that an index chooses: by the order of the relationship, or that of creation.
    private func row(at index: ExpressionFormat.Index, _ base: ExpressionFormat) -> NaiveRow? {
        guard case .keyPath(_, let steps) = base.kind, steps.count == 1, case .name(let name) = steps[0],
            let relationship = reading.storedRelationships(of: kind).first(where: { $0.name == name })
        else { return nil }
        var targets = object.references[name] ?? []
        if !relationship.isOrdered { targets.sort() }
        let target = index == .last ? targets.last : targets.first
        return target.flatMap { row(of: $0, below: relationship.destination) }
    }

    /// The edits add integers, and few binary numbers.
    private static func aggregate(
        _ operation: ExpressionFormat.CollectionOperator,
        _ all: [StoredValue]
    ) throws -> StoredValue {
        let values = all.filter { $0 != .null }
        let reals = values.compactMap { value in
            switch value {
            case .integer(let number): Double(number)
            case .real(let number): number
            case .null, .text, .blob: nil
            }
        }
        switch operation {
        case .average: return reals.isEmpty ? .null : .real(reals.sorted().reduce(0, +) / Double(reals.count))
        case .minimum, .maximum:
            if values.isEmpty { return .null }
            if reals.isEmpty {
                let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
                let sorted = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
                return (operation == .minimum ? sorted.first : sorted.last).map { .text($0) } ?? .null
            }
            let wanted = operation == .minimum ? reals.min() : reals.max()
            return zip(values, reals).first { $0.1 == wanted }?.0 ?? .null
        case .sum, .count: break
        }
        if values.contains(where: { if case .real = $0 { true } else { false } }) {
            return .real(reals.sorted().reduce(0, +))
        }
        var sum: Int64 = 0
        for case .integer(let number) in values {
            let (next, isTooLarge) = sum.addingReportingOverflow(number)
            if isTooLarge { throw MigrationStopped(reason: "the sum is too large") }
            sum = next
        }
        return .integer(sum)
    }
}
