import ApusSchema
import ApusTestSupport

/// An expression for a to-one relationship, computed as it is read: what an older object, or another one that it leads
/// to, became.
struct NaiveReference: Sendable {
    private let format: ExpressionFormat?

    init(_ text: String) { format = try? ExpressionFormat.parse(text) }

    /// The newer object that it points to from a newer one, below the relationship's destination.
    func target(
        of source: MadeObjects.One,
        _ destination: String,
        _ made: MadeObjects,
        _ world: World,
        _ older: Reading,
        _ newer: Reading
    ) throws -> MadeObjects.One? {
        let (oldKind, identity) = (source.making.oldKind, source.source)
        guard let object = world.objects[oldKind]?[identity] else { return nil }
        func became(_ kind: String, _ identity: Int64) -> MadeObjects.One? {
            made.becoming(kind, identity).first { newer.isKind($0.making.kind, of: destination) }
        }
        func follow(_ steps: [ExpressionFormat.Step]) -> MadeObjects.One? {
            var (kind, identity) = (oldKind, identity)
            for step in steps {
                guard case .name(let name) = step,
                    let relationship = older.storedRelationships(of: kind).first(where: { $0.name == name }),
                    let next = world.objects[kind]?[identity]?.references[name]?.first,
                    let far = world.kind(of: next, below: relationship.destination, in: older)
                else { return nil }
                (kind, identity) = (far, next)
            }
            return became(kind, identity)
        }
        func target(_ format: ExpressionFormat) throws -> MadeObjects.One? {
            switch format.kind {
            case .constant(.null): return nil
            case .variable, .evaluatedObject: return became(oldKind, identity)
            case .keyPath(_, let steps): return follow(steps)
            case .call("same", let arguments):
                guard let name = arguments.first.flatMap(Self.name) else { return nil }
                return made.all(of: oldKind, identity).first { one in
                    (one.making.name == name || one.making.kind == name && one.making.ordinal == 0)
                        && newer.isKind(one.making.kind, of: destination)
                }
            case .call("ifNull", let arguments):
                for argument in arguments {
                    if let found = try target(argument) { return found }
                }
                return nil
            case .conditional(let condition, let one, let other):
                return try target(
                    NaiveExpression.holds(condition, for: object, oldKind, in: world, older) ? one : other
                )
            default: throw MigrationStopped(reason: "unknown reference '\(format)'")
            }
        }
        return try format.flatMap(target)
    }

    private static func name(_ format: ExpressionFormat) -> String? {
        guard case .keyPath(_, let steps) = format.kind, steps.count == 1, case .name(let name) = steps[0] else {
            return nil
        }
        return name
    }

    /// Whether each object that it names can be one below an entity, whatever the store holds.
    func isUsable(by making: Making, _ destination: String, _ survivors: Survivors, _ older: Reading, _ newer: Reading)
        -> Bool
    {
        func becomes(_ kinds: [String]) -> Bool {
            kinds.flatMap(survivors.becoming).contains { newer.isKind($0.kind, of: destination) }
        }
        func isUsable(_ format: ExpressionFormat) -> Bool {
            switch format.kind {
            case .variable, .evaluatedObject: return becomes([making.oldKind])
            case .keyPath(_, let steps):
                var kinds: [String] = [making.oldKind]
                for step in steps {
                    guard case .name(let name) = step else { return false }
                    let found = kinds.compactMap { older.property(name, of: $0)?.relationship?.destination }
                    kinds = Set(found).flatMap(older.kinds(below:))
                }
                return becomes(kinds)
            case .call("same", let arguments):
                guard let name = arguments.first.flatMap(Self.name) else { return false }
                return survivors.makings(of: making.oldKind).contains { one in
                    newer.isKind(one.kind, of: destination) && (one.name == name || one.kind == name)
                }
            case .call("ifNull", let arguments): return arguments.allSatisfy(isUsable)
            case .conditional(_, let one, let other): return isUsable(one) && isUsable(other)
            default: return true
            }
        }
        return format.map(isUsable) ?? false
    }

    /// The older relationship whose references it goes on with: it is nothing else, or begins with it.
    var continued: String? {
        func continued(_ format: ExpressionFormat) -> String? {
            if case .call("ifNull", let arguments) = format.kind { return arguments.first.flatMap(continued) }
            return Self.name(format)
        }
        return format.flatMap(continued)
    }

    /// Whether each object has at most one that leads to it.
    func isOneToOne(_ kind: String, _ older: Reading) -> Bool {
        switch format?.kind {
        case .constant(.null), .variable, .evaluatedObject, .call("same", _): return true
        case .keyPath(_, let steps):
            guard steps.count == 1, case .name(let name) = steps[0],
                let (number, side) = older.storedUnit(of: name, in: kind)
            else { return false }
            return older.units[number].opposite(side)?.relationship.isToMany == false
        default: return false
        }
    }
}

/// A to-one relationship of the objects that something makes, which an expression computes.
struct ReferenceValue: Sendable {
    let making: Making
    /// The side of the newer set of references that the relationship is.
    let side: Int
    let expression: NaiveReference
}
