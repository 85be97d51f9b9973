import ApusSchema
import Testing

/// Other names for elements, wherever they are named.
@Suite struct RenamingTests {
    private static let schema: Schema = {
        var trip = Entity("Trip", parent: "Event")
        trip.attributes = [Attribute("name", .scalar(.string)), Attribute("home", .named("Address"))]
        trip.relationships = [.toMany("stays", "Stay", inverse: "trip"), .toOne("guide", "Person", isOptional: true)]
        trip.uniquenessConstraints = [["name", "code"]]
        trip.uid = "code"
        trip.indexes = [Entity.Index("byCode", [Entity.Index.Element("code desc")], predicate: "code != 'name'")]
        trip.attributes.append(Attribute("total", .scalar(.int64)))
        trip.attributes[2].derivation = .sum(["stays"], of: "nights")
        var event = Entity("Event")
        event.attributes = [Attribute("code", .scalar(.string))]
        var stay = Entity("Stay")
        stay.attributes = [Attribute("nights", .scalar(.int64))]
        stay.relationships = [.toOne("trip", "Trip", inverse: "stays")]
        stay.fetchedProperties = [
            FetchedProperty(FetchRequest("peers", "Stay", predicate: "trip.code == $FETCH_SOURCE.trip.code"))
        ]
        var person = Entity("Person")
        person.attributes = [Attribute("name", .scalar(.string))]
        var schema = Schema(model: "Trips", entities: [event, trip, stay, person])
        schema.composites = [Composite("Address", attributes: [Attribute("city", .scalar(.string))])]
        schema.configurations = [Configuration("Main", entities: ["Trip", "Stay"])]
        schema.localization = ["Entity/Trip": "Reise", "Property/code/Entity/Trip": "Nummer", "Else": "x"]
        var request = FetchRequest("long", "Trip")
        request.predicate =
            "ANY  stays.nights>3 and name == 'name' || SUBQUERY(stays, $x, $x.trip.code = code).@count > 1"
        request.sortBy = [SortKey(["guide", "name"]), SortKey(["home", "city"])]
        request.propertiesToFetch = ["code"]
        schema.fetchRequests = [request]
        return schema
    }()

    private static let renames: Renames = {
        var renames = Renames()
        renames.entities = ["Trip": "Journey", "Stay": "Visit"]
        renames.types = ["Address": "Place"]
        renames.properties = [
            ElementPath("Event", "code"): "number", ElementPath("Stay", "nights"): "days",
            ElementPath("Stay", "trip"): "in", ElementPath("Trip", "name"): "title",
            ElementPath("Trip", "stays"): "visits", ElementPath("Address", "city"): "town",
        ]
        return renames
    }()

    @Test func everyMentionFollows() throws {
        let renamed: Schema = Self.schema.renaming(Self.renames)
        #expect(renamed.entities.map(\.name) == ["Event", "Journey", "Visit", "Person"])
        let trip: Entity = renamed.entities[1]
        #expect(trip.properties.map(\.name) == ["title", "home", "total", "visits", "guide"])
        #expect(trip.attribute("home")?.type == .named("Place"))
        #expect(trip.attribute("total")?.derivation?.text == "visits.@sum.days")
        #expect(trip.relationships[0].destination == "Visit")
        #expect(trip.relationships[0].inverse == "in")
        #expect(trip.uniquenessConstraints == [["title", "number"]] && trip.uid == "number")
        #expect(trip.indexes[0].elements.map(\.text) == ["number desc"])
        #expect(trip.indexes[0].predicate == "number != 'name'")
        let stay: Entity = renamed.entities[2]
        #expect(stay.relationships[0].inverse == "visits")
        #expect(stay.fetchedProperties[0].request.predicate == "#in.number == $FETCH_SOURCE.#in.number")
        #expect(stay.fetchedProperties[0].request.entity == "Visit")
        #expect(renamed.composites == [Composite("Place", attributes: [Attribute("town", .scalar(.string))])])
        #expect(renamed.configurations[0].entities == ["Journey", "Visit"])
        #expect(
            renamed.localization
                == ["Entity/Journey": "Reise", "Property/number/Entity/Journey": "Nummer", "Else": "x"]
        )
        let request: FetchRequest = renamed.fetchRequests[0]
        #expect(
            request.predicate
                == "ANY  visits.days>3 and title == 'name' || SUBQUERY(visits, $x, $x.#in.number = number).@count > 1"
        )
        #expect(request.sortBy.map(\.text) == ["guide.name", "home.town"])
        #expect(request.propertiesToFetch == ["number"])
    }

    @Test func theNamesThatWereComeBack() {
        let back: Schema = Self.schema.renaming(Self.renames).renaming(Self.renames.inverted)
        #expect(back == Self.schema)
    }

    @Test func namesAreExchanged() {
        var renames = Renames()
        renames.entities = ["Stay": "Person", "Person": "Stay"]
        let renamed: Schema = Self.schema.renaming(renames)
        #expect(renamed.entities.map(\.name) == ["Event", "Trip", "Person", "Stay"])
        #expect(renamed.entities[1].relationships.map(\.destination) == ["Person", "Stay"])
    }
}
