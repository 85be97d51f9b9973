import ApusSchema
import Foundation

/// The reason why an expression of a mapping model is not one of a mapping, as the end of a sentence.
struct Untranslatable: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Translates the expressions of a mapping model for the values of attributes.
///
/// An expression is translated only if it gives what Core Data gives, or stops where Core Data stops. So it must not
/// become null where Core Data raises an exception, as its arithmetic does for an operand without a value.
struct ValueTranslation {
    private let older: Schema
    private let source: Entity
    /// The key paths without a value at which Core Data stops, and an expression gives null.
    private var guarded: [String] = []

    private init(older: Schema, source: Entity) { (self.older, self.source) = (older, source) }

    /// Returns an expression in the language of mappings.
    ///
    /// - Parameters:
    ///   - expression: The expression of the mapping model.
    ///   - attribute: The newer attribute.
    ///   - source: The older entity.
    ///   - older: The older schema.
    /// - Returns: The text.
    /// - Throws: The reason why there is none.
    static func text(
        of expression: MappingExpression,
        for attribute: Attribute,
        from source: Entity,
        in older: Schema
    ) throws(Untranslatable) -> String {
        var translation = ValueTranslation(older: older, source: source)
        switch expression {
        case .nothing:
            if !attribute.isOptional, attribute.defaultValue != nil {
                throw Untranslatable("Core Data stops where a required value is nil")
            }
            return ExpressionFormat(.constant(.null)).text
        case .constant(let text):
            guard let type = attribute.type.scalar, let value = DefaultText.constant(text, type),
                let format = value.format
            else { throw Untranslatable("the constant is not a value of the attribute's type") }
            return format.text
        default: break
        }
        let operand = try translation.operand(expression)
        // A required attribute without a default stops the migration where it would be null.
        if let path = translation.guarded.first, attribute.isOptional || attribute.defaultValue != nil {
            throw Untranslatable("Core Data stops where '\(path)' is nil")
        }
        // Core Data does not replace a nil of an expression by the default.
        if operand.isNullable, !attribute.isOptional, attribute.defaultValue != nil {
            throw Untranslatable("Core Data stops where '\(operand.text)' is nil")
        }
        return operand.format.text
    }

    /// A translated operand.
    private struct Operand {
        let format: ExpressionFormat
        /// The type; `nil` if it is not a scalar.
        let type: ScalarType?
        var isNullable = false
        /// The expression as the mapping model has it.
        let text: String

        var isNonZeroConstant: Bool {
            switch format.kind {
            case .constant(.integer(let number)): number != 0
            case .constant(.decimal(let number)): number != 0
            default: false
            }
        }
    }

    private mutating func operand(_ expression: MappingExpression) throws(Untranslatable) -> Operand {
        switch expression {
        case .source(let steps): return try path(steps, expression.text)
        case .call(let name, let arguments): return try call(name, arguments: arguments, text: expression.text)
        case .constant, .nothing: throw Untranslatable("a constant has no meaning there")
        case .instances: throw Untranslatable("it gives objects")
        case .other: throw Untranslatable("it has no equivalent")
        }
    }

    // MARK: Key paths

    private func path(_ steps: [String], _ text: String) throws(Untranslatable) -> Operand {
        guard let path = SourcePath(steps, from: source, in: older) else {
            throw Untranslatable("'\(source.name)' has no '\(steps.joined(separator: "."))'")
        }
        var names = steps.map { ExpressionFormat.Step.name($0) }
        guard let operation = path.collection.first else {
            guard let attribute = path.attribute, path.isSingle else { throw Untranslatable("it is not one value") }
            let format = ExpressionFormat(.keyPath(base: Self.object, names))
            let isNullable = attribute.isOptional || !path.hops.isEmpty || steps.count > 1
            return Operand(format: format, type: attribute.type.scalar, isNullable: isNullable, text: text)
        }
        guard path.attribute == nil, path.hops.last?.relationship.isToMany == true,
            let collection = ExpressionFormat.CollectionOperator(rawValue: String(operation.dropFirst()))
        else { throw Untranslatable("it has no equivalent") }
        names[steps.count - path.collection.count] = .collection(collection)
        let inner = SourcePath(Array(path.collection.dropFirst()), from: path.entity, in: older)?.attribute
        // What is summed in Core Data is a decimal, so that only whole numbers are the same.
        let type = collection == .count ? ScalarType.int64 : inner?.type.scalar
        return Operand(
            format: ExpressionFormat(.keyPath(base: Self.object, names)),
            type: type,
            isNullable: collection != .count && collection != .sum || path.hops.count > 1,
            text: text
        )
    }

    private static let object = ExpressionFormat(.variable("source"))

    // MARK: Functions

    /// Returns the call of a function whose meaning is known.
    private mutating func call(
        _ name: String,
        arguments: [MappingExpression],
        text: String
    ) throws(Untranslatable) -> Operand {
        if arguments.count == 2, let sign = Self.arithmetic[name] {
            let (one, other) = (try number(arguments[0]), try number(arguments[1]))
            // Core Data stops at a division by zero, which gives null here.
            if sign == .divided, !other.isNonZeroConstant { throw Untranslatable("the divisor may be zero") }
            return Operand(
                format: ExpressionFormat(.arithmetic(one.format, sign, other.format)),
                type: [one, other].allSatisfy { $0.type?.integerRange != nil } ? .int64 : .double,
                text: text
            )
        }
        if arguments.count == 1, ["floor:", "ceiling:", "trunc:"].contains(name) {
            return Operand(
                format: ExpressionFormat(.call(name, [try number(arguments[0]).format])),
                type: .double,
                text: text
            )
        }
        if arguments.count == 1, let function = Self.texts[name] {
            let format = ExpressionFormat(.call(function, [try string(arguments[0]).format]))
            return Operand(format: format, type: .string, text: text)
        }
        switch (name, arguments.count) {
        case ("stringByAppendingString:", 2):
            let (one, other) = (try string(arguments[0]), try string(arguments[1]))
            let format = ExpressionFormat(.arithmetic(one.format, .plus, other.format))
            return Operand(format: format, type: .string, text: text)
        case ("stringValue", 1):
            let number = try number(arguments[0])
            guard number.type?.integerRange != nil else {
                throw Untranslatable("Core Data writes the number in another way")
            }
            return Operand(format: ExpressionFormat(.call("text", [number.format])), type: .string, text: text)
        case ("castObject:toType:", 2):
            guard arguments[1] == .constant("NSDate") else { throw Untranslatable("it has no equivalent") }
            let format = ExpressionFormat(.cast(try number(arguments[0]).format, type: "NSDate"))
            return Operand(format: format, type: .date, text: text)
        default: throw Untranslatable("it has no equivalent")
        }
    }

    private static let arithmetic: [String: ExpressionFormat.Arithmetic] = [
        "add:to:": .plus, "from:subtract:": .minus, "multiply:by:": .times, "divide:by:": .divided,
    ]

    private static let texts: [String: String] = [
        "uppercase:": "uppercase:", "uppercaseString": "uppercase:", "lowercase:": "lowercase:",
        "lowercaseString": "lowercase:",
    ]

    /// Returns an operand of arithmetic, which Core Data does with whole or binary numbers.
    private mutating func number(_ expression: MappingExpression) throws(Untranslatable) -> Operand {
        if case .constant(let text) = expression {
            if case .int(let number)? = Value(text: text, type: .int64) {
                return Operand(format: ExpressionFormat(.constant(.integer(number))), type: .int64, text: text)
            }
            if let number = Decimal(canonicalText: text) {
                return Operand(format: ExpressionFormat(.constant(.decimal(number))), type: .double, text: text)
            }
            throw Untranslatable("\(expression.text) is not a number")
        }
        let operand = try operand(expression)
        switch operand.type {
        case .int16?, .int32?, .int64?, .double?: break
        default: throw Untranslatable("Core Data does not calculate with '\(operand.text)' as a mapping does")
        }
        guardNull(operand)
        return operand
    }

    private mutating func string(_ expression: MappingExpression) throws(Untranslatable) -> Operand {
        if case .constant(let text) = expression {
            return Operand(format: ExpressionFormat(.constant(.string(text))), type: .string, text: text)
        }
        let operand = try operand(expression)
        guard operand.type == .string else { throw Untranslatable("'\(operand.text)' is not a string") }
        guardNull(operand)
        return operand
    }

    private mutating func guardNull(_ operand: Operand) {
        if operand.isNullable { guarded.append(operand.text) }
    }
}

extension Value {
    /// The value as a constant of an expression; `nil` if there is none.
    fileprivate var format: ExpressionFormat? {
        switch self {
        case .int(let number): ExpressionFormat(.constant(.integer(number)))
        case .decimal(let number): ExpressionFormat(.constant(.decimal(number)))
        case .double(let number): Self.constant(number)
        case .string(let text): ExpressionFormat(.constant(.string(text)))
        case .bool(let isTrue): ExpressionFormat(.constant(.bool(isTrue)))
        case .date(let seconds): Self.constant(seconds).map { ExpressionFormat(.cast($0, type: "NSDate")) }
        case .uuid(let identifier): ExpressionFormat(.constant(.string(identifier.uuidString)))
        default: nil
        }
    }

    private static func constant(_ number: Double) -> ExpressionFormat? {
        Decimal(canonicalText: Value.double(number).text).map { ExpressionFormat(.constant(.decimal($0))) }
    }
}
