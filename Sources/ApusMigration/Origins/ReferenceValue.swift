import ApusDiagnostics
import ApusSchema

/// An expression of a mapping whose value is an object: what became of an older one.
indirect enum ReferenceValue: Hashable, Sendable {
    /// What became of the older object, or of one that it refers to, by its identity.
    case object(OlderValue?, entity: String)
    /// The object that an origin, or a newer entity's origin, made of the same older object.
    case same(String)
    /// The object of a newer entity whose attributes have some values.
    case found(String, [Equality])
    /// No object.
    case none
    /// The first object that there is.
    case first([ReferenceValue])
    /// One of two objects.
    case conditional(TypedCondition<OlderValue>, ReferenceValue, ReferenceValue)

    /// A newer attribute, and the value over the older object that it has to have.
    struct Equality: Hashable, Sendable {
        let attribute: String
        let value: TypedExpression<OlderValue>
        let type: ScalarType
    }

    /// Checks an expression.
    ///
    /// - Parameters:
    ///   - format: The expression.
    ///   - scope: The names of the older entity.
    /// - Throws: The reason why it is not an object, with its offset.
    init(_ format: ExpressionFormat, in scope: OlderScope) throws(PredicateProblem) {
        var compiler = OlderCompiler(scope)
        self = try Self.value(format, &compiler)
    }

    private static func value(
        _ format: ExpressionFormat,
        _ compiler: inout OlderCompiler
    ) throws(PredicateProblem) -> ReferenceValue {
        switch format.kind {
        case .conditional(let predicate, let one, let other):
            let condition = try compiler.condition(predicate)
            return .conditional(condition, try value(one, &compiler), try value(other, &compiler))
        case .call("ifNull", let arguments):
            var values: [ReferenceValue] = []
            for argument in arguments { values.append(try value(argument, &compiler)) }
            return .first(values)
        case .call("same", let arguments):
            guard arguments.count == 1, case .keyPath(nil, let steps) = arguments[0].kind, steps.count == 1,
                case .name(let name) = steps[0]
            else {
                throw PredicateProblem(
                    at: format.offset,
                    "'same' takes the name of a newer entity or of an origin",
                    help: ["write same(Address)"]
                )
            }
            return .same(name)
        case .call("find", let arguments):
            guard arguments.count == 2, case .keyPath(nil, let steps) = arguments[0].kind, steps.count == 1,
                case .name(let name) = steps[0], case .conditional(let condition, _, _) = arguments[1].kind
            else { break }
            return .found(name, try equalities(in: condition, arguments[1].offset, &compiler))
        default: break
        }
        switch try compiler.operand(format) {
        case .reference(.object(let entity, let identity, _)): return .object(identity, entity: entity)
        case .literal(.null): return .none
        default:
            throw PredicateProblem(
                at: format.offset,
                "'\(format.text)' is a value, expected an object",
                help: ["write '$source', a to-one relationship of it, or same(Entity)"]
            )
        }
    }

    /// Returns the equalities of a condition of `find`: a newer attribute on the left, a value on the right.
    private static func equalities(
        in condition: PredicateFormat,
        _ offset: Int,
        _ compiler: inout OlderCompiler
    ) throws(PredicateProblem) -> [Equality] {
        switch condition.kind {
        case .and(let parts):
            var found: [Equality] = []
            for part in parts { found += try equalities(in: part, offset, &compiler) }
            return found
        case .comparison(let comparison):
            guard comparison.operator == .equalTo, comparison.options == [],
                case .keyPath(nil, let steps) = comparison.left.kind, steps.count == 1, case .name(let name) = steps[0]
            else { break }
            let (value, type) = try compiler.value(comparison.right)
            return [Equality(attribute: name, value: value, type: type)]
        default: break
        }
        throw PredicateProblem(
            at: offset,
            "'find' compares attributes of the newer entity with values of the older object",
            help: ["write find(Country, name == $source.country), with AND for further attributes"]
        )
    }

    /// The older relationship all of whose references are among the objects; `nil` if there is none.
    var keptPath: ElementPath? {
        switch self {
        case .object(.reference(let path), _): path
        case .first(let values): values.first?.keptPath
        case .object, .same, .found, .none, .conditional: nil
        }
    }

    /// Returns whether all references of an older relationship are among the objects.
    func reads(_ path: ElementPath) -> Bool { keptPath == path }
}

extension OlderCompiler {
    /// Returns a value by which objects are one.
    static func distinctValue(
        _ text: String,
        in scope: OlderScope
    ) throws(PredicateProblem) -> TypedExpression<OlderValue> {
        var compiler = OlderCompiler(scope)
        return try compiler.value(ExpressionFormat.parse(text, calling: scope.functionNames)).value
    }

    /// Returns a value of the older object, or a constant, with its type.
    fileprivate mutating func value(
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> (value: TypedExpression<OlderValue>, type: ScalarType) {
        switch try operand(format) {
        case .value(let value, let type?): return (value, type)
        case .literal(.string(let text)): return (.constant(.text(text)), .string)
        case .literal(.bool(let isTrue)): return (.constant(.integer(isTrue ? 1 : 0)), .bool)
        case .literal(.integer(let number)): return (.constant(.integer(number)), .int64)
        case .literal, .value, .list, .reference:
            throw PredicateProblem(
                at: format.offset,
                "'\(format.text)' is not a single value, expected one of the older object, or a text or whole number"
            )
        }
    }
}
