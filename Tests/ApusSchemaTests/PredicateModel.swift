import ApusSchema
import Testing

/// A schema with one of everything that a predicate can speak of.
enum PredicateModel {
    static let schema: Schema = {
        var trip = Entity(
            "Trip",
            attributes: [
                Attribute("name", .string), Attribute("nights", .int16), Attribute("price", .decimal),
                Attribute("startDate", .date), Attribute("endDate", .date), Attribute("isDone", .bool),
                Attribute("cover", .data), Attribute("id", .uuid), Attribute("link", .url),
                Attribute("status", .named("Status")), Attribute("level", .named("Level")),
                Attribute("address", .named("Address")), Attribute("tags", .transformable),
            ],
            relationships: [
                .toMany("items", "Item", inverse: "trip"), .toOne("owner", "Person", isOptional: true),
            ]
        )
        var weather = Attribute("weather", .string)
        weather.isTransient = true
        trip.attributes.append(weather)
        trip.fetchedProperties = [FetchedProperty(FetchRequest("similar", "Trip"))]
        let cruise = Entity("Cruise", parent: "Trip", attributes: [Attribute("ship", .string)])
        let item = Entity(
            "Item",
            attributes: [
                Attribute("title", .string), Attribute("weight", .double), Attribute("due", .date),
                Attribute("count", .int32),
            ],
            relationships: [.toOne("trip", "Trip", inverse: "items"), .toMany("owners", "Person")]
        )
        let person = Entity("Person", attributes: [Attribute("name", .string), Attribute("age", .int16)])
        var schema = Schema(model: "Trips", entities: [trip, cruise, item, person])
        schema.composites = [
            Composite("Address", attributes: [Attribute("city", .string), Attribute("geo", .named("Point"))]),
            Composite("Point", attributes: [Attribute("x", .double)]),
        ]
        schema.enumerations = [
            Enumeration("Status", cases: [.init("open", .string("OPEN")), .init("closed", .string("CLOSED"))]),
            Enumeration("Level", type: .int16, cases: [.init("low", .int(0)), .init("high", .int(1))]),
        ]
        return schema
    }()

    static let variables: [FetchRequest.Variable] = [
        .init("SINCE", .date), .init("NAME", .string), .init("NAMES", .string, isList: true),
        .init("DATES", .date, isList: true), .init("OWNER", .named("Person")),
        .init("TRIP", .named("Trip")), .init("CRUISE", .named("Cruise")), .init("STATUS", .named("Status")),
        .init("N", .int64),
    ]

    /// What is said about a predicate over trips, apart from variables that it does not use. The prefix `index: ` or
    /// `fetched: ` says where it stands.
    static func problems(_ text: String) throws -> [String] {
        let uses: [(prefix: String, use: PredicateUse)] = [
            ("index: ", .index), ("fetched: ", .fetchedProperty(variables: [], of: schema.entity("Person"))),
            ("", .fetchRequest(variables: variables)),
        ]
        guard let (prefix, use) = uses.first(where: { text.hasPrefix($0.prefix) }) else { return [] }
        return try PredicateFormat.parse(String(text.dropFirst(prefix.count)))
            .problems(in: schema, entity: schema.entity("Trip"), as: use)
            .filter { !$0.message.hasSuffix("does not use it") }
            .map(shown)
    }

    /// A problem and its help, a line each.
    static func shown(_ problem: PredicateProblem) -> String {
        "\(problem.offset): \(problem.message)" + problem.help.map { "\nhelp: \($0)" }.joined()
    }

    /// The cases of a table: a predicate, then what is said about it, indented.
    static func cases(_ table: String) -> [PredicateCase] {
        var cases: [PredicateCase] = []
        for line in table.split(separator: "\n") {
            if line.hasPrefix("    "), let last = cases.popLast() {
                cases.append(PredicateCase(text: last.text, said: last.said + [String(line.dropFirst(4))]))
            } else {
                cases.append(PredicateCase(text: String(line), said: []))
            }
        }
        return cases
    }
}

/// A predicate and what is said about it.
struct PredicateCase: CustomTestStringConvertible {
    let text: String
    let said: [String]

    var testDescription: String { text }
}
