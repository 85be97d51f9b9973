import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// Objects that lead to fewer or more others than a newer rule wants are carried over, and told before and after.
@Suite struct TightenedCountTests {
    /// Trips with travellers, as pairs, and guided ones with stops, which hold the keys.
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

    @Test("pairs, from both ends, and keys of a sub-entity's", arguments: TableStrategy.Rule.allCases)
    func limits(_ rule: TableStrategy.Rule) throws {
        let after: Schema = Self.schema(
            travellers: Self.counted("travellers", "Person", "trips", isOptional: false, from: 2, to: 2),
            trips: Self.counted("trips", "Trip", "travellers", to: 2),
            stops: Self.counted("stops", "Stop", "trip", isOptional: false)
        )
        #expect(
            try Trial([Self.schema(), after], rule: rule, Self.rows).told() == [
                "Trip._id: 1 leading nowhere by 'travellers', which is required: 1",
                "Trip._id: 1 leading to fewer than 2 objects by 'travellers': 2",
                "Trip._id: 1 leading to more than 2 objects by 'travellers': 4",
                "Trip._id: 1 leading nowhere by 'stops', which is required: 4",
                "Person._id: 1 leading to more than 2 objects by 'trips': 11",
            ]
        )
    }

    @Test("renamed on the way, by way of a version that wanted more")
    func renamed() throws {
        let between: Schema = Self.schema(
            travellers: Self.counted("people", "Person", "trips", from: 3, was: "travellers")
        )
        let after: Schema = Self.schema(travellers: Self.counted("folk", "Person", "trips", to: 2, was: "people"))
        #expect(
            try Trial([Self.schema(), between, after], Self.rows).told() == [
                "Trip._id: 1 leading to more than 2 objects by 'folk': 4"
            ]
        )
    }

    @Test("a new relationship leads nowhere yet")
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
        #expect(try trial.told() == ["Trip._id: 2 leading nowhere by 'stops', which is required: 5 6"])
    }

    @Test("what was demanded before, or is weaker than that, is not looked at")
    func known() throws {
        let before: Schema = Self.schema(
            travellers: Self.counted("travellers", "Person", "trips", isOptional: false, from: 3, to: 1),
            stops: Self.counted("stops", "Stop", "trip", isOptional: false)
        )
        let after: Schema = Self.schema(
            travellers: Self.counted("travellers", "Person", "trips", isOptional: false, from: 2, to: 2),
            stops: Self.counted("stops", "Stop", "trip", isOptional: false, was: nil)
        )
        // Nobody keeps a store of other programs from breaking such a rule: whoever looked would find it.
        let trial = try Trial([before, after], Self.rows)
        #expect(try trial.migrator().forecast(trial.url).brokenRules.isEmpty)
        #expect(try !trial.migrate().plan.isEmpty)
    }
}
