import ApusTestSupport
import Foundation

extension TranslationCase {
    static func entity(_ name: String, _ keys: String = "", _ properties: String...) -> String {
        InferenceCase.entity(name, keys, properties.joined())
    }

    static func text(_ name: String, _ keys: String = "") -> String {
        InferenceCase.attribute(name, "String", keys)
    }

    static func reference(
        _ name: String,
        _ entity: String,
        inverse: String? = nil,
        isToMany: Bool = false
    ) -> String {
        let keys = inverse.map { " inverseName=\"\($0)\" inverseEntity=\"\(entity)\"" } ?? ""
        return InferenceCase.relationship(name, to: entity, InferenceCase.optional + keys, isToMany: isToMany)
    }

    static let optional = InferenceCase.optional

    /// An entity that makes two versions different.
    static let extra = entity("Extra")

    /// All cases, in the order of the page.
    static let all: [TranslationCase] =
        values + constants + replaced + references + entities + untranslated + stopped
        + contradictory

    private static let values: [TranslationCase] = [
        TranslationCase(
            "`$source.owner.name`",
            "ownerName",
            "String",
            optional,
            .source("owner.name"),
            gives: ["Ada", "Ada", "NULL"]
        ),
        TranslationCase(
            "`$source.nights + 1`",
            "days",
            "Integer 32",
            .predefined("add:to:", .source("nights"), .constant(.int(1))),
            gives: ["8", "-2", "1"]
        ),
        TranslationCase(
            "`($source.price - 1) * $source.nights`",
            "total",
            "Double",
            .predefined(
                "multiply:by:",
                .predefined("from:subtract:", .source("price"), .constant(.int(1))),
                .source("nights")
            ),
            gives: ["3.5", "9.0", "0.0"]
        ),
        TranslationCase(
            "`$source.nights / 2`, of integers",
            "half",
            "Integer 16",
            .predefined("divide:by:", .source("nights"), .constant(.int(2))),
            gives: ["3", "-1", "0"]
        ),
        TranslationCase(
            "`floor:($source.price)`",
            "whole",
            "Double",
            .predefined("floor:", .source("price")),
            gives: ["1.0", "-2.0", "0.0"]
        ),
        TranslationCase(
            "`FUNCTION($source.title, \"stringByAppendingString:\", \"!\")`",
            "shout",
            "String",
            .function("stringByAppendingString:", of: .source("title"), .constant(.string("!"))),
            gives: ["Alps!", "sée \"x\"!", "!"]
        ),
        TranslationCase(
            "`uppercase:($source.title)`, `FUNCTION($source.title, \"uppercaseString\")`",
            "upper",
            "String",
            .function("uppercaseString", of: .source("title")),
            gives: ["ALPS", "SÉE \"X\"", ""]
        ),
        TranslationCase(
            "`FUNCTION($source.nights, \"stringValue\")`",
            "nightsText",
            "String",
            .function("stringValue", of: .source("nights")),
            gives: ["7", "-3", "0"]
        ),
        TranslationCase(
            "`CAST($source.start, \"NSDate\")`",
            "began",
            "Date",
            .predefined("castObject:toType:", .source("start"), .constant(.string("NSDate"))),
            gives: ["0.0", "86400.0", "1.5"]
        ),
        TranslationCase(
            "an operand that may be nil, for a required attribute without a default",
            entity("Trip", "", text("place", optional)),
            entity("Trip", "", text("place", optional), text("upper")),
            .init("Trip", "Trip", .attribute("upper", .predefined("uppercase:", .source("place")))),
            rows: "INSERT INTO Trip (_id, place) VALUES (1, 'a')",
            expected: ("SELECT place, upper FROM Trip", ["a|A"])
        ),
        TranslationCase(
            "`$source.trips.@count`",
            entity("Person", "", reference("trips", "Trip", inverse: "owner", isToMany: true))
                + entity("Trip", "", reference("owner", "Person", inverse: "trips")),
            entity(
                "Person",
                "",
                reference("trips", "Trip", inverse: "owner", isToMany: true),
                InferenceCase.attribute("tripCount", "Integer 32")
            ) + entity("Trip", "", reference("owner", "Person", inverse: "trips")),
            .init("Person", "Person", .attribute("tripCount", .source("trips.@count"))),
            .init("Trip", "Trip"),
            rows:
                "INSERT INTO Person (_id) VALUES (1), (2); INSERT INTO Trip (_id, owner) VALUES (1, 2), (2, 2), (3, NULL)",
            expected: ("SELECT _id, tripCount FROM Person ORDER BY _id", ["1|0", "2|2"])
        ),
        TranslationCase(
            "`$source.name`, for two attributes",
            entity("Person", "", text("name", optional)),
            entity("Person", "", text("first", optional), text("last", optional)),
            .init("Person", "Person", .attribute("first", .source("name")), .attribute("last", .source("name"))),
            rows: "INSERT INTO Person (_id, name) VALUES (1, 'Ada'), (2, NULL)",
            expected: ("SELECT first, last FROM Person ORDER BY _id", ["Ada|Ada", "NULL|NULL"])
        ),
    ]

    private static let constants: [TranslationCase] = [
        TranslationCase(
            "a text, for an optional attribute",
            "note",
            "String",
            optional,
            .constant(.string("a \"b\" \\")),
            gives: ["a \"b\" \\", "a \"b\" \\", "a \"b\" \\"]
        ),
        TranslationCase(
            "a date, for an optional attribute",
            "seen",
            "Date",
            optional,
            .constant(.object(["NSDate", "NSObject"], [("NS.time", .real(1.5))])),
            gives: ["1.5", "1.5", "1.5"]
        ),
        TranslationCase(
            "a value, in place of the older one",
            entity("Trip", "", text("code"), InferenceCase.attribute("isOver", "Boolean")),
            entity("Trip", "", text("code"), InferenceCase.attribute("isOver", "Boolean")) + extra,
            .init(
                "Trip",
                "Trip",
                .attribute("code", .constant(.string("none"))),
                .attribute("isOver", .constant(.bool(true)))
            ),
            rows: "INSERT INTO Trip (_id, code, isOver) VALUES (1, 'x', 0)",
            expected: ("SELECT code, isOver FROM Trip", ["none|1"])
        ),
        TranslationCase(
            "`nil`, in place of the older value",
            entity("Trip", "", text("code", optional)),
            entity("Trip", "", text("code", optional)) + extra,
            .init("Trip", "Trip", .attribute("code", .constant(.null))),
            rows: "INSERT INTO Trip (_id, code) VALUES (1, 'x')",
            expected: ("SELECT code FROM Trip", ["NULL"])
        ),
    ]

    private static let moods =
        entity("Continent", "", text("code"), reference("countries", "Country", inverse: "continent", isToMany: true))
        + entity(
            "Country",
            "",
            reference("continent", "Continent", inverse: "countries"),
            reference("moods", "Mood", inverse: "country", isToMany: true)
        ) + entity("Mood", "", reference("country", "Country", inverse: "moods"))

    private static let newerMoods =
        entity(
            "Continent",
            "",
            text("code"),
            reference("countries", "Country", inverse: "continent", isToMany: true),
            reference("moods", "Mood", inverse: "continent", isToMany: true)
        )
        + entity(
            "Country",
            "",
            reference("continent", "Continent", inverse: "countries"),
            reference("moods", "Mood", inverse: "country", isToMany: true)
        )
        + entity(
            "Mood",
            "",
            reference("country", "Country", inverse: "moods"),
            reference("continent", "Continent", inverse: "moods")
        )

    private static let moodRows = """
        INSERT INTO Continent (_id, code) VALUES (1, 'eu'), (3, 'af');
        INSERT INTO Country (_id, continent) VALUES (1, 3), (2, 1), (4, NULL);
        INSERT INTO Mood (_id, country) VALUES (1, 2), (2, 4), (3, NULL), (9, 1)
        """

    private static let moodResult = (
        "SELECT _id, country, continent FROM Mood ORDER BY _id", ["1|2|1", "2|4|NULL", "3|NULL|NULL", "9|1|3"]
    )

    private static let references: [TranslationCase] = [
        TranslationCase(
            "the key path `$source.country.continent`, with its entity mapping",
            moods,
            newerMoods,
            .init(
                "Mood",
                "Mood",
                .relationship("continent", keyPath: "$source.country.continent", mapping: "ContinentToContinent")
            ),
            .init("Country", "Country"),
            .init(
                "Continent",
                "Continent",
                .relationship("moods", keyPath: "$source.countries.@distinctUnionOfSets.moods", mapping: "MoodToMood")
            ),
            rows: moodRows,
            expected: moodResult
        ),
        TranslationCase(
            "a to-many relationship of several steps, whose inverse is not mapped",
            moods,
            newerMoods,
            .init("Mood", "Mood"),
            .init("Country", "Country"),
            .init(
                "Continent",
                "Continent",
                .relationship("moods", .instances("MoodToMood", .source("countries.@distinctUnionOfSets.moods")))
            ),
            rows: moodRows,
            expected: moodResult
        ),
    ]

    static let person =
        entity(
            "Person",
            "",
            text("name"),
            InferenceCase.attribute("age", "Integer 16"),
            reference("trips", "Trip", inverse: "owner", isToMany: true)
        ) + entity("Trip", "", reference("owner", "Person", inverse: "trips"))

    static let personRows = """
        INSERT INTO Person (_id, name, age) VALUES (1, 'Ada', 40), (2, 'Bo', 3), (5, 'Cy', 18);
        INSERT INTO Trip (_id, owner) VALUES (1, 1), (2, 2), (3, NULL), (4, 5)
        """

    private static let entities: [TranslationCase] = [
        TranslationCase(
            "the filter `age >= 18` of an entity mapping",
            person,
            person + extra,
            .init("Person", "Person", filter: "age >= 18"),
            .init("Trip", "Trip"),
            rows: personRows,
            expected: ("SELECT _id, name FROM Person ORDER BY _id", ["1|Ada", "5|Cy"]),
            ("SELECT _id, owner FROM Trip ORDER BY _id", ["1|1", "2|NULL", "3|NULL", "4|5"])
        ),
        TranslationCase(
            "the source expression `FETCH(FUNCTION($manager, \"fetchRequestForSourceEntityNamed:predicateString:\", \"Person\", \"name == 'Bo'\"), …)`",
            entity("Person", "", text("name")),
            entity("Person", "", text("name")) + extra,
            .init("Person", "Person", fetch: .fetch("Person", "name == 'Bo'")),
            rows: "INSERT INTO Person (_id, name) VALUES (1, 'Ada'), (2, 'Bo')",
            expected: ("SELECT name FROM Person", ["Bo"])
        ),
        TranslationCase(
            "two entity mappings of one entity, with filters",
            entity("Person", "", text("name"), InferenceCase.attribute("age", "Integer 16")),
            entity("Adult", "", text("name"), text("title")) + entity("Child", "", text("name")),
            .init(
                "Person",
                "Adult",
                filter: "age >= 18",
                .attribute("title", .predefined("uppercase:", .source("name")))
            ),
            .init("Person", "Child", filter: "age < 18"),
            rows: "INSERT INTO Person (_id, name, age) VALUES (1, 'Ada', 40), (2, 'Bo', 3), (5, 'Cy', 18)",
            expected: ("SELECT name, title FROM Adult ORDER BY name", ["Ada|ADA", "Cy|CY"]),
            ("SELECT name FROM Child", ["Bo"])
        ),
        TranslationCase(
            "a second entity mapping of one entity, and a reference to what it made of `$source`",
            entity("Contact", "", text("name"), text("street", optional)),
            entity("Contact", "", text("name"), reference("address", "Address", inverse: "contact"))
                + entity("Address", "", text("street", optional), reference("contact", "Contact", inverse: "address")),
            .init("Contact", "Contact", .relationship("address", .instances("ContactToAddress", .variable("source")))),
            .init(
                "Contact",
                "Address",
                filter: "street != nil",
                .relationship("contact", .instances("ContactToContact", .variable("source")))
            ),
            rows: "INSERT INTO Contact (_id, name, street) VALUES (1, 'Ada', 's'), (2, 'Bo', NULL)",
            expected: (
                "SELECT name, street FROM Contact LEFT JOIN Address ON contact = Contact._id ORDER BY name",
                ["Ada|s", "Bo|NULL"]
            )
        ),
        TranslationCase(
            "two entity mappings of one entity, and references to what one of them made, under another name",
            person,
            entity(
                "Adult",
                "",
                text("name"),
                InferenceCase.attribute("age", "Integer 16"),
                reference("journeys", "Trip", inverse: "traveller", isToMany: true)
            ) + entity("Child", "", text("name"), InferenceCase.attribute("age", "Integer 16"))
                + entity("Trip", "", reference("traveller", "Adult", inverse: "journeys")),
            .init(
                "Person",
                "Adult",
                name: "grown",
                filter: "age >= 18",
                .relationship("journeys", .instances("TripToTrip", .source("trips")))
            ),
            .init("Person", "Child", filter: "age < 18"),
            .init("Trip", "Trip", .relationship("traveller", .instances("grown", .source("owner")))),
            rows: personRows + "; UPDATE Trip SET owner = NULL WHERE owner = 2",
            expected: (
                "SELECT Trip._id, name FROM Trip LEFT JOIN Adult ON traveller = Adult._id ORDER BY 1",
                ["1|Ada", "2|NULL", "3|NULL", "4|Cy"]
            ),
            ("SELECT name, age FROM Child", ["Bo|3"])
        ),
        TranslationCase(
            "an entity mapping of an entity that is not gone, with a look-up through a relationship",
            person,
            person
                + entity(
                    "Memory",
                    "",
                    text("ownerName", optional),
                    reference("person", "Person")
                ),
            .init("Person", "Person"),
            .init("Trip", "Trip"),
            .init(
                "Trip",
                "Memory",
                filter: "owner.age >= 18",
                .attribute("ownerName", .source("owner.name")),
                .relationship("person", .instances("PersonToPerson", .source("owner")))
            ),
            rows: personRows,
            expected: ("SELECT ownerName, person FROM Memory ORDER BY 1", ["Ada|1", "Cy|5"]),
            ("SELECT _id, owner FROM Trip ORDER BY 1", ["1|1", "2|2", "3|NULL", "4|5"])
        ),
        TranslationCase(
            "several entities that become one, with references to them",
            entity("Customer", "", text("name"), reference("orders", "Order", inverse: "customer", isToMany: true))
                + entity("Order", "", reference("customer", "Customer", inverse: "orders"))
                + entity("Prospect", "", text("label")),
            entity(
                "Client",
                "",
                text("name"),
                text("kind"),
                reference("orders", "Order", inverse: "client", isToMany: true)
            ) + entity("Order", "", reference("client", "Client", inverse: "orders")),
            .init(
                "Customer",
                "Client",
                .attribute("kind", .constant(.string("customer"))),
                .relationship("orders", .instances("OrderToOrder", .source("orders")))
            ),
            .init(
                "Prospect",
                "Client",
                .attribute("name", .source("label")),
                .attribute("kind", .constant(.string("prospect")))
            ),
            .init("Order", "Order", .relationship("client", .instances("CustomerToClient", .source("customer")))),
            rows: """
                INSERT INTO Customer (_id, name) VALUES (1, 'Ada'), (2, 'Bo');
                INSERT INTO Prospect (_id, label) VALUES (1, 'Cy');
                INSERT INTO "Order" (_id, customer) VALUES (1, 2), (2, NULL), (3, 1)
                """,
            expected: ("SELECT name, kind FROM Client ORDER BY name", ["Ada|customer", "Bo|customer", "Cy|prospect"]),
            (
                "SELECT \"Order\"._id, name FROM \"Order\" LEFT JOIN Client ON client = Client._id ORDER BY 1",
                ["1|Bo", "2|NULL", "3|Ada"]
            )
        ),
    ]

    private static let untranslated: [TranslationCase] = [
        TranslationCase(
            "`FUNCTION($entityPolicy, \"codeFor:\", $source)`, and other methods",
            "code",
            "String",
            optional,
            .function("codeFor:", of: .variable("entityPolicy"), .variable("source")),
            gives: []
        ),
        TranslationCase(
            "`uppercase:($source.place)`, of an operand that may be nil, for an optional attribute",
            "upper",
            "String",
            optional,
            .predefined("uppercase:", .source("place")),
            gives: []
        ),
        TranslationCase(
            "`$source.nights / $source.nights`, which Core Data stops at for 0",
            "one",
            "Integer 16",
            .predefined("divide:by:", .source("nights"), .source("nights")),
            gives: []
        ),
        TranslationCase(
            "`length:($source.title)`, which Core Data counts in another way",
            "count",
            "Integer 32",
            .predefined("length:", .source("title")),
            gives: []
        ),
        TranslationCase(
            "a text for a number",
            "number",
            "Integer 32",
            optional,
            .source("title"),
            gives: []
        ),
        TranslationCase(
            "a policy",
            entity("Trip", "", text("code")),
            entity("Trip", "", text("code")) + extra,
            .init("Trip", "Trip", policy: "TripPolicy", .attribute("code", .constant(.string("none")))),
            rows: "",
            expected: ("", [])
        ),
        TranslationCase(
            "an entity mapping with a filter, of an entity with sub-entities",
            entity("Trip", "", text("code")) + entity("Sail", "parentEntity=\"Trip\"", text("boat")),
            entity("Trip", "", text("code")) + entity("Sail", "parentEntity=\"Trip\"", text("boat")) + extra,
            .init("Trip", "Trip", filter: "code != ''"),
            .init("Sail", "Sail"),
            rows: "",
            expected: ("", [])
        ),
        TranslationCase(
            "a to-many relationship of several steps without an inverse",
            moods,
            newerMoods.replacingOccurrences(of: " inverseName=\"moods\" inverseEntity=\"Continent\"", with: "")
                .replacingOccurrences(of: " inverseName=\"continent\" inverseEntity=\"Mood\"", with: ""),
            .init("Mood", "Mood"),
            .init("Country", "Country"),
            .init(
                "Continent",
                "Continent",
                .relationship("moods", .instances("MoodToMood", .source("countries.@distinctUnionOfSets.moods")))
            ),
            rows: "",
            expected: ("", [])
        ),
    ]
}
