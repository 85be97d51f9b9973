extension PredicateChecker {
    /// Checks an expression that must be a single value, and returns it.
    @discardableResult
    mutating func one(_ expression: ExpressionFormat) -> PredicateOperand {
        let operand: PredicateOperand = operand(of: expression)
        if operand.isMany {
            reportMany(expression, operand)
            return .unknown
        }
        return operand
    }

    mutating func reportMany(_ expression: ExpressionFormat, _ operand: PredicateOperand) {
        switch expression.kind {
        case .variable(let name):
            report(
                expression,
                "expected one value, but '$\(name)' is declared as a list",
                help: ["compare with IN, or declare '\(name): \(operand.typeName)'"]
            )
        case .keyPath:
            let path: String = Self.shown(expression.text)
            let isObject = if case .object = operand.kind { true } else { false }
            report(
                expression,
                "expected one value, but '\(path)' refers to several \(isObject ? "objects" : "values")",
                help: [
                    "write ANY or ALL before the comparison"
                        + (isObject ? ", or count them with '\(path).@count'" : "")
                ]
            )
        default: report(expression, "expected one value, found several", help: ["compare with IN"])
        }
    }

    /// Checks an expression, and returns its type and whether it is one value or several.
    mutating func operand(of expression: ExpressionFormat) -> PredicateOperand {
        switch expression.kind {
        case .constant(let constant): return PredicateOperand(kind: .literal(constant))
        case .evaluatedObject: return evaluatedObject
        case .variable(let name): return operand(ofVariable: name, expression)
        case .keyPath(let base, let steps):
            let start: PredicateOperand = base.map { operand(of: $0) } ?? evaluatedObject
            return operand(ofPath: steps, from: start, expression)
        case .call(let name, let arguments): return operand(ofCall: name, arguments, expression)
        case .send(let receiver, _, let arguments):
            _ = operand(of: receiver)
            for argument in arguments { _ = operand(of: argument) }
            return .unknown
        case .cast(let value, let type):
            let operand: PredicateOperand = operand(of: value)
            return Self.classes[type].map { PredicateOperand(kind: .scalar($0), isMany: operand.isMany) } ?? .unknown
        case .aggregate(let elements):
            // The elements are checked against what they are compared with.
            for element in elements { one(element) }
            return PredicateOperand(kind: .unknown, isMany: true)
        case .arithmetic(let left, let arithmetic, let right):
            return result(
                of: arithmetic.rawValue,
                number(left, arithmetic.rawValue),
                number(right, arithmetic.rawValue)
            )
        case .negation(let operand):
            _ = number(operand, "-")
            return .number
        case .subquery(let collection, let variable, let predicate):
            return operand(ofSubquery: collection, variable, predicate, expression)
        case .index(let base, let index):
            let operand: PredicateOperand = operand(of: base)
            if case .element(let element) = index { one(element) }
            if case .size = index { return .integer }
            return operand.isMany ? PredicateOperand(kind: operand.kind) : .unknown
        case .conditional(let predicate, let first, let second):
            check(predicate)
            let operands: [PredicateOperand] = [one(first), one(second)]
            return operands[0].family == operands[1].family && operands[0].literal == nil ? operands[0] : .unknown
        }
    }

    private var evaluatedObject: PredicateOperand {
        entity.map { PredicateOperand(kind: .object($0)) } ?? .unknown
    }

    private static let classes: [String: ScalarType] = [
        "NSDate": .date, "NSString": .string, "NSNumber": .double, "NSDecimalNumber": .decimal, "NSUUID": .uuid,
        "NSURL": .url, "NSData": .data,
    ]

    private mutating func operand(
        ofSubquery collection: ExpressionFormat,
        _ variable: String,
        _ predicate: PredicateFormat,
        _ expression: ExpressionFormat
    ) -> PredicateOperand {
        if case .index = use {
            report(expression, "an index cannot contain a SUBQUERY, because it reads other rows")
            return .unknown
        }
        var element: PredicateOperand = operand(of: collection)
        if case .unknown = element.kind {
        } else if !element.isMany {
            report(
                collection,
                "SUBQUERY needs several objects, but '\(Self.shown(collection.text))' refers to one",
                help: ["compare '\(Self.shown(collection.text))' itself"]
            )
            element = .unknown
        }
        bound.append((variable, PredicateOperand(kind: element.kind)))
        check(predicate)
        bound.removeLast()
        return PredicateOperand(kind: element.kind, isMany: true)
    }

    /// Functions that aggregate several values into one.
    private static let gathering: Set<String> = [
        "sum:", "count:", "min:", "max:", "average:", "median:", "mode:", "stddev:",
    ]

    private mutating func operand(
        ofCall name: String,
        _ arguments: [ExpressionFormat],
        _ expression: ExpressionFormat
    ) -> PredicateOperand {
        switch name {
        case "now", "random", "random:":
            if case .index = use {
                report(expression, "an index cannot contain '\(Self.shown(expression.text))', which is not constant")
            }
            for argument in arguments { one(argument) }
            return name == "now" ? PredicateOperand(kind: .scalar(.date)) : .number
        case "lowercase:", "uppercase:", "canonical:", "length:":
            for argument in arguments {
                let operand: PredicateOperand = one(argument)
                checkText(argument, operand, name)
            }
            return name == "length:" ? .integer : PredicateOperand(kind: .scalar(.string))
        case "noindex:", "distanceToLocation:fromLocation:":
            let operands: [PredicateOperand] = arguments.map { operand(of: $0) }
            return name == "noindex:" ? operands[0] : .number
        case _ where PlainFunction(rawValue: name) != nil:
            for argument in arguments { _ = operand(of: argument) }
            reportPlain(name, expression)
            return .unknown
        case _ where Self.gathering.contains(name):
            let operands: [PredicateOperand] = arguments.map { operand(of: $0) }
            if name == "count:" { return .integer }
            guard name == "min:" || name == "max:" || name == "mode:" else { return .number }
            return PredicateOperand(kind: operands[0].kind)
        default:
            let numbers: [PredicateOperand] = arguments.map { number($0, name) }
            return numbers.count == 2 ? result(of: name, numbers[0], numbers[1]) : .number
        }
    }

    /// Reports a function that Core Data's format does not have: a model can be exported as one of Core Data.
    private mutating func reportPlain(_ name: String, _ expression: ExpressionFormat) {
        if case .index = use {
            report(
                expression,
                "SQLite's own functions cannot compute '\(Self.shown(expression.text))', so an index cannot contain it",
                help: ["store its value in a separate attribute, and index that attribute"]
            )
            return
        }
        report(
            expression,
            "Core Data's format has no function '\(name)', so a model cannot call it",
            help: ["call it in a mapping, or in a predicate in code"]
        )
    }

    /// Returns the result of a calculation: a date and seconds give a date, two dates give seconds.
    private func result(of sign: String, _ left: PredicateOperand, _ right: PredicateOperand) -> PredicateOperand {
        guard ["+", "-", "add:to:", "from:subtract:"].contains(sign) else { return .number }
        switch (left.family, right.family) {
        case (.date?, .date?): return .number
        case (.date?, _): return left
        case (_, .date?): return right
        case (nil, _), (_, nil): return .unknown
        default: return .number
        }
    }

    /// Checks an operand that must be a number, and returns it.
    private mutating func number(_ expression: ExpressionFormat, _ name: String) -> PredicateOperand {
        let operand: PredicateOperand = one(expression)
        switch operand.family {
        case nil, .number?, .date?, .bool?: break
        default:
            report(expression, "'\(name)' needs numbers, but \(described(expression, operand))")
            return .unknown
        }
        return operand
    }

    mutating func checkText(_ expression: ExpressionFormat, _ operand: PredicateOperand, _ name: String) {
        switch operand.family {
        case nil, .text?, .url?: break
        default: report(expression, "'\(name)' needs text, but \(described(expression, operand))")
        }
    }

    /// Returns the description of a value and its type: `'nights' is int32`.
    func described(_ expression: ExpressionFormat, _ operand: PredicateOperand) -> String {
        switch (expression.kind, operand.kind) {
        case (.constant(let constant), _): "\(Self.shown(constant.text)) is a \(operand.typeName)"
        case (.variable(let name), _) where use.variables.contains { $0.name == name }:
            "'$\(name)' is declared as \(operand.typeName)"
        case (_, .object(let entity)): "'\(Self.shown(expression.text))' refers to '\(entity.name)'"
        default: "'\(Self.shown(expression.text))' is \(operand.typeName)"
        }
    }

    /// Shortens a text for a message.
    static func shown(_ text: String) -> String {
        text.count > 60 ? text.prefix(60) + "…" : text
    }
}
