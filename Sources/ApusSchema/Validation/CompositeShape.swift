/// How many columns a composite comes down to, found without listing them: composites in composites may be more than
/// can be listed.
struct CompositeShape {
    /// How many parts that are no composites there are in all, up to a number that no table has.
    let count: Int
    /// How many composites stand in each other, up to one more than is followed.
    let depth: Int

    /// How deep composites may stand in each other.
    static let deepest: Int = 100
    /// The most columns of a table (`SQLITE_MAX_COLUMN` as it is delivered).
    static let mostColumns: Int = 2000

    /// Whether the parts can be listed.
    var isFine: Bool { depth <= Self.deepest && count <= Self.mostColumns }

    /// The shapes of a schema's composites, by name; none of one that is a part of itself.
    static func shapes(of schema: Schema) -> [String: CompositeShape] {
        let composites: [String: Composite] = Dictionary(schema.composites.map { ($0.name, $0) }) { first, _ in first }
        func inner(_ composite: Composite) -> [String] {
            composite.attributes.compactMap { part in
                if case .named(let name) = part.type, composites[name] != nil { name } else { nil }
            }
        }
        // From those without composites in them outwards.
        var waiting: [String: Int] = [:]
        var users: [String: [String]] = [:]
        for (name, composite) in composites {
            let parts: [String] = inner(composite)
            waiting[name] = parts.count
            for part in parts { users[part, default: []].append(name) }
        }
        var ready: [String] = waiting.filter { $0.value == 0 }.map(\.key)
        var shapes: [String: CompositeShape] = [:]
        while let name = ready.popLast() {
            guard let composite = composites[name] else { continue }
            let parts: [CompositeShape] = inner(composite).compactMap { shapes[$0] }
            let plain: Int = composite.attributes.count - parts.count
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
