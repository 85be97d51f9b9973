/// The relationships of the objects of ``GraphAttack``, by numbers.
struct NaiveGraph: Equatable {
    /// Node to parent.
    var parents: [Int: Int] = [:]
    /// Node to spouse, both directions, one to one.
    var spouses: [Int: Int] = [:]
    /// Friends, both directions.
    var friends: Set<[Int]> = []
    /// Label to node, one to one.
    var labels: [Int: Int] = [:]
    /// The nodes of each list, in order.
    var nodes: [[Int]]
    /// The lists of each node, in order.
    var lists: [[Int]]

    init(nodeCount: Int, listCount: Int) {
        nodes = Array(repeating: [], count: listCount)
        lists = Array(repeating: [], count: nodeCount)
    }

    mutating func marry(_ one: Int, _ other: Int?) {
        for partner in [one, other].compactMap({ $0 }) {
            if let former = spouses.removeValue(forKey: partner) { spouses[former] = nil }
        }
        guard let other else { return }
        (spouses[one], spouses[other]) = (other, one)
    }

    mutating func befriend(_ one: Int, _ other: Int, _ isBeginning: Bool) {
        for pair in [[one, other], [other, one]] {
            if isBeginning { friends.insert(pair) } else { friends.remove(pair) }
        }
    }

    mutating func attach(_ label: Int, to node: Int?) {
        labels = labels.filter { $0.value != node }
        labels[label] = node
    }

    mutating func add(_ node: Int, to list: Int) {
        if nodes[list].contains(node) { return }
        nodes[list].append(node)
        lists[node].append(list)
    }

    mutating func remove(_ node: Int, from list: Int) {
        nodes[list].removeAll { $0 == node }
        lists[node].removeAll { $0 == list }
    }

    mutating func set(_ list: Int, to nodes: [Int]) {
        for node in self.nodes[list] where !nodes.contains(node) { remove(node, from: list) }
        for node in nodes { add(node, to: list) }
        self.nodes[list] = nodes
    }

    /// Removes a node from all relationships, as if it were another one.
    mutating func isolate(_ node: Int) {
        marry(node, nil)
        parents = parents.filter { $0.key != node && $0.value != node }
        friends = friends.filter { !$0.contains(node) }
        labels = labels.filter { $0.value != node }
        for list in lists[node] { remove(node, from: list) }
    }
}
