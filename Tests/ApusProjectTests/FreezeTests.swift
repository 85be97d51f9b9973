import ApusDiagnostics
import ApusMigration
import ApusProject
import ApusSchema
import Foundation
import Testing

@Suite("Freezing")
struct FreezeTests {
    @Test("Versions, mappings and the lock")
    func freezing() throws {
        let project = try TemporaryProject.trips()
        #expect(try project.said().isEmpty)
        #expect(
            try project.files() == [
                "Migrations/Trips/1-2.yaml", "Migrations/Trips/2-3.yaml", "Schemas/Trips/Trips.yaml",
                "Schemas/Trips/versions.lock", "Schemas/Trips/versions/1.yaml", "Schemas/Trips/versions/2.yaml",
                "Schemas/Trips/versions/3.yaml", "apus.yaml",
            ]
        )
        let model = try #require(try project.load().models.first)
        let history = try #require(model.history)
        #expect(history.versions.map(\.description) == ["1", "2", "3"])
        #expect(
            try history.entries().map { $0.schema.entities[0].attributes.map(\.name) } == [["a", "b"], ["b"], ["c"]]
        )
        #expect(Set(history.releases.map(\.digest)).count == 3)
        #expect(history.hasUnreleasedHead)
        #expect(model.mappings.map { "\($0.from)-\($0.to?.description ?? "head")" } == ["1-2", "2-3"])
        #expect(
            try project.read("Schemas/Trips/versions/1.yaml")
                == "model: Trips\nentities:\n  Trip:\n    attributes:\n      a: string\n      b: string\n"
        )
        let lock: [Substring] = try project.read("Schemas/Trips/versions.lock").split(separator: "\n")
        #expect(lock.count == 5)
        #expect(lock[0] == "# The frozen versions of this model, written by 'apus freeze'. Do not edit.")
        #expect(lock[2].hasPrefix("1 ") && lock[2].contains(" - "))
        #expect(lock[3].hasPrefix("2 ") && !lock[3].contains(" - "))
    }

    @Test("The digests are what they always were: stores hold them")
    func digests() throws {
        let project = try TemporaryProject()
        try project.write("apus.yaml", "apus: 1\n")
        try project.head("a: string")
        try project.freeze()
        try project.head("b: string")
        try project.write("Migrations/Trips/1-head.yaml", "accept: [Trip.a]\n")
        try project.freeze("1.1")
        // Computed with sha256sum: of '{"entities":[{"attributes":[{"name":"a","type":"string"}],"name":"Trip"}],
        // "model":"Trips"}', of 'accept Trip.a', and of '<chain above or -> <version> <schema> <mapping or ->'.
        #expect(
            try project.read("Schemas/Trips/versions.lock").split(separator: "\n").dropFirst(2) == [
                "1 421e61e7746821b26538764f4be9ff23ca907b32505905cd07c6d69224ee9dc4"
                    + " - ce3f9157741db994f4271c80e3fda5ace59e39f1a00b08c765ebd25389b07c4a",
                "1.1 9d77141ab7acb602e342e2bca115f8ba42875414d45c431e2ff5706d892332c7"
                    + " 3214ce52bb0433318fceea37547804fccd3c767e73c2b77cbf1274241fbee7eb 245027a4984095389c130d03b3308f3213618236227a553a4feb5dc232275717",
            ]
        )
    }

    @Test("A version of one's own choice, and what the default is after it")
    func versions() throws {
        let project = try TemporaryProject.trips()
        #expect(try project.freeze("3.1").version == Schema.Version(3, 1))
        try project.head("e: string?")
        let frozen = try project.freeze()
        #expect(frozen.version == Schema.Version(4))
        #expect(frozen.file.hasSuffix("Schemas/Trips/versions/4.yaml"))
        #expect(frozen.mappings.isEmpty)
    }

    @Test("What is refused")
    func refused() throws {
        let project = try TemporaryProject.trips()
        #expect(
            try project.refusal { try project.freeze("2") }
                == "error: version 2 is already frozen\n  help: choose one after 3"
        )
        #expect(
            try project.refusal { try project.freeze("2.5") }
                == "error: version 2.5 does not come after version 3\n  help: choose a later one, such as 4"
        )
        try project.write("Schemas/Trips/Trips.yaml", "entities: { Trip: { attributes: { c: string } } }\nmodel: Trips")
        #expect(
            try project.refusal { try project.freeze() } == """
                error: nothing has changed since version 3
                  help: change the model first, or set 'hashModifier' of an entity for a version whose mapping changes only data
                """
        )
        #expect(try project.files().count == 8)
    }

    @Test("A freeze that fails leaves everything as it was")
    func failure() throws {
        let project = try TemporaryProject.trips()
        try project.write("Migrations/Trips/3-head.yaml", "accept: [Trip.c]\n")
        try project.head("d: string?")
        let model = try #require(try project.load().models.first)
        let before: [String] = try project.files()
        let lock: String = try project.read("Schemas/Trips/versions.lock")
        // A folder stands where the mapping is to go.
        try FileManager.default.createDirectory(
            at: project.url("Migrations/Trips/3-4.yaml"),
            withIntermediateDirectories: true
        )
        let said = try project.refusal { _ = try project.project().freeze(model) }
        #expect(
            said == "Migrations/Trips/3-head.yaml: error: cannot rename it to '3-4.yaml': it already exists"
        )
        #expect(try project.files() == before)
        #expect(try project.read("Schemas/Trips/versions.lock") == lock)
        // And a folder where the lock is to go.
        try project.remove("Migrations/Trips/3-4.yaml")
        try project.remove("Schemas/Trips/versions.lock")
        try project.write("Schemas/Trips/versions.lock/in-the-way", "")
        _ = try project.refusal { _ = try project.project().freeze(model) }
        #expect(try project.read("Migrations/Trips/3-head.yaml") == "accept: [Trip.c]\n")
        #expect(!FileManager.default.fileExists(atPath: project.url("Schemas/Trips/versions/4.yaml").path))
    }
}
