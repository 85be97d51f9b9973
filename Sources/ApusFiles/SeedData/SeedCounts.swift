import ApusSchema

/// How many objects the relationships of seed rows have, whichever side gives the references.
struct SeedCounts {
    /// A relationship with too few or too many objects.
    struct Breach {
        /// The index of the row.
        let row: Int
        /// The relationship.
        let relationship: String
        /// What is wrong, to follow "is".
        let text: String
    }

    /// What is wrong, in the order of the rows.
    private(set) var breaches: [Breach] = []

    /// The references of a relationship, and its end.
    private struct End {
        let relationship: Relationship
        let references: References
        let isHolder: Bool
    }

    init(_ rows: [SeedRows.Row], _ references: SeedReferences, of schema: Schema) {
        // The number of objects on each side of references.
        var held: [ElementPath: [Int: Int]] = [:]
        var back: [ElementPath: [Int: Int]] = [:]
        for (path, pairs) in references.pairs {
            for pair in pairs {
                held[path, default: [:]][pair.source, default: 0] += 1
                back[path, default: [:]][pair.target, default: 0] += 1
            }
        }
        var ends: [String: [End]] = [:]
        for row in rows where ends[row.entity] == nil { ends[row.entity] = Self.ends(of: row.entity, schema) }
        for (index, row) in rows.enumerated() {
            for end in ends[row.entity] ?? [] where end.isHolder && !end.references.usesJoinTable {
                guard let key = references.keys[index][end.relationship.name] else { continue }
                held[end.references.holder, default: [:]][index] = 1
                back[end.references.holder, default: [:]][key.target, default: 0] += 1
            }
        }
        for (index, row) in rows.enumerated() {
            for end in ends[row.entity] ?? [] {
                let counts = end.isHolder ? held : back
                let count = counts[end.references.holder]?[index] ?? 0
                guard let text = Self.breach(of: end.relationship, count) else { continue }
                breaches.append(Breach(row: index, relationship: end.relationship.name, text: text))
            }
        }
    }

    private static func ends(of name: String, _ schema: Schema) -> [End] {
        guard let entity = schema.entity(name) else { return [] }
        return ([entity] + schema.ancestors(of: entity)).flatMap { owner in
            owner.relationships.compactMap { relationship in
                guard let references = schema.references(of: relationship, in: owner)
                else { return nil }
                let isHolder = references.holder == ElementPath(owner.name, relationship.name)
                return End(relationship: relationship, references: references, isHolder: isHolder)
            }
        }
    }

    private static func breach(of relationship: Relationship, _ count: Int) -> String? {
        if count == 0 {
            guard relationship.needsObject else { return nil }
            return relationship.isToMany ? "empty (expected at least one object)" : "missing, and not optional"
        }
        guard relationship.isToMany else {
            return count > 1 ? "given \(count) times (expected one object)" : nil
        }
        if let minimum = relationship.minimumModelCount, count < minimum {
            return "too short (expected at least \(minimum) objects, found \(count))"
        }
        // 0 means no limit, as in Core Data.
        if let maximum = relationship.maximumModelCount, maximum > 0, count > maximum {
            return "too long (expected at most \(maximum) objects, found \(count))"
        }
        return nil
    }
}
