import ApusSchema
import Testing

/// What fetch requests, composites, enums, configurations and translations must not say.
@Suite struct ValidationModelTests {
    @Test(arguments: cases) func findings(_ test: ValidationCase) {
        #expect(test.schema.findings() == test.expected)
    }

    private static let trip = Entity(
        "Trip",
        attributes: [
            Attribute("name", .string), Attribute("cover", .transformable), Attribute("address", .named("Address")),
            Attribute("status", .named("Status")), with(Attribute("note", .string)) { $0.isTransient = true },
        ],
        relationships: [.toMany("items", "Item", inverse: "trip")]
    )
    private static let item = Entity(
        "Item",
        attributes: [Attribute("name", .string)],
        relationships: [.toOne("trip", "Trip", inverse: "items")]
    )

    /// A schema with two entities, a composite and an enum, all used.
    private static func model(_ change: (inout Schema) -> Void) -> Schema {
        with(Schema(model: "M", entities: [trip, item])) {
            $0.composites = [Composite("Address", attributes: [Attribute("city", .string)])]
            $0.enumerations = [Enumeration("Status", cases: [.init("open", .string("open"))])]
            change(&$0)
        }
    }

    private static func request(_ name: String, _ entity: String, _ change: (inout FetchRequest) -> Void)
        -> FetchRequest
    {
        with(FetchRequest(name, entity), change)
    }

    private static let cases: [ValidationCase] = [
        ValidationCase(
            "a model that says much",
            model {
                $0.fetchRequests = [
                    request("recent", "Trip") {
                        $0.predicate = "name == $NAME AND status IN $S AND items CONTAINS $item AND name != '$x \\' $y'"
                        $0.variables = [
                            .init("NAME", .string), .init("S", .named("Status"), isList: true),
                            .init("item", .named("Item")),
                        ]
                        $0.sortBy = [SortKey(["name"]), SortKey(["address", "city"], isDescending: true)]
                        $0.propertiesToFetch = ["name", "address.city"]
                        $0.relationshipKeyPathsForPrefetching = ["items", "items.trip"]
                        ($0.resultType, $0.fetchLimit) = (.dictionaries, 10)
                    }
                ]
                $0.entities[0].fetchedProperties = [
                    FetchedProperty(FetchRequest("late", "Item", predicate: "trip == $FETCH_SOURCE"))
                ]
                $0.configurations = [
                    Configuration("Default", entities: ["Trip", "Item"]), Configuration("two words", entities: []),
                ]
                $0.localization = [
                    "Entity/Trip": "Reise", "Property/name": "Name", "Property/late/Entity/Trip": "x",
                    "ErrorString/1": "y",
                ]
            },
            ""
        ),
        ValidationCase(
            "fetch requests",
            model {
                $0.fetchRequests = [
                    FetchRequest("a", "Tripp"),
                    request("b", "Item") {
                        $0.sortBy = [
                            SortKey(["naem"]), SortKey(["trip"]), SortKey(["trip", "items", "name"]),
                            SortKey(["trip", "cover"]), SortKey(["trip", "note"]), SortKey(["trip", "address"]),
                            SortKey(["name", "x"]), SortKey(["trip", "address", "citi"]),
                        ]
                        $0.propertiesToFetch = ["nam", "trip.items", ""]
                        $0.relationshipKeyPathsForPrefetching = ["name", "trp", "trip..items"]
                    },
                    request("c", "Trip") { ($0.fetchLimit, $0.fetchOffset, $0.resultType) = (0, -1, .dictionaries) },
                    FetchRequest("C", "Trip"),
                    request("d", "Trip") { $0.variables = [.init("x", .string)] },
                    FetchRequest("e", "Trip", predicate: "naem == 'x'"), FetchRequest("f", "X", predicate: "x =="),
                ]
                $0.entities[0].spotlightDisplayName = "nam"
                $0.entities[0].indexes = [
                    .init("i", [.init(.expression("lowercase:(naem)"))], predicate: "name == $x")
                ]
            },
            """
            entities/Trip/indexes/i/of/0: error: in the expression of 'Trip.i': 'Trip' has no property 'naem'
              note: it is at character 12 of the text
              help: did you mean 'name'?
            entities/Trip/indexes/i/where: error: in the predicate of 'Trip.i': an index has no variables, so '$x' has no value
              note: it is at character 9 of the text
            entities/Trip/spotlightDisplayName: error: in the expression of 'Trip': 'Trip' has no property 'nam'
              help: did you mean 'name'?
            fetchRequests/a/entity: error: 'a' fetches 'Tripp', but there is no such entity
              help: did you mean 'Trip'?
            fetchRequests/b/sortBy/0: error: 'b' is sorted by 'naem', but 'Item' has no property 'naem'
              help: did you mean 'name'?
            fetchRequests/b/sortBy/1: error: 'b' is sorted by 'trip', but that is a relationship, and objects cannot be compared
              help: use another property
            fetchRequests/b/sortBy/2: error: 'b' is sorted by 'trip.items.name', but 'items' is to-many
              help: use another property
            fetchRequests/b/sortBy/3: error: 'b' is sorted by 'trip.cover', but a store cannot compare values of the type transformable
              help: use another property
            fetchRequests/b/sortBy/4: error: 'b' is sorted by 'trip.note', but it is transient
              help: use another property
            fetchRequests/b/sortBy/5: error: 'b' is sorted by 'trip.address', but 'Address' is a composite, whose parts are stored separately
              help: use another property
            fetchRequests/b/sortBy/6: error: 'b' is sorted by 'name.x', but 'name' is string, which has no part 'x'
            fetchRequests/b/sortBy/7: error: 'b' is sorted by 'trip.address.citi', but the composite 'Address' has no part 'citi'
              help: did you mean 'city'?
            fetchRequests/b/propertiesToFetch/0: error: 'b' fetches 'nam', but 'Item' has no property 'nam'
              help: did you mean 'name'?
            fetchRequests/b/propertiesToFetch/1: error: 'b' fetches 'trip.items', but it is to-many
              help: use another property
            fetchRequests/b/propertiesToFetch/2: error: 'b' fetches '', but 'Item' has no property ''
            fetchRequests/b/relationshipKeyPathsForPrefetching/0: error: 'b' prefetches 'name', but that is not a relationship
              help: use another property
            fetchRequests/b/relationshipKeyPathsForPrefetching/1: error: 'b' prefetches 'trp', but 'Item' has no property 'trp'
              help: did you mean 'trip'?
            fetchRequests/b/relationshipKeyPathsForPrefetching/2: error: 'b' prefetches 'trip..items', but 'Trip' has no property ''
            fetchRequests/c/fetchLimit: warning: 'c' has 'fetchLimit: 0', which means no limit
              help: remove it, or write the maximum number of objects
            fetchRequests/c/fetchOffset: error: 'fetchOffset' of 'c' is negative
              help: remove it
            fetchRequests/C: error: 'c' and 'C' differ only in case
              help: rename one of them
            fetchRequests/d/variables/x: error: 'd' declares 'x', but has no predicate
              help: remove it, or write a 'predicate' with '$x'
            fetchRequests/e/predicate: error: in the predicate of 'e': 'Trip' has no property 'naem'
              help: did you mean 'name'?
            fetchRequests/f/predicate: error: in the predicate of 'f': expected a value, found the end
              note: it is at character 5 of the text
            fetchRequests/f/entity: error: 'f' fetches 'X', but there is no such entity
            """
        ),
        ValidationCase(
            "variables",
            model {
                $0.fetchRequests = [
                    request("a", "Trip") {
                        $0.predicate = "name == $NAME AND name != $SINC AND self == $FETCH_SOURCE"
                        $0.variables = [
                            .init("SINCE", .date), .init("a", .named("Address")), .init("b", .transformable),
                            .init("c", .named("strin")), .init("FETCHED_PROPERTY", .string), .init("C", .string),
                        ]
                    }
                ]
                $0.entities[0].fetchedProperties = [
                    with(FetchedProperty(FetchRequest("late", "Items", predicate: "trip == $FETCHED_SOURCE"))) {
                        $0.request.resultType = .count
                        $0.request.variables = [.init("FETCH_SOURCE", .named("Trip"))]
                    }
                ]
            },
            """
            entities/Trip/fetchedProperties/late/resultType: error: 'Trip.late' is a fetched property, which fetches objects, not count
              help: remove 'resultType'
            entities/Trip/fetchedProperties/late/variables/FETCH_SOURCE: error: '$FETCH_SOURCE' is reserved for Core Data, so 'Trip.late' cannot declare it
              help: remove it: fetched properties always have it
            entities/Trip/fetchedProperties/late/predicate: error: in the predicate of 'Trip.late': the variable '$FETCHED_SOURCE' is not declared
              note: it is at character 9 of the text
              help: did you mean '$FETCH_SOURCE'?
            entities/Trip/fetchedProperties/late/entity: error: 'Trip.late' fetches 'Items', but there is no such entity
              help: did you mean 'Item'?
            fetchRequests/a/variables/a: error: the variable 'a' of 'a' is the composite 'Address', which a predicate cannot compare
              help: compare its parts with several variables
            fetchRequests/a/variables/b: error: the variable 'b' of 'a' is transformable, which a predicate cannot compare
              help: choose a scalar, an enum or an entity
            fetchRequests/a/variables/c/type: error: 'strin' is not a type
              help: did you mean 'string'?
            fetchRequests/a/variables/FETCHED_PROPERTY: error: '$FETCHED_PROPERTY' is reserved for Core Data, so 'a' cannot declare it
              help: remove it: fetched properties always have it
            fetchRequests/a/variables/C: error: 'c' and 'C' differ only in case
              help: rename one of them
            fetchRequests/a/predicate: error: in the predicate of 'a': the variable '$NAME' is not declared
              note: it is at character 9 of the text
              help: declare it under 'variables': 'NAME: string'
            fetchRequests/a/predicate: error: in the predicate of 'a': the variable '$SINC' is not declared
              note: it is at character 27 of the text
              help: did you mean '$SINCE'?
            fetchRequests/a/predicate: error: in the predicate of 'a': only a fetched property has '$FETCH_SOURCE'
              note: it is at character 45 of the text
              help: declare a variable instead
            fetchRequests/a/predicate: error: in the predicate of 'a': the variable 'a' is declared, but the predicate does not use it
              help: remove it from 'variables', or write '$a' in the predicate
            fetchRequests/a/predicate: error: in the predicate of 'a': the variable 'b' is declared, but the predicate does not use it
              help: remove it from 'variables', or write '$b' in the predicate
            fetchRequests/a/predicate: error: in the predicate of 'a': the variable 'c' is declared, but the predicate does not use it
              help: remove it from 'variables', or write '$c' in the predicate
            fetchRequests/a/predicate: error: in the predicate of 'a': the variable 'FETCHED_PROPERTY' is declared, but the predicate does not use it
              help: remove it from 'variables', or write '$FETCHED_PROPERTY' in the predicate
            fetchRequests/a/predicate: error: in the predicate of 'a': the variable 'C' is declared, but the predicate does not use it
              help: remove it from 'variables', or write '$C' in the predicate
            """
        ),
        ValidationCase(
            "composites",
            model {
                $0.composites += [
                    Composite("Empty"),
                    Composite("A", attributes: [Attribute("b", .named("B")), Attribute("a", .named("A"))]),
                    Composite("B", attributes: [Attribute("a", .named("A")), Attribute("self", .bool)]),
                    Composite(
                        "C",
                        attributes: [
                            with(Attribute("a", .string)) {
                                ($0.isUnique, $0.isTransient, $0.column) = (true, true, "x")
                            },
                            Attribute("b", .named("Trip")), Attribute("c", .int16, default: .int(99_999)),
                            with(Attribute("d", .undefined)) { $0.swiftType = "X" }, Attribute("D", .bool),
                        ]
                    ),
                ]
            },
            """
            composites/A: error: 'A' is a part of itself: A → B → A
              help: give one of the parts another type
            composites/A: error: 'A' is a part of itself: A → A
              help: give one of the parts another type
            composites/Empty: error: the composite 'Empty' has no parts
              help: write 'attributes: { … }'
            composites/Empty: warning: nothing has the type 'Empty'
              help: remove the composite, or give an attribute its type
            composites/B/attributes/self: error: 'self' cannot name a Swift property
              help: choose another name
            composites/C/attributes/a/transient: error: 'C.a' is a part of a composite, which cannot have 'transient'
              help: remove 'transient'
            composites/C/attributes/a/unique: error: 'C.a' is a part of a composite, which cannot have 'unique'
              help: remove 'unique'
            composites/C/attributes/a/column: error: 'C.a' is a part of a composite, which cannot have 'column'
              help: remove 'column'
            composites/C/attributes/b/type: error: 'C.b' has the type 'Trip', but that is an entity
              help: a composite has no relationships
            composites/C/attributes/c/default: error: the default '99999' of 'C.c' is not an int16
            composites/C/attributes/d/type: error: 'C.d' has the type undefined, so it cannot be stored
              help: give it a type
            composites/C/attributes/D: error: 'd' and 'D' differ only in case, which SQLite does not distinguish
              help: rename one of them
            composites/C: warning: nothing has the type 'C'
              help: remove the composite, or give an attribute its type
            """
        ),
        ValidationCase(
            "enums",
            model {
                $0.enumerations += [
                    Enumeration("Empty"),
                    Enumeration(
                        "E",
                        type: .int16,
                        cases: [
                            .init("a", .int(1)), .init("b", .int(1)), .init("c", .int(99_999)), .init("A", .int(2)),
                            .init("d", .string("d")), .init("self", .int(4)), .init("a", .int(5)),
                        ]
                    ),
                    Enumeration("F", type: .bool, cases: [.init("yes", .bool(true))]),
                ]
                $0.entities[0].attributes += ["Empty", "E", "F"].map { Attribute("x" + $0, .named($0)) }
            },
            """
            enums/Empty: error: the enum 'Empty' has no cases
              help: write 'cases: […]'
            enums/E/cases/b/rawValue: error: 'E.b' and 'E.a' have the same raw value '1'
              help: choose another one
            enums/E/cases/c/rawValue: error: the raw value '99999' of 'E.c' is not an int16
              help: write a whole number from -32768 to 32767
            enums/E/cases/A: error: 'a' and 'A' differ only in case
              help: rename one of them
            enums/E/cases/d/rawValue: error: the raw value 'd' of 'E.d' is not an int16
              help: write a whole number from -32768 to 32767
            enums/E/cases/self: error: 'self' cannot name a Swift case
              help: choose another name
            enums/E/cases/a: error: 'A' and 'a' differ only in case
              help: rename one of them
            enums/F/type: error: the raw values of 'F' cannot be bool
              help: expected one of 'string', 'int16', 'int32', 'int64'
            """
        ),
        ValidationCase(
            "what nothing uses",
            model { $0.entities[0].attributes.removeAll() },
            """
            composites/Address: warning: nothing has the type 'Address'
              help: remove the composite, or give an attribute its type
            enums/Status: warning: nothing has the type 'Status'
              help: remove the enum, or give an attribute its type
            """
        ),
        ValidationCase(
            "configurations",
            model {
                $0.configurations = [
                    Configuration("Cloud", entities: ["Trip", "Tripp", "Trip"]),
                    Configuration("cloud", entities: ["Item"]),
                    Configuration("", entities: []),
                ]
            },
            """
            configurations/Cloud/entities/1: error: the configuration 'Cloud' contains 'Tripp', but there is no such entity
              help: did you mean 'Trip'?
            configurations/Cloud/entities/2: error: the configuration 'Cloud' contains 'Trip' twice
              help: remove one of them
            configurations/cloud: error: 'Cloud' and 'cloud' differ only in case
              help: rename one of them
            configurations/: error: the name of a configuration cannot be empty
            entities/Trip/relationships/items: warning: 'Trip.items' points from the configuration 'Cloud' to 'Item', which is not in it
              note: an object cannot refer to an object of another store
              help: put both entities into the same configuration, or store the identifier in an attribute
            entities/Item/relationships/trip: warning: 'Item.trip' points from the configuration 'cloud' to 'Trip', which is not in it
              note: an object cannot refer to an object of another store
              help: put both entities into the same configuration, or store the identifier in an attribute
            """
        ),
        ValidationCase(
            "one configuration with both is enough, and one of a parent counts",
            model {
                $0.entities.append(Entity("Big", parent: "Item", relationships: [.toOne("other", "Trip")]))
                $0.configurations = [
                    Configuration("Cloud", entities: ["Trip"]), Configuration("All", entities: ["Trip", "Item"]),
                ]
            },
            ""
        ),
        ValidationCase(
            "localization",
            model {
                $0.localization = [
                    "Entity/Tripp": "a", "Property/naem": "b", "Property/nam/Entity/Trip": "c",
                    "Property/name/Entity/X": "d", "Trip": "e", "Property/a/b": "f", "ErrorString": "g", "": "h",
                ]
            },
            """
            localization/: warning: '' is not a localization key of Core Data
              help: write 'Entity/E', 'Property/p', 'Property/p/Entity/E' or 'ErrorString/…'
            localization/Entity/Tripp: warning: 'Entity/Tripp' is localized, but there is no entity 'Tripp'
              help: did you mean 'Trip'?
            localization/ErrorString: warning: 'ErrorString' is not a localization key of Core Data
              help: write 'Entity/E', 'Property/p', 'Property/p/Entity/E' or 'ErrorString/…'
            localization/Property/a/b: warning: 'Property/a/b' is not a localization key of Core Data
              help: write 'Entity/E', 'Property/p', 'Property/p/Entity/E' or 'ErrorString/…'
            localization/Property/naem: warning: 'Property/naem' is localized, but no entity has a property 'naem'
              help: did you mean 'name'?
            localization/Property/nam/Entity/Trip: warning: 'Property/nam/Entity/Trip' is localized, but 'Trip' has no property 'nam'
              help: did you mean 'name'?
            localization/Property/name/Entity/X: warning: 'Property/name/Entity/X' is localized, but there is no entity 'X'
              help: remove it
            localization/Trip: warning: 'Trip' is not a localization key of Core Data
              help: write 'Entity/E', 'Property/p', 'Property/p/Entity/E' or 'ErrorString/…'
            """
        ),
    ]
}
