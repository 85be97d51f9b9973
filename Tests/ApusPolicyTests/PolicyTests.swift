import Apus
import ApusStore
import Foundation
import GRDB
import Testing

/// Policies of entities in a stage.
@Suite struct PolicyTests {
    static let rows = """
        INSERT INTO Country (_id, code, continentCode) VALUES (1, 276, 150), (2, 756, 150), (3, 840, 3), (4, 10, NULL);
        INSERT INTO Mood (text, country) VALUES ('m', 2);
        INSERT INTO Account (_id, address, name) VALUES (3, 'abc', 'First'), (7, 'def', 'Second');
        INSERT INTO Card (_id, number, account) VALUES (1, 'c1', 7), (2, 'c2', 3), (3, 'c3', NULL), (7, 'c7', 7);
        INSERT INTO Vehicle (_id, _entity, plate, "Car.doors") VALUES (1, 'Car', 'A 1', 2), (2, 'Vehicle', 'A 2', NULL), (9, 'Car', 'A 9', 4);
        DELETE FROM Vehicle WHERE _id = 9;
        INSERT INTO Boat (_id, plate, length) VALUES (1, 'B 1', 5), (2, 'B 2', 6);
        INSERT INTO Person (_id, name, home, work) VALUES (1, 'Ann', 'h1', 'w1'), (2, 'Bob', NULL, 'w2'), (3, 'Cy', NULL, NULL), (4, 'Di', 'h4', NULL);
        INSERT INTO Booking (_id, guest) VALUES (1, 'x'), (2, 'y'), (3, 'x'), (4, NULL), (5, 'x');
        """

    static let all: [any EntityMigrationPolicy.Type] = [
        CountryPolicy.self, CardPolicy.self, AccountPolicy.self, BoatPolicy.self, VehiclePolicy.self, PlacePolicy.self,
        GuestPolicy.self,
    ]

    @Test("The continents of the book's example: found or made once each")
    func continents() throws {
        let trial = try ClubTrial(Self.rows)
        try trial.migrate(Self.all)
        let sql = "SELECT c.code, k.code FROM Country c LEFT JOIN Continent k ON k._id = c.continent ORDER BY c._id"
        #expect(try trial.lines(sql) == ["276|150", "756|150", "840|3", "10|"])
        #expect(try trial.lines("SELECT count(*) FROM Continent") == ["2"])
        #expect(try trial.lines("SELECT text, country FROM Mood") == ["m|2"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("The wallets: objects of a policy with new identities, and references to them from an earlier policy")
    func wallets() throws {
        let trial = try ClubTrial(Self.rows)
        try trial.migrate(Self.all)
        let sql = "SELECT name, CAST(publicKey AS TEXT), isSelected, key FROM Wallet ORDER BY _id"
        #expect(try trial.lines(sql) == ["First|cba|1|first", "Second|fed|0|second"])
        let cards = "SELECT number, w.name FROM Card c LEFT JOIN Wallet w ON w._id = c.wallet ORDER BY c._id"
        #expect(try trial.lines(cards) == ["c1|Second", "c2|First", "c3|", "c7|Second"])
    }

    @Test("Two hierarchies that become one, a split and a merge: new identities that the mapping gives")
    func identities() throws {
        let trial = try ClubTrial(Self.rows)
        try trial.migrate(Self.all)
        // The policy of vehicles runs for boats, too, which come from no vehicle: it leaves them as they are.
        let vehicles = "SELECT _entity, plate, history, \"Boat.length\" FROM Vehicle ORDER BY _id"
        #expect(
            try trial.lines(vehicles) == [
                "Car|A 1|vehicle A 1|", "Vehicle|A 2|vehicle A 2|", "Boat|B 1|boat B 1|50", "Boat|B 2|boat B 2|60",
            ]
        )
        let places = "SELECT street, note, name FROM Place p JOIN Person q ON q._id = p.person ORDER BY street"
        #expect(try trial.lines(places) == ["h1|Ann|Ann", "h4|Di|Di", "w1|Ann|Ann", "w2|Bob|Bob"])
        #expect(try trial.lines("SELECT name, visits FROM Guest ORDER BY name") == ["x|3", "y|1"])
        #expect(try Verifier.verify(trial.url).isSound)
        let temporary = try trial.lines("SELECT name FROM sqlite_schema WHERE name LIKE 'apus_assoc%'")
        #expect(temporary.isEmpty)
    }

    @Test("A policy of which all objects are in other batches and tables")
    func batches() throws {
        let trial = try ClubTrial(
            """
            WITH n AS (SELECT value FROM generate_series(1, 6000))
            INSERT INTO Account (_id, address, name) SELECT value, 'a' || value, 'n' || value FROM n;
            WITH n AS (SELECT value FROM generate_series(1, 6000))
            INSERT INTO Card (_id, number, account) SELECT value, 'c' || value, 6001 - value FROM n;
            WITH n AS (SELECT value FROM generate_series(1, 6000))
            INSERT INTO Booking (_id, guest) SELECT value, 'g' || (value % 3) FROM n;
            """
            .replacing("SELECT value FROM generate_series(1, 6000)", with: Self.numbers)
        )
        let report = try trial.migrate([CardPolicy.self, AccountPolicy.self, GuestPolicy.self])
        let wrong = """
            SELECT count(*) FROM Card c LEFT JOIN Wallet w ON w._id = c.wallet
            WHERE ifnull(w.name, '') <> 'n' || (6001 - c._id)
            """
        #expect(try trial.lines(wrong) == ["0"])
        #expect(try trial.lines("SELECT visits FROM Guest") == ["2000", "2000", "2000"])
        // Wallets, cards, and guests twice: associations are no rows of the model.
        #expect(report.rowsWritten == 6000 + 6000 + 3 * 2)
    }

    @Test("A hook that deletes an object of a later batch, and one that calls the default of another policy")
    func laterBatches() throws {
        nonisolated struct Base: EntityMigrationPolicy {
            typealias Source = ClubV1.Card
            typealias Destination = ClubV2.Card
        }
        nonisolated struct Wrapping: EntityMigrationPolicy {
            func createDestinationInstances(for source: ClubV1.Card, in migration: MigrationContexts) throws {
                try Base().createDestinationInstances(for: source, in: migration)
                for card in try migration.destinationInstances(of: Self.self, for: [source]) {
                    card.number = "w" + source.number
                }
            }

            func createRelationships(for destination: ClubV2.Card, in migration: MigrationContexts) throws {
                try Base().createRelationships(for: destination, in: migration)
                if destination.number != "wc1" { return }
                for card in try migration.new.fetch(FetchDescriptor<ClubV2.Card>())
                where ["wc2", "wc6000"].contains(card.number) {
                    migration.new.delete(card)
                }
            }
        }
        let trial = try ClubTrial(
            """
            WITH n AS (SELECT value FROM generate_series(1, 6000))
            INSERT INTO Card (_id, number, account) SELECT value, 'c' || value, NULL FROM n;
            """
            .replacing("SELECT value FROM generate_series(1, 6000)", with: Self.numbers)
        )
        try trial.migrate([Wrapping.self])
        let counts = "SELECT count(*), count(CASE WHEN number LIKE 'wc%' THEN 1 END), max(_id), sum(_id = 2) FROM Card"
        #expect(try trial.lines(counts) == ["5998|5998|5999|0"])
    }

    private static let numbers = """
        WITH RECURSIVE m(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM m WHERE value < 6000) SELECT value FROM m
        """

    // MARK: - Associations

    @Test("One older object and several newer ones, and the other way round, by the code, and what is deleted")
    func associations() throws {
        nonisolated struct Splitting: EntityMigrationPolicy {
            private var shared: PersistentIdentifier?

            mutating func createDestinationInstances(
                for source: ClubV1.Account,
                in migration: MigrationContexts
            ) throws {
                let names = ["a", "b", "gone"].map { "\(source.name) \($0)" }
                let wallets = names.map { ClubV2.Wallet(name: $0, publicKey: Data()) }
                for wallet in wallets {
                    migration.new.insert(wallet)
                    try migration.associate(source, with: wallet)
                }
                // Not saved yet, and associated twice.
                try migration.associate(source, with: wallets[0])
                let found = try migration.destinationInstances(of: Self.self, for: [source])
                #expect(found.map(\.name) == names)
                #expect(try migration.sourceInstances(of: Self.self, for: wallets).map(\.name) == [source.name])
                migration.new.delete(wallets[2])
                #expect(
                    try migration.destinationInstances(of: Self.self, for: [source]).map(\.name) == Array(names[..<2])
                )
            }

            func createRelationships(for destination: ClubV2.Wallet, in migration: MigrationContexts) throws {
                let sources = try migration.sourceInstances(of: Self.self, for: [destination])
                #expect(sources.map(\.name) == [String(destination.name.split(separator: " ")[0])])
                #expect(try migration.destinationInstances(of: Self.self, for: sources).count == 2)
            }
        }
        nonisolated struct Merging: EntityMigrationPolicy {
            typealias Source = ClubV1.Account
            typealias Destination = ClubV2.Wallet

            func endInstanceCreation(in migration: MigrationContexts) throws {
                let wallet = ClubV2.Wallet(name: "all", publicKey: Data())
                migration.new.insert(wallet)
                for account in try migration.old.fetch(FetchDescriptor<ClubV1.Account>()) {
                    try migration.associate(account, with: wallet)
                }
            }

            func createRelationships(for destination: ClubV2.Wallet, in migration: MigrationContexts) throws {
                #expect(destination.name == "all")
                let sources = try migration.sourceInstances(of: Self.self, for: [destination])
                #expect(sources.map(\.name) == ["First", "Second"])
                #expect(try migration.destinationInstances(of: Self.self, for: sources).map(\.name) == ["all"])
                let all: [ClubV2.Wallet] = try migration.destinationInstances(for: sources[0])
                #expect(all.map(\.name) == ["First a", "First b", "all"])
                destination.isSelected = true
            }
        }
        let trial = try ClubTrial(Self.rows)
        try trial.migrate([Splitting.self, Merging.self])
        #expect(
            try trial.lines("SELECT name, isSelected FROM Wallet ORDER BY _id") == [
                "First a|0", "First b|0", "Second a|0", "Second b|0", "all|1",
            ]
        )
    }

    @Test("An object that the mapping made and a policy deleted has become nothing")
    func deleted() throws {
        nonisolated struct Deleting: EntityMigrationPolicy {
            func createDestinationInstances(for source: ClubV1.Person, in migration: MigrationContexts) throws {
                for place in try migration.destinationInstances(of: Self.self, for: [source])
                where place.street.hasPrefix("w") {
                    migration.new.delete(place)
                    let rest = try migration.destinationInstances(of: Self.self, for: [source])
                    #expect(rest.allSatisfy { $0.street.hasPrefix("h") })
                }
            }

            func createRelationships(for destination: ClubV2.Place, in migration: MigrationContexts) throws {
                let people = try migration.sourceInstances(of: Self.self, for: [destination])
                #expect(
                    try migration.destinationInstances(of: Self.self, for: people).map(\.street) == [destination.street]
                )
                destination.note = "seen"
            }
        }
        let trial = try ClubTrial(Self.rows)
        try trial.migrate([Deleting.self])
        #expect(try trial.lines("SELECT street, note FROM Place ORDER BY street") == ["h1|seen", "h4|seen"])
    }

    @Test("An object that code inserts is not what an older one with the same identity has become")
    func inserted() throws {
        nonisolated struct Inserting: EntityMigrationPolicy {
            typealias Source = ClubV1.Person

            func begin(_ migration: MigrationContexts) throws {
                for number in 1...5 { migration.new.insert(ClubV2.Place(street: "new \(number)")) }
            }

            func createRelationships(for destination: ClubV2.Place, in migration: MigrationContexts) throws {
                destination.note = "made"
            }
        }
        let trial = try ClubTrial(
            "INSERT INTO Person (_id, name, home) VALUES (1, 'Ann', 'h1'), (2, 'Bob', NULL), (3, 'Cy', NULL)"
        )
        try trial.migrate([Inserting.self]) { contexts in
            var streets: [String] = []
            try contexts.forEach(ClubV1.Person.self, becoming: ClubV2.Place.self) { streets.append($1.street) }
            #expect(streets == ["h1"])
        }
        #expect(try trial.lines("SELECT min(_id) > 3 FROM Place WHERE street LIKE 'new%'") == ["1"])
        #expect(try trial.lines("SELECT street FROM Place WHERE note = 'made'") == ["h1"])
    }

    @Test("Objects of another context are refused")
    func foreign() throws {
        nonisolated struct Confusing: EntityMigrationPolicy {
            typealias Destination = ClubV2.Wallet

            func createDestinationInstances(for source: ClubV1.Account, in migration: MigrationContexts) throws {
                try migration.associate(source, with: ClubV2.Wallet(name: "nowhere", publicKey: Data()))
            }
        }
        let trial = try ClubTrial(Self.rows)
        let before = try trial.content()
        let failure = trial.failure([Confusing.self])
        #expect(
            failure?.contains("'Account' _id 3: Confusing.createDestinationInstances: ") == true,
            "\(failure ?? "")"
        )
        #expect(try trial.content() == before)
    }

    @Test("Derived attributes with a unique constraint refuse nothing before the code has ended")
    func derived() throws {
        nonisolated struct Inserting: EntityMigrationPolicy {
            typealias Destination = ClubV2.Wallet

            func createDestinationInstances(for source: ClubV1.Account, in migration: MigrationContexts) throws {
                migration.new.insert(ClubV2.Wallet(name: "same", publicKey: Data(source.address.utf8)))
                try migration.new.save()
            }
        }
        nonisolated struct Naming: EntityMigrationPolicy {
            typealias Source = ClubV1.Account
            typealias Destination = ClubV2.Wallet

            func end(_ migration: MigrationContexts) throws {
                for (number, wallet) in try migration.new.fetch(FetchDescriptor<ClubV2.Wallet>()).enumerated() {
                    wallet.name = "Name \(number)"
                }
            }
        }
        let trial = try ClubTrial(Self.rows)
        let before = try trial.content()
        let failure = trial.failure([Inserting.self])
        #expect(failure?.contains("1 value of 'Wallet.key' is not unique") == true, "\(failure ?? "")")
        #expect(try trial.content() == before)
        try trial.migrate([Inserting.self, Naming.self])
        #expect(try trial.lines("SELECT key FROM Wallet ORDER BY _id") == ["name 0", "name 1"])
        let indexes =
            "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'Wallet' AND sql LIKE '%UNIQUE%'"
        #expect(try trial.lines(indexes) == ["1"])
    }
}
