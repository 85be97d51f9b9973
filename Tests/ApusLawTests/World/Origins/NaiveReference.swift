import ApusSchema
import ApusTestSupport

/// An expression for a relationship, computed as it is read: what an older object, or another one that it leads to,
/// became.
struct NaiveReference: Sendable {
    private let format: ExpressionFormat?

    init(_ text: String) { format = try? ExpressionFormat.parse(text) }

    /// The newer objects that it points to from what a newer one is made of, below the relationship's destination, in the
    /// order of the list that they come from. Objects of the newest world have their values.
    func targets(
        of source: MadeObjects.Member,
        _ destination: String,
        _ made: MadeObjects,
        _ world: World,
        _ older: Reading,
        _ newer: Reading,
        in newest: World,
        _ mapping: Mapping
    ) throws -> [MadeObjects.One] {
        let (oldKind, identity) = (source.making.oldKind, source.source)
        guard let object = world.objects[oldKind]?[identity] else { return [] }
        func became(_ kind: String, _ identity: Int64) -> [MadeObjects.One] {
            made.becoming(kind, identity).first { newer.isKind($0.making.kind, of: destination) }.map { [$0] } ?? []
        }
        func follow(_ steps: [ExpressionFormat.Step], from start: (kind: String, identity: Int64))
            -> [MadeObjects.One]
        {
            var all: [(kind: String, identity: Int64)] = [start]
            for case .name(let name) in steps {
                all = all.flatMap { kind, identity -> [(kind: String, identity: Int64)] in
                    guard let relationship = older.storedRelationships(of: kind).first(where: { $0.name == name })
                    else { return [] }
                    return (world.objects[kind]?[identity]?.references[name] ?? []).compactMap { next in
                        world.kind(of: next, below: relationship.destination, in: older).map { ($0, next) }
                    }
                }
            }
            return all.flatMap { became($0.kind, $0.identity) }
        }
        func targets(_ format: ExpressionFormat, _ element: NaiveElement?) throws -> [MadeObjects.One] {
            let row = NaiveRow(object: object, kind: oldKind, element: element, world: world, reading: older)
            switch format.kind {
            case .constant(.null): return []
            case .variable("each"):
                guard case .object(let kind, let identity)? = element else { return [] }
                return became(kind, identity)
            case .variable, .evaluatedObject: return became(oldKind, identity)
            case .keyPath(let base?, let steps) where NaiveRow.isElement(base):
                guard case .object(let kind, let identity)? = element else { return [] }
                return follow(steps, from: (kind, identity))
            case .keyPath(_, let steps): return follow(steps, from: (oldKind, identity))
            case .call("same", let arguments):
                guard let name = arguments.first.flatMap(Self.name) else { return [] }
                let found = made.all(of: oldKind, identity).first { one in
                    (one.making.name == name || one.making.kind == name && one.making.ordinal == 0)
                        && newer.isKind(one.making.kind, of: destination)
                }
                return found.map { [$0] } ?? []
            case .call("find", let arguments):
                guard let name = arguments.first.flatMap(Self.name),
                    case .conditional(let condition, _, _) = arguments[1].kind
                else { return [] }
                let found = newer.kinds(below: name).flatMap { kind in
                    (newest.objects[kind] ?? [:]).map { (kind: kind, identity: $0.key, object: $0.value) }
                }
                let fitting = try found.filter { try Self.holds(condition, for: $0.object, row) }
                if fitting.count > 1, !Self.isOneInTheEnd(name, condition: condition, mapping: mapping, newer: newer) {
                    throw MigrationStopped(reason: "several objects fit '\(format.text)'")
                }
                return fitting.min { $0.identity < $1.identity }.flatMap { made.one($0.kind, $0.identity) }.map { [$0] }
                    ?? []
            case .call("each", let arguments):
                let list = NaiveList(arguments[0])
                return try list.elements(of: object, oldKind, world, older).flatMap { try targets(arguments[1], $0) }
            case .call("ifNull", let arguments):
                for argument in arguments {
                    let found = try targets(argument, element)
                    if !found.isEmpty { return found }
                }
                return []
            case .conditional(let condition, let one, let other):
                return try targets(row.holds(condition) ? one : other, element)
            default: throw MigrationStopped(reason: "unknown reference '\(format)'")
            }
        }
        return try format.map { try targets($0, source.element) } ?? []
    }

    /// Whether a newer object's attributes have the values that a condition of `find` compares them with.
    private static func holds(_ condition: PredicateFormat, for object: WorldObject, _ row: NaiveRow) throws -> Bool {
        switch condition.kind {
        case .and(let all): return try all.allSatisfy { try holds($0, for: object, row) }
        case .comparison(let comparison):
            guard let name = name(comparison.left) else { return false }
            let value: StoredValue = try row.value(comparison.right)
            return value != .null && object.values[[name]] == value
        default: throw MigrationStopped(reason: "unknown condition of find")
        }
    }

    /// Whether of several objects with the values of a condition of `find` one stays.
    private static func isOneInTheEnd(
        _ name: String,
        condition: PredicateFormat,
        mapping: Mapping,
        newer: Reading
    ) -> Bool {
        func names(_ condition: PredicateFormat) -> [String] {
            switch condition.kind {
            case .and(let all): all.flatMap(names)
            case .comparison(let comparison): Self.name(comparison.left).map { [$0] } ?? []
            default: []
            }
        }
        let found = Set(names(condition))
        return mapping[.duplicates].contains { line in
            guard let decisions = line.duplicateObjects, newer.isKind(name, of: line.path.entity),
                let entity = newer.schema.entity(line.path.entity)
            else { return false }
            return entity.uniqueConstraints.contains { constraint in
                found.isSuperset(of: constraint)
                    && decisions.contains { $0.kept.isOne && $0.isAbout(constraint, of: entity) }
            }
        }
    }

    private static func name(_ format: ExpressionFormat) -> String? {
        guard case .keyPath(let base, let steps) = format.kind, steps.count == 1, case .name(let name) = steps[0],
            !NaiveRow.isElement(base)
        else { return nil }
        return name
    }

    /// Whether each object that it names can be one below an entity, whatever the store holds.
    func isUsable(by making: Making, destination: String, survivors: Survivors, older: Reading, newer: Reading)
        -> Bool
    {
        func becomes(_ kinds: [String]) -> Bool {
            kinds.flatMap(survivors.becoming).contains { newer.isKind($0.kind, of: destination) }
        }
        func isUsable(_ format: ExpressionFormat, _ each: NaiveList?) -> Bool {
            let far: String? = each?.destination(making.oldKind, older)
            switch format.kind {
            case .variable("each"): return far.map { becomes(older.kinds(below: $0)) } ?? false
            case .variable, .evaluatedObject: return becomes([making.oldKind])
            case .keyPath(let base, let steps):
                if NaiveRow.isElement(base), far == nil { return false }
                var kinds: [String] = NaiveRow.isElement(base) ? far.map(older.kinds(below:)) ?? [] : [making.oldKind]
                for step in steps {
                    guard case .name(let name) = step else { return false }
                    let found = kinds.compactMap { older.property(name, of: $0)?.relationship?.destination }
                    kinds = Set(found).flatMap(older.kinds(below:))
                }
                return becomes(kinds)
            case .call("same", let arguments):
                guard let name = arguments.first.flatMap(Self.name) else { return false }
                return survivors.makings.contains { one in
                    one.oldKind == making.oldKind && newer.isKind(one.kind, of: destination)
                        && one.each == nil && (one.name == name || one.kind == name)
                }
            case .call("each", let arguments):
                let list = NaiveList(arguments[0])
                return list.isUsable(making.oldKind, older) && isUsable(arguments[1], list)
            case .call("ifNull", let arguments): return arguments.allSatisfy { isUsable($0, each) }
            case .conditional(_, let one, let other): return isUsable(one, each) && isUsable(other, each)
            case .call("find", let arguments):
                return arguments.first.flatMap(Self.name).map { newer.isKind($0, of: destination) } ?? false
            case .constant(let value): return value == .null
            default: return false
            }
        }
        return format.map { isUsable($0, making.each) } ?? false
    }

    /// Whether it gives several objects of one of a kind: a list, or a path through a to-many relationship.
    func isList(_ kind: String, _ older: Reading) -> Bool {
        switch format?.kind {
        case .call("each", _): return true
        case .keyPath(let base, let steps):
            if NaiveRow.isElement(base) { return false }
            var kinds: [String] = [kind]
            for case .name(let name) in steps {
                let found = kinds.compactMap { older.property(name, of: $0)?.relationship }
                if found.contains(where: \.isToMany) { return true }
                kinds = Set(found.map(\.destination)).flatMap(older.kinds(below:))
            }
            return false
        default: return false
        }
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
