import ApusSchema

/// Finds the new entities that removed entities were probably renamed to. Apus asks about them and never assumes them.
struct LikelyEntityRenames {
    /// New entities whose properties have the same names.
    private struct Group {
        let names: Set<String>
        let isAbstract: Bool
        var entities: [String] = []
        /// The number of answers so far.
        var answers = 0
    }

    private struct Key: Hashable {
        let names: Set<String>
        let isAbstract: Bool
    }

    /// The groups, in the order of their first entities.
    private var groups: [Group] = []

    /// The groups with a property of each name.
    private var groupsWithName: [String: [Int]] = [:]

    /// The most similar groups, which are the same for all entities with the same property names.
    private var known: [Key: [Int]] = [:]

    /// The number of groups that an entity is compared with. A name that more groups have says little, and a comparison
    /// with all of them would take quadratic time in a large model.
    private static let limit = 64

    /// Creates the search among new entities.
    init(to added: [Entity]) {
        var indices: [Key: Int] = [:]
        for entity in added {
            let key = Key(names: Set(entity.properties.map(\.name)), isAbstract: entity.isAbstract)
            let index = indices[key] ?? groups.count
            if index == groups.count {
                indices[key] = index
                groups.append(Group(names: key.names, isAbstract: key.isAbstract))
                for name in key.names { groupsWithName[name, default: []].append(index) }
            }
            groups[index].entities.append(entity.name)
        }
    }

    /// Returns the new entity that has most in common with a removed one: at least half of the property names. Among
    /// equally similar entities, one that was not an answer so far comes first.
    mutating func best(of entity: Entity) -> String? {
        let key = Key(names: Set(entity.properties.map(\.name)), isAbstract: entity.isAbstract)
        let alike = known[key] ?? groups(like: key)
        known[key] = alike
        guard let index = alike.first(where: { groups[$0].answers < groups[$0].entities.count }) ?? alike.first else {
            return nil
        }
        let group = groups[index]
        groups[index].answers += 1
        return group.entities[min(group.answers, group.entities.count - 1)]
    }

    /// Returns the groups that have most in common with some names, in order.
    private func groups(like key: Key) -> [Int] {
        // A group that shares half of the names shares one of any larger half, so the rarest names are enough.
        let rarest = key.names.sorted {
            (groupsWithName[$0]?.count ?? 0, $0) < (groupsWithName[$1]?.count ?? 0, $1)
        }
        var candidates: Set<Int> = []
        for name in rarest.prefix(key.names.count / 2 + 1) {
            for index in groupsWithName[name, default: []] where candidates.count < Self.limit {
                candidates.insert(index)
            }
        }
        var best: (count: Int, groups: [Int]) = (0, [])
        for index in candidates.sorted() where groups[index].isAbstract == key.isAbstract {
            let names = groups[index].names
            let count = key.names.intersection(names).count
            guard count > 0, count * 2 >= max(key.names.count, names.count), count >= best.count else { continue }
            best = (count, (count > best.count ? [] : best.groups) + [index])
        }
        return best.groups
    }
}
