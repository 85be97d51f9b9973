import ApusDiagnostics
import ApusSchema
import Testing

@testable import ApusStore

/// Objects with too few or too many related objects, each written to a real store, are found.
@Suite("Counts of references")
struct CountTests {
    /// Trips with two or three travellers each; guided trips have at least two stops; persons have a passport.
    private static let schema: Schema = {
        func counted(_ relationship: Relationship, _ least: Int?, _ most: Int?) -> Relationship {
            var relationship: Relationship = relationship
            (relationship.minimumModelCount, relationship.maximumModelCount) = (least, most)
            return relationship
        }
        let trip = Entity(
            "Trip",
            attributes: [Attribute("name", .string)],
            relationships: [counted(.toMany("travellers", "Person", inverse: "trips", holdsKey: true), 2, 3)]
        )
        let guided = Entity(
            "GuidedTrip",
            parent: "Trip",
            relationships: [counted(.toMany("stops", "Stop", isOptional: false, inverse: "trip"), 2, nil)]
        )
        let stop = Entity("Stop", relationships: [.toOne("trip", "GuidedTrip", isOptional: true, inverse: "stops")])
        let person = Entity(
            "Person",
            relationships: [
                counted(.toMany("trips", "Trip", inverse: "travellers"), nil, 2),
                .toOne("passport", "Passport", inverse: "owner"),
                counted(.toMany("friends", "Person", inverse: "friends"), nil, 1),
            ]
        )
        var owner: Relationship = .toOne("owner", "Person", isOptional: true, inverse: "passport")
        owner.holdsKey = true
        return Schema(
            model: "Trips",
            entities: [trip, guided, stop, person, Entity("Passport", relationships: [owner])]
        )
    }()

    /// Two trips with two and three travellers, and one without; all persons have passports.
    private static let good: String = """
        INSERT INTO Person (_id) VALUES (1), (2), (3);
        INSERT INTO Passport (_id, owner) VALUES (1, 1), (2, 2), (3, 3), (4, NULL);
        INSERT INTO Trip (_id, _entity, name) VALUES (1, 'Trip', 'a'), (2, 'Trip', 'b'), (3, 'GuidedTrip', 'c');
        INSERT INTO Trip_travellers (source, target) VALUES (1, 1), (1, 2), (3, 1), (3, 2), (3, 3);
        INSERT INTO Stop (_id, trip) VALUES (1, 3), (2, 3), (3, NULL);
        INSERT INTO Person_friends (source, target) VALUES (1, 2), (2, 1);
        """

    @Test func isValid() {
        #expect(Self.schema.validate().filter { $0.severity == .error }.map(\.message) == [])
    }

    @Test("Numbers at the limits are valid, and so is none if the relationship is optional")
    func good() throws {
        let bench = try StoreBench(Self.schema)
        #expect(try bench.verify().isSound)
        try bench.run(Self.good)
        #expect(try bench.badValues() == [])
        #expect(try bench.verify().isSound)
    }

    @Test(
        "Too few and too many are found",
        arguments: [
            (
                "DELETE FROM Trip_travellers WHERE source = 1 AND target = 1",
                "Trip.travellers: 1 with fewer than 2 objects in 'travellers': 1"
            ),
            (
                "INSERT INTO Person (_id) VALUES (4); INSERT INTO Passport (owner) VALUES (4); "
                    + "INSERT INTO Trip_travellers (source, target) VALUES (3, 4)",
                "Trip.travellers: 1 with more than 3 objects in 'travellers': 3"
            ),
            (
                "INSERT INTO Trip_travellers (source, target) VALUES (2, 1), (2, 2)",
                "Person.trips: 2 with more than 2 objects in 'trips': 1 2"
            ),
            (
                "UPDATE Stop SET trip = NULL WHERE _id = 1",
                "Trip.stops: 1 with fewer than 2 objects in 'stops': 3"
            ),
            ("UPDATE Stop SET trip = NULL", "Trip.stops: 1 without an object in 'stops', which is required: 3"),
            (
                "UPDATE Passport SET owner = NULL WHERE _id = 2",
                "Person.passport: 1 without an object in 'passport', which is required: 2"
            ),
            (
                "INSERT INTO Person_friends (source, target) VALUES (1, 3), (3, 1)",
                "Person.friends: 1 with more than 1 objects in 'friends': 1"
            ),
        ]
    )
    func bad(sql: String, found: String) throws {
        let bench = try StoreBench(Self.schema)
        try bench.run(Self.good)
        try bench.run(sql)
        #expect(try bench.badValues() == [found])
        // An object without a required one is left over from an older version, which no migration may stop at.
        #expect(try bench.verify().isSound == found.contains("in 'passport'"))
    }

    @Test("If the join table is missing, that is reported, and no counts")
    func unreadable() throws {
        let bench = try StoreBench(Self.schema)
        try bench.run(Self.good)
        try bench.run("DROP TABLE Trip_travellers")
        #expect(try bench.verify().drifts.contains(.missingTable("Trip_travellers")))
        #expect(try bench.badValues() == [])
    }
}
