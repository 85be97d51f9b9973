import ApusMigration
import ApusSchema

extension PartAgreementTests {
    static let lines: [Example] = [
        Example(
            "promoted",
            promoted(home(), city, street).computing("P.home.city", "$source.n")
                .computing("P.home.street", "$source.t"),
            texts
        ),
        Example("promoted, null refused", promoted(home(), city, street).computing("P.home.city", "$source.t"), texts),
        Example(
            "promoted, null filled",
            promoted(home(), city, street).computing("P.home.city", "$source.t")
                .filling("Address.city", .literal("?")),
            texts
        ),
        Example(
            "promoted, null stops",
            promoted(home(), city, street).computing("P.home.city", "$source.t")
                .requiring("Address.city"),
            texts
        ),
        Example(
            "promoted, required by the attribute",
            promoted(home(), city, street)
                .computing("P.home.city", "$source.t").requiring("P.home"),
            texts
        ),
        Example(
            "promoted, default",
            promoted(home(), Attribute("city", .string, default: .string("d")), street)
                .computing("P.home.city", "$source.t"),
            texts
        ),
        Example(
            "promoted, part without a line",
            promoted(home(), Attribute("city", .string, default: .string("d")), street)
                .computing("P.home.street", "uppercase($source.n)"),
            texts
        ),
        Example(
            "promoted, a required part without a line is refused",
            promoted(home(), city, street)
                .computing("P.home.street", "$source.n"),
            texts
        ),
        Example(
            "kept",
            kept(home(), home(), address(city, street), address(city, street))
                .computing("P.home.city", "uppercase($source.home.city)"),
            present
        ),
        Example(
            "a part that is not read is refused",
            kept(home(), home(), address(city, street), address(city, street))
                .computing("P.home.city", "$source.n"),
            present
        ),
        Example(
            "a part that is not read, accepted",
            kept(home(), home(), address(city, street), address(city, street))
                .computing("P.home.city", "$source.n").accepting("Address.city"),
            present
        ),
        Example(
            "a part that is not read, accepted by the attribute",
            kept(home(), home(), address(city, street), address(city, street))
                .computing("P.home.city", "$source.n").accepting("P.home"),
            present
        ),
        Example(
            "parts swapped",
            kept(
                home(),
                home(),
                address(street, Attribute("city", .string, isOptional: true)),
                address(street, Attribute("city", .string, isOptional: true))
            )
            .computing("P.home.city", "$source.home.street").computing("P.home.street", "$source.home.city"),
            homes
        ),
        Example(
            "flattened",
            StageExample(schema([home()], address(city, street)), schema([city, street]))
                .computing("P.city", "$source.home.city").computing("P.street", "$source.home.street").accepting(
                    "P.home"
                ),
            [("P", 1, ["home.city": .text("a"), "home.street": .text("b")], [:])]
        ),
        Example(
            "an attribute becomes the composite",
            StageExample(
                schema([Attribute("home", .string)]),
                schema([home()], address(city, street))
            )
            .computing("P.home.city", "$source.home"),
            [("P", 1, ["home": .text("a")], [:])]
        ),
        Example(
            "an attribute becomes the composite, unread, is refused",
            StageExample(
                schema([Attribute("home", .string)]),
                schema([home()], address(city, street))
            )
            .computing("P.home.city", "'k'"),
            [("P", 1, ["home": .text("a")], [:])]
        ),
        Example(
            "an attribute becomes the composite, unread, accepted",
            StageExample(
                schema([Attribute("home", .string)]),
                schema([home()], address(city, street))
            )
            .computing("P.home.city", "'k'").accepting("P.home"),
            [("P", 1, ["home": .text("a")], [:])]
        ),
        Example(
            "a part of another type",
            promoted(home(), Attribute("city", .int16), street)
                .computing("P.home.city", "length($source.n)"),
            texts
        ),
        Example(
            "a part of JSON",
            promoted(home(), Attribute("city", .string, isOptional: true), street)
                .computing("P.home.city", "json($source.t, 'a')"),
            [
                ("P", 1, ["t": .text(#"{"a": "b"}"#), "n": .text("c")], [:]),
                ("P", 2, ["t": .text("["), "n": .text("")], [:]),
            ]
        ),
        Example(
            "a part of an enum",
            StageExample(
                schema([text, other, name]),
                schema(
                    [text, other, name, home()],
                    address(Attribute("kind", .named("Kind"), isOptional: true)),
                    enums: [
                        Enumeration("Kind", type: .string, cases: [.init("a", .string("a")), .init("b", .string("b"))])
                    ]
                )
            )
            .computing("P.home.kind", "$source.u"),
            texts
        ),
        Example(
            "a part of an enum that stops",
            StageExample(
                schema([text, other, name]),
                schema(
                    [text, other, name, home()],
                    address(Attribute("kind", .named("Kind"), isOptional: true)),
                    enums: [Enumeration("Kind", type: .string, cases: [.init("a", .string("a"))])]
                )
            )
            .computing("P.home.kind", "$source.u"),
            texts
        ),
    ]

    // MARK: Optional composites

    static let presence: [Example] = [
        Example(
            "absent where all is null",
            promoted(home(isOptional: true), Attribute("city", .string, isOptional: true), street)
                .computing("P.home.city", "$source.t").computing("P.home.street", "$source.u"),
            texts
        ),
        Example(
            "a required part is missing, refused",
            promoted(home(isOptional: true), city, street)
                .computing("P.home.city", "$source.t").computing("P.home.street", "$source.u"),
            texts
        ),
        Example(
            "a required part is missing, filled where there is a street",
            promoted(home(isOptional: true), city, street)
                .computing("P.home.city", "$source.t").computing("P.home.street", "$source.u")
                .filling("Address.city", .literal("?")),
            texts
        ),
        Example(
            "a required part is missing, default",
            promoted(
                home(isOptional: true),
                Attribute("city", .string, default: .string("d")),
                street
            )
            .computing("P.home.city", "$source.t").computing("P.home.street", "$source.u"),
            texts
        ),
        Example(
            "a required part is missing, stops",
            promoted(home(isOptional: true), city, street)
                .computing("P.home.city", "$source.t").computing("P.home.street", "$source.u").requiring(
                    "Address.city"
                ),
            texts
        ),
        Example(
            "a required part is missing, does not stop",
            promoted(home(isOptional: true), city, street)
                .computing("P.home.city", "$source.t").computing("P.home.street", "$source.u").requiring(
                    "Address.city"
                ),
            [texts[0], texts[3]]
        ),
        Example(
            "only one part computed",
            promoted(home(isOptional: true), city, street)
                .computing("P.home.city", "$source.t"),
            texts
        ),
        Example(
            "kept, one part computed",
            kept(
                home(isOptional: true),
                home(isOptional: true),
                address(city, street),
                address(city, street)
            ).computing("P.home.street", "$source.t").accepting("Address.street")
                .filling("Address.city", .literal("?")),
            homes
        ),
        Example(
            "kept, an address for all",
            kept(
                home(isOptional: true),
                home(isOptional: true),
                address(city, street),
                address(city, street)
            ).computing("P.home.city", "ifNull($source.home.city, $source.n)"),
            homes
        ),
        Example(
            "required before",
            kept(home(), home(isOptional: true), address(city, street), address(city, street))
                .computing("P.home.city", "nullIf($source.home.city, 'x')").filling("Address.city", .literal("?")),
            present
        ),
        Example(
            "nested",
            StageExample(
                schema([text, other, name]),
                schema(
                    [text, other, name, home()],
                    address(city, Attribute("geo", .named("Geo"), isOptional: true)),
                    Composite("Geo", attributes: [Attribute("lat", .string), Attribute("lon", .string)])
                )
            )
            .computing("P.home.city", "$source.n").computing("P.home.geo.lat", "$source.t")
            .computing("P.home.geo.lon", "$source.u").filling("Geo.lat", .literal("0")).filling(
                "Geo.lon",
                .literal("1")
            ),
            texts
        ),
        Example(
            "nested, in an optional one",
            StageExample(
                schema([text, other, name]),
                schema(
                    [text, other, name, home(isOptional: true)],
                    address(city, Attribute("geo", .named("Geo"), isOptional: true)),
                    Composite("Geo", attributes: [Attribute("lat", .string)])
                )
            )
            .computing("P.home.geo.lat", "$source.t").filling("Address.city", .literal("?")),
            texts
        ),
    ]
}
