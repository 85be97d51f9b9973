import ApusDiagnostics
import ApusSchema
import Testing

/// The check of a schema as a whole: what it does not judge, and that it comes to an end.
@Suite struct ValidationTests {
    @Test func emptySchemas() {
        #expect(Schema(model: "M").findings() == "")
        #expect(Schema(model: "M", entities: [Entity("A")]).findings() == "")
    }

    private static let broken = with(
        Schema(
            model: "M",
            entities: [
                with(
                    Entity(
                        "Trip",
                        parent: "Thing",
                        attributes: [
                            with(Attribute("a", .named("Status"))) { $0.defaultExpression = "x" },
                            with(Attribute("b", .string)) { $0.derivation = .keyPath(["lost"]) },
                            Attribute("c", .named("Lost")),
                        ],
                        relationships: [
                            .toOne("hotel", "Hotel", inverse: "trip"), .toOne("stop", "Stop", inverse: "trip"),
                        ]
                    )
                ) {
                    $0.uniquenessConstraints = [["lost"], ["own"]]
                    $0.indexes = [.init("i", [.init(.property(["lost"]))])]
                },
                Entity("Stop"), with(Entity("Base")) { $0.isAbstract = true },
            ]
        )
    ) {
        $0.enumerations = [Enumeration("Status", cases: [.init("open", .string("open"))]), Enumeration("Unused")]
        $0.fetchRequests = [with(FetchRequest("r", "Trip")) { $0.sortBy = [SortKey(["lost"])] }]
        $0.configurations = [Configuration("C", entities: ["Hotel"])]
        $0.localization = ["Entity/Hotel": "x"]
    }

    @Test func nothingIsSaidAboutWhatCouldNotBeRead() {
        let unreadable: [ModelPath] = [
            .entity("Thing"), .entity("Hotel"), .entity("Stop").element("relationships", "trip"),
            .element("enums", "Status").element("cases", "x"), .element("composites", "Lost"),
        ]
        #expect(Self.broken.findings(unreadable: Set(unreadable)) == "")
        // Each is missed where it is not there at all.
        #expect(Self.broken.findings() != "")
        for path in unreadable {
            #expect(Self.broken.findings(unreadable: Set(unreadable).subtracting([path])) != "", "\(path)")
        }
    }

    @Test func aListThatCouldNotBeReadHoldsAnything() {
        let schema = Schema(
            model: "M",
            entities: [
                Entity("A", attributes: [Attribute("c", .named("C"))], relationships: [.toOne("b", "B", inverse: "a")]),
                with(Entity("B")) { $0.uniquenessConstraints = [["x"]] },
            ]
        )
        let unreadable: Set<ModelPath> = [ModelPath(["composites"]), ModelPath.entity("B").key("relationships")]
        #expect(schema.findings(unreadable: unreadable) == "")
    }

    @Test func largeSchemasTakeNoLonger() {
        // A chain of parents, of derivations and of composites: nothing may recurse or look at all for each.
        let count: Int = 3_000
        let entities: [Entity] = (0..<count).map { number in
            let far = "E\((number + 1) % count)", near: String = "E\((number + count - 1) % count)"
            return Entity(
                "E\(number)",
                attributes: (0..<10).map { Attribute("a\($0)", .string) }
                    + [with(Attribute("d", .string)) { $0.derivation = .keyPath(["next", "d"]) }],
                relationships: [.toOne("next", far, inverse: "last"), .toMany("last", near, inverse: "next")]
            )
        }
        let messages: [String] = Schema(model: "M", entities: entities).validate().map(\.message)
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("'E0.d' is derived from itself: E0.d → E1.d → ") == true)
        let composites: [Composite] = (0..<count).map {
            Composite("C\($0)", attributes: [Attribute("x", $0 + 1 < count ? .named("C\($0 + 1)") : .bool)])
        }
        let schema = with(Schema(model: "M", entities: [Entity("A", attributes: [Attribute("c", .named("C0"))])])) {
            $0.composites = composites
        }
        #expect(
            schema.validate().map(\.message) == [
                "composites in 'C2899' are nested 101 levels deep (expected at most 100)"
            ]
        )
        let line: [Entity] = (0..<100).map { Entity("E\($0)", parent: $0 == 0 ? nil : "E\($0 - 1)") }
        #expect(Schema(model: "M", entities: line).findings() == "")
    }
}
