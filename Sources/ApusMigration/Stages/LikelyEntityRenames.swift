import ApusSchema

/// Finds the new entities that removed entities were probably renamed to, among concrete ones. Apus asks about them and never assumes them.
struct LikelyEntityRenames {
    /// New entities whose properties have the same names.
    private struct Group {
        let names: Set<String>
        var entities: [String] = []
        /// The number of answers so far.
        var answers = 0
    }

    /// The groups, in the order of their first entities.
    private var groups: [Group] = []

    /// The group with exactly some names.
    private var groupOfNames: [Set<String>: Int] = [:]

    /// The groups with a property of each name.
    private var groupsWithName: [String: [Int]] = [:]

    /// The most similar groups, which are the same for all entities with the same property names.
    private var known: [Set<String>: [Int]] = [:]

    /// The number of groups that an entity is compared with, besides one with exactly its names. A name that more groups
    /// have says little, and a comparison with all of them would take quadratic time in a large model.
    private static let limit = 64

    /// Creates the search among new entities.
    init(to added: [Entity]) {
        for entity in added {
            let names = Set(entity.properties.map(\.name))
            let index = groupOfNames[names] ?? groups.count
            if index == groups.count {
                groupOfNames[names] = index
                groups.append(Group(names: names))
                for name in names { groupsWithName[name, default: []].append(index) }
            }
            groups[index].entities.append(entity.name)
        }
    }

    /// Returns the new entity that has most in common with a removed one: at least half of the property names. Among
    /// equally similar entities, one that was not an answer so far comes first.
    mutating func best(of entity: Entity) -> String? {
        let names = Set(entity.properties.map(\.name))
        let alike = known[names] ?? groups(like: names)
        known[names] = alike
        guard let index = alike.first(where: { groups[$0].answers < groups[$0].entities.count }) ?? alike.first else {
            return nil
        }
        let group = groups[index]
        groups[index].answers += 1
        return group.entities[min(group.answers, group.entities.count - 1)]
    }

    /// Returns the groups that have most in common with some names, in order.
    private func groups(like names: Set<String>) -> [Int] {
        // A group that shares half of the names shares one of any larger half, so the rarest names are enough.
        let rarest = names.sorted { (groupsWithName[$0]?.count ?? 0, $0) < (groupsWithName[$1]?.count ?? 0, $1) }
        var candidates = Set(groupOfNames[names].map { [$0] } ?? [])
        search: for name in rarest.prefix(names.count / 2 + 1) {
            for index in groupsWithName[name] ?? [] {
                if candidates.count > Self.limit { break search }
                candidates.insert(index)
            }
        }
        var best: (count: Int, groups: [Int]) = (0, [])
        for index in candidates.sorted() {
            let others = groups[index].names
            let count = names.intersection(others).count
            guard count > 0, count * 2 >= max(names.count, others.count), count >= best.count else { continue }
            best = (count, (count > best.count ? [] : best.groups) + [index])
        }
        return best.groups
    }
}
