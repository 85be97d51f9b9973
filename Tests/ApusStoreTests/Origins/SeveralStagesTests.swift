import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// The stages of an app that had mapping models, as mapping files.
@Suite struct SeveralStagesTests {
    /// The Moody app's model from version 2 on, without what does not change. Its mapping models gave a mood the continent of
    /// its country, took continents and countries out of a hierarchy, gave a country the code of its continent, and then made
    /// continents of these codes, by a class of the app's own.
    private var moody: [Schema] {
        [
            regions(moods: false, isFlat: false), regions(moods: true, isFlat: false),
            regions(moods: true, isFlat: true),
            Schema(
                model: "M",
                entities: [
                    country(code, [Attribute("isoContinent", .int16, isOptional: true)], [], parent: nil),
                    mood(hasContinent: false),
                ]
            ),
            Schema(
                model: "M",
                entities: [
                    Entity(
                        "Continent",
                        attributes: [code],
                        relationships: [.toMany("countries", "Country", inverse: "continent")]
                    ),
                    country(code, [], [toContinent("countries")], parent: nil), mood(hasContinent: false),
                ]
            ),
        ]
    }

    private let code = Attribute("code", .int16, default: .int(0))
    private let moodCount = Attribute("numberOfMoods", .int64, default: .int(0))

    private func toContinent(_ inverse: String) -> Relationship {
        .toOne("continent", "Continent", isOptional: true, inverse: inverse)
    }

    private func mood(hasContinent: Bool) -> Entity {
        Entity(
            "Mood",
            attributes: [Attribute("rating", .int16, default: .int(0))],
            relationships: [.toOne("country", "Country", isOptional: true, inverse: "moods")]
                + (hasContinent ? [toContinent("moods")] : [])
        )
    }

    private func country(
        _ code: Attribute?,
        _ attributes: [Attribute],
        _ relationships: [Relationship],
        parent: String?
    ) -> Entity {
        Entity(
            "Country",
            parent: parent,
            attributes: [code].compactMap { $0 } + attributes,
            relationships: relationships + [.toMany("moods", "Mood", inverse: "country")]
        )
    }

    /// Continents and countries with a common parent, or without it.
    private func regions(moods: Bool, isFlat: Bool) -> Schema {
        let own = isFlat ? [code, moodCount] : []
        let continent = Entity(
            "Continent",
            parent: isFlat ? nil : "GeographicRegion",
            attributes: own + [Attribute("numberOfCountries", .int64, default: .int(0))],
            relationships: [.toMany("countries", "Country", inverse: "continent")]
                + (moods ? [.toMany("moods", "Mood", inverse: "continent")] : [])
        )
        var parent = Entity("GeographicRegion", attributes: [code, moodCount])
        parent.isAbstract = true
        return Schema(
            model: "M",
            entities: (isFlat ? [] : [parent]) + [
                continent,
                country(
                    nil,
                    own,
                    [toContinent("countries")],
                    parent: isFlat ? nil : "GeographicRegion"
                ), mood(hasContinent: moods),
            ]
        )
    }

    private let lines: [[Mapping.Line]] = [
        [.value(ElementPath("Mood", "continent"), "$source.country.continent")],
        [],
        [
            .value(ElementPath("Country", "isoContinent"), "$source.continent.code"),
            .accept(ElementPath("Continent")), .accept(ElementPath("Country", "numberOfMoods")),
        ],
        [
            .entity(
                "Continent",
                [Mapping.Origin(["Country"], distinct: ["isoContinent"], values: ["code": "isoContinent"])]
            ),
            .value(ElementPath("Country", "continent"), "find(Continent, code == $source.isoContinent)"),
        ],
    ]

    private let rows = """
        INSERT INTO GeographicRegion (_id, _entity, code, numberOfMoods, "Continent.numberOfCountries", "Country.continent") VALUES
            (4, 'Continent', 2, 1, 1, NULL), (7, 'Continent', 19, 5, 2, NULL),
            (1, 'Country', 76, 3, NULL, 7), (2, 'Country', 124, 2, NULL, 7), (3, 'Country', 250, 0, NULL, NULL),
            (5, 'Country', 24, 1, NULL, 4);
        INSERT INTO Mood (_id, country, rating) VALUES (1, 3, 1), (2, 5, 2), (6, 1, 3), (8, NULL, 4)
        """

    private func migrated(_ versions: [Int]) throws -> Trial {
        let mappings = lines.enumerated().map { index, lines in
            Mapping(from: Schema.Version(index + 1), to: Schema.Version(index + 2), lines)
        }
        let trial = try Trial(moody, mappings: mappings, rows)
        for version in versions { try trial.migrate(to: version) }
        #expect(try Verifier.verify(trial.url).isSound)
        return trial
    }

    private func tables(_ trial: Trial) throws -> [[String]] {
        try ["Continent", "Country", "Mood"].map { try trial.rows("SELECT * FROM \($0) ORDER BY _id") }
    }

    @Test("A mood gets the continent of its country")
    func lookUp() throws {
        let trial = try migrated([2])
        #expect(
            try trial.rows("SELECT _id, country, continent, rating FROM Mood ORDER BY _id")
                == ["1|3|NULL|1", "2|5|4|2", "6|1|7|3", "8|NULL|NULL|4"]
        )
        let keys = "SELECT count(*) FROM GeographicRegion WHERE \"Country.continent\" IS NOT NULL"
        #expect(try trial.rows(keys) == ["3"])
    }

    @Test("Continents and countries leave a hierarchy, with all values and references", arguments: [[3], [2, 3]])
    func flattened(versions: [Int]) throws {
        let trial = try migrated(versions)
        #expect(
            try trial.rows("SELECT _id, code, numberOfMoods, numberOfCountries FROM Continent ORDER BY _id")
                == ["4|2|1|1", "7|19|5|2"]
        )
        #expect(
            try trial.rows("SELECT _id, code, numberOfMoods, continent FROM Country ORDER BY _id")
                == ["1|76|3|7", "2|124|2|7", "3|250|0|NULL", "5|24|1|4"]
        )
        #expect(
            try trial.rows("SELECT _id, country, continent, rating FROM Mood ORDER BY _id")
                == ["1|3|NULL|1", "2|5|4|2", "6|1|7|3", "8|NULL|NULL|4"]
        )
    }

    @Test("All stages, at once and step by step")
    func allStages() throws {
        let trial = try migrated([5])
        #expect(try trial.rows("SELECT code FROM Continent ORDER BY _id") == ["19", "2"])
        #expect(
            try trial.rows(
                "SELECT Country.code, Continent.code FROM Country LEFT JOIN Continent ON continent = Continent._id ORDER BY Country._id"
            ) == ["76|19", "124|19", "250|NULL", "24|2"]
        )
        #expect(
            try trial.rows("SELECT _id, country, rating FROM Mood ORDER BY _id") == [
                "1|3|1", "2|5|2", "6|1|3", "8|NULL|4",
            ]
        )
        for versions in [[2, 3, 4, 5], [2, 5], [3, 5], [4, 5]] {
            #expect(try tables(migrated(versions)) == tables(trial), "\(versions)")
        }
    }
}
