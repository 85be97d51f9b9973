import ApusSchema

/// An element of a list: a value, or an older object.
enum NaiveElement: Sendable, Hashable {
    case value(StoredValue)
    case object(kind: String, identity: Int64)
}

/// A list that an older object has, as a mapping writes it: `split(…)`, `elements(…)`, or a to-many relationship.
struct NaiveList: Sendable {
    private let format: ExpressionFormat?

    init(_ text: String) { format = try? ExpressionFormat.parse(text) }

    init(_ format: ExpressionFormat) { self.format = format }

    /// The elements in their order.
    func elements(of object: WorldObject, _ kind: String, _ world: World, _ older: Reading) throws -> [NaiveElement] {
        let row = NaiveRow(object: object, kind: kind, world: world, reading: older)
        switch format?.kind {
        case .call("split", let arguments):
            guard case .text(let text) = try row.value(arguments[0]), !text.isEmpty,
                case .text(let separator) = try row.value(arguments[1])
            else { return [] }
            return Self.split(Array(text.utf8), Array(separator.utf8)).map { bytes in
                .value(.text(String(decoding: bytes, as: UTF8.self)))
            }
        case .call("elements", let arguments):
            guard case .text(let text) = try row.value(arguments[0]), var json = NaiveJSON(parsing: text) else {
                return []
            }
            if arguments.count > 1 {
                guard case .text(let path) = try row.value(arguments[1]), let found = json[path] else { return [] }
                json = found
            }
            guard case .array(let all, _) = json else { return [] }
            return all.map { .value($0.element) }
        case .keyPath(_, let steps):
            guard steps.count == 1, case .name(let name) = steps[0],
                let relationship = older.storedRelationships(of: kind).first(where: { $0.name == name })
            else { return [] }
            return (object.references[name] ?? []).compactMap { target in
                world.kind(of: target, below: relationship.destination, in: older).map {
                    .object(kind: $0, identity: target)
                }
            }
        default: throw MigrationStopped(reason: "unknown list")
        }
    }

    private static func split(_ text: [UInt8], _ separator: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = [[]]
        var index = 0
        while index < text.count {
            if !separator.isEmpty, text[index...].starts(with: separator) {
                parts.append([])
                index += separator.count
            } else {
                parts[parts.count - 1].append(text[index])
                index += 1
            }
        }
        return parts
    }

    /// The entity whose objects the elements are; `nil` if they are texts.
    func destination(_ kind: String, _ older: Reading) -> String? {
        guard case .keyPath(_, let steps)? = format?.kind, steps.count == 1, case .name(let name) = steps[0] else {
            return nil
        }
        return older.property(name, of: kind)?.relationship?.destination
    }

    /// Whether it is a list of the objects of a kind.
    func isUsable(_ kind: String, _ older: Reading) -> Bool {
        switch format?.kind {
        case .call("split", let arguments), .call("elements", let arguments):
            !arguments.contains { NaiveExpression($0.text).readsUnknown(of: kind, in: older) }
        case .keyPath(_, let steps):
            if steps.count == 1, case .name(let name) = steps[0] {
                older.storedRelationships(of: kind).contains { $0.name == name && $0.isToMany }
            } else {
                false
            }
        default: false
        }
    }

    /// Whether an element may be null.
    func mayHaveNull(_ kind: String, _ older: Reading) -> Bool {
        if case .call("elements", _)? = format?.kind { true } else { false }
    }
}
