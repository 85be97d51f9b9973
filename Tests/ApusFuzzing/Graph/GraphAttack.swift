import Apus
import ApusStore
import ApusTestSupport
import Foundation

/// Changes of an object graph that bytes decide, compared with ``NaiveGraph``.
struct GraphAttack {
    private static let (nodeCount, listCount, labelCount) = (6, 3, 3)

    /// The bytes of a store with all objects, without relationships.
    private static let image: Result<Data, any Error> = Result {
        let url = try ScratchFolder.empty("graph-image").appending(path: "store.sqlite")
        try fill(url)
        return try Data(contentsOf: url)
    }

    /// Makes the store, and closes it, so that its file is whole.
    private static func fill(_ url: URL) throws {
        let context = try open(url)
        for number in 0..<nodeCount { context.insert(Node(name: "\(number)")) }
        for number in 0..<listCount { context.insert(List(name: "\(number)")) }
        for number in 0..<labelCount { context.insert(Label(name: "\(number)")) }
        try context.save()
    }

    private let url: URL
    private var random: SplitMix64
    private var context: ModelContext
    private var graph = NaiveGraph(nodeCount: nodeCount, listCount: listCount)
    private var saved: (graph: NaiveGraph, nodes: [Node])
    private var nodes: [Node] = []
    private var lists: [List] = []
    private var labels: [Label] = []

    init(_ decisions: [UInt8]) throws {
        url = try ScratchFolder.empty("graph").appending(path: "store.sqlite")
        try Self.image.get().write(to: url)
        random = SplitMix64(ledBy: decisions)
        context = try Self.open(url)
        saved = (graph, [])
        try fetch()
        saved.nodes = nodes
    }

    private static func open(_ url: URL) throws -> ModelContext {
        let container = try ModelContainer(for: GraphSchema.self, url: url)
        return ModelContext(container, isObservable: false)
    }

    private mutating func fetch() throws {
        nodes = try context.fetch(FetchDescriptor(sortBy: [Node.columns.name.ascending]))
        lists = try context.fetch(FetchDescriptor(sortBy: [List.columns.name.ascending]))
        labels = try context.fetch(FetchDescriptor(sortBy: [Label.columns.name.ascending]))
    }

    /// Makes the changes, and compares the graph with the naive one from both sides, in the context and in the store.
    mutating func run() throws {
        while random.isLed { try step() }
        try compare("at the end")
        try context.save()
        try compare("after the last save")
        context = try Self.open(url)
        try fetch()
        try compare("in the store")
        let verification = try Verifier.verify(url)
        try require(verification.isSound, "the store is sound: \(verification.badValues) \(verification.differences)")
    }

    private mutating func step() throws {
        let (one, other) = (random.below(Self.nodeCount), random.below(Self.nodeCount))
        switch random.below(16) {
        case 0: try save()
        case 1:
            try save()
            context = try Self.open(url)
            try fetch()
            saved.nodes = nodes
        case 2:
            context.rollback()
            (graph, nodes) = saved
        case 3: try compare("between changes")
        case 4: _ = (nodes[one].children.count, nodes[one].friends.count, nodes[one].lists.count, nodes[one].label)
        case 5:
            context.delete(nodes[one])
            nodes[one] = Node(name: "\(one)")
            context.insert(nodes[one])
            graph.isolate(one)
        case 6: changeParent(one, other)
        case 7:
            let partner = random.oneIn(4) ? nil : other
            nodes[one].spouse = partner.map { nodes[$0] }
            graph.marry(one, partner)
        case 8:
            let isBeginning = !random.oneIn(3)
            if isBeginning { nodes[one].addToFriends(nodes[other]) } else { nodes[one].removeFromFriends(nodes[other]) }
            graph.befriend(one, other, isBeginning)
        case 9, 10: changeLabel(one)
        default: changeList(one, other)
        }
    }

    private mutating func save() throws {
        try context.save()
        saved = (graph, nodes)
    }

    private mutating func changeParent(_ one: Int, _ other: Int) {
        switch random.below(4) {
        case 0:
            nodes[one].parent = nil
            graph.parents[one] = nil
        case 1:
            nodes[one].parent = nodes[other]
            graph.parents[one] = other
        case 2:
            nodes[other].addToChildren(nodes[one])
            graph.parents[one] = other
        default:
            nodes[other].removeFromChildren(nodes[one])
            if graph.parents[one] == other { graph.parents[one] = nil }
        }
    }

    private mutating func changeLabel(_ one: Int) {
        let label = random.below(Self.labelCount)
        switch random.below(4) {
        case 0:
            labels[label].node = nil
            graph.labels[label] = nil
        case 1:
            nodes[one].label = nil
            graph.labels = graph.labels.filter { $0.value != one }
        case 2:
            labels[label].node = nodes[one]
            graph.attach(label, to: one)
        default:
            nodes[one].label = labels[label]
            graph.attach(label, to: one)
        }
    }

    private mutating func changeList(_ one: Int, _ other: Int) {
        let list = random.below(Self.listCount)
        switch random.below(6) {
        case 0:
            lists[list].addToNodes(nodes[one])
            graph.add(one, to: list)
        case 1:
            nodes[one].addToLists(lists[list])
            graph.add(one, to: list)
        case 2:
            lists[list].removeFromNodes(nodes[one])
            graph.remove(one, from: list)
        case 3:
            nodes[one].removeFromLists(lists[list])
            graph.remove(one, from: list)
        case 4 where !graph.nodes[list].contains(one):
            let index = random.below(graph.nodes[list].count + 1)
            lists[list].insertIntoNodes(nodes[one], at: index)
            graph.add(one, to: list)
            graph.nodes[list].insert(graph.nodes[list].removeLast(), at: index)
        default:
            let members = random.some(Self.nodeCount, of: Array(0..<Self.nodeCount))
            lists[list].nodes = members.map { nodes[$0] } + members.map { nodes[$0] }
            graph.set(list, to: members)
        }
    }

    /// Requires that both sides of all relationships are what the naive graph has.
    private func compare(_ moment: String) throws {
        var (near, far) = (graph, graph)
        near.nodes = lists.map { $0.nodes.compactMap { Int($0.name) } }
        far.lists = nodes.map { $0.lists.compactMap { Int($0.name) } }
        (near.parents, near.spouses, near.labels, near.friends) = ([:], [:], [:], [])
        (far.parents, far.labels) = ([:], [:])
        var friendCount = 0
        for (number, node) in nodes.enumerated() {
            near.parents[number] = node.parent.flatMap { Int($0.name) }
            near.spouses[number] = node.spouse.flatMap { Int($0.name) }
            for child in node.children.compactMap({ Int($0.name) }) { far.parents[child] = number }
            for friend in node.friends.compactMap({ Int($0.name) }) { near.friends.insert([number, friend]) }
            if let label = node.label.flatMap({ Int($0.name) }) { far.labels[label] = number }
            friendCount += node.friends.count
        }
        for (number, label) in labels.enumerated() { near.labels[number] = label.node.flatMap { Int($0.name) } }
        try require(near == graph, "the graph is the naive one \(moment): \(near)\nexpected \(graph)")
        try require(far == graph, "the graph's other side is the naive one \(moment): \(far)\nexpected \(graph)")
        try require(friendCount == graph.friends.count, "no friend is there twice \(moment)")
        let childCount = nodes.reduce(0) { $0 + $1.children.count }
        try require(childCount == graph.parents.count, "no child is there twice \(moment)")
    }
}
