import ApusDiagnostics
import ApusSchema
import Testing

/// What relationships must not say about each other.
@Suite struct ValidationRelationshipTests {
    @Test(arguments: cases) func findings(_ test: ValidationCase) {
        #expect(test.schema.findings() == test.expected)
    }

    private static let cases: [ValidationCase] = [
        ValidationCase(
            "dangling names",
            Entity("Trip", relationships: [.toOne("hotel", "Hotell"), .toMany("tags", "Zebra")]),
            Entity("Hotel"),
            expected: """
                entities/Trip/relationships/hotel/to: error: 'Trip.hotel' points to 'Hotell', but there is no such entity
                  help: did you mean 'Hotel'?
                entities/Trip/relationships/tags/toMany: error: 'Trip.tags' points to 'Zebra', but there is no such entity
                """
        ),
        ValidationCase(
            "dangling inverses",
            Entity(
                "Trip",
                relationships: [
                    .toOne("hotel", "Hotel", inverse: "tripp"), .toOne("inn", "Hotel", inverse: "name"),
                    .toOne("bed", "Hotel", inverse: "guests"),
                ]
            ),
            with(Entity("Hotel", attributes: [Attribute("name", .string)], relationships: [.toOne("trip", "Trip")])) {
                $0.fetchedProperties = [FetchedProperty(FetchRequest("guests", "Trip"))]
            },
            expected: """
                entities/Trip/relationships/hotel/inverse: error: the inverse of 'Trip.hotel' is 'tripp', but in 'Hotel' there is no such relationship
                  help: did you mean 'trip'?
                entities/Trip/relationships/inn/inverse: error: the inverse of 'Trip.inn' is 'name', but in 'Hotel' that is an attribute
                entities/Trip/relationships/bed/inverse: error: the inverse of 'Trip.bed' is 'guests', but in 'Hotel' that is a fetched property
                """
        ),
        ValidationCase(
            "inverses that disagree",
            Entity("A", relationships: [.toMany("bs", "B", inverse: "a"), .toMany("cs", "B", inverse: "x")]),
            Entity("B", relationships: [.toOne("a", "A"), .toOne("x", "C", inverse: "y")]),
            Entity("C", relationships: [.toMany("y", "B", inverse: "a")]),
            expected: """
                entities/A/relationships/bs/inverse: warning: 'A.bs' has the inverse 'B.a', but that one has no inverse
                  note: the two are stored separately, each with its own references
                  help: add 'inverse: bs' to 'B.a', or choose another inverse
                entities/A/relationships/cs/inverse: warning: 'A.cs' has the inverse 'B.x', but that one points to 'C'
                  note: the two are stored separately, each with its own references
                  help: let 'B.x' point to 'A' with 'inverse: cs', or choose another inverse
                entities/B/relationships/x/inverse: warning: 'B.x' has the inverse 'C.y', but that one has 'a' as its inverse
                  note: the two are stored separately, each with its own references
                  help: add 'inverse: x' to 'C.y', or choose another inverse
                entities/C/relationships/y/inverse: warning: 'C.y' has the inverse 'B.a', but that one points to 'A'
                  note: the two are stored separately, each with its own references
                  help: let 'B.a' point to 'C' with 'inverse: y', or choose another inverse
                """
        ),
        ValidationCase(
            "inverses of a hierarchy",
            Entity("Vehicle", relationships: [.toOne("owner", "Person", inverse: "vehicles")]),
            Entity("Car", parent: "Vehicle", relationships: [.toOne("driver", "Person", inverse: "cars")]),
            Entity(
                "Person",
                relationships: [
                    .toMany("vehicles", "Car", inverse: "owner"), .toMany("cars", "Vehicle", inverse: "driver"),
                ]
            ),
            expected: """
                entities/Vehicle/relationships/owner/inverse: warning: 'Vehicle.owner' has the inverse 'Person.vehicles', but that one points to 'Car'
                  note: the two are stored separately, each with its own references
                  help: let 'Person.vehicles' point to 'Vehicle' with 'inverse: owner', or choose another inverse
                entities/Car/relationships/driver/inverse: warning: 'Car.driver' has the inverse 'Person.cars', but that one points to 'Vehicle'
                  note: the two are stored separately, each with its own references
                  help: let 'Person.cars' point to 'Car' with 'inverse: driver', or choose another inverse
                entities/Person/relationships/vehicles/inverse: warning: 'Person.vehicles' has the inverse 'Vehicle.owner', but that one is declared in 'Vehicle'
                  note: the two are stored separately, each with its own references
                  help: let 'Person.vehicles' point to 'Vehicle', or declare 'owner' in 'Car'
                entities/Person/relationships/cars/inverse: error: the inverse of 'Person.cars' is 'driver', but in 'Vehicle' there is no such relationship
                """
        ),
        ValidationCase(
            "holdsKey where nothing is to be chosen",
            Entity(
                "A",
                relationships: [
                    .toOne("b", "B", inverse: "a", holdsKey: true),
                    .toMany("many", "B", inverse: "one", holdsKey: false),
                    .toMany("free", "B", holdsKey: false), .toMany("fine", "B", holdsKey: true),
                    .toMany("me", "A", inverse: "me", holdsKey: false),
                ]
            ),
            Entity(
                "B",
                relationships: [
                    .toOne("a", "A", inverse: "b", holdsKey: true),
                    .toOne("one", "A", inverse: "many", holdsKey: true),
                    .toOne("apart", "A", inverse: "free", holdsKey: false),
                ]
            ),
            expected: """
                entities/A/relationships/b/holdsKey: error: 'A.b' and 'B.a' both have 'holdsKey: true'
                  help: keep it on one side
                entities/A/relationships/many/holdsKey: error: 'A.many' and 'B.one' are one-to-many, so the to-one side always holds the key
                  help: remove 'holdsKey'
                entities/A/relationships/free/holdsKey: error: 'A.free' has no inverse that could hold its key
                  help: remove 'holdsKey'
                entities/A/relationships/me/holdsKey: error: 'A.me' is its own inverse, so it always holds its key
                  help: remove 'holdsKey'
                entities/B/relationships/a/holdsKey: error: 'B.a' and 'A.b' both have 'holdsKey: true'
                  help: keep it on one side
                entities/B/relationships/one/holdsKey: error: 'B.one' and 'A.many' are one-to-many, so the to-one side always holds the key
                  help: remove 'holdsKey'
                entities/B/relationships/apart/inverse: warning: 'B.apart' has the inverse 'A.free', but that one has no inverse
                  note: the two are stored separately, each with its own references
                  help: add 'inverse: apart' to 'A.free', or choose another inverse
                entities/B/relationships/apart/holdsKey: error: 'B.apart' has no inverse that could hold its key
                  help: remove 'holdsKey'
                """
        ),
        ValidationCase(
            "its own inverse",
            Entity("A", relationships: [.toOne("a", "A", isOptional: true, inverse: "a", holdsKey: true)]),
            expected: ""
        ),
        ValidationCase(
            "keys of the other kind",
            Entity(
                "A",
                relationships: [
                    with(.toOne("a", "A", isOptional: true)) {
                        ($0.isOrdered, $0.minimumModelCount, $0.maximumModelCount, $0.table) = (true, 1, 2, "x")
                    },
                    with(.toMany("b", "A")) { ($0.column, $0.isUnique) = ("x", true) },
                    with(.toMany("c", "A")) { ($0.isOrdered, $0.minimumModelCount, $0.table) = (true, 1, "c") },
                    with(.toOne("d", "A", isOptional: true)) { ($0.column, $0.isUnique) = ("e", true) },
                ]
            ),
            expected: """
                entities/A/relationships/a/ordered: error: 'ordered' is for to-many relationships, and 'A.a' is to-one
                  help: remove 'ordered', or write 'toMany: A'
                entities/A/relationships/a/minimumModelCount: error: 'minimumModelCount' is for to-many relationships, and 'A.a' is to-one
                  help: remove 'minimumModelCount', or write 'toMany: A'
                entities/A/relationships/a/maximumModelCount: error: 'maximumModelCount' is for to-many relationships, and 'A.a' is to-one
                  help: remove 'maximumModelCount', or write 'toMany: A'
                entities/A/relationships/a/table: error: 'table' is for to-many relationships, and 'A.a' is to-one
                  help: remove 'table', or write 'toMany: A'
                entities/A/relationships/b/unique: error: 'unique' is for to-one relationships, and 'A.b' is to-many
                  help: remove 'unique', or write 'to: A'
                entities/A/relationships/b/column: error: 'column' is for to-one relationships, and 'A.b' is to-many
                  help: remove 'column', or write 'to: A'
                """
        ),
        ValidationCase(
            "counts",
            Entity(
                "A",
                relationships: [
                    with(.toMany("a", "A")) { ($0.minimumModelCount, $0.maximumModelCount) = (3, 2) },
                    with(.toMany("b", "A")) { $0.maximumModelCount = 0 },
                    with(.toMany("c", "A")) { ($0.minimumModelCount, $0.maximumModelCount) = (2, 2) },
                    with(.toMany("d", "A", isOptional: false)) { $0.minimumModelCount = 0 },
                ]
            ),
            expected: """
                entities/A/relationships/a/minimumModelCount: error: the 'minimumModelCount' 3 of 'A.a' is greater than the 'maximumModelCount' 2
                  help: swap them
                entities/A/relationships/b/maximumModelCount: warning: 'A.b' has 'maximumModelCount: 0', which means no limit
                  help: remove it, or write the maximum number of objects
                """
        ),
        ValidationCase(
            "columns and tables on the side that has none",
            Entity(
                "A",
                relationships: [
                    with(.toMany("bs", "B", inverse: "a")) { $0.table = "x" },
                    with(.toMany("cs", "B", inverse: "as")) { $0.table = "y" },
                    with(.toOne("d", "B", inverse: "e")) { $0.column = "d2" },
                ]
            ),
            Entity(
                "B",
                relationships: [
                    with(.toOne("a", "A", inverse: "bs")) { $0.column = "a2" },
                    with(.toMany("as", "A", inverse: "cs")) { $0.table = "z" },
                    with(.toOne("e", "A", isOptional: true, inverse: "d")) { $0.column = "e2" },
                ]
            ),
            expected: """
                entities/A/relationships/bs/table: error: 'A.bs' has no join table, because 'B.a' holds the key
                  help: remove 'table'; for the name of the key's column, set 'column' of 'B.a'
                entities/B/relationships/as/table: error: 'B.as' does not own the join table, because 'A.cs' does
                  help: move 'table' to 'A.cs', or write 'holdsKey: true' here
                entities/B/relationships/e/column: error: 'B.e' has no key, because 'A.d' holds it
                  help: move 'column' to 'A.d', or write 'holdsKey: true' here
                """
        ),
        ValidationCase(
            "transient",
            Entity(
                "A",
                relationships: [
                    with(.toOne("b", "B", inverse: "a", holdsKey: true)) {
                        ($0.isTransient, $0.column, $0.isUnique) = (true, "x", true)
                    },
                    with(.toMany("c", "B")) { ($0.isTransient, $0.table) = (true, "x") },
                ]
            ),
            Entity("B", relationships: [.toOne("a", "A", inverse: "b")]),
            expected: """
                entities/A/relationships/b/unique: error: 'transient' and 'unique' of 'A.b' exclude each other
                  help: keep one of them
                entities/A/relationships/b/holdsKey: error: 'transient' and 'holdsKey' of 'A.b' exclude each other
                  help: keep one of them
                entities/A/relationships/b/column: error: 'transient' and 'column' of 'A.b' exclude each other
                  help: keep one of them
                entities/A/relationships/b/transient: error: 'A.b' is transient, but its inverse 'B.a' is not
                  help: make both transient, or neither
                entities/A/relationships/c/table: error: 'transient' and 'table' of 'A.c' exclude each other
                  help: keep one of them
                """
        ),
    ]

    @Test func fixes() {
        let schema = Schema(
            model: "M",
            entities: [
                Entity(
                    "A",
                    relationships: [
                        .toMany("bs", "B", inverse: "a"), .toMany("cs", "B", inverse: "a"),
                        .toMany("ds", "B", inverse: "b"), .toMany("es", "B", inverse: "c"), .toOne("f", "Bb"),
                    ]
                ),
                Entity(
                    "B",
                    relationships: [
                        .toOne("a", "A"), .toOne("b", "A", inverse: "bs"), .toOne("c", "A", inverse: "gs"),
                    ]
                ),
            ]
        )
        let fixes: [String] = schema.located().map { finding in
            finding.fixes.map { fix in
                switch fix {
                case .replace(let path, let word, let other): "\(path): \(word) → \(other)"
                case .add(let path, let key, let value): "\(path): + \(key): \(value)"
                }
            }.joined(separator: ", ")
        }
        #expect(
            fixes == [
                "entities/B/relationships/a: + inverse: bs",
                // Another finding adds the line already.
                "",
                "entities/B/relationships/b/inverse: bs → ds",
                "entities/B/relationships/c/inverse: gs → es",
                "entities/A/relationships/f/to: Bb → B",
                // Each relationship is changed once, so that the edits agree.
                "", "",
            ]
        )
        let unplaced: [Diagnostic] = schema.validate()
        #expect(unplaced.flatMap(\.fixes) == [])
    }
}
