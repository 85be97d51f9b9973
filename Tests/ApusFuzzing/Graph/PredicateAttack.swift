import Apus
import ApusSchema
import Foundation

/// The same objects twice: in a context that has not been saved, where predicates are evaluated in memory, and in a
/// store.
final class PredicateAttack: @unchecked Sendable {
    /// The objects, for one input after the other.
    static let shared: Result<PredicateAttack, any Error> = Result { try PredicateAttack() }

    private let pending: ModelContext
    private let stored: ModelContext
    private let schema: Schema

    private init() throws {
        pending = try Self.filled("pending")
        stored = try Self.filled("stored")
        try stored.save()
        schema = try Schema(json: Data((GraphSchema.head?.json ?? "").utf8))
    }

    private static func filled(_ name: String) throws -> ModelContext {
        let url = try ScratchFolder.empty("predicate-\(name)").appending(path: "store.sqlite")
        let context = ModelContext(try ModelContainer(for: GraphSchema.self, url: url), isObservable: false)
        let notes: [String?] = [nil, "Alps", "alps", "Älps", "", "A?p*", "Zu\u{308}rich", "a\u{0}b", "\u{1F6B2}x", "7"]
        let numbers: [Int64] = [0, 1, -1, 3, .max, .min, 1 << 53, 7, 7, 2]
        let weights: [Double?] = [
            nil, 0, 0.5, -1.5, 1e300, .leastNonzeroMagnitude, .infinity, 7, 0.1, 9_007_199_254_740_992,
        ]
        let prices: [Decimal?] = [nil, 0, 1, Decimal(string: "0.1"), Decimal(string: "12.50"), -3, nil, 7, 1, 2]
        let nodes = notes.indices.map { index in
            Node(
                name: "n\(index)",
                note: notes[index],
                number: numbers[index],
                weight: weights[index],
                price: prices[index],
                isDone: index.isMultiple(of: 3),
                date: index == 4 ? nil : Date(timeIntervalSinceReferenceDate: Double(index) * 1000.25)
            )
        }
        let lists = ["Alps", "x"].map { List(name: $0) }
        for node in nodes { context.insert(node) }
        for list in lists { context.insert(list) }
        for (index, node) in nodes.enumerated() where index > 0 {
            node.parent = nodes[index / 2]
            if index % 4 == 1 { node.spouse = nodes[(index + 1) % nodes.count] }
            node.addToFriends(nodes[(index * 3) % nodes.count])
            if index % 3 > 0 { lists[index % 2].addToNodes(node) }
            if index > 6 { node.label = Label(name: notes[index] ?? "") }
        }
        return context
    }

    /// Holds a predicate's text against the laws.
    ///
    /// - Parameter text: The text.
    /// - Throws: `BrokenLaw`.
    func check(_ text: String) throws {
        if let expression = try? ExpressionFormat.parse(text) {
            try require((try? ExpressionFormat.parse(expression.text)) == expression, "an expression is read back")
        }
        guard let format = try? PredicateFormat.parse(text) else { return }
        try require((try? PredicateFormat.parse(format.text)) == format, "a predicate is read back: \(format.text)")
        for use in [PredicateUse.index, .fetchRequest(variables: [])] {
            for problem in format.problems(in: schema, entity: schema.entity("Node"), as: use) {
                try require(problem.offset <= text.unicodeScalars.count, "a problem is in the text: \(problem)")
            }
        }
        // Random numbers and the time differ from one evaluation to the next.
        if ["random", "now"].contains(where: text.lowercased().contains) { return }
        let predicate = ModelPredicate<Node>(format: text)
        let descriptor = FetchDescriptor(where: predicate, sortBy: [Node.columns.name.ascending])
        let expected = Result { try pending.fetch(descriptor).map(\.name) }
        let found = Result { try stored.fetch(descriptor).map(\.name) }
        switch (expected, found) {
        case (.success(let expected), .success(let found)):
            try require(expected == found, "SQL finds what is found in memory: \(found)\nexpected \(expected)")
            try require(try stored.fetchCount(descriptor) == found.count, "a count is that of the fetch")
        case (.failure(let one), .failure(let other)):
            try requireHarmless("\(one)", "an error")
            try requireHarmless("\(other)", "an error")
        case (.failure(let error), .success): throw BrokenLaw("only the evaluation in memory fails: \(error)")
        case (.success, .failure(let error)): throw BrokenLaw("only SQL fails: \(error)")
        }
    }
}
