import ApusDiagnostics

extension Table.Rule {
    /// What is wrong with a value that violates the rule, to follow `is` or `are`: `less than the minimum '1'`.
    package var breach: String {
        switch constraint {
        case .type(.string): "not in UTF-8"
        case .type(let type): "not \(type.rawValue.withArticle)"
        case .cases(let name, _): "none of the cases of '\(name)'"
        case .minimum(let value): "less than the minimum '\(value.text)'"
        case .maximum(let value): "greater than the maximum '\(value.text)'"
        case .length(let length): "not of the length '\(length.text)'"
        case .pattern(let pattern): "not as the pattern '\(pattern)' says"
        case .present: "missing"
        case .presentIfAny: "missing beside others that are there"
        case .absent: "there, but of another entity"
        case .concreteEntity: "not an entity of the table"
        case .external: "neither bytes nor the name of a file"
        }
    }

    /// What a trigger says of the value. Stores have triggers with this text, and `apus verify` compares them, so it never
    /// changes; users read ``breach``.
    package var triggerText: String {
        switch constraint {
        case .type(.string): breach
        case .type(let type): "no \(type.rawValue)"
        case .concreteEntity: "no entity of the table"
        case .cases, .minimum, .maximum, .length, .pattern, .present, .presentIfAny, .absent, .external: breach
        }
    }

    /// Returns the error of a trigger as users read it; other errors are unchanged.
    package static func shown(_ error: String) -> String {
        guard error.hasPrefix(triggerPrefix) else { return error }
        let constraints = ScalarType.allCases.map(Constraint.type) + [.concreteEntity]
        for rule in constraints.map({ Table.Rule("", $0) }) where error.hasSuffix("' is \(rule.triggerText)") {
            return error.dropFirst(triggerPrefix.count).dropLast(rule.triggerText.count) + rule.breach
        }
        return String(error.dropFirst(triggerPrefix.count))
    }

    /// The beginning of every trigger's error.
    package static let triggerPrefix = "apus: "
}
