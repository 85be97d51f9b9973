import ApusMigration
import ApusSchema
import Testing

/// What a mapping may compute, and what is said of the rest.
@Suite struct ComputedValueTests {
    private static let large: Attribute = {
        var large = Attribute("large", .data, isOptional: true)
        large.usesExternalStorage = true
        return large
    }()

    private static let older = Schema(
        model: "M",
        entities: [
            Entity(
                "P",
                attributes: [
                    Attribute("a", .int32), Attribute("n", .int64, isOptional: true), Attribute("s", .string),
                    Attribute("t", .string, isOptional: true), Attribute("d", .decimal), Attribute("r", .double),
                    Attribute("at", .date), Attribute("u", .uuid), Attribute("bytes", .data), Attribute("web", .url),
                    large,
                ],
                relationships: [
                    .toOne("home", "Q", isOptional: true, inverse: "ps"), .toOne("next", "P", isOptional: true),
                ]
            ),
            Entity("Q", attributes: [Attribute("city", .string)], relationships: [.toMany("ps", "P", inverse: "home")]),
        ]
    )

    @Test(
        "Both sides of a one-to-one relationship are not computed: one would be lost",
        arguments: ["values", "origins"]
    )
    func bothSides(_ form: String) {
        let friends: [Relationship] = ["x", "y"].map { .toOne($0, "A", isOptional: true) }
        let sides: [Relationship] = [
            .toOne("r", "A", isOptional: true, inverse: "b"), .toOne("b", "A", isOptional: true, inverse: "r"),
        ]
        func problems(_ values: [String: String]) -> [String] {
            let lines: [Mapping.Line] =
                form == "origins"
                ? [.entity("A", [Mapping.Origin(["A"], values: values)])]
                : values.map { .value(ElementPath("A", $0), $1) }
            return Stage(
                from: Schema(model: "M", entities: [Entity("A", relationships: friends)]),
                to: Schema(model: "M", entities: [Entity("A", relationships: friends + sides)]),
                from: .version(Schema.Version(1)),
                to: .unreleased,
                mapping: Mapping(from: Schema.Version(1), to: nil, lines)
            ).refusals.map(\.message)
        }
        #expect(problems(["r": "$source.x"]) == [])
        let both = problems(["r": "$source.x", "b": "$source.y"])
        #expect(both.count == 1 && both[0].contains("are both computed"), "\(both)")
    }

    /// The refusals of a stage that adds an attribute of a type, with an expression for it.
    private static func refusals(_ attribute: Attribute, _ text: String) -> [String] {
        var newer = older
        newer.entities[0].attributes.append(attribute)
        let line = Mapping.Line.value(ElementPath("P", attribute.name), text)
        let mapping = Mapping(from: Schema.Version(1), to: Schema.Version(2), [line])
        return Stage(
            from: older,
            to: newer,
            from: .version(Schema.Version(1)),
            to: .version(Schema.Version(2)),
            mapping: mapping
        )
        .refusals.map(\.message)
    }

    @Test(
        "Expressions whose values are of the type, or numbers that are checked",
        arguments: [
            (.int16, "$source.a + 1"), (.int64, "a * n"), (.double, "a / 2.5"),
            (.decimal, "a + 1"),
            (.decimal, "TERNARY(a == 1, 1.5, 2)"), (.string, "s + ' ' + t"), (.string, "ifNull(t, s, '-')"),
            (.string, "web"), (.url, "s"), (.bool, "a > 5 AND home != nil"), (.bool, "YES"), (.date, "at + 3600"),
            (.date, "date(s, 'yyyy-MM-dd')"), (.int32, "convert(s, 'parsed', 'int32')"), (.string, "home.city"),
            (.string, "next.next.home.city"), (.uuid, "u"), (.data, "bytes"), (.int64, "year(at)"),
            (.double, "home.ps.@avg.a"), (.decimal, "home.ps.@sum.d"), (.string, "home.ps.@min.s"),
            (.string, "home.ps[FIRST].home.city"), (.string, "home.ps[FIRST].next.next.s"), (.int64, "home.ps[SIZE]"),
            (.string, "text(a)"), (.float, "r"), (.double, "a ** 2"), (.int64, "length(s)"),
        ] as [(ScalarType, String)]
    )
    func right(type: ScalarType, text: String) {
        #expect(Self.refusals(Attribute("new", .scalar(type), isOptional: true), text) == [])
    }

    private static let compared =
        "a mapping computes a sum of decimals only as a value: what cannot be added exactly is not compared"

    @Test(
        "Expressions that are refused",
        arguments: [
            (.int16, "$source.b", "the older 'P' has no property 'b'"),
            (.int16, "$other.a", "unknown variable '$other'"),
            (.int16, "home", "'home' is an object, expected a value"),
            (.string, "home.ps", "'home.ps' is several objects, expected a value, such as their '@count'"),
            (.int16, "s", "expected a value of type int16, found one of type string"),
            (.string, "a", "expected a value of type string, found one of type int32"),
            (.decimal, "d * 2", "a mapping does not calculate with decimals, whose results may not be exact"),
            (.date, "home.ps.@avg.at", "a mapping does not compute '@avg' of date"),
            (.string, "home.ps.@sum.s", "a mapping does not compute '@sum' of string"),
            (.decimal, "home.ps.@max.home.ps.@sum.d", Self.compared),
            (.bool, "home.ps.@sum.d > 100", Self.compared),
            (.int32, "TERNARY(home.ps.@sum.d > 100, 1, 2)", Self.compared),
            (.int32, "1 + TERNARY(home.ps.@sum.d > 100, 1, 2)", "a sum of decimals is compared within a calculation"),
            (.string, "home.ps[FIRST].entity.name", "the older 'P' has no property 'entity'"),
            (.string, "home.ps[1].s", "a mapping has no 'home.ps[1]'"),
            (.string, "s[FIRST]", "'s' is not the objects of a to-many relationship"),
            (.string, "home.ps[FIRST].next.next.next.s", "more than 5 relationships follow each other"),
            (.decimal, "a ** 2", "expected a value of type decimal, found one of type double"),
            (.decimal, "r", "expected a value of type decimal, found one of type double"),
            (.int16, "70000", "70000 is not an int16"), (.int16, "TERNARY(a == 1, 70000, 1)", "70000 is not an int16"),
            (.string, "TERNARY(a == 1, 'x', 1)", "expected a value of type string, found 1"),
            (.url, "TERNARY(a == 1, web, 'not a url %% <>')", "\"not a url %% <>\" is not a url"),
            (.string, "CAST(bytes, 'NSString')", "bytes have no text"),
            (.url, "CAST(s, 'NSURL')", "a mapping does not cast to 'NSURL'"),
            (.int32, "min:({a, n})", "'min:' of several values is not computed by a mapping"),
            (.data, "large", "the values of 'P.large' may be in files, which an expression does not copy"),
            (
                .string, "next.next.next.next.next.next.s", "more than 5 relationships follow each other"
            ),
        ] as [(ScalarType, String, String)]
    )
    func wrong(type: ScalarType, text: String, message: String) {
        let found = Self.refusals(Attribute("new", .scalar(type), isOptional: true), text)
        #expect(found == ["'P.new' cannot be computed by '\(text)': \(message)"])
    }

    @Test("A constant has to be one that the newer version allows")
    func limits() {
        var least = Attribute("new", .int32, isOptional: true)
        least.minimum = .int(0)
        #expect(
            Self.refusals(least, "-5").first?.hasSuffix("the newer version does not allow -5 for the attribute") == true
        )
        #expect(Self.refusals(least, "5") == [])
    }

    @Test("A required attribute needs an expression that is never null, or something for its nulls")
    func nulls() {
        let required = Attribute("new", .int64)
        #expect(Self.refusals(required, "a + 1") == [])
        #expect(Self.refusals(required, "ifNull(n, 0)") == [])
        #expect(
            Self.refusals(required, "n + 1") == ["'P.new' is required, but some rows would be left without a value"]
        )
        #expect(
            Self.refusals(required, "home.ps.@count") == [
                "'P.new' is required, but some rows would be left without a value"
            ]
        )
    }

    @Test("Older values that their attribute's expression does not read are lost, all parts of a composite")
    func losses() {
        func refusals(_ before: AttributeType, _ after: AttributeType, _ text: String) -> [String] {
            let schemas = [before, after].map { type -> Schema in
                var schema = Schema(
                    model: "M",
                    entities: [
                        Entity(
                            "P",
                            attributes: [Attribute("v", type), Attribute("c", .named("C")), Attribute("o", .string)]
                        )
                    ]
                )
                schema.composites = [Composite("C", attributes: [Attribute("x", .string), Attribute("y", .string)])]
                return schema
            }
            let mapping = Mapping(from: Schema.Version(1), to: Schema.Version(2), [.value(ElementPath("P", "v"), text)])
            return Stage(
                from: schemas[0],
                to: schemas[1],
                from: .version(Schema.Version(1)),
                to: .version(Schema.Version(2)),
                mapping: mapping
            ).refusals.map(\.code)
        }
        #expect(refusals(.string, .string, "uppercase(v)") == [])
        #expect(refusals(.string, .string, "o") == ["AP224"])
        #expect(refusals(.named("C"), .string, "v.x + v.y") == [])
        #expect(refusals(.named("C"), .string, "v.x") == ["AP224"])
    }
}
