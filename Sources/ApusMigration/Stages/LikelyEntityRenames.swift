import ApusSchema

/// Finds the new entities that ones which are gone have probably become. It is only ever asked about, never assumed.
struct LikelyEntityRenames {
    /// The new entities that have properties of the same names.
    private struct Group {
        let names: Set<String>
        let isAbstract: Bool
        var entities: [String] = []
        /// The number of those that were given as an answer.
        var answers = 0
    }

    private struct Key: Hashable {
        let names: Set<String>
        let isAbstract: Bool
    }

    /// The groups, in the order of their first entities.
    private var groups: [Group] = []

    /// The groups that have a property of each name.
    private var groupsWithName: [String: [Int]] = [:]

    /// The groups that entities with some properties are like, which are the same for all such entities.
    private var known: [Key: [Int]] = [:]

    /// The number of groups with an entity's properties that are compared with it: names that more of them have say
    /// little, and comparing all would take the square of a large model.
    private static let limit = 64

    /// Looks among new entities.
    init(to added: [Entity]) {
        var indices: [Key: Int] = [:]
        for entity in added {
            let key = Key(names: Set(entity.properties.map(\.name)), isAbstract: entity.isAbstract)
            let index: Int = indices[key] ?? groups.count
            if index == groups.count {
                indices[key] = index
                groups.append(Group(names: key.names, isAbstract: key.isAbstract))
                for name in key.names { groupsWithName[name, default: []].append(index) }
            }
            groups[index].entities.append(entity.name)
        }
    }

    /// The new entity that has most in common with one that is gone: at least half of the names. Of equals one that was
    /// not given as an answer so far.
    mutating func best(of entity: Entity) -> String? {
        let key = Key(names: Set(entity.properties.map(\.name)), isAbstract: entity.isAbstract)
        let alike: [Int] = known[key] ?? groups(like: key)
        known[key] = alike
        guard let index = alike.first(where: { groups[$0].answers < groups[$0].entities.count }) ?? alike.first else {
            return nil
        }
        let group: Group = groups[index]
        groups[index].answers += 1
        return group.entities[min(group.answers, group.entities.count - 1)]
    }

    /// The groups that have most in common with some names, in order.
    private func groups(like key: Key) -> [Int] {
        // Who shares half of the names shares one of any larger half, so the rarest will do.
        let rarest: [String] = key.names.sorted {
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
            let names: Set<String> = groups[index].names
            let count: Int = key.names.intersection(names).count
            guard count > 0, count * 2 >= max(key.names.count, names.count), count >= best.count else { continue }
            best = (count, (count > best.count ? [] : best.groups) + [index])
        }
        return best.groups
    }
}
