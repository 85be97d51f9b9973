extension Table.Rule {
    /// What is wrong with a value that violates the rule, to follow `is` or `are`: `less than the minimum '1'`.
    package var breach: String {
        switch constraint {
        case .type(.string): "not in UTF-8"
        case .type(let type): "no \(type.rawValue)"
        case .cases(let name, _): "none of the cases of '\(name)'"
        case .minimum(let value): "less than the minimum '\(value.text)'"
        case .maximum(let value): "greater than the maximum '\(value.text)'"
        case .length(let length): "not of the length '\(length.text)'"
        case .pattern(let pattern): "not as the pattern '\(pattern)' says"
        case .present: "missing"
        case .presentIfAny: "missing beside others that are there"
        case .absent: "there, but of another entity"
        case .concreteEntity: "no entity of the table"
        case .external: "neither bytes nor the name of a file"
        }
    }
}
