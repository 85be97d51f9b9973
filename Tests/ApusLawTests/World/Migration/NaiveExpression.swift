import ApusSchema
import ApusTestSupport

/// An expression of a mapping, computed as it is read, object by object. It knows what the edits of the matrix write, and
/// shares nothing with the compiler of expressions but their syntax.
struct NaiveExpression {
    private let expression: ExpressionFormat?
    private let condition: PredicateFormat?

    init(_ text: String) {
        expression = try? ExpressionFormat.parse(text, calling: LawFunctions.names)
        condition = expression == nil ? try? PredicateFormat.parse(text, calling: LawFunctions.names) : nil
    }

    /// The value for an object of an older kind, or an element of it.
    func value(
        of object: WorldObject,
        _ kind: String,
        _ element: NaiveElement? = nil,
        in world: World,
        _ reading: Reading
    ) throws -> StoredValue {
        let row = NaiveRow(object: object, kind: kind, element: element, world: world, reading: reading)
        if let expression { return try row.value(expression) }
        guard let condition else { throw MigrationStopped(reason: "no expression") }
        return .integer(try row.holds(condition) ? 1 : 0)
    }

    /// Whether it holds as a condition.
    func holds(
        for object: WorldObject,
        _ kind: String,
        _ element: NaiveElement? = nil,
        in world: World,
        _ reading: Reading
    ) throws -> Bool {
        try value(of: object, kind, element, in: world, reading) == .integer(1)
    }

    /// The attribute, or the part of one, whose value it is, if it is nothing else.
    var plainPath: [String]? {
        guard case .keyPath(let base, let steps)? = expression?.kind, !NaiveRow.isElement(base) else { return nil }
        let names = Self.names(steps)
        return names.count == steps.count ? names : nil
    }

    private static func names(_ steps: [ExpressionFormat.Step]) -> [String] {
        steps.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    /// Whether names ask for the kind of an object.
    static func asksForKind(_ steps: ArraySlice<ExpressionFormat.Step>, _ kind: String, _ reading: Reading) -> Bool {
        names(Array(steps)) == ["entity", "name"] && reading.property("entity", of: kind) == nil
    }

    /// What it is as a condition for all objects of a kind, if it only asks for the kind, or that decides.
    func verdict(for kind: String, _ reading: Reading) -> Bool? {
        func text(_ format: ExpressionFormat) -> String? {
            switch format.kind {
            case .constant(.string(let text)): text
            case .keyPath(_, let steps): Self.asksForKind(steps[...], kind, reading) ? kind : nil
            default: nil
            }
        }
        func verdict(_ condition: PredicateFormat) -> Bool? {
            switch condition.kind {
            case .constant: return nil
            case .not(let other): return verdict(other).map(!)
            case .and(let all):
                let found = all.map(verdict)
                return found.contains(false) ? false : found.contains(nil) ? nil : true
            case .or(let all):
                let found = all.map(verdict)
                return found.contains(true) ? true : found.contains(nil) ? nil : false
            case .comparison(let comparison):
                guard let left = text(comparison.left) else { return nil }
                if case .aggregate(let elements) = comparison.right.kind {
                    return elements.compactMap(text).contains(left)
                }
                guard let right = text(comparison.right) else { return nil }
                return comparison.operator == .equalTo ? left == right : left != right
            }
        }
        return condition.flatMap(verdict)
    }

    /// Whether an attribute, or a part of one, of the older object is read.
    func reads(_ path: [String]) -> Bool {
        reads { steps in Self.names(steps) == path }
    }

    /// Whether an attribute of the older object is read.
    func reads(_ name: String) -> Bool {
        reads { $0.first == .name(name) }
    }

    /// Whether something is read that an older kind does not have.
    func readsUnknown(of kind: String, in reading: Reading) -> Bool {
        reads { steps in
            guard case .name(let name)? = steps.first, !Self.asksForKind(steps[...], kind, reading) else {
                return false
            }
            return reading.property(name, of: kind) == nil
        }
    }

    private func reads(_ isMeant: ([ExpressionFormat.Step]) -> Bool) -> Bool {
        func reads(_ format: ExpressionFormat) -> Bool {
            switch format.kind {
            case .keyPath(let base, let steps):
                if case .index(let list, _)? = base?.kind {
                    reads(list)
                } else {
                    !NaiveRow.isElement(base) && isMeant(steps)
                }
            case .index(let list, _): reads(list)
            case .arithmetic(let one, _, let other): reads(one) || reads(other)
            case .call(_, let arguments): arguments.contains(where: reads)
            case .conditional(let condition, let one, let other):
                sides(condition).contains(where: reads) || reads(one) || reads(other)
            default: false
            }
        }
        return expression.map(reads) ?? condition.map { sides($0).contains(where: reads) } ?? false
    }

    /// What is not null where it holds as a condition.
    var present: [ExpressionFormat] {
        func present(_ condition: PredicateFormat) -> [ExpressionFormat] {
            switch condition.kind {
            case .and(let all): all.flatMap(present)
            case .comparison(let comparison)
            where comparison.operator == .notEqualTo && comparison.right.kind == .constant(.null):
                [comparison.left]
            default: []
            }
        }
        return condition.map(present) ?? []
    }

    /// Whether it may be null for some objects of a kind, of which some expressions are not.
    func mayBeNull(
        _ kind: String,
        _ each: NaiveList? = nil,
        present: [ExpressionFormat] = [],
        in reading: Reading
    ) -> Bool {
        func mayBeNull(_ format: ExpressionFormat) -> Bool {
            if present.contains(format) { return false }
            switch format.kind {
            case .constant(let constant): return constant == .null
            case .variable("each"): return each?.mayHaveNull(kind, reading) != false
            case .keyPath(let base?, let steps) where NaiveRow.isElement(base):
                guard let far = each?.destination(kind, reading) else { return true }
                return NaiveExpression(ExpressionFormat(.keyPath(base: nil, steps)).text).mayBeNull(far, in: reading)
            case .keyPath(let base?, _) where NaiveRow.isIndex(base): return true
            case .keyPath(_, let steps):
                if steps.contains(.collection(.count)) { return false }
                if steps.contains(.collection(.sum)) {
                    return NaiveExpression(format.text).type(of: kind, in: reading)?.integerRange == nil
                }
                if Self.asksForKind(steps[...], kind, reading) { return false }
                return reading.leaves(of: kind).first { $0.path == Self.names(steps) }?.isNullable != false
            // The edits add and multiply integers only.
            case .arithmetic(let one, _, let other): return mayBeNull(one) || mayBeNull(other)
            case .call("ifNull", let arguments): return arguments.allSatisfy(mayBeNull)
            case .call("json", _), .call("nullIf", _): return true
            case .call("object", let parts):
                return stride(from: 1, to: parts.count, by: 2).allSatisfy { mayBeNull(parts[$0]) }
            case .call(let name, _) where LawFunctions.names.contains(name): return true
            case .call(_, let arguments): return arguments.contains(where: mayBeNull)
            case .conditional(_, let one, let other): return mayBeNull(one) || mayBeNull(other)
            default: return true
            }
        }
        return expression.map(mayBeNull) ?? false
    }

    /// The type of the values for objects of a kind.
    func type(of kind: String, _ each: NaiveList? = nil, in reading: Reading) -> ScalarType? {
        func type(_ format: ExpressionFormat, _ kind: String) -> ScalarType? {
            switch format.kind {
            case .constant(.string): return .string
            case .variable("each"): return .string
            case .keyPath(let base?, let steps) where NaiveRow.isElement(base):
                return each?.destination(kind, reading).flatMap {
                    type(ExpressionFormat(.keyPath(base: nil, steps)), $0)
                }
            case .keyPath(let base?, let steps) where NaiveRow.isIndex(base):
                guard case .index(let list, _) = base.kind, case .keyPath(_, let names) = list.kind else { return nil }
                return type(ExpressionFormat(.keyPath(base: nil, names + steps)), kind)
            case .keyPath(_, let steps):
                guard case .name(let name)? = steps.first else { return nil }
                if Self.asksForKind(steps[...], kind, reading) { return .string }
                if steps.contains(.collection(.count)) { return .int64 }
                if steps.contains(.collection(.average)) { return .double }
                if case .collection(let operation) = steps.dropFirst().first ?? steps[0] {
                    let far = reading.property(name, of: kind)?.relationship?.destination ?? ""
                    let found = type(ExpressionFormat(.keyPath(base: nil, Array(steps.dropFirst(2)))), far)
                    return operation == .sum && found?.integerRange != nil ? .int64 : found
                }
                if steps.count > 1, let far = reading.property(name, of: kind)?.relationship?.destination {
                    return type(ExpressionFormat(.keyPath(base: nil, Array(steps.dropFirst()))), far)
                }
                let leaf = reading.leaves(of: kind).first { $0.path == Self.names(steps) }
                return leaf.flatMap { $0.rawValues == nil ? $0.part.type.scalar : $0.type }
            case .constant(.bool): return .bool
            case .call("uppercase:", _), .call("trim", _), .call("json", _), .call("text", _): return .string
            case .call("shortened", _), .call("object", _): return .string
            case .call("folded", _): return .int16
            case .call("nullIf", let arguments): return arguments.lazy.compactMap { type($0, kind) }.first
            case .call("convert", let arguments):
                guard case .constant(.string(let name))? = arguments.last?.kind else { return nil }
                return ScalarType(rawValue: name)
            case .arithmetic(let one, _, _) where type(one, kind) == .string: return .string
            case .call("ifNull", let arguments): return arguments.lazy.compactMap { type($0, kind) }.first
            case .conditional(_, let one, let other): return type(one, kind) ?? type(other, kind)
            default: return .int64
            }
        }
        return expression.map { type($0, kind) } ?? .bool
    }

    /// Whether it may give a constant that breaks the rules of an attribute.
    func breaksRules(of attribute: Attribute) -> Bool {
        func breaks(_ format: ExpressionFormat) -> Bool {
            switch format.kind {
            case .constant(.string(let text)):
                let count = text.unicodeScalars.count
                return attribute.length.map { count < $0.minimum ?? 0 || count > $0.maximum ?? .max } == true
            case .constant(.integer(let number)):
                if case .int(let least)? = attribute.minimum, number < least { return true }
                if case .int(let most)? = attribute.maximum, number > most { return true }
                return false
            case .call("ifNull", let arguments): return arguments.contains(where: breaks)
            case .conditional(_, let one, let other): return breaks(one) || breaks(other)
            default: return false
            }
        }
        return expression.map(breaks) ?? false
    }

    /// Whether it is an object, no value.
    func isObject(_ kind: String, _ each: NaiveList? = nil, in reading: Reading) -> Bool {
        switch expression?.kind {
        case .variable("each"): return each?.destination(kind, reading) != nil
        case .keyPath(let base?, let steps) where NaiveRow.isElement(base):
            guard let far = each?.destination(kind, reading) else { return false }
            return NaiveExpression(ExpressionFormat(.keyPath(base: nil, steps)).text).isObject(far, in: reading)
        case .variable, .evaluatedObject, .call("same", _): return true
        case .keyPath(let base?, _) where NaiveRow.isIndex(base): return false
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
            return arguments.contains { NaiveExpression($0.text).isObject(kind, each, in: reading) }
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
