import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema
import Foundation
import Testing

@Suite("What was done to frozen versions behind the lock's back")
struct LockCheckTests {
    private let lock = "Schemas/Trips/versions.lock"

    private func lines(_ project: TemporaryProject, _ change: (inout [String]) -> Void) throws {
        try project.edit(lock) { text in
            var lines: [String] = text.split(separator: "\n").map(String.init)
            change(&lines)
            return lines.joined(separator: "\n") + "\n"
        }
    }

    /// The findings without their help, and that no history is given.
    private func said(_ project: TemporaryProject) throws -> [String] {
        #expect(try project.load().models.first?.history == nil)
        let findings = try project.load().diagnostics
        #expect(findings.allSatisfy { !$0.help.isEmpty })
        return try project.said().split(separator: "\n").map(String.init).filter { !$0.hasPrefix("  help") }
    }

    @Test("Layout, order and comments are not what a version means")
    func unchanged() throws {
        let project = try TemporaryProject.trips()
        try project.write(
            "Schemas/Trips/versions/1.yaml",
            "# hello\r\nentities:\r\n  Trip: { attributes: { b: { type: string }, a: string } }\r\nmodel: Trips"
        )
        try project.write("Migrations/Trips/1-2.yaml", "accept:\n- Trip.a # why not\n")
        #expect(try project.said().isEmpty)
    }

    @Test("An edited version")
    func editedVersion() throws {
        let project = try TemporaryProject.trips()
        try project.edit("Schemas/Trips/versions/2.yaml") { $0.replacing("b: string", with: "b: string?") }
        #expect(try project.load().models.first?.history == nil)
        let said: String = try project.said()
        #expect(
            said == """
                Schemas/Trips/versions/2.yaml: error: version 2 was edited after it was frozen
                  help: stores of version 2 may exist: restore the file from version control
                  help: make the change in Schemas/Trips/Trips.yaml instead, and freeze a new version
                """
        )
    }

    @Test("A removed version, and one that was added by hand")
    func filesAndLines() throws {
        let project = try TemporaryProject.trips()
        try project.remove("Schemas/Trips/versions/2.yaml")
        try project.write("Schemas/Trips/versions/4.yaml", "model: Trips\nentities: {}\n")
        #expect(
            try said(project) == [
                "Schemas/Trips/versions/4.yaml: error: version 4 is not in the lock, so it was not frozen",
                "Schemas/Trips/versions.lock:4: error: version 2 was frozen, but Schemas/Trips/versions/2.yaml is missing",
            ]
        )
    }

    @Test("Direct mappings are part of the chain, and locks without them are as they were")
    func directMappings() throws {
        let project = try TemporaryProject.trips()
        let before: String = try project.read(lock)
        try project.write("Migrations/Trips/1-head.yaml", "accept: [Trip.a, Trip.b]\n")
        // It says nothing, and is used nevertheless.
        try project.write("Migrations/Trips/2-head.yaml", "{}\n")
        let frozen = try project.freeze()
        #expect(frozen.mappings.map { $0.suffix(8) } == ["1-4.yaml", "2-4.yaml"])
        let after: String = try project.read(lock)
        #expect(after.hasPrefix(before))
        let parts: [Substring] = after.split(separator: "\n").last?.split(separator: " ") ?? []
        #expect(parts.count == 6 && parts[3].hasPrefix("1:") && parts[4].hasPrefix("2:"))
        #expect(try project.said().isEmpty)
        try project.write("Migrations/Trips/1-4.yaml", "accept: [Trip.a]\n")
        try project.remove("Migrations/Trips/2-4.yaml")
        try project.write("Migrations/Trips/1-3.yaml", "{}\n")
        #expect(
            try said(project) == [
                "Migrations/Trips/1-3.yaml: error: the mapping was added after version 3 was frozen",
                "Migrations/Trips/1-4.yaml: error: the mapping was edited after version 4 was frozen",
                "Schemas/Trips/versions.lock:6: error: the mapping 2-4.yaml was removed after version 4 was frozen",
            ]
        )
        // A way back is not locked.
        try project.write("Migrations/Trips/1-4.yaml", "accept: [Trip.a, Trip.b]\n")
        try project.write("Migrations/Trips/2-4.yaml", "{}\n")
        try project.remove("Migrations/Trips/1-3.yaml")
        try project.write("Migrations/Trips/4-1.yaml", "accept: [Trip.d]\n")
        #expect(try project.said().isEmpty)
        // Nobody edits the digests.
        try lines(project) { $0[$0.count - 1] = $0[$0.count - 1].replacing(" 1:", with: " 3:") }
        #expect(try !said(project).isEmpty)
    }

    @Test("Edited, removed and added mappings")
    func mappings() throws {
        let project = try TemporaryProject.trips()
        try project.freeze()
        try project.write("Migrations/Trips/1-2.yaml", "accept: [Trip.a, Trip.b]\n")
        try project.remove("Migrations/Trips/2-3.yaml")
        try project.write("Migrations/Trips/3-4.yaml", "accept: [Trip.c]\n")
        #expect(
            try said(project) == [
                "Migrations/Trips/1-2.yaml: error: the mapping was edited after version 2 was frozen",
                "Schemas/Trips/versions.lock:5: error: the mapping 2-3.yaml was removed after version 3 was frozen",
                "Migrations/Trips/3-4.yaml: error: the mapping was added after version 4 was frozen",
            ]
        )
    }

    @Test("Edited lines of the lock")
    func editedLines() throws {
        let project = try TemporaryProject.trips()
        let zeros = String(repeating: "0", count: 64)
        try lines(project) { $0[3] = "2 \(zeros) - " + ($0[3].split(separator: " ").last ?? "") }
        #expect(
            try said(project) == [
                "Schemas/Trips/versions.lock:4: error: the digests in the line of version 2 were edited;"
                    + " its files are unchanged"
            ]
        )
        let other = try TemporaryProject.trips()
        try lines(other) { $0[4] = $0[4].dropLast(64) + zeros }
        #expect(
            try said(other) == [
                "Schemas/Trips/versions.lock:5: error: the line of version 3 does not continue the line of version 2:"
                    + " a line above it, or its last digest, was removed or edited"
            ]
        )
        let third = try TemporaryProject.trips()
        try lines(third) { $0[4] = "3 \(zeros) \(zeros) \(zeros)" }
        #expect(
            try said(third) == ["Schemas/Trips/versions.lock:5: error: the line of version 3 was edited"]
        )
    }

    @Test("A line whose digest was made to fit an edited version")
    func forgedLine() throws {
        let project = try TemporaryProject.trips()
        try project.edit("Schemas/Trips/versions/2.yaml") { $0.replacing("b: string", with: "b: string?") }
        let model = try #require(try project.load().models.first)
        let schema = try #require(model.contents.schemas[.init(2)])
        try lines(project) { lines in
            var parts = lines[3].split(separator: " ").map(String.init)
            parts[1] = Digest.of(schema)
            lines[3] = parts.joined(separator: " ")
        }
        #expect(
            try said(project) == [
                "Schemas/Trips/versions.lock:4: error: the line of version 2 does not continue the line of version 1:"
                    + " a line above it, or its last digest, was removed or edited"
            ]
        )
    }

    @Test("Reordered and removed lines of the lock")
    func reorderedLines() throws {
        let project = try TemporaryProject.trips()
        try project.remove("Migrations/Trips/1-2.yaml")
        try project.remove("Migrations/Trips/2-3.yaml")
        try lines(project) { $0.swapAt(3, 4) }
        #expect(
            try said(project) == [
                "Schemas/Trips/versions.lock:4: error: the line of version 3 was written after the line of version 2,"
                    + " but comes after the line of version 1: lines were reordered, added or removed",
                "Schemas/Trips/versions.lock:5: error: the line of version 2 was written after the line of version 1,"
                    + " but comes after the line of version 3: lines were reordered, added or removed",
            ]
        )
        let other = try TemporaryProject.trips()
        try other.remove("Migrations/Trips/1-2.yaml")
        try other.remove("Schemas/Trips/versions/1.yaml")
        try lines(other) { $0.remove(at: 2) }
        #expect(
            try said(other) == [
                "Schemas/Trips/versions.lock:3: error: the line of version 2 was edited"
            ]
        )
    }
}
