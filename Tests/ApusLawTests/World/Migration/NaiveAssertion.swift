import ApusSchema
import ApusTestSupport
import Foundation

/// What a mapping asserts, computed object by object. It knows what the edits of the matrix write, and shares nothing with
/// the compiler of expressions but their syntax.
struct NaiveAssertion {
    /// A version with its objects; there are none as long as only names are looked up.
    struct Side {
        let reading: Reading
        var world: World?
    }

    private let condition: PredicateFormat?

    init(_ text: String) { condition = try? PredicateFormat.parse(text) }

    /// Whether both versions have what it names.
    func isKnown(_ older: Reading, _ newer: Reading) -> Bool {
        (try? holds(Side(reading: older), Side(reading: newer))) != nil
    }

    /// Whether it holds.
    func holds(_ older: Side, _ newer: Side) throws -> Bool {
        guard case .comparison(let comparison)? = condition?.kind else {
            throw MigrationStopped(reason: "no condition")
        }
        let one = try value(comparison.left, older, newer)
        let other = try value(comparison.right, older, newer)
        switch (comparison.operator, one, other) {
        case (.equalTo, _, _): return one == other
        case (.lessThanOrEqualTo, .integer(let left), .integer(let right)): return left <= right
        case (.greaterThan, .integer(let left), .integer(let right)): return left > right
        default: return false
        }
    }

    private func value(_ format: ExpressionFormat, _ older: Side, _ newer: Side) throws -> StoredValue {
        switch format.kind {
        case .constant(.integer(let number)): return .integer(number)
        case .constant(.null): return .null
        case .arithmetic(let one, .plus, let other):
            guard case .integer(let left) = try value(one, older, newer),
                case .integer(let right) = try value(other, older, newer)
            else { return .null }
            return .integer(left + right)
        case .keyPath(let base, let steps):
            var (side, steps, objects) = (newer, steps[...], [Object]())
            if case .subquery(let collection, _, let predicate)? = base?.kind {
                guard case .keyPath(let version, let names) = collection.kind, case .name(let entity)? = names.first
                else {
                    throw MigrationStopped(reason: "unknown '\(collection.text)'")
                }
                if version != nil { side = older }
                try check(predicate, entity, side.reading)
                objects = try self.objects(of: entity, side).filter { one in
                    guard let world = side.world else { return true }
                    return try NaiveRow(object: one.object, kind: one.kind, world: world, reading: side.reading)
                        .holds(predicate)
                }
                return try aggregate(steps, of: objects, entity, side.reading)
            }
            if base != nil { side = older }
            guard case .name(let entity)? = steps.popFirst() else { throw MigrationStopped(reason: "no entity") }
            objects = try self.objects(of: entity, side)
            return try aggregate(steps, of: objects, entity, side.reading)
        default: throw MigrationStopped(reason: "unknown '\(format.text)'")
        }
    }

    private typealias Object = (kind: String, object: WorldObject)

    private func objects(of entity: String, _ side: Side) throws -> [Object] {
        guard side.reading.schema.entity(entity) != nil else { throw MigrationStopped(reason: "no '\(entity)'") }
        return side.reading.kinds(below: entity).flatMap { kind in
            (side.world?.objects[kind] ?? [:]).values.map { (kind, $0) }
        }
    }

    private func aggregate(
        _ steps: ArraySlice<ExpressionFormat.Step>,
        of objects: [Object],
        _ entity: String,
        _ reading: Reading
    ) throws -> StoredValue {
        switch (steps.first, steps.dropFirst().first) {
        case (.name("count"), nil), (.collection(.count), nil): return .integer(Int64(objects.count))
        case (.collection(let operation), .name(let name)):
            guard try isInteger(name, entity, reading) else { throw MigrationStopped(reason: "no number '\(name)'") }
            let numbers: [Int64] = objects.compactMap { one in
                if case .integer(let number)? = one.object.values[[name]] { number } else { nil }
            }
            switch operation {
            case .sum:
                let sum = numbers.reduce(Decimal(0)) { $0 + Decimal($1) }
                guard let number = Int64("\(sum)") else {
                    throw MigrationStopped(reason: "the sum of '\(name)' is too large")
                }
                return .integer(number)
            case .minimum: return numbers.min().map { .integer($0) } ?? .null
            case .maximum: return numbers.max().map { .integer($0) } ?? .null
            case .count, .average: throw MigrationStopped(reason: "unknown operation")
            }
        default: throw MigrationStopped(reason: "unknown steps")
        }
    }

    private func isInteger(_ name: String, _ entity: String, _ reading: Reading) throws -> Bool {
        guard let attribute = reading.plainAttributes(of: entity).first(where: { $0.name == name }) else {
            throw MigrationStopped(reason: "no '\(name)'")
        }
        return attribute.type.scalar?.integerRange != nil
    }

    /// The edits compare an attribute of the object with an integer or with nothing, or count what a relationship has.
    private func check(_ predicate: PredicateFormat, _ entity: String, _ reading: Reading) throws {
        guard case .comparison(let comparison) = predicate.kind, case .keyPath(_, let steps) = comparison.left.kind,
            case .name(let name)? = steps.first
        else { throw MigrationStopped(reason: "unknown condition") }
        if steps.count > 1 {
            let stored = reading.storedRelationships(of: entity).first { $0.name == name }
            guard steps.count == 2, steps[1] == .collection(.count), stored?.isToMany == true else {
                throw MigrationStopped(reason: "nothing to count in '\(name)'")
            }
            return
        }
        let isNumber = try isInteger(name, entity, reading)
        if case .constant(.null) = comparison.right.kind { return }
        if !isNumber { throw MigrationStopped(reason: "no number '\(name)'") }
    }
}
