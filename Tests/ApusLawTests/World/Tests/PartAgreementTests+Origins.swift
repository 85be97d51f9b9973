import ApusMigration
import ApusSchema

extension PartAgreementTests {
    static func making(_ home: Attribute, _ parts: Attribute..., values: [String: String]) -> StageExample {
        StageExample(
            schema([text, other, name]),
            schema([text, other, name, home], Composite("Address", attributes: parts))
        )
        .making("P", Mapping.Origin(["P"], values: values))
    }

    static let origins: [Example] = [
        Example(
            "the JSON of parts",
            StageExample(
                schema([name, home()], address(city, street)),
                schema([name, Attribute("json", .string)], address(city, street))
            )
            .computing("P.json", "object('street', home.street, 'geo', object('n', n), 'city', $source.home.city)")
            .accepting("P.home"),
            [
                ("P", 1, ["n": .text("n\"é"), "home.city": .text("c"), "home.street": .null], [:]),
                ("P", 2, ["n": .text(""), "home.city": .text("c/\\"), "home.street": .text("s")], [:]),
            ]
        ),
        Example("an origin", making(home(), city, street, values: ["home.city": "n", "home.street": "t"]), texts),
        Example("an origin, null refused", making(home(), city, street, values: ["home.city": "t"]), texts),
        Example(
            "an origin, null filled",
            making(home(), city, street, values: ["home.city": "t"])
                .filling("Address.city", .literal("?")),
            texts
        ),
        Example(
            "an origin, optional",
            making(home(isOptional: true), city, street, values: ["home.city": "t", "home.street": "u"])
                .filling("Address.city", .literal("?")),
            texts
        ),
        Example(
            "an origin with a line",
            making(home(), city, street, values: ["home.city": "n"])
                .computing("P.home.street", "$source.u"),
            texts
        ),
        Example(
            "of another entity",
            StageExample(
                schema([text, other, name]),
                named("Q", schema([name, home()], address(city, street)))
            )
            .making("Q", Mapping.Origin(["P"], values: ["home.city": "n", "home.street": "t"])).accepting("P.u"),
            texts
        ),
        Example(
            "flattened into another entity",
            StageExample(
                schema([name, home()], address(city, street)),
                named("Q", schema([name, city, street]))
            )
            .making("Q", Mapping.Origin(["P"], values: ["city": "home.city", "street": "home.street"])),
            [("P", 1, ["n": .text("n"), "home.city": .text("c"), "home.street": .null], [:])]
        ),
        Example(
            "flattened in part is refused",
            StageExample(
                schema([name, home()], address(city, street)),
                named("Q", schema([name, city]))
            )
            .making("Q", Mapping.Origin(["P"], values: ["city": "home.city"])),
            [("P", 1, ["n": .text("n"), "home.city": .text("c"), "home.street": .null], [:])]
        ),
        Example(
            "a part in the place of an older one is refused",
            StageExample(
                schema([name, home()], address(city, street)),
                named("Q", schema([name, home()], address(city, street)))
            )
            .making("Q", Mapping.Origin(["P"], values: ["home.city": "n"])),
            [("P", 1, ["n": .text("n"), "home.city": .text("c"), "home.street": .text("s")], [:])]
        ),
        Example(
            "a part in the place of an older one, accepted",
            StageExample(
                schema([name, home()], address(city, street)),
                named("Q", schema([name, home()], address(city, street)))
            )
            .making("Q", Mapping.Origin(["P"], values: ["home.city": "n"])).accepting("P.home"),
            [("P", 1, ["n": .text("n"), "home.city": .text("c"), "home.street": .text("s")], [:])]
        ),
        Example(
            "two origins, one of which continues",
            {
                var older = schema([name, home()], address(city, street))
                older.entities.append(Entity("R", attributes: [name]))
                return StageExample(older, schema([name, home()], address(city, street)))
                    .making("P", Mapping.Origin(["P"]), Mapping.Origin(["R"], values: ["home.city": "n"]))
            }(),
            [
                ("P", 1, ["n": .text("n"), "home.city": .text("c"), "home.street": .text("s")], [:]),
                ("R", 1, ["n": .text("r")], [:]),
            ]
        ),
        Example(
            "elements",
            {
                var newer = schema([text, other, name], address(city, street))
                newer.entities.append(Entity("T", attributes: [home()]))
                return StageExample(schema([text, other, name]), newer)
                    .making(
                        "T",
                        Mapping.Origin(
                            ["P"],
                            each: "split($source.t, ';')",
                            values: [
                                "home.city": "$each", "home.street": "$source.u",
                            ]
                        )
                    )
            }(),
            texts + [("P", 11, ["t": .text("x;y;x"), "u": .text("u"), "n": .text("c")], [:])]
        ),
        Example(
            "distinct elements",
            {
                var newer = schema([text, other, name], address(city, street))
                newer.entities.append(Entity("T", attributes: [home()]))
                return StageExample(schema([text, other, name]), newer)
                    .making(
                        "T",
                        Mapping.Origin(
                            ["P"],
                            each: "split($source.t, ';')",
                            distinct: ["$each"],
                            values: [
                                "home.city": "$each"
                            ]
                        )
                    )
            }(),
            texts + [("P", 11, ["t": .text("x;y;x"), "u": .text("u"), "n": .text("c")], [:])]
        ),
    ]
}
