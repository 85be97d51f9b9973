import ApusSchema
import ApusTestSupport

/// An expression of a mapping, computed as it is read, object by object. It knows what the edits of the matrix write, and
/// shares nothing with the compiler of expressions but their syntax.
struct NaiveExpression {
    private let expression: ExpressionFormat?
    private let condition: PredicateFormat?

    init(_ text: String) {
        expression = try? ExpressionFormat.parse(text)
        condition = expression == nil ? try? PredicateFormat.parse(text) : nil
    }

    /// The value for an object of an older kind.
    func value(of object: WorldObject, _ kind: String, in world: World, _ reading: Reading) throws -> StoredValue {
        let row = Row(object: object, kind: kind, world: world, reading: reading)
        if let expression { return try row.value(expression) }
        guard let condition else { throw MigrationStopped(reason: "no expression") }
        return .integer(try row.holds(condition) ? 1 : 0)
    }

    /// Whether it holds as a condition.
    func holds(for object: WorldObject, _ kind: String, in world: World, _ reading: Reading) throws -> Bool {
        try value(of: object, kind, in: world, reading) == .integer(1)
    }

    /// Whether a part of an expression holds as a condition.
    static func holds(
        _ condition: PredicateFormat,
        for object: WorldObject,
        _ kind: String,
        in world: World,
        _ reading: Reading
    ) throws -> Bool {
        try Row(object: object, kind: kind, world: world, reading: reading).holds(condition)
    }

    /// The attribute whose value it is, if it is nothing else.
    var plainName: String? {
        guard case .keyPath(_, let steps)? = expression?.kind, steps.count == 1, case .name(let name) = steps[0] else {
            return nil
        }
        return name
    }

    /// Whether an attribute of the older object is read.
    func reads(_ name: String) -> Bool {
        func reads(_ format: ExpressionFormat) -> Bool {
            switch format.kind {
            case .keyPath(_, let steps): steps.first == .name(name)
            case .arithmetic(let one, _, let other): reads(one) || reads(other)
            case .call(_, let arguments): arguments.contains(where: reads)
            case .conditional(let condition, let one, let other):
                sides(condition).contains(where: reads) || reads(one) || reads(other)
            default: false
            }
        }
        return expression.map(reads) ?? condition.map { sides($0).contains(where: reads) } ?? false
    }

    /// Whether it may be null for some objects of a kind.
    func mayBeNull(_ kind: String, in reading: Reading) -> Bool {
        func mayBeNull(_ format: ExpressionFormat) -> Bool {
            switch format.kind {
            case .constant(let constant): return constant == .null
            case .keyPath(_, let steps):
                if steps.contains(.collection(.count)) || steps.contains(.collection(.sum)) { return false }
                guard steps.count == 1, case .name(let name) = steps[0] else { return true }
                return reading.property(name, of: kind)?.attribute?.isOptional != false
            // The edits add and multiply integers only.
            case .arithmetic(let one, _, let other): return mayBeNull(one) || mayBeNull(other)
            case .call("ifNull", let arguments): return arguments.allSatisfy(mayBeNull)
            case .call(_, let arguments): return arguments.contains(where: mayBeNull)
            case .conditional(_, let one, let other): return mayBeNull(one) || mayBeNull(other)
            default: return true
            }
        }
        return expression.map(mayBeNull) ?? false
    }

    /// The type of the values for objects of a kind.
    func type(of kind: String, in reading: Reading) -> ScalarType? {
        func type(_ format: ExpressionFormat, _ kind: String) -> ScalarType? {
            switch format.kind {
            case .constant(.string): return .string
            case .keyPath(_, let steps):
                guard case .name(let name)? = steps.first else { return nil }
                if steps.contains(.collection(.count)) || steps.contains(.collection(.sum)) { return .int64 }
                if steps.count > 1, let far = reading.property(name, of: kind)?.relationship?.destination {
                    return type(ExpressionFormat(.keyPath(base: nil, Array(steps.dropFirst()))), far)
                }
                return reading.property(name, of: kind)?.attribute?.type.scalar
            case .constant(.bool): return .bool
            case .call("uppercase:", _): return .string
            case .call("ifNull", let arguments): return arguments.lazy.compactMap { type($0, kind) }.first
            case .conditional(_, let one, let other): return type(one, kind) ?? type(other, kind)
            default: return .int64
            }
        }
        return expression.map { type($0, kind) } ?? .bool
    }

    /// Whether it is an object, no value.
    func isObject(_ kind: String, in reading: Reading) -> Bool {
        switch expression?.kind {
        case .variable, .evaluatedObject, .call("same", _): return true
        case .keyPath(_, let steps):
            var kind: String = kind
            for step in steps {
                guard case .name(let name) = step,
                    let relationship = reading.property(name, of: kind)?.relationship, !relationship.isToMany
                else { return false }
                kind = relationship.destination
            }
            return true
        case .call("ifNull", let arguments):
            return arguments.contains { NaiveExpression($0.text).isObject(kind, in: reading) }
        default: return false
        }
    }

    /// Whether values of a type can be values of another one, if they fit.
    static func isPossible(_ type: ScalarType?, as other: ScalarType) -> Bool {
        let (texts, numbers): (Set<ScalarType>, Set<ScalarType>) = (
            [.string, .url], [.int16, .int32, .int64, .bool, .double, .float]
        )
        guard let type, type != other else { return true }
        if numbers.contains(type), other == .decimal { return type.integerRange != nil || type == .bool }
        return [texts, numbers].contains { $0.contains(type) && $0.contains(other) }
    }

    private func sides(_ condition: PredicateFormat) -> [ExpressionFormat] {
        switch condition.kind {
        case .constant: []
        case .and(let all), .or(let all): all.flatMap(sides)
        case .not(let other): sides(other)
        case .comparison(let comparison): [comparison.left, comparison.right]
        }
    }
}

/// An older object whose values are read.
private struct Row {
    let object: WorldObject
    let kind: String
    let world: World
    let reading: Reading

    func value(_ format: ExpressionFormat) throws -> StoredValue {
        switch format.kind {
        case .constant(.null): return .null
        case .constant(.string(let text)): return .text(text)
        case .constant(.integer(let number)): return .integer(number)
        case .constant(.bool(let isTrue)): return .integer(isTrue ? 1 : 0)
        case .keyPath(_, let steps): return try value(at: steps[...])
        case .arithmetic(let one, let sign, let other):
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
        case .call(let name, let arguments):
            guard case .text(let text) = try value(arguments[0]) else { return .null }
            return name == "uppercase:" ? .text(text.uppercased()) : .integer(Int64(text.unicodeScalars.count))
        case .conditional(let condition, let one, let other): return try value(holds(condition) ? one : other)
        default: throw MigrationStopped(reason: "unknown expression '\(format)'")
        }
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
        let (one, other) = (try value(comparison.left), try value(comparison.right))
        switch (comparison.operator, one, other) {
        case (.equalTo, _, _): return one == other
        case (.notEqualTo, _, _): return one != other
        case (.greaterThan, .integer(let left), .integer(let right)): return left > right
        case (.lessThan, .integer(let left), .integer(let right)): return left < right
        default: return false
        }
    }

    /// What names lead to: relationships first, then an attribute.
    private func value(at steps: ArraySlice<ExpressionFormat.Step>) throws -> StoredValue {
        guard case .name(let name)? = steps.first else { return .null }
        if steps.count == 1 { return object.values[[name]] ?? .null }
        let relationship = reading.storedRelationships(of: kind).first { $0.name == name }
        if case .collection(let operation)? = steps.dropFirst().first {
            let targets = object.references[name] ?? []
            if operation == .count { return .integer(Int64(targets.count)) }
            // The edits add integers only.
            var sum: Int64 = 0
            for target in targets {
                guard let far = world.kind(of: target, below: relationship?.destination ?? "", in: reading),
                    let found = world.objects[far]?[target],
                    case .integer(let number) = try Row(object: found, kind: far, world: world, reading: reading)
                        .value(at: steps.dropFirst(2))
                else { continue }
                let (next, isTooLarge) = sum.addingReportingOverflow(number)
                if isTooLarge { throw MigrationStopped(reason: "the sum is too large") }
                sum = next
            }
            return .integer(sum)
        }
        guard let relationship,
            let target = object.references[name]?.first,
            let far = world.kind(of: target, below: relationship.destination, in: reading),
            let found = world.objects[far]?[target]
        else { return .null }
        return try Row(object: found, kind: far, world: world, reading: reading).value(at: steps.dropFirst())
    }
}

extension StoredValue {
    /// The value in a newer attribute.
    func asStored(_ leaf: WorldLeaf) throws -> StoredValue {
        var value = self
        switch (self, leaf.type) {
        case (.integer(let number), .decimal): value = .text(String(number))
        case (.integer(let number), .double), (.integer(let number), .float):
            if let exact = Double(exactly: number) { value = .real(leaf.type == .float ? Double(Float(exact)) : exact) }
        case (.real(let number), .float): value = .real(Double(Float(number)))
        case (.real(let number), _) where abs(number) <= 0x1p53 && number.rounded() == number && !leaf.type.isReal:
            value = .integer(Int64(number))
        default: break
        }
        if value == .null { return .null }
        if value.fits(leaf.type), leaf.rawValues?.contains(value) != false { return value }
        throw MigrationStopped(reason: "\(spelled(against: nil)) does not fit \(leaf.type.rawValue)")
    }
}

extension ScalarType {
    /// Whether values are binary numbers, or dates, which are some.
    fileprivate var isReal: Bool { self == .double || self == .float || self == .date }
}
