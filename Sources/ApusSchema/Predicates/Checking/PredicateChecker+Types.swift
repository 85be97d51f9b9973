import Foundation

extension PredicateChecker {
    /// Returns whether a constant is compatible with an operand, given Core Data's coercion of constants.
    func fits(_ constant: ExpressionFormat.Constant, _ operand: PredicateOperand, isEquality: Bool) -> Bool {
        guard let family = operand.family else { return true }
        switch (constant, family) {
        case (.null, _): return true
        case (.string(let text), .text):
            return !isEquality || isCase(operand) { $0.text == text }
        case (.string, .url): return true
        case (.string(let text), .uuid): return UUID(uuidString: text) != nil
        case (.string, _): return false
        case (.bool, .bool), (.bool, .number): return true
        case (.bool, _): return false
        case (.integer(let number), .number):
            return !isEquality || isCase(operand) { $0 == .int(number) }
        // Seconds since 2001.
        case (_, .number), (_, .date): return true
        case (.integer(0...1), .bool): return true
        default: return false
        }
    }

    /// Returns whether an enum has a case with a raw value; true for operands that are not enums.
    private func isCase(_ operand: PredicateOperand, _ isMeant: (Value) -> Bool) -> Bool {
        guard case .enumeration(let enumeration) = operand.kind else { return true }
        return enumeration.cases.contains { isMeant($0.rawValue) }
    }

    /// Returns whether values of two types can be equal.
    func areComparable(_ left: PredicateOperand, _ right: PredicateOperand) -> Bool {
        if case .object(let one) = left.kind, case .object(let other) = right.kind {
            return schema.isKind(one.name, of: other.name) || schema.isKind(other.name, of: one.name)
        }
        if case .composite(let one) = left.kind, case .composite(let other) = right.kind {
            return one.name == other.name
        }
        guard let one = left.family, let other = right.family, one != other else { return true }
        let lenient: [Set<PredicateOperand.Family>] = [[.number, .bool], [.number, .date], [.text, .url]]
        return lenient.contains([one, other])
    }

    /// Returns the help for two types that are not comparable.
    func help(
        _ left: (expression: ExpressionFormat, operand: PredicateOperand),
        _ right: (expression: ExpressionFormat, operand: PredicateOperand)
    ) -> [String] {
        for (variable, other) in [(right, left), (left, right)] {
            if case .variable(let name) = variable.expression.kind, !bound.contains(where: { $0.name == name }),
                name != "FETCH_SOURCE", let type = declaration(for: other.operand)
            {
                let isList = use.variables.contains { $0.name == name && $0.isList }
                return ["declare '\(name): \(isList ? "[\(type)]" : type)'"]
            }
        }
        switch (left.operand.family, right.operand.literal) {
        case (.date?, _?): return ["compare with a variable, now() or seconds since 2001: 'CAST(0, \"NSDate\")'"]
        case (.bool?, _?): return ["write YES or NO"]
        case (.number?, .string?): return ["write the number without quotation marks"]
        case (.text?, .integer?), (.text?, .decimal?): return ["write the text in quotation marks"]
        case (.uuid?, .string?): return ["write all 36 characters of the UUID, or compare with a variable"]
        case (.object?, _): return ["compare one of its properties"]
        default: return []
        }
    }

    /// Returns the type in the declaration of a variable for an operand.
    func declaration(for operand: PredicateOperand) -> String? {
        switch operand.kind {
        case .unknown, .literal, .foreign: nil
        default: operand.typeName
        }
    }
}

extension Enumeration {
    /// The family of the raw values.
    var family: PredicateOperand.Family? { PredicateOperand(kind: .enumeration(self)).family }
}
