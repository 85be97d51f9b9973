import ApusSchema
import ApusTestSupport

/// The model that histories begin with: small, and with a little of everything that an edit needs.
enum BaseModel {
    static func schema(_ random: inout SplitMix64) -> Schema {
        var schema = Schema(
            model: "World",
            entities: animals(&random) + [person(&random), passport, trip(&random), place, note] + things
        )
        schema.composites = [
            Composite(
                "Address",
                attributes: [
                    Attribute("street", .string), Attribute("zip", .string, isOptional: true),
                    Attribute("number", .int16, isOptional: random.chance(50)),
                    Attribute("geo", .named("Geo"), isOptional: true),
                ]
            ),
            Composite(
                "Geo",
                attributes: [
                    Attribute("lat", .double), Attribute("lon", .double), Attribute("label", .string, isOptional: true),
                ]
            ),
            Composite("Parcel", attributes: [Attribute("weight", .float, isOptional: true)]),
        ]
        schema.enumerations = [
            Enumeration(
                "Status",
                cases: [.init("low", .string("low")), .init("high", .string("h")), .init("other", .string("é"))]
            ),
            Enumeration(
                "Level",
                type: .int16,
                cases: [.init("one", .int(1)), .init("two", .int(2)), .init("three", .int(-32_768))]
            ),
            Enumeration(
                "Mood",
                cases: [.init("low", .string("L")), .init("high", .string("")), .init("other", .string("o"))]
            ),
        ]
        for index in schema.entities.indices { addExtras(to: &schema.entities[index], index, &random) }
        return schema
    }

    private static func animals(_ random: inout SplitMix64) -> [Entity] {
        var animal = Entity(
            "Animal",
            attributes: [
                Attribute("name", .string), Attribute("weight", .double, isOptional: true),
                Attribute("mood", .named("Mood"), isOptional: random.chance(50)),
            ],
            relationships: [.toOne("owner", "Person", isOptional: true, inverse: "pets")]
        )
        animal.isAbstract = random.chance(50)
        let cat = Entity(
            "Cat",
            parent: "Animal",
            attributes: [
                Attribute("lives", .int16, default: .int(9)), Attribute("indoor", .bool, isOptional: true),
            ],
            relationships: [.toMany("rivals", "Cat", inverse: "rivals"), .toMany("toys", "Place")]
        )
        var tricks: Relationship = .toMany("tricks", "Place")
        tricks.isOrdered = true
        let dog = Entity(
            "Dog",
            parent: "Animal",
            attributes: [
                Attribute("breed", .string, isOptional: true, originalName: "race"), Attribute("trained", .bool),
            ],
            relationships: [tricks, .toOne("den", "Place", isOptional: true)]
        )
        let puppy = Entity("Puppy", parent: "Dog", attributes: [Attribute("born", .date, isOptional: true)])
        return [animal, cat, dog, puppy]
    }

    private static func person(_ random: inout SplitMix64) -> Entity {
        var person = Entity(
            "Person",
            attributes: [
                Attribute("name", .string), Attribute("age", .int16, isOptional: true),
                Attribute("status", .named("Status")),
                Attribute("level", .named("Level"), isOptional: random.chance(60)),
                Attribute("address", .named("Address"), isOptional: true), Attribute("billing", .named("Address")),
                Attribute("secret", .transformable, isOptional: true),
            ]
        )
        person.attributes[6].transformer = "Sealing"
        var tags = Attribute("tags", .codable, isOptional: true)
        tags.swiftType = "[String]"
        var draft = Attribute("draft", .string, isOptional: random.chance(50))
        if random.chance(50) { draft.isTransient = true } else { draft.isEphemeral = true }
        var shout = Attribute("shout", .string, isOptional: true)
        shout.derivation = .function(.uppercase, of: ["name"])
        var petCount = Attribute("petCount", .int32, isOptional: true)
        petCount.derivation = .count(["pets"])
        person.attributes += [tags, draft, shout, petCount]
        var trips: Relationship = .toMany("trips", "Trip", inverse: "traveller")
        trips.isOrdered = true
        var heroes: Relationship = .toMany("heroes", "Person")
        heroes.isOrdered = true
        var secretly: Relationship = .toOne("crush", "Person", isOptional: true)
        secretly.isTransient = true
        person.relationships = [
            .toMany("pets", "Animal", inverse: "owner"), trips, secretly,
            .toOne("passport", "Passport", isOptional: true, inverse: "holder"),
            .toOne("spouse", "Person", isOptional: true, inverse: "spouse"),
            .toOne("boss", "Person", isOptional: true, inverse: "reports"),
            .toMany("reports", "Person", inverse: "boss"), .toOne("idol", "Person", isOptional: true),
            .toOne("favourite", "Cat", isOptional: true), .toMany("haunts", "Place"), heroes,
            .toMany("guided", "Trip"),
        ]
        return person
    }

    private static let passport = Entity(
        "Passport",
        attributes: [Attribute("code", .int64)],
        relationships: [.toOne("holder", "Person", inverse: "passport")]
    )

    private static func trip(_ random: inout SplitMix64) -> Entity {
        Entity(
            "Trip",
            attributes: [
                Attribute("title", .string, originalName: "caption"), Attribute("nights", .int32, isOptional: true),
                Attribute("start", .date), Attribute("parcel", .named("Parcel"), isOptional: true),
            ],
            relationships: [
                .toOne("traveller", "Person", isOptional: random.chance(50), inverse: "trips"),
                .toMany("stops", "Place", inverse: "visitors"), .toOne("guide", "Person", isOptional: true),
                .toOne("mascot", "Dog", isOptional: true), .toMany("sights", "Place"),
            ]
        )
    }

    private static let place: Entity = {
        var visitors: Relationship = .toMany("visitors", "Trip", inverse: "stops")
        visitors.isOrdered = true
        var memo = Attribute("memo", .int32, isOptional: true)
        memo.isTransient = true
        return Entity(
            "Place",
            attributes: [
                Attribute("name", .string), Attribute("code", .string, isOptional: true), memo,
                Attribute("lot", .named("Parcel")),
            ],
            relationships: [visitors, .toMany("fans", "Person"), .toMany("hosts", "Trip")]
        )
    }()

    private static let note = Entity("Note", attributes: [Attribute("text", .string)])

    private static let things: [Entity] = {
        var thing = Entity("Thing")
        thing.isAbstract = true
        return [thing, Entity("Book", parent: "Thing", attributes: [Attribute("pages", .int16)])]
    }()

    /// Attributes of any type, so that every conversion has its turn.
    private static func addExtras(to entity: inout Entity, _ number: Int, _ random: inout SplitMix64) {
        for letter in ["p", "q"] {
            let type: ScalarType = random.pick(ScalarType.allCases)
            var extra = Attribute("\(letter)\(number)", .scalar(type), isOptional: random.chance(50))
            if random.chance(30) { extra.defaultValue = ValueGenerator.value(of: type, &random) }
            entity.attributes.append(extra)
        }
    }
}
