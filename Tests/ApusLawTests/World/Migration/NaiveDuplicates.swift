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
            let before: World = world
            for group in groups {
                let taken: [Int] = numbers(behind: group, name, in: before)
                for (index, identity) in group.enumerated().dropFirst() {
                    var number: Int = index + 1
                    if let least = taken.min(), let greatest = taken.max(), number >= least {
                        number += greatest - least + 1
                    }
                    world.append(number, to: name, of: identity, below: entity, in: reading)
                }
            }
        case .one(let choice, let name):
            let unions = groups.map { group in
                NaiveUnion.Group(kept: chosen(group, choice, name, in: world), all: group)
            }
            NaiveUnion(entity: entity, groups: unions, reading: reading).apply(to: &world)
        }
    }

    /// The numbers that other objects, with otherwise the same values, have behind the text of a group.
    private func numbers(behind group: [Int64], _ name: String, in world: World) -> [Int] {
        let all: [NaiveUniqueness.Parted] = constraint.parted(at: name, in: world)
        guard let first = all.first(where: { $0.identity == group[0] }), case .text(let text) = first.own else {
            return []
        }
        return all.compactMap { one in
            guard one.rest == first.rest, case .text(let other) = one.own, other.hasPrefix("\(text) "),
                let number = other.split(separator: " ").last.flatMap({ Int($0) }), (2...999_999).contains(number),
                other.utf8.elementsEqual("\(text) \(number)".utf8)
            else { return nil }
            return number
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
