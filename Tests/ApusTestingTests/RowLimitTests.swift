import ApusSchema
import ApusStore
import Foundation
import Testing

/// What loading and dumping rows refuses, how it names it, and what it leaves behind.
struct RowLimitTests {
    // MARK: - Numbers of related objects

    private static let owners: [Entity] = {
        var animals: Relationship = .toMany("animals", "Animal", inverse: "owner")
        animals.maximumModelCount = 2
        var members: Relationship = .toMany("members", "Owner", isOptional: false, inverse: "teams", holdsKey: true)
        members.minimumModelCount = 1
        var teams: Relationship = .toMany("teams", "Team", inverse: "members")
        teams.maximumModelCount = 1
        return [
            Entity(
                "Owner",
                attributes: [Attribute("name", .string)],
                relationships: [
                    animals, teams, .toOne("badge", "Badge", isOptional: true, inverse: "owner", holdsKey: true),
                ]
            ),
            Entity(
                "Animal",
                attributes: [Attribute("name", .string)],
                relationships: [.toOne("owner", "Owner", isOptional: true, inverse: "animals")]
            ),
            Entity("Dog", parent: "Animal"), Entity("Team", relationships: [members]),
            Entity("Badge", relationships: [.toOne("owner", "Owner", isOptional: false, inverse: "badge")]),
        ]
    }()

    @Test func anObjectWithTooManyIsNamed() throws {
        let bench = try RowBench(Self.owners)
        try bench.load("name\na\nb\n", "Owner")
        let tooMany = "is too long (expected at most 2 objects, found 3)"
        #expect(
            bench.findings("name,owner\nx,1\ny,2\nz,1\nw,1\nv,2\n", "Animal")
                == ["rows:5:1: error: 'Owner.animals' of object 1 \(tooMany)"]
        )
        try bench.load("name,_entity,owner\nx,Animal,1\ny,Dog,1\n", "Animal")
        // One that comes, of a sub-entity, and one that moves.
        #expect(
            bench.findings("name,owner\nz,1\n", "Dog") == ["rows:2:1: error: 'Owner.animals' of object 1 \(tooMany)"]
        )
        try bench.load("name,owner\nz,2\nw,2\n", "Animal")
        #expect(
            bench.findings("name,owner\nw,1\nx,2\nz,2\ny,2\n", "Animal", by: ["name"]).sorted()
                == [
                    // 'y' is a dog, so it is another object.
                    "rows:5:1: error: 'Owner.animals' of object 2 \(tooMany)"
                ]
        )
        try bench.load("name,owner\nw,1\nx,2\n", "Animal", by: ["name"])
        // What no row concerns may be wrong.
        try bench.run("INSERT INTO Animal (_entity, name, owner) VALUES ('Animal', 'more', 2), ('Animal', 'most', 2)")
        try bench.load("name,owner\nfree,\n", "Animal")
        try bench.load("name\nADA\n", "Owner")
        #expect(bench.findings("name,owner\nw,2\n", "Animal", by: ["name"]).count == 1)
        // One that leaves is looked at, too: four are still too many.
        #expect(
            bench.findings("name,owner\nmost,\n", "Animal", by: ["name"])
                == ["rows:2:1: error: 'Owner.animals' of object 2 \(tooMany)"]
        )
        try bench.load("name,owner\nmost,\nmore,\n", "Animal", by: ["name"])
    }

    @Test func anObjectWithTooFewIsNamed() throws {
        let bench = try RowBench(Self.owners)
        try bench.load("name\na\nb\n", "Owner")
        let empty = "is empty (expected at least one object)"
        #expect(
            bench.findings("_id,members\n1,[1]\n2,\n3,[2]\n4,\n", "Team")
                == [
                    "rows:3:1: error: 'Team.members' of object 2 \(empty)",
                    "rows:5:1: error: 'Team.members' of object 4 \(empty)",
                ]
        )
        #expect(
            bench.findings("_id,members\n1,\"[1,2]\"\n2,[2]\n", "Team")
                == ["rows:3:1: error: 'Owner.teams' of object 2 is too long (expected at most 1 objects, found 2)"]
        )
        try bench.load("_id,members\n1,[1]\n2,[2]\n", "Team")
        #expect(
            bench.findings("_id,members\n2,[]\n", "Team", by: ["_id"])
                == ["rows:2:1: error: 'Team.members' of object 2 \(empty)"]
        )
        // Exchanged, both have one.
        try bench.load("_id,members\n1,[2]\n2,[1]\n", "Team", by: ["_id"])
    }

    @Test func bothEndsOfARelationshipToItselfAreCounted() throws {
        var friends: Relationship = .toMany("friends", "Person", inverse: "friends")
        friends.maximumModelCount = 1
        let bench = try RowBench([Entity("Person", relationships: [friends])])
        try bench.load("_id\n2\n4\n", "Person")
        #expect(
            bench.findings("_id,friends\n1,[2]\n3,[2]\n5,[4]\n", "Person")
                == ["rows:3:1: error: 'Person.friends' of object 2 is too long (expected at most 1 objects, found 2)"]
        )
        try bench.load("_id,friends\n1,[2]\n5,[4]\n", "Person")
        // Both change their friends, and each has one in the end.
        try bench.load("_id,friends\n1,[4]\n2,[5]\n4,[1]\n5,[2]\n", "Person", by: ["_id"])
    }

    @Test func anObjectThatNeedsOneIsNamed() throws {
        let bench = try RowBench(Self.owners)
        let missing = "is required, but has no object"
        #expect(
            bench.findings("_id\n7\n", "Badge") == ["rows:2:1: error: 'Badge.owner' of object 7 \(missing)"]
        )
        let both = "{\"_entity\":\"Badge\",\"_id\":7}\n{\"_entity\":\"Owner\",\"name\":\"a\",\"badge\":7}\n"
        try bench.load(both, nil, as: .ndjson)
        #expect(
            bench.findings("name,badge\na,\n", "Owner", by: ["name"])
                == ["rows:2:1: error: 'Badge.owner' of object 7 \(missing)"]
        )
    }

    // MARK: - Encrypted keys

    @Test func objectsAreFoundByEncryptedValues() throws {
        var email = Attribute("email", .string)
        (email.encryptionKey, email.allowsLookup, email.isUnique) = ("own", true, true)
        var note = Attribute("note", .string, isOptional: true)
        note.encryptionKey = "own"
        let bench = try RowBench([
            Entity("Person", attributes: [email, Attribute("age", .int32), note]),
            Entity("Visit", relationships: [.toOne("person", "Person", isOptional: true)]),
        ])
        try bench.load("email,age\na@x,1\nb@x,2\n", "Person")
        let report = try bench.load("email,age\nb@x,20\nc@x,3\n", "Person", by: ["email"])
        #expect(report.updated == 1 && report.inserted == 1)
        try bench.load("person.email\nc@x\n", "Visit")
        let text = try bench.dump("Person")
        #expect(text == "_id,email,age,note\r\n1,a@x,1,\r\n2,b@x,20,\r\n3,c@x,3,\r\n")
        #expect(try bench.dump("Visit") == "_id,person\r\n1,3\r\n")
        // Without lookups, nothing can be found.
        #expect(bench.findings("note,age\nx,1\n", "Person", by: ["note"]).count == 1)
        #expect(bench.findings("person.note\nx\n", "Visit").count == 1)
    }

    // MARK: - Dumping

    @Test func aValueThatTheModelDoesNotAllowIsNamed() throws {
        let status = Enumeration("Status", cases: [Enumeration.Case("planned", .string("p"))])
        let bench = try RowBench(
            [Entity("Trip", attributes: [Attribute("name", .string), Attribute("status", .named("Status"))])],
            enumerations: [status]
        )
        try bench.load("name,status\na,planned\nb,planned\n", "Trip")
        try bench.run("UPDATE Trip SET status = 'x' WHERE _id = 2")
        let error = #expect(throws: StoreError.self) { try bench.dump("Trip") }
        #expect(
            error?.description.contains("1 value of 'Trip.status' is not a case of 'Status'") == true
                && error?.description.contains("_id 2") == true,
            "\(error?.description ?? "")"
        )
    }

    @Test func aRowOfAnUnknownEntityIsNotLeftOut() throws {
        let bench = try RowBench([
            Entity("Animal", attributes: [Attribute("name", .string)]), Entity("Dog", parent: "Animal"),
            Entity("Cat", parent: "Animal"),
        ])
        try bench.load("name,_entity\na,Dog\nb,Cat\n", "Animal")
        #expect(try bench.dump("Dog") == "_id,_entity,name\r\n1,Dog,a\r\n")
        try bench.run("UPDATE Animal SET _entity = 'Bird' WHERE _id = 2")
        for entity in ["Animal", "Dog"] {
            let error = #expect(throws: StoreError.self) { try bench.dump(entity) }
            #expect(error?.reason == .unknownEntities(table: "Animal", found: ["Bird"]))
        }
    }

    @Test func eachRowIsDumpedOnceWhateverOthersWrite() throws {
        let bench = try RowBench([Entity("Note", attributes: [Attribute("text", .string)])])
        let long = String(repeating: "x", count: 1000)
        try bench.load("text\n" + (1...500).map { "\($0)\(long)\n" }.joined(), "Note")
        var (text, isFirst) = ("", true)
        let count = try bench.transfer.dump(bench.url, entity: "Note", as: RowFile(.csv)) {
            text += $0
            if isFirst { try bench.run("UPDATE Note SET text = 'changed'; INSERT INTO Note (text) VALUES ('new')") }
            isFirst = false
        }
        #expect(count == 500 && text.split(separator: "\r\n").count == 501 && !text.contains("changed"))
        #expect(try bench.dump("Note").split(separator: "\r\n").count == 502)
    }

    @Test func dumpingStopsWhenWritingFails() throws {
        struct Full: Error {}
        let bench = try RowBench([Entity("Note", attributes: [Attribute("text", .string)])])
        let long = String(repeating: "x", count: 1000)
        try bench.load("text\n" + (1...500).map { "\($0)\(long)\n" }.joined(), "Note")
        var calls = 0
        #expect(throws: Full.self) {
            try bench.transfer.dump(bench.url, entity: "Note", as: RowFile(.csv)) { _ in
                calls += 1
                if calls == 3 { throw Full() }
            }
        }
        #expect(calls == 3)
        let noEntity = #expect(throws: RowLoadError.self) { try bench.dump("Other") }
        #expect(noEntity?.count == 1)
    }

    @Test func dumpingSaysHowFarItIs() throws {
        let bench = try RowBench([Entity("Note", attributes: [Attribute("text", .string)]), Entity("Other")])
        try bench.load("text\n" + (1...2500).map { "\($0)\n" }.joined(), "Note")
        try bench.load("_id\n" + (1...1000).map { "\($0)\n" }.joined(), "Other")
        var seen: [Int] = []
        let count = try bench.transfer.dump(
            bench.url,
            entity: nil,
            as: RowFile(.ndjson),
            progress: { seen.append($0) }
        ) { _ in }
        #expect(count == 3500 && seen == [1000, 2000, 3500])
    }

    // MARK: - Files

    @Test func whatCannotBeReadIsReported() throws {
        let bench = try RowBench([Entity("Note", attributes: [Attribute("text", .string)])])
        let error = #expect(throws: RowLoadError.self) {
            try bench.transfer.load(
                try FileHandle(forReadingFrom: bench.folder.url),
                into: bench.url,
                entity: "Note",
                as: RowFile(.csv),
                named: "folder"
            )
        }
        #expect(error?.findings.map(\.description) == ["folder:1:1: error: the file cannot be read: Is a directory"])
    }

    @Test func aRowMayHaveManyNames() throws {
        let bench = try RowBench([Entity("Note", attributes: [Attribute("text", .string)])])
        // Looking for each among all before would take minutes.
        let fields = (1...60_000).map { "\"name\($0)\":1" }.joined(separator: ",")
        let error = #expect(throws: RowLoadError.self) { try bench.load("{\(fields)}", "Note", as: .ndjson) }
        #expect(error?.count == 60_000)
        #expect(bench.findings("{\"text\":\"a\",\"text\":\"b\"}", "Note", as: .ndjson).count == 1)
    }

    @Test func whatIsStoppedLeavesNothing() throws {
        var bytes = Attribute("bytes", .data)
        bytes.usesExternalStorage = true
        var bench = try RowBench([Entity("Photo", attributes: [bytes])])
        let large = Data(repeating: 7, count: 150_000).base64EncodedString()
        try bench.load("bytes\n\(large)\n", "Photo")
        let before = bench.files
        #expect(before.count == 1)
        // As soon as there is another file.
        let folder = bench.url.path + "-files"
        bench.transfer.isCancelled = {
            (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0 > 1
        }
        let rows = "\(large)\n" + String(repeating: "aGk=\n", count: 2500)
        let error = #expect(throws: StoreError.self) { try bench.load("bytes\n" + rows, "Photo") }
        #expect(error?.reason == .cancelled)
        #expect(bench.files == before)
        bench.transfer.isCancelled = { false }
        #expect(try bench.dump("Photo").split(separator: "\r\n").count == 2)
        // A row that cannot be loaded leaves no file either, and a changed one takes its older file with it.
        #expect(bench.findings("bytes\n\(large)\n?\n", "Photo").count == 1)
        #expect(bench.files == before)
        try bench.load("_id,bytes\n1,\(large)\n", "Photo", by: ["_id"])
        #expect(bench.files.count == 1 && bench.files != before)
    }
}
