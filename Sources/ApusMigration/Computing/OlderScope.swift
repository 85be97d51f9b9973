import ApusDiagnostics
import ApusSchema

/// Compiles an expression of a mapping to one over older objects.
typealias OlderCompiler = ExpressionCompiler<OlderScope>

/// The names that the expressions of a mapping can use for the values of an entity's objects: key paths, from `$source` or
/// without it.
///
/// An assertion reads objects of both schemas in this way, from the variable of a `SUBQUERY`.
struct OlderScope: ExpressionScope {
    typealias Leaf = OlderValue

    /// What a key path points to if it is not a value.
    enum Reference {
        /// The object of an entity, and how a value of it is read from the first object.
        case object(entity: String, identity: OlderValue?, (OlderValue) -> OlderValue)
        /// The parts of a composite.
        case composite
        /// The objects of a to-many relationship, and how an aggregate of them is read from the first object.
        case objects(ElementPath, destination: String, (OlderValue) -> OlderValue)
    }

    private let schema: IndexedSchema
    private let entity: String
    private let isExact: Bool
    private let variable: String?
    private let version: String
    /// Whether the exactness of a sum of decimals is checked, as it is for values. Conditions and keys would compare what the sum is
    /// not.
    var addsDecimals = false
    /// Whether a value that only the app can read is its bytes.
    var readsBytes = false
    /// The functions in Swift that the mapping declares, by name.
    let functions: [String: FunctionDeclaration]

    /// - Parameters:
    ///   - schema: The older schema.
    ///   - entity: The older entity of the objects.
    ///   - isExact: Whether none of the objects is one of a sub-entity, so that `entity.name` is known.
    ///   - variable: The variable of an assertion for an object, from which key paths start; `nil` for `$source`.
    ///   - version: What the schema is in messages.
    ///   - functions: The functions in Swift that the mapping declares, by name.
    init(
        _ schema: IndexedSchema,
        entity: String,
        isExact: Bool = false,
        variable: String? = nil,
        version: String = "older",
        functions: [String: FunctionDeclaration] = [:]
    ) {
        self.schema = schema
        self.entity = entity
        self.isExact = isExact
        self.variable = variable
        self.version = version
        self.functions = functions
    }

    /// The names of the functions.
    var functionNames: Set<String> { Set(functions.keys) }

    /// Values are computed as exactly as their types.
    var decimals: DecimalArithmetic { .exact }

    /// The maximum number of relationships in a path: each is a search within a search, and SQLite limits their depth.
    static let longest = 5

    /// The name of the variable for the older object, as in Core Data's mapping models.
    static let source = "source"

    /// The name of the variable for an element of a list that the older object has.
    static let each = "each"

    /// The key path of the name of an object's entity, as in Core Data's predicates.
    private static let entityName = ["entity", "name"]

    /// Returns whether names contain that of the older object's entity.
    static func readsEntity(_ names: PredicateNames) -> Bool { names.reads(entityName, of: source) }

    /// The older object: the one that has the list, if the rows are the elements of one.
    private var start: Reference {
        guard let owner = schema.sourceOfElements(entity) else { return .object(entity: entity, identity: nil) { $0 } }
        let path = ElementPath(entity, ElementList.source)
        return .object(entity: owner.destination, identity: .reference(path)) { .related(path, $0) }
    }

    /// The element of a list.
    private func element(_ format: ExpressionFormat) throws(PredicateProblem) -> Operand {
        guard schema.sourceOfElements(entity) != nil else {
            throw PredicateProblem(
                at: format.offset,
                "only 'where', 'distinct' and 'values' of an origin with 'each' have '$\(Self.each)'",
                help: ["the older object is '$\(Self.source)'"]
            )
        }
        let path = ElementPath(entity, ElementList.element)
        guard let relationship = schema.relationship(path) else {
            let isRequired = schema.entity(entity)?.attribute(ElementList.element)?.isOptional == false
            return .value(.leaf(.attribute([ElementList.element], .string, isRequired: isRequired)), .string)
        }
        return .reference(
            .object(entity: relationship.destination, identity: .reference(path)) { .related(path, $0) }
        )
    }

    /// Rejects what the store and Swift would compute differently, or from what no row has.
    func check(_ format: ExpressionFormat) throws(PredicateProblem) {
        switch format.kind {
        case .cast(_, let type) where type != "NSDate" && type != "NSString":
            throw PredicateProblem(
                at: format.offset,
                "a mapping does not cast to '\(type)'",
                help: ["convert the value: convert(value, method, type), see Documentation/Conversions.md"]
            )
        case .call(let name, _) where ExpressionFunction(rawValue: name)?.isGathering == true:
            throw PredicateProblem(
                at: format.offset,
                "'\(name)' of several values is not computed by a mapping",
                help: [
                    "of two values, TERNARY(a < b, a, b) chooses one; of a to-many relationship, 'lines.@sum.amount'"
                ]
            )
        default: break
        }
    }

    static func operand(
        of format: ExpressionFormat,
        in compiler: inout OlderCompiler
    ) throws(PredicateProblem) -> Operand {
        let scope = compiler.scope
        let variable = scope.variable ?? source
        switch format.kind {
        case .variable(variable): return .reference(scope.start)
        case .evaluatedObject where scope.variable == nil: return .reference(scope.start)
        case .variable(each) where scope.variable == nil: return try scope.element(format)
        case .variable(let name):
            throw PredicateProblem(
                at: format.offset,
                "unknown variable '$\(name)'",
                help: [scope.variable == nil ? "the older object is '$\(source)'" : "each object is '$\(variable)'"]
            )
        case .keyPath(nil, _) where scope.variable != nil:
            throw PredicateProblem(
                at: format.offset,
                "'\(format.text)' does not say whose value is meant",
                help: ["write '$\(variable).\(format.text)'"]
            )
        case .keyPath(nil, let steps):
            return try scope.operand(of: steps, behind: scope.start, format)
        case .keyPath(let base?, let steps):
            guard case .reference(let reference) = try compiler.operand(base) else {
                throw OlderCompiler.problem("'\(base.text)' is a value, which has no properties", format)
            }
            return try scope.operand(of: steps, behind: reference, count: count(in: base), format)
        case .index(let base, let index):
            guard case .reference(.objects(let path, let destination, let read)) = try compiler.operand(base) else {
                throw OlderCompiler.problem("'\(base.text)' is not the objects of a to-many relationship", format)
            }
            return try element(index, of: path, destination, read, format)
        default: throw OlderCompiler.problem("a migration cannot compute '\(format.text)'", format)
        }
    }

    /// Returns the value of an object that a key path points to, and its type; `nil` if it points to something else.
    func value(of steps: [ExpressionFormat.Step], _ format: ExpressionFormat) throws(PredicateProblem) -> (
        value: OlderValue, type: ScalarType
    )? {
        let start = Reference.object(entity: entity, identity: nil) { $0 }
        guard !steps.isEmpty, case .value(.leaf(let value), let type?) = try operand(of: steps, behind: start, format)
        else { return nil }
        return (value, type)
    }

    /// Returns what a key path points to.
    private func operand(
        of steps: [ExpressionFormat.Step],
        behind start: Reference,
        count before: Int = 0,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        var reference = start
        var rest = steps[...]
        var count = before
        while let step = rest.popFirst() {
            guard case .name(let name) = step else {
                return try gathered(step, Array(rest), of: reference, format)
            }
            guard case .object(let entity, _, let read) = reference else { throw Self.problem(reference, format) }
            switch schema.properties(of: entity).first(where: { $0.name == name }) {
            case nil where before == 0 && name == Self.entityName[0] && steps.map(\.name) == Self.entityName:
                if isExact { return .literal(.string(entity)) }
                throw PredicateProblem(
                    at: format.offset,
                    "only 'where' and 'values' of an origin have the name of the older entity",
                    help: ["make the objects by a line below 'entities': '{ from: \(entity), values: … }'"]
                )
            case nil: throw unknown(name, of: entity, format)
            case let owned?:
                switch owned.property {
                case .attribute(let attribute):
                    var path = [name]
                    while case .name(let part)? = rest.first {
                        path.append(part)
                        rest.removeFirst()
                    }
                    return try operand(of: attribute, at: path, of: entity, isWhole: rest.isEmpty, read: read, format)
                case .relationship(let relationship):
                    guard let holder = schema.entity(owned.owner),
                        schema.schema.references(of: relationship, in: holder) != nil
                    else {
                        throw OlderCompiler.problem(
                            "'\(entity).\(name)' is not stored, so a migration cannot read it",
                            format
                        )
                    }
                    count += 1
                    if count > Self.longest {
                        throw OlderCompiler.problem("more than \(Self.longest) relationships follow each other", format)
                    }
                    if relationship.isToMany {
                        reference = .objects(owned.path, destination: relationship.destination, read)
                    } else {
                        reference = .object(
                            entity: relationship.destination,
                            identity: read(.reference(owned.path))
                        ) { read(.related(owned.path, $0)) }
                    }
                }
            }
        }
        return .reference(reference)
    }

    /// Returns what a collection operator gives: `lines.@count`, `lines.@sum.amount`.
    private func gathered(
        _ step: ExpressionFormat.Step,
        _ rest: [ExpressionFormat.Step],
        of reference: Reference,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        guard case .collection(let operation) = step, case .objects(let path, let destination, let read) = reference
        else { throw OlderCompiler.problem("'\(format.text)' is not one value of the older object", format) }
        guard let function = operation.function else {
            guard rest.isEmpty else { throw OlderCompiler.problem("nothing follows '@count'", format) }
            return .value(.leaf(read(.gathered(nil, path, nil))), .int64)
        }
        guard let (value, type) = try OlderScope(schema, entity: destination).value(of: rest, format) else {
            throw OlderCompiler.problem("'@\(operation.rawValue)' needs an attribute of the objects", format)
        }
        let isPossible =
            switch operation {
            case .sum, .average: type.isNumber
            case .minimum, .maximum: type.isNumber || type == .date || type == .string
            case .count: false
            }
        guard isPossible else {
            throw PredicateProblem(
                at: format.offset,
                "a mapping does not compute '@\(operation.rawValue)' of \(type.rawValue)",
                help: ["numbers have '@sum', '@avg', '@min' and '@max', dates and strings '@min' and '@max'"]
            )
        }
        if operation == .sum, type == .decimal, !addsDecimals {
            throw PredicateProblem(
                at: format.offset,
                "a mapping computes a sum of decimals only as a value: what cannot be added exactly is not compared",
                help: ["compare '@avg', or '@sum' of a type that is not decimal"]
            )
        }
        let gathered = read(.gathered(function, path, value))
        return .value(.leaf(gathered), gathered.type)
    }

    private func operand(
        of attribute: Attribute,
        at path: [String],
        of entity: String,
        isWhole: Bool,
        read: (OlderValue) -> OlderValue,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> Operand {
        let text = path.joined(separator: ".")
        guard attribute.isKept else {
            let reason = attribute.isStored ? "is derived" : "is not stored"
            throw OlderCompiler.problem("'\(entity).\(text)' \(reason), so a migration cannot read it", format)
        }
        if attribute.usesExternalStorage {
            throw OlderCompiler.problem(
                "the values of '\(entity).\(text)' may be in files, which an expression does not copy",
                format
            )
        }
        let leaves = schema.schema.leaves(of: attribute)
        guard isWhole, let leaf = leaves.first(where: { $0.path == path }) else {
            if leaves.contains(where: { $0.path.starts(with: path) }) { throw Self.problem(.composite, format) }
            throw PredicateProblem(
                at: format.offset,
                "'\(entity)' has no '\(text)'",
                help: NearMiss.suggestion(for: text, among: leaves.map(\.name)).map { ["did you mean '\($0)'?"] } ?? []
            )
        }
        let value = read(.attribute(leaf.path, leaf.type, isRequired: !leaf.isNullable))
        if readsBytes, leaf.attribute.type.isForeign { return .value(.leaf(value), .data) }
        if let json = leaf.attribute.jsonConversion { return .value(.converted(.leaf(value), json), .string) }
        if leaf.attribute.type.isForeign {
            throw PredicateProblem(
                at: format.offset,
                "the values of '\(entity).\(text)' are bytes that only the app can read",
                help: ["pass it to a function in Swift that takes data, see Documentation/SwiftFunctions.md"]
            )
        }
        return .value(.leaf(value), leaf.type)
    }

    private func unknown(_ name: String, of entity: String, _ format: ExpressionFormat) -> PredicateProblem {
        let names = schema.properties(of: entity).map(\.name)
        return PredicateProblem(
            at: format.offset,
            "the \(version) '\(entity)' has no property '\(name)'",
            help: NearMiss.suggestion(for: name, among: names).map { ["did you mean '\($0)'?"] } ?? []
        )
    }

    /// A comparison of an object with nil.
    static func condition(
        _ left: Operand,
        _ comparison: PredicateFormat.Comparison,
        _ right: Operand,
        in compiler: inout OlderCompiler
    ) throws(PredicateProblem) -> TypedCondition<OlderValue>? {
        let object: OlderValue
        switch (left, right) {
        case (.reference(.object(_, let identity?, _)), .literal(.null)),
            (.literal(.null), .reference(.object(_, let identity?, _))):
            object = identity
        default: return nil
        }
        switch comparison.operator {
        case .equalTo: return .isNull(.leaf(object))
        case .notEqualTo: return .not(.isNull(.leaf(object)))
        default: return nil
        }
    }

    static func problem(_ reference: Reference, _ format: ExpressionFormat) -> PredicateProblem {
        switch reference {
        case .object: OlderCompiler.problem("'\(format.text)' is an object, expected a value", format)
        case .composite: OlderCompiler.problem("'\(format.text)' is a composite, expected one of its parts", format)
        case .objects:
            PredicateProblem(
                at: format.offset,
                "'\(format.text)' is several objects, expected a value, such as their '@count'",
                help: ["aggregate a value of theirs ('@max.attribute'), or choose one: 'objects[FIRST].attribute'"]
            )
        }
    }
}

extension ExpressionFormat.Step {
    /// The name of a property; `nil` if the step is another one.
    fileprivate var name: String? { if case .name(let name) = self { name } else { nil } }
}

extension Attribute {
    /// How the bytes of the attribute's values become JSON, whose parts expressions read; `nil` if only the app can read them.
    fileprivate var jsonConversion: Conversion? {
        switch type {
        case .codable: Conversion("exact", from: .data, to: .string)
        // Without a transformer of the app's, Foundation archives the values.
        case .transformable where ownTransformer == nil: Conversion("archive", from: .data, to: .string)
        default: nil
        }
    }
}
