import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// Objects with too few or too many related objects for a newer rule are kept, and reported before and after.
@Suite struct TightenedCountTests {
    /// Trips with travellers, in a join table, and guided ones with stops, which have the foreign keys.
    private static func schema(
        travellers: Relationship = .toMany("travellers", "Person", inverse: "trips", holdsKey: true),
        trips: Relationship = .toMany("trips", "Person", inverse: "travellers"),
        stops: Relationship = .toMany("stops", "Stop", inverse: "trip")
    ) -> Schema {
        var trips: Relationship = trips
        trips.destination = "Trip"
        trips.inverse = travellers.name
        var travellers: Relationship = travellers
        travellers.inverse = trips.name
        return .notes(
            Entity("Trip", relationships: [travellers]),
            Entity("GuidedTrip", parent: "Trip", relationships: [stops]),
            Entity("Stop", relationships: [.toOne("trip", "GuidedTrip", isOptional: true, inverse: stops.name)]),
            Entity("Person", relationships: [trips])
        )
    }

    private static func counted(
        _ name: String,
        _ destination: String,
        _ inverse: String,
        isOptional: Bool = true,
        from least: Int? = nil,
        to most: Int? = nil,
        was originalName: String? = nil
    ) -> Relationship {
        var relationship: Relationship = .toMany(name, destination, isOptional: isOptional, inverse: inverse)
        (relationship.minimumModelCount, relationship.maximumModelCount) = (least, most)
        relationship.originalName = originalName
        relationship.holdsKey = destination == "Person" ? true : nil
        return relationship
    }

    /// Trips with none, one, two and three travellers; the last two are guided, with one stop and with none.
    private static let rows: String = """
        INSERT INTO Person (_id) VALUES (11), (12), (13);
        INSERT INTO Trip (_id, _entity) VALUES (1, 'Trip'), (2, 'Trip'), (3, 'GuidedTrip'), (4, 'GuidedTrip');
        INSERT INTO Trip_travellers (source, target) VALUES (2, 11), (3, 11), (3, 12), (4, 11), (4, 12), (4, 13);
        INSERT INTO Stop (_id, trip) VALUES (21, 3), (22, NULL);
        """

    @Test("a join table, from both sides, and foreign keys of a sub-entity", arguments: TableStrategy.Rule.allCases)
    func limits(_ rule: TableStrategy.Rule) throws {
        let after: Schema = Self.schema(
            travellers: Self.counted("travellers", "Person", "trips", isOptional: false, from: 2, to: 2),
            trips: Self.counted("trips", "Trip", "travellers", to: 2),
            stops: Self.counted("stops", "Stop", "trip", isOptional: false, from: 1)
        )
        #expect(
            try Trial([Self.schema(), after], rule: rule, Self.rows).brokenRules() == [
                "Trip.travellers: 1 without an object in 'travellers', which is required: 1",
                "Trip.travellers: 1 with fewer than 2 objects in 'travellers': 2",
                "Trip.travellers: 1 with more than 2 objects in 'travellers': 4",
                "Trip.stops: 1 without an object in 'stops', which is required: 4",
                "Person.trips: 1 with more than 2 objects in 'trips': 11",
            ]
        )
    }

    @Test("renamed, through a version with a stricter rule")
    func renamed() throws {
        let between: Schema = Self.schema(
            travellers: Self.counted("people", "Person", "trips", from: 3, was: "travellers")
        )
        let after: Schema = Self.schema(travellers: Self.counted("folk", "Person", "trips", to: 2, was: "people"))
        #expect(
            try Trial([Self.schema(), between, after], Self.rows).brokenRules() == [
                "Trip.folk: 1 with more than 2 objects in 'folk': 4"
            ]
        )
    }

    @Test("a new relationship is empty")
    func added() throws {
        func schema(_ relationships: Relationship...) -> Schema {
            let back: [Relationship] =
                relationships.isEmpty ? [] : [.toOne("trip", "Trip", isOptional: true, inverse: "stops")]
            return .notes(Entity("Trip", relationships: relationships), Entity("Stop", relationships: back))
        }
        let trial = try Trial(
            [schema(), schema(Self.counted("stops", "Stop", "trip", isOptional: false, from: 2))],
            "INSERT INTO Trip (_id) VALUES (5), (6)"
        )
        #expect(try trial.brokenRules() == ["Trip.stops: 2 without an object in 'stops', which is required: 5 6"])
    }

    @Test("rules that an older rule implies are not checked")
    func known() throws {
        let before: Schema = Self.schema(
            travellers: Self.counted("travellers", "Person", "trips", isOptional: false, from: 3, to: 1),
            stops: Self.counted("stops", "Stop", "trip", isOptional: false)
        )
        let after: Schema = Self.schema(
            travellers: Self.counted("travellers", "Person", "trips", isOptional: false, from: 2, to: 2),
            stops: Self.counted("stops", "Stop", "trip", isOptional: false, was: nil)
        )
        // Nothing prevents other processes from violating such a rule: a check would find it.
        let trial = try Trial([before, after], Self.rows)
        #expect(try trial.migrator().forecast(trial.url).brokenRules.isEmpty)
        #expect(try !trial.migrate().plan.isEmpty)
    }

    @Test("objects of two entities that become one, with the pairs of both", arguments: TableStrategy.Rule.allCases)
    func merged(_ rule: TableStrategy.Rule) throws {
        func entity(_ name: String, _ least: Int?, _ most: Int?) -> Entity {
            var r: Relationship = .toMany("r", "Z")
            (r.minimumModelCount, r.maximumModelCount) = (least, most)
            return Entity(name, relationships: [r])
        }
        let z = Entity("Z")
        let trial = try Trial(
            [[entity("A", nil, 2), entity("B", nil, 3), z], [entity("N", 2, 2), z]].map {
                Schema(model: "M", entities: $0)
            },
            mappings: [
                Mapping(
                    from: Schema.Version(1),
                    to: Schema.Version(2),
                    [.entity("N", [Mapping.Origin(["A"]), Mapping.Origin(["B"])])]
                )
            ],
            rule: rule,
            """
            INSERT INTO Z (_id) VALUES (1), (2), (3); INSERT INTO A (_id) VALUES (1), (2), (3);
            INSERT INTO B (_id) VALUES (1), (2); INSERT INTO A_r (source, target) VALUES (1, 1), (1, 2), (2, 3);
            INSERT INTO B_r (source, target) VALUES (1, 1), (1, 2), (1, 3), (2, 1), (2, 2);
            """
        )
        // The objects are named by their older identities.
        let found = try trial.migrator().forecast(trial.url).brokenRules.map { "\($0.count) \($0.problem): \($0.rows)" }
        #expect(found == ["1 with fewer than 2 objects in 'r': [\"2\"]", "1 with more than 2 objects in 'r': [\"1\"]"])
        try trial.migrate()
        #expect(try Verifier.verify(trial.url).badValues.map(\.count) == [1, 1])
    }
}
