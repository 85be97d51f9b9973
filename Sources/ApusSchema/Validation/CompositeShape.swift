/// The number of columns of a composite, computed without listing them, because nested composites may have too many.
struct CompositeShape {
    /// The number of innermost parts, up to a number that no table supports.
    let count: Int
    /// The depth of nested composites, up to one more than the maximum.
    let depth: Int

    /// The maximum depth of nested composites.
    static let deepest: Int = 100
    /// The maximum number of columns of a table (the default of `SQLITE_MAX_COLUMN`).
    static let mostColumns: Int = 2000

    /// Whether the parts can be listed.
    var isFine: Bool { depth <= Self.deepest && count <= Self.mostColumns }

    /// Returns the shapes of a schema's composites by name, except those that are a part of themselves.
    static func shapes(of schema: Schema) -> [String: CompositeShape] {
        let composites: [String: Composite] = Dictionary(schema.composites.map { ($0.name, $0) }) { first, _ in first }
        func inner(_ composite: Composite) -> [String] {
            composite.attributes.compactMap { part in
                if case .named(let name) = part.type, composites[name] != nil { name } else { nil }
            }
        }
        // From the innermost composites outwards.
        var waiting: [String: Int] = [:]
        var users: [String: [String]] = [:]
        for (name, composite) in composites {
            let parts = inner(composite)
            waiting[name] = parts.count
            for part in parts { users[part, default: []].append(name) }
        }
        var ready: [String] = waiting.filter { $0.value == 0 }.map(\.key)
        var shapes: [String: CompositeShape] = [:]
        while let name = ready.popLast() {
            guard let composite = composites[name] else { continue }
            let parts = inner(composite).compactMap { shapes[$0] }
            let plain = composite.attributes.count - parts.count
            shapes[name] = CompositeShape(
                count: min(parts.reduce(plain) { $0 + $1.count }, mostColumns * 100),
                depth: min(1 + (parts.map(\.depth).max() ?? 0), deepest + 2)
            )
            for user in users[name] ?? [] {
                waiting[user, default: 0] -= 1
                if waiting[user] == 0 { ready.append(user) }
            }
        }
        return shapes
    }
}
