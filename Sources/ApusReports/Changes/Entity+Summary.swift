import ApusSchema

extension Entity {
    /// The names of the properties.
    var summary: String {
        let names = properties.map(\.name)
        return names.isEmpty ? "no properties" : names.joined(separator: ", ")
    }
}

extension Entity.Index {
    /// The name, the indexed elements, and the kind and predicate if they are not the usual ones.
    var summary: String {
        let rest = (kind == .binary ? "" : ", \(kind.rawValue)") + (predicate.map { ", where \($0)" } ?? "")
        return "\(name) [\(elements.map(\.text).joined(separator: ", "))]\(rest)"
    }
}

extension [String] {
    /// The names as part of a sentence: `A, B and C`.
    var list: String {
        guard let last, count > 1 else { return first ?? "nothing" }
        return "\(dropLast().joined(separator: ", ")) and \(last)"
    }

    /// The names in the form of a unique constraint in a model: `[name, startDate]`.
    var constraint: String { "[\(joined(separator: ", "))]" }
}
