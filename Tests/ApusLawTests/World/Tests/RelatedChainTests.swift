import ApusMigration
import ApusSchema
import Testing

/// One of the objects of a to-many relationship, and aggregates of them, between stages that change what they read and stages that read
/// what they give: in one pass, stage by stage, and by the naive interpreter.
@Suite struct RelatedChainTests {
    typealias Example = EachChainTests.Example

    @Test(arguments: examples)
    func planner(example: Example) {
        #expect(example.chain.disagreement(example.world, .product) == nil)
    }

    @Test(arguments: examples.filter(\.isOnStores))
    func store(example: Example) {
        #expect(example.chain.disagreement(example.world, .store) == nil)
    }

    @Test(arguments: examples)
    func migrates(example: Example) {
        #expect(example.chain.world(after: example.world)?.count ?? 0 > 0)
    }

    // MARK: Parts

    private static let number = OriginAgreementTests.number
    private static let text = OriginAgreementTests.text
    private static let result = Attribute("x", .int64, isOptional: true)

    /// How the relationship is stored.
    private enum Form: String, CaseIterable {
        case keys, pairs, orderedKeys, orderedPairs, orderedTargets

        var isOrdered: Bool { self == .orderedKeys || self == .orderedPairs }

        /// The relationship of a B to its As, whose inverse is called so.
        func back(_ name: String) -> Relationship {
            switch self {
            case .keys, .orderedKeys: OriginAgreementTests.one("as", "A", name)
            case .pairs, .orderedPairs: OriginAgreementTests.many("as", "A", name)
            case .orderedTargets: OriginAgreementTests.many("as", "A", name, isOrdered: true)
            }
        }
    }

    private static func entities(
        _ form: Form,
        _ attributes: [Attribute] = [],
        of b: [Attribute] = [number, text],
        named name: String = "bs",
        family: [Entity] = []
    ) -> [Entity] {
        var list = OriginAgreementTests.many(name, "B", "as", isOrdered: form.isOrdered)
        if name != "bs" { list.originalName = "bs" }
        var destination = Entity("B", attributes: b, relationships: [form.back(name)])
        destination.isAbstract = !family.isEmpty
        return [Entity("A", attributes: [number] + attributes, relationships: [list]), destination] + family
    }

    private static func objects(_ form: Form, _ kinds: [String] = ["B", "B"]) -> OriginAgreementTests.Objects {
        let isPaired = form != .keys && form != .orderedKeys
        return [
            ("A", 1, ["n": .integer(1)], ["bs": [5, 3, 4]]),
            ("A", 2, ["n": .integer(2)], ["bs": isPaired ? [7, 4, 5] : [7]]), ("A", 3, ["n": .integer(3)], [:]),
            ("A", 4, [:], ["bs": [6]]), (kinds[0], 3, ["n": .integer(8), "t": .text("b")], ["as": [1]]),
            (kinds[1], 4, ["n": .integer(-3), "t": .text("a")], ["as": isPaired ? [2, 1] : [1]]),
            (kinds[0], 5, ["t": .text("a")], ["as": isPaired ? [1, 2] : [1]]),
            (kinds[1], 6, ["n": .integer(1)], ["as": [4]]),
            (kinds[0], 7, ["n": .integer(8), "t": .text("x")], ["as": [2]]),
        ]
    }

    private static let computations = [
        "$source.bs[FIRST].n", "$source.bs[LAST].n", "$source.bs.@sum.n", "$source.bs.@max.n", "$source.bs.@count",
    ]

    private static func reading(_ form: Form, _ text: String, named name: String = "bs") -> StageExample {
        StageExample(entities(form, named: name), entities(form, [result], named: name))
            .computing("A.x", text.replacing(".bs", with: ".\(name)"))
    }

    // MARK: Chains

    static let examples: [Example] =
        Form.allCases.flatMap { form in
            computations.flatMap { chains(form, $0) } + fromTargets(form)
        } + ties

    private static func chains(_ form: Form, _ text: String) -> [Example] {
        let (start, read) = (entities(form), reading(form, text))
        func example(_ name: String, _ stages: StageExample...) -> Example {
            Example("\(text), \(form.rawValue): \(name)", stages, objects(form))
        }
        let added = Attribute("y", .int64, isOptional: true)
        let family = [Entity("C", parent: "B"), Entity("D", parent: "B")]
        return [
            example("values change before", StageExample(start, start).computing("B.n", "$source.n * 2 + 1"), read),
            example(
                "members go before",
                StageExample(start, start).making("B", Mapping.Origin(["B"], where: "t != 'a'")).accepting("B"),
                read
            ),
            example(
                "owners go before",
                StageExample(start, start).making("A", Mapping.Origin(["A"], where: "n != 2")).accepting("A"),
                read
            ),
            example(
                "the relationship is renamed before",
                StageExample(start, entities(form, named: "cs")),
                reading(form, text, named: "cs")
            ),
            example(
                "what it gives is read after",
                read,
                StageExample(entities(form, [result]), entities(form, [result, added]))
                    .computing("A.y", "ifNull($source.x, 0) * 10 + $source.bs.@count")
            ),
            example(
                "what it gives chooses objects after",
                read,
                StageExample(entities(form, [result]), entities(form, [result]))
                    .making("A", Mapping.Origin(["A"], where: "x > 0")).accepting("A")
            ),
            example(
                "members go after",
                read,
                StageExample(entities(form, [result]), entities(form, [result]))
                    .making("B", Mapping.Origin(["B"], where: "t != 'a'")).accepting("B")
            ),
            Example(
                "\(text), \(form.rawValue): of a hierarchy, whose values change before",
                [
                    StageExample(entities(form, family: family), entities(form, family: family))
                        .computing("B.n", "$source.n * 2 + 1"),
                    StageExample(entities(form, family: family), entities(form, [result], family: family))
                        .computing("A.x", text),
                ],
                objects(form, ["C", "D"])
            ),
        ]
    }

    /// From the side of a many-to-many relationship that does not hold its table, or to one object.
    private static func fromTargets(_ form: Form) -> [Example] {
        if form == .keys || form == .orderedKeys { return [] }
        return ["$source.as[FIRST].n", "$source.as[LAST].n", "$source.as.@sum.n"].map { text in
            Example(
                "\(text), \(form.rawValue), after values changed",
                [
                    StageExample(entities(form), entities(form)).computing("A.n", "$source.n * 3"),
                    StageExample(entities(form), entities(form, of: [number, self.text, result])).computing(
                        "B.x",
                        text
                    ),
                ],
                objects(form)
            )
        }
    }

    // MARK: Ties

    /// Of objects with equal values, the one that was created last is the newest, also if they got new identities before.
    private static let ties: [Example] = [Mapping.Duplicates.first, .newest].map { choice in
        func a(_ unique: [[String]] = []) -> Entity {
            var entity = Entity("A", attributes: [text, number])
            entity.uniquenessConstraints = unique
            return entity
        }
        return Example(
            "equal values, \(choice.rawValue), of entities that became one",
            [
                StageExample([a(), Entity("B", attributes: [text, number])], [a()])
                    .making("A", Mapping.Origin(["B"]), Mapping.Origin(["A"])),
                StageExample([a()], [a([["t"]])])
                    .settling("A", Mapping.DuplicateObjects(keep: .one(choice, by: "n"))),
            ],
            [
                ("A", 1, ["t": .text("x"), "n": .integer(1)], [:]), ("A", 4, ["t": .text("x"), "n": .integer(1)], [:]),
                ("B", 2, ["t": .text("x"), "n": .integer(1)], [:]), ("B", 9, ["t": .text("x"), "n": .integer(1)], [:]),
                ("A", 7, ["t": .text("y"), "n": .integer(2)], [:]), ("B", 3, ["t": .text("y"), "n": .integer(2)], [:]),
            ]
        )
    }
}

extension EachChainTests.Example {
    /// Whether it is carried out on stores, too, which takes longer.
    fileprivate var isOnStores: Bool {
        ["$source.bs[LAST].n, orderedPairs", "$source.bs.@sum.n, keys", "$source.as[FIRST]", "equal values"].contains(
            where: name.hasPrefix
        )
    }
}
