import ApusMigration
import ApusSchema
import ApusTestSupport

/// A decision about objects that have the same values in the properties of a unique constraint, carried out as its
/// documentation tells it.
struct NaiveDuplicates {
    private let constraint: NaiveUniqueness
    private let kept: Mapping.DuplicateObjects.Kept
    private let reading: Reading

    private var entity: String { constraint.entity }

    /// The decisions of a mapping, in the order of the model's constraints; each after those about the objects of its
    /// relationships.
    static func all(in mapping: Mapping, _ reading: Reading, _ sources: MigrationSources) -> [NaiveDuplicates] {
        var waiting: [NaiveDuplicates] = inOrder(mapping, reading, sources)
        var all: [NaiveDuplicates] = []
        while !waiting.isEmpty {
            let ready: Int? = waiting.indices.first { index in
                let roots = waiting[index].constraint.destinations.map(reading.root)
                return !waiting.indices.contains { $0 != index && roots.contains(reading.root(of: waiting[$0].entity)) }
            }
            all.append(waiting.remove(at: ready ?? 0))
        }
        return all
    }

    private static func inOrder(
        _ mapping: Mapping,
        _ reading: Reading,
        _ sources: MigrationSources
    ) -> [NaiveDuplicates] {
        reading.schema.entities.flatMap { entity in
            let line: Mapping.Line? = mapping[.duplicates].first { $0.path == ElementPath(entity.name) }
            let decisions: [Mapping.DuplicateObjects] = line?.duplicateObjects ?? []
            return entity.uniqueConstraints.compactMap { constraint in
                decisions.first { $0.isAbout(constraint, of: entity) }.map {
                    NaiveDuplicates(
                        constraint: NaiveUniqueness(entity.name, constraint, reading, sources),
                        kept: $0.kept,
                        reading: reading
                    )
                }
            }
        }
    }

    /// Lets one of equal objects stay, or gives all of them numbers.
    func apply(to world: inout World) {
        let groups: [[Int64]] = constraint.groups(in: world)
        switch kept {
        case .numbered(let name):
            for group in groups {
                for (index, identity) in group.enumerated().dropFirst() {
                    world.append(index + 1, to: name, of: identity, below: entity, in: reading)
                }
            }
        case .one(let choice, let name):
            let unions = groups.map { group in
                NaiveUnion.Group(kept: chosen(group, choice, name, in: world), all: group)
            }
            NaiveUnion(entity: entity, groups: unions, reading: reading).apply(to: &world)
        }
    }

    /// The object that stays of a group.
    private func chosen(_ group: [Int64], _ choice: Mapping.Duplicates, _ name: String?, in world: World) -> Int64 {
        let all: [(identity: Int64, value: StoredValue)] = group.map { identity in
            let kind: String = world.kind(of: identity, below: entity, in: reading) ?? entity
            return (identity, name.flatMap { world.objects[kind]?[identity]?.values[[$0]] } ?? .null)
        }
        var candidates: [(identity: Int64, value: StoredValue)] = all.filter { $0.value != .null }
        if candidates.isEmpty { candidates = all }
        var best = candidates[0]
        for candidate in candidates.dropFirst() {
            let isBetter: Bool =
                switch choice {
                case .first: candidate.value.isLess(than: best.value)
                case .newest: !candidate.value.isLess(than: best.value)
                }
            if isBetter { best = candidate }
        }
        return best.identity
    }
}

extension Mapping.DuplicateObjects {
    /// Whether the decision is about a constraint that an entity declares.
    func isAbout(_ constraint: [String], of entity: Entity) -> Bool {
        properties.isEmpty
            ? entity.uniqueConstraints.count == 1 : Set(properties) == Set(constraint)
    }
}

extension World {
    /// Writes a number behind a text.
    fileprivate mutating func append(
        _ number: Int,
        to name: String,
        of identity: Int64,
        below entity: String,
        in reading: Reading
    ) {
        guard let kind = kind(of: identity, below: entity, in: reading),
            case .text(let text)? = objects[kind]?[identity]?.values[[name]]
        else { return }
        objects[kind]?[identity]?.values[[name]] = .text("\(text) \(number)")
    }
}

extension StoredValue {
    /// The order of numbers, dates and texts; nothing is less than another value of the same rank.
    fileprivate func isLess(than other: StoredValue) -> Bool {
        switch (self, other) {
        case (.integer(let one), .integer(let two)): one < two
        case (.real(let one), .real(let two)): one < two
        case (.text(let one), .text(let two)): one.utf8.lexicographicallyPrecedes(two.utf8)
        default: false
        }
    }
}
