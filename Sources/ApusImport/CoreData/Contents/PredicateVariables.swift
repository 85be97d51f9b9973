import ApusSchema

/// The variables of a predicate, with types that follow from the comparisons that they are in.
///
/// A template in Core Data does not declare the types of its variables. They follow from the values that the variables
/// are compared with: `name == $NAME` takes a string, `parent == $PARENT` an object, `id IN $IDS` a list.
struct PredicateVariables {
    /// The variables whose types are clear, in the order in which they appear.
    private(set) var variables: [FetchRequest.Variable] = []

    /// The names of the others.
    private(set) var unclear: [String] = []

    private let schema: Schema
    private let entity: String
    private var types: [String: Set<FetchRequest.Variable>] = [:]

    /// The types of the variables that subqueries define.
    private var elements: [String: AttributeType] = [:]

    /// Finds the variables of a predicate.
    ///
    /// - Parameters:
    ///   - predicate: The predicate.
    ///   - entity: The entity that the predicate is for.
    ///   - schema: The schema.
    init(_ predicate: PredicateFormat, entity: String, schema: Schema) {
        self.schema = schema
        self.entity = entity
        visit(predicate)
        var seen: Set<String> = []
        for (name, _) in predicate.variables where seen.insert(name).inserted {
            if let type = types[name]?.first, types[name]?.count == 1 {
                variables.append(type)
            } else {
                unclear.append(name)
            }
        }
    }

    private mutating func visit(_ predicate: PredicateFormat) {
        switch predicate.kind {
        case .constant: break
        case .and(let operands), .or(let operands): for operand in operands { visit(operand) }
        case .not(let operand): visit(operand)
        case .comparison(let comparison):
            note(comparison.left, against: comparison.right, comparison.operator, isLeft: true)
            note(comparison.right, against: comparison.left, comparison.operator, isLeft: false)
            visit(comparison.left)
            visit(comparison.right)
        }
    }

    /// Visits subqueries, whose predicates define variables.
    private mutating func visit(_ expression: ExpressionFormat) {
        switch expression.kind {
        case .keyPath(let base?, _): visit(base)
        case .subquery(let collection, let name, let predicate):
            visit(collection)
            let outer = elements[name]
            elements[name] = type(of: collection)
            visit(predicate)
            elements[name] = outer
        case .call(_, let arguments): for argument in arguments { visit(argument) }
        default: break
        }
    }

    /// Notes the type that one side of a comparison gives the variables on the other.
    private mutating func note(
        _ side: ExpressionFormat,
        against other: ExpressionFormat,
        _ comparison: PredicateFormat.Operator,
        isLeft: Bool
    ) {
        if case .aggregate(let elements) = side.kind, comparison == .in || comparison == .between, !isLeft {
            for element in elements { note(element, against: other, .equalTo, isLeft: false) }
        }
        guard case .variable(let name) = side.kind, elements[name] == nil else { return }
        let variable: FetchRequest.Variable?
        switch (comparison, isLeft) {
        case (.beginsWith, false), (.endsWith, false), (.like, false), (.matches, false):
            variable = FetchRequest.Variable(name, .string)
        case (.in, false), (.between, false), (.contains, true):
            variable = type(of: other).map { FetchRequest.Variable(name, $0, isList: true) }
        default:
            variable = type(of: other).map { FetchRequest.Variable(name, $0) }
        }
        if let variable { types[name, default: []].insert(variable) }
    }

    /// The type of an expression, which is an entity's name for objects; `nil` if it is not clear.
    private func type(of expression: ExpressionFormat) -> AttributeType? {
        switch expression.kind {
        case .evaluatedObject: .named(entity)
        case .variable(let name): elements[name]
        case .keyPath(let base, let steps): type(of: steps[...], from: base.map(type) ?? .named(entity))
        case .call("lowercase:", _), .call("uppercase:", _), .call("canonical:", _): .string
        case .call("now", _): .date
        case .subquery(let collection, _, _): type(of: collection)
        default: nil
        }
    }

    /// The type at the end of a key path.
    private func type(of steps: ArraySlice<ExpressionFormat.Step>, from start: AttributeType?) -> AttributeType? {
        guard let first = steps.first else { return start.flatMap { $0.isForeign ? nil : $0 } }
        let rest = steps.dropFirst()
        switch first {
        case .collection(.count): return .int64
        case .collection(.average): return .double
        case .collection: return type(of: rest, from: start)
        case .name(let name):
            guard case .named(let owner)? = start else { return nil }
            if let entity = schema.entity(owner) {
                let far = schema.relationship(name, of: entity)?.relationship.destination
                return type(of: rest, from: far.map { .named($0) } ?? schema.attribute(name, of: entity)?.type)
            }
            let part = schema.composite(owner)?.attributes.first { $0.name == name }
            return part.flatMap { type(of: rest, from: $0.type) }
        }
    }
}
