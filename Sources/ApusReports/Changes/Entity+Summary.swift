import ApusSchema

extension Entity {
    /// The names of the properties.
    var summary: String {
        let names: [String] = properties.map(\.name)
        return names.isEmpty ? "no properties" : names.joined(separator: ", ")
    }
}

extension Entity.Index {
    /// The name, what is indexed, and what is not as usual.
    var summary: String {
        let rest: String = (kind == .binary ? "" : ", \(kind.rawValue)") + (predicate.map { ", where \($0)" } ?? "")
        return "\(name) [\(elements.map(\.text).joined(separator: ", "))]\(rest)"
    }
}

extension [String] {
    /// The names as a sentence has them: `A, B and C`.
    var list: String {
        guard let last, count > 1 else { return first ?? "nothing" }
        return "\(dropLast().joined(separator: ", ")) and \(last)"
    }

    /// The names as a model writes a unique constraint: `[name, startDate]`.
    var constraint: String { "[\(joined(separator: ", "))]" }
}
