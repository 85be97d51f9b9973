import ApusDiagnostics
import ApusSchema

/// How a mapping computes the values of a newer attribute, checked against both schemas.
struct ComputedValue: Hashable, Sendable {
    /// The expression, over the older object.
    let expression: TypedExpression<OlderValue>

    /// Whether the values may be numbers that the attribute's type cannot hold, or of another type. A migration stops at
    /// one that it cannot hold.
    let isChecked: Bool

    /// Whether the attribute may have the nearest binary number instead of the exact one.
    let isRounded: Bool

    /// The raw values of the enum that is the attribute's type; `nil` if it is none.
    let cases: Recoding?

    /// Returns whether some rows that satisfy a condition may have no value.
    func isNullable(where condition: TypedCondition<OlderValue>?) -> Bool {
        let present = condition?.presentValues ?? []
        if present.contains(expression) { return false }
        return expression.isNullable { !$0.isNeverNull && !present.contains(.leaf($0)) }
    }

    /// Returns whether the expression reads all of some values of the older object.
    func reads(_ leaves: [Schema.Leaf]) -> Bool {
        leaves.allSatisfy { wanted in
            expression.containsLeaf { leaf in
                if case .attribute(wanted.path, _, _) = leaf { true } else { false }
            }
        }
    }

    /// Returns whether every value of an older attribute or part is kept as it is: the values are its values, and a migration
    /// stops at one that they cannot be.
    func keeps(_ leaf: Schema.Leaf) -> Bool {
        guard case .leaf(.attribute(leaf.path, _, _)) = expression else { return false }
        return !isRounded
    }

    /// The values of an older attribute or part as they are.
    init(reading leaf: Schema.Leaf) {
        expression = .leaf(.attribute(leaf.path, leaf.type, isRequired: !leaf.isNullable))
        (isChecked, isRounded) = (false, false)
        cases = nil
    }

    /// Checks an expression.
    ///
    /// - Parameters:
    ///   - text: The expression, or a condition if the attribute is a bool.
    ///   - leaf: The newer attribute, which is not a composite.
    ///   - enumeration: The enum that is its type, if any.
    ///   - scope: The names of the older entity.
    /// - Throws: The reason why it cannot be computed, or is not of the type, with its offset.
    init(_ text: String, for leaf: Schema.Leaf, of enumeration: Enumeration?, in scope: OlderScope)
        throws(PredicateProblem)
    {
        var branches = BranchCompiler(leaf: leaf, enumeration: enumeration, scope: scope)
        expression = try branches.compile(text)
        (isChecked, isRounded) = (branches.isChecked, branches.isRounded)
        cases = enumeration.map { target in
            Recoding(
                target.cases.map { Recoding.Row(from: $0.rawValue.stored, to: $0.rawValue.stored) },
                type: target.type
            )
        }
    }
}

/// Compiles an expression branch by branch, so that each of its possible values is one of the attribute's type.
private struct BranchCompiler {
    let leaf: Schema.Leaf
    let enumeration: Enumeration?
    private var compiler: OlderCompiler
    private var conditions: OlderCompiler
    private(set) var isChecked = false
    private(set) var isRounded = false

    init(leaf: Schema.Leaf, enumeration: Enumeration?, scope: OlderScope) {
        var values = scope
        values.addsDecimals = true
        (self.leaf, self.enumeration) = (leaf, enumeration)
        (compiler, conditions) = (OlderCompiler(values), OlderCompiler(scope))
    }

    mutating func compile(_ text: String) throws(PredicateProblem) -> TypedExpression<OlderValue> {
        let names = conditions.scope.functionNames
        let format: ExpressionFormat
        do {
            format = try ExpressionFormat.parse(text, calling: names)
        } catch {
            guard leaf.type == .bool, let predicate = try? PredicateFormat.parse(text, calling: names) else {
                throw error
            }
            let condition = try conditions.condition(predicate)
            return .conditional(condition, .constant(.integer(1)), .constant(.integer(0)))
        }
        return try compile(format)
    }

    private mutating func compile(_ format: ExpressionFormat) throws(PredicateProblem) -> TypedExpression<OlderValue> {
        switch format.kind {
        case .conditional(let predicate, let one, let other):
            let condition = try conditions.condition(predicate)
            return .conditional(condition, try compile(one), try compile(other))
        case .call("ifNull", let arguments):
            var values: [TypedExpression<OlderValue>] = []
            for argument in arguments { values.append(try compile(argument)) }
            return .coalesced(values)
        default: return try value(format)
        }
    }

    /// Returns one possible value.
    private mutating func value(_ format: ExpressionFormat) throws(PredicateProblem) -> TypedExpression<OlderValue> {
        let (value, found) = try compiler.value(of: compiler.operand(format), as: leaf.type, format)
        if value.comparesSum {
            throw PredicateProblem(at: format.offset, "a sum of decimals is compared within a calculation")
        }
        if leaf.attribute.type.isForeign { return try bytes(value, format) }
        if case .constant(let constant) = value {
            try check(constant, format)
            return value
        }
        if found == nil, case .call(_, _, nil) = value, Family(leaf.type) != .number {
            // The type of a calculation with constants is any number's.
            throw PredicateProblem(
                at: format.offset,
                "expected a value of type \(leaf.type.rawValue), found a number"
            )
        }
        let type = found ?? leaf.type
        try value.checkCalls(format)
        if value.isOfType(type), type == leaf.type { return value }
        switch (Family(type), Family(leaf.type)) {
        case (.text, .text) where leaf.type == .string: return value
        case (.number, .number), (.date, .date), (.decimal, .decimal), (.text, .text):
            isChecked = true
            let isBinary = leaf.type == .double || leaf.type == .float
            if isBinary, type != leaf.type, Conversion.inferred(from: type, to: leaf.type) == nil { isRounded = true }
            return value
        case (.bytes, .bytes) where type == leaf.type:
            isChecked = true
            return value
        case (.number, .decimal) where type.integerRange != nil || type == .bool:
            // Sums of integers are integers of 64 bits.
            if let conversion = Conversion("exact", from: .int64, to: .decimal) { return .converted(value, conversion) }
        default: break
        }
        let method = Conversion.suggestions(from: type, to: leaf.type).first?.name
        throw PredicateProblem(
            at: format.offset,
            "expected a value of type \(leaf.type.rawValue), found one of type \(type.rawValue)",
            help: method.map { ["convert it: convert(\(format.text), '\($0)', '\(leaf.type.rawValue)')"] } ?? []
        )
    }

    /// Returns one possible value of an attribute whose bytes only the app writes.
    private func bytes(
        _ value: TypedExpression<OlderValue>,
        _ format: ExpressionFormat
    ) throws(PredicateProblem) -> TypedExpression<OlderValue> {
        try value.checkCalls(format)
        switch value {
        case .constant(.null): return value
        case .applied(let function, _) where function.gives.type == .data: return value
        case .call(.object, _, _) where leaf.attribute.type == .codable:
            if let conversion = Conversion("exact", from: .string, to: .data) { return .converted(value, conversion) }
        default: break
        }
        let other = leaf.attribute.type == .codable ? ", or the JSON that 'object' makes" : ""
        throw PredicateProblem(
            at: format.offset,
            "its values are bytes that only the app writes",
            help: ["write a function in Swift that gives data\(other), see Documentation/SwiftFunctions.md"]
        )
    }

    /// Rejects a constant that is not a value of the attribute.
    private func check(_ value: StoredValue, _ format: ExpressionFormat) throws(PredicateProblem) {
        if value == .null { return }
        guard value.fitting(leaf.type) == value else {
            throw PredicateProblem(at: format.offset, "\(format.text) is not \(leaf.type.rawValue.withArticle)")
        }
        if let enumeration, !enumeration.cases.contains(where: { $0.rawValue.stored == value }) {
            throw PredicateProblem(
                at: format.offset,
                "\(format.text) is not the raw value of a case of '\(enumeration.name)'"
            )
        }
        let attribute = leaf.attribute
        let rules: [Table.Rule.Constraint?] = [
            attribute.minimum.map { .minimum($0) }, attribute.maximum.map { .maximum($0) },
            attribute.length.map { .length($0) }, attribute.pattern.map { .pattern($0) },
        ]
        if rules.compactMap({ $0?.test }).contains(where: { $0(value) }) {
            throw PredicateProblem(
                at: format.offset,
                "the newer version does not allow \(format.text) for the attribute"
            )
        }
    }

    /// Types whose values are stored alike, so that a value of one may be a value of another.
    private enum Family: Hashable {
        case number, decimal, date, text, bytes

        init(_ type: ScalarType) {
            switch type {
            case .int16, .int32, .int64, .double, .float, .bool: self = .number
            case .decimal: self = .decimal
            case .date: self = .date
            case .string, .url: self = .text
            case .data, .uuid: self = .bytes
            }
        }
    }
}

extension TypedExpression<OlderValue> {
    /// Whether every value is certainly one of a type. A sum may be too large for the type of its numbers.
    fileprivate func isOfType(_ type: ScalarType) -> Bool {
        switch self {
        case .leaf(let value): value.type == type && !value.mayExceedType
        case .constant(let value): value.fitting(type) == value
        case .converted(_, let conversion): conversion.to == type
        case .recoded(_, let recoding): recoding.type == type
        case .applied(let function, _): function.gives.type == type
        case .conditional(_, let one, let other): one.isOfType(type) && other.isOfType(type)
        case .coalesced(let values): values.allSatisfy { $0.isOfType(type) }
        case .call(_, _, let result): result == type && type.storage == .text
        }
    }

    /// Rejects the text of bytes, which is null in every row, and calculations whose results may be others than meant.
    fileprivate func checkCalls(_ format: ExpressionFormat) throws(PredicateProblem) {
        switch self {
        case .leaf, .constant: break
        case .call(let function, let values, let type):
            if type == .decimal, function != .negate, function != .absolute {
                throw PredicateProblem(
                    at: format.offset,
                    "a mapping does not calculate with decimals, whose results may not be exact",
                    help: ["calculate with binary numbers: convert(value, 'nearest', 'double')"]
                )
            }
            let types = values.compactMap { $0.type { $0.type } }
            if function == .text || function == .real, types.contains(where: { $0 == .data || $0 == .uuid }) {
                throw PredicateProblem(
                    at: format.offset,
                    "bytes have no text",
                    help: ["convert them: convert(value, 'hex', 'string')"]
                )
            }
            for value in values { try value.checkCalls(format) }
        case .conditional(_, let one, let other):
            try one.checkCalls(format)
            try other.checkCalls(format)
        case .coalesced(let values), .applied(_, let values): for value in values { try value.checkCalls(format) }
        case .converted(let value, _), .recoded(let value, _): try value.checkCalls(format)
        }
    }
}

extension TypedExpression<OlderValue> {
    /// Whether a condition in it reads a sum of decimals.
    fileprivate var comparesSum: Bool {
        switch self {
        case .leaf, .constant: false
        case .call(_, let values, _), .coalesced(let values), .applied(_, let values):
            values.contains(where: \.comparesSum)
        case .conditional(let condition, let one, let other):
            condition.leaves.contains { $0.type == .decimal && $0.mayExceedType } || one.comparesSum
                || other.comparesSum
        case .converted(let value, _), .recoded(let value, _): value.comparesSum
        }
    }
}
