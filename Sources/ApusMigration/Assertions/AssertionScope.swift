import ApusDiagnostics
import ApusSchema

/// The names that the condition of an assertion can use: the entities of the newer schema, and those of the older one
/// behind `$old`.
struct AssertionScope: ExpressionScope {
    typealias Leaf = AssertedValue

    /// What a name stands for if it is not a value.
    enum Reference {
        /// All objects of one of the two schemas.
        case version(isOlder: Bool)
        /// Some objects.
        case objects(AssertedValue.Objects)
    }

    /// The name of the variable for the older objects.
    static let old = "old"

    let older: IndexedSchema
    let newer: IndexedSchema

    /// Values are compared as exactly as their types.
    var decimals: DecimalArithmetic { .exact }

    static func operand(
        of format: ExpressionFormat,
        in compiler: inout ExpressionCompiler<AssertionScope>
    ) throws(PredicateProblem) -> Operand {
        let scope = compiler.scope
        switch format.kind {
        case .variable(old): return .reference(.version(isOlder: true))
        case .variable(let name):
            throw PredicateProblem(
                at: format.offset,
                "unknown variable '$\(name)'",
                help: ["the objects before the migration are '$\(old).Entity', and those after it 'Entity'"]
            )
        case .subquery(let collection, let variable, let predicate):
            guard case .reference(.objects(var objects)) = try compiler.operand(collection) else {
                throw PredicateProblem(
                    at: collection.offset,
                    "'\(collection.text)' is not the objects of an entity",
                    help: ["write 'SUBQUERY(Entity, $\(variable), …)' or 'SUBQUERY($\(old).Entity, $\(variable), …)'"]
                )
            }
            var inner = OlderCompiler(scope.values(of: objects, variable))
            let condition = try inner.condition(predicate)
            try refuseFailing(condition.canFail, at: predicate.offset)
            objects.conditions.append(condition)
            return .reference(.objects(objects))
        case .keyPath(nil, let steps): return try scope.operand(of: steps[...], in: .version(isOlder: false), format)
        case .keyPath(let base?, let steps):
            guard case .reference(let reference) = try compiler.operand(base) else {
                throw problem("'\(base.text)' is a value, which has no objects", format, help: "write 'Entity.count'")
            }
            return try scope.operand(of: steps[...], in: reference, format)
        default:
            throw problem(
                "'\(format.text)' is not a value of all objects of an entity",
                format,
                help: "write 'Entity.count', 'Entity.@max.attribute' or 'SUBQUERY(Entity, $x, …).@count'"
            )
        }
    }

    /// Rejects a condition that can fail: an assertion holds or does not hold.
    static func refuseFailing(_ canFail: Bool, at offset: Int) throws(PredicateProblem) {
        if !canFail { return }
        throw PredicateProblem(
            at: offset,
            "an assertion cannot be computed by functions that can fail for some values",
            help: ["write 'dateOrNull' in place of 'date', and conversions '…OrNull'"]
        )
    }

    /// Returns what a key path points to.
    private func operand(
        of steps: ArraySlice<ExpressionFormat.Step>,
        in start: Reference,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        var (rest, reference) = (steps, start)
        if case .version(let isOlder) = start {
            guard case .name(let name)? = rest.popFirst() else { throw Self.problem(start, format) }
            guard (isOlder ? older : newer).entity(name) != nil else { throw unknown(name, isOlder, format) }
            reference = .objects(AssertedValue.Objects(isOlder: isOlder, entity: name))
        }
        guard case .objects(let objects) = reference, let step = rest.popFirst() else { return .reference(reference) }
        switch step {
        case .name("count") where rest.isEmpty, .collection(.count) where rest.isEmpty:
            return .value(.leaf(value(nil, of: objects, reading: nil, as: .int64, format)), .int64)
        case .name("count"), .collection(.count):
            throw Self.problem("nothing follows 'count'", format, help: "remove what follows it")
        case .name(let name):
            let all = (objects.isOlder ? "$\(Self.old)." : "") + objects.entity
            throw PredicateProblem(
                at: format.offset,
                "'\(format.text)' is a value of each object, not one of all of them",
                help: [
                    "aggregate it, such as '\(all).@max.\(name)', or count objects: "
                        + "'SUBQUERY(\(all), $x, $x.\(name) == …).@count'"
                ]
            )
        case .collection(let operation):
            guard let function = operation.function,
                let (read, type) = try values(of: objects).value(of: Array(rest), format)
            else {
                throw Self.problem(
                    "'@\(operation.rawValue)' needs an attribute of the objects",
                    format,
                    help: "write '\(objects.entity).@\(operation.rawValue).attribute'"
                )
            }
            guard type.isNumber || type == .date && (function == .minimum || function == .maximum) else {
                throw Self.problem(
                    "an assertion has no '@\(operation.rawValue)' of \(type.rawValue)",
                    format,
                    help: "numbers have '@sum', '@avg', '@min' and '@max', dates '@min' and '@max'"
                )
            }
            let result = function.resultType(of: type) ?? type
            return .value(.leaf(value(function, of: objects, reading: read, as: result, format)), result)
        }
    }

    private func value(
        _ function: ExpressionFunction?,
        of objects: AssertedValue.Objects,
        reading value: OlderValue?,
        as type: ScalarType,
        _ format: ExpressionFormat
    ) -> AssertedValue {
        AssertedValue(objects: objects, function: function, value: value, type: type, text: format.text)
    }

    /// The names for the values of some objects, from a variable or without one.
    private func values(of objects: AssertedValue.Objects, _ variable: String? = nil) -> OlderScope {
        OlderScope(
            objects.isOlder ? older : newer,
            entity: objects.entity,
            variable: variable,
            version: objects.isOlder ? "older" : "newer"
        )
    }

    private func unknown(_ name: String, _ isOlder: Bool, _ format: ExpressionFormat) -> PredicateProblem {
        let (own, other) = isOlder ? (older, newer) : (newer, older)
        let path = isOlder ? name : "$\(Self.old).\(name)"
        let meant = NearMiss.suggestion(for: name, among: own.schema.entities.map(\.name))
        return PredicateProblem(
            at: format.offset,
            "the \(isOlder ? "older" : "newer") version has no entity '\(name)'",
            help: other.entity(name) != nil
                ? ["the \(isOlder ? "newer" : "older") one has it: write '\(path)'"]
                : meant.map { ["did you mean '\($0)'?"] } ?? []
        )
    }

    static func problem(_ reference: Reference, _ format: ExpressionFormat) -> PredicateProblem {
        switch reference {
        case .version:
            PredicateProblem(
                at: format.offset,
                "'\(format.text)' is not a value",
                help: ["name an entity behind it: '\(format.text).Entity.count'"]
            )
        case .objects:
            PredicateProblem(
                at: format.offset,
                "'\(format.text)' is several objects, expected a value",
                help: ["count them: '\(format.text).@count'"]
            )
        }
    }

    private static func problem(_ message: String, _ format: ExpressionFormat, help: String) -> PredicateProblem {
        PredicateProblem(at: format.offset, message, help: [help])
    }
}
