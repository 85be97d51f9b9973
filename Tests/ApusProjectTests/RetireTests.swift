import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema
import Foundation
import Testing

@testable import ApusProject

/// `apus retire` removes versions, and keeps what confirms the later ones.
@Suite("Retiring versions")
struct RetireTests {
    private let lock = "Schemas/Trips/versions.lock"
    private let first = "Schemas/Trips/versions/1.yaml"
    private let second = "Schemas/Trips/versions/2.yaml"

    /// What is said beside that there is no git repository.
    @discardableResult
    private func retire(
        _ project: TemporaryProject,
        before version: Int,
        release: String? = nil,
        isDryRun: Bool = false
    ) throws -> Project.Retired {
        let model = try #require(try project.project().load(.asNeeded).models.first)
        return try project.project().retire(
            model,
            before: Schema.Version(version),
            release: release,
            isDryRun: isDryRun
        )
    }

    private func refusal(_ project: TemporaryProject, before version: Int) throws -> String {
        try project.refusal { try retire(project, before: version) }
    }

    /// What is in the project's files.
    private func contents(_ project: TemporaryProject) throws -> [String: String] {
        Dictionary(uniqueKeysWithValues: try project.files().map { ($0, try project.read($0)) })
    }

    @Test("Schemas, mappings and cases go; the lock's lines stay")
    func retiring() throws {
        let project = try TemporaryProject.trips()
        try project.write("Migrations/Trips/2-1.yaml", "fill: { Trip.a: x }\n")
        try project.write("Migrations/Trips/3-2.yaml", "accept: [Trip.c]\nfill: { Trip.b: x }\n")
        try project.write("Migrations/Trips/tests/old.yaml", "from: 1\nrows: { Trip: {} }\n")
        try project.write("Migrations/Trips/tests/new.yaml", "from: 3\nto: head\nrows: { Trip: {} }\n")
        try project.write("Migrations/Trips/tests/other.yaml", "rows: { Trip: {} }\n")
        let before = try contents(project)
        let planned = try retire(project, before: 3, release: "App 7.2", isDryRun: true)
        #expect(try contents(project) == before)
        let retired = try retire(project, before: 3, release: "App 7.2")
        #expect(retired.removed == planned.removed && retired.versions == planned.versions)
        #expect(retired.versions == [Schema.Version(1), Schema.Version(2)])
        #expect(
            try project.files() == [
                "Migrations/Trips/tests/new.yaml", "Migrations/Trips/tests/other.yaml", "Schemas/Trips/Trips.yaml",
                lock,
                "Schemas/Trips/versions/3.yaml", "apus.yaml",
            ]
        )
        #expect(
            project.said(retired.findings) == """
                Migrations/Trips/tests/other.yaml: warning: the case does not say from which version it starts, so it was kept
                  help: remove it if it is about a retired version
                warning: there is no git repository, so nothing can bring the removed files back
                  help: keep a copy of them: without them, no store of a retired version can be opened again
                """
        )
        let lines = try project.read(lock).split(separator: "\n")
        let old = try #require(before[lock]).split(separator: "\n")
        #expect(lines.count == old.count + 1)
        let marked = old.suffix(3).prefix(2).map { "\($0) retired 3 App 7.2" }
        #expect(lines.suffix(3).map { "\($0)" } == marked + ["\(old[4])"])
        #expect(try project.said() == "")
        let history = try #require(try project.load().models.first?.history)
        #expect(history.versions == [Schema.Version(3)] && history.retired.map(\.version) == retired.versions)
        #expect(retired.releases == history.releases(opening: Schema.Version(2)))
        // The chain goes on.
        try project.freeze()
        #expect(try project.said() == "")
    }

    @Test("Nothing is retired that is needed")
    func refusals() throws {
        let project = try TemporaryProject.trips()
        let before = try contents(project)
        #expect(throws: PlanningError.unknownTarget(Schema.Version(4), known: (1...3).map { Schema.Version($0) })) {
            try retire(project, before: 4)
        }
        #expect(try retire(project, before: 1).isChanged == false)
        #expect(try contents(project) == before)
        try project.write("apus.yaml", "apus: 1\ncodegen: { versions: [2] }\n")
        #expect(
            try refusal(project, before: 3) == """
                apus.yaml: error: classes of version 2 are generated
                  help: remove it from 'versions' there first
                """
        )
        try project.write("apus.yaml", "apus: 1\n")
        try project.edit(first) { $0.replacing("a: string", with: "a: string?") }
        #expect(try refusal(project, before: 3).hasPrefix("\(first): error: version 1 was edited after it was frozen"))
        try project.write(first, try #require(before[first]))
        try project.edit("Migrations/Trips/1-2.yaml") { _ in "accept: []\n" }
        #expect(try refusal(project, before: 3).contains("the mapping was edited after version 2 was frozen"))
        try project.write("Migrations/Trips/1-2.yaml", try #require(before["Migrations/Trips/1-2.yaml"]))
        #expect(try contents(project) == before)
    }

    @Test("All files are changed, or none")
    func allOrNothing() throws {
        let project = try TemporaryProject.trips()
        let model = try #require(try project.load().models.first)
        try project.remove("Migrations/Trips/2-3.yaml")
        let before = try contents(project)
        #expect(
            try project.refusal { _ = try project.project().retire(model, before: Schema.Version(3)) }
                == "Migrations/Trips/2-3.yaml: error: cannot read it: it does not exist"
        )
        #expect(try contents(project) == before)
    }

    @Test("What an interrupted run leaves is explained, and removed by another one")
    func interrupted() throws {
        let project = try TemporaryProject.trips()
        let before = try contents(project)
        try retire(project, before: 3, release: "App 7.2")
        let done = try contents(project)
        // The lock is written first.
        for path in [second, "Migrations/Trips/2-3.yaml"] { try project.write(path, try #require(before[path])) }
        #expect(
            try project.said() == """
                \(second): warning: version 2 is retired, but its file is here and is as it was frozen
                  help: to remove what is left, run 'apus retire --before 3'
                  help: to bring versions back from this one on, restore all their files and run 'apus retire --before 2'
                Migrations/Trips/2-3.yaml: warning: the mapping is of a retired version, and is not read
                  help: to remove what is left, run 'apus retire --before 3'
                """
        )
        #expect(try project.load().models.first?.history?.versions == [Schema.Version(3)])
        let retired = try retire(project, before: 3)
        #expect(retired.versions.isEmpty && retired.removed.count == 2)
        #expect(try contents(project) == done)
    }

    @Test("Versions whose files are restored can be brought back")
    func restoring() throws {
        let project = try TemporaryProject.trips()
        let before = try contents(project)
        try retire(project, before: 3)
        #expect(
            try refusal(project, before: 2) == """
                error: version 2 is already retired, and cannot be brought back without its files
                \(lock):5: error: version 2 was frozen, but \(second) is missing
                  help: restore the file from version control
                \(lock):6: error: the mapping 2-3.yaml was removed after version 3 was frozen
                  help: restore the file from version control
                """
        )
        try project.write(second, try #require(before[second]).replacing("b:", with: "x:"))
        #expect(
            try project.said() == """
                \(second): warning: version 2 is retired, but its file is here and differs from what was frozen
                  help: to remove what is left, run 'apus retire --before 3'
                  help: to bring the version back, restore the file from version control
                """
        )
        #expect(try refusal(project, before: 2).contains("version 2 was edited after it was frozen"))
        try project.write(second, try #require(before[second]))
        // A mapping is a part of its version.
        #expect(try refusal(project, before: 2).contains("the mapping 2-3.yaml was removed after version 3 was frozen"))
        try project.write("Migrations/Trips/2-3.yaml", try #require(before["Migrations/Trips/2-3.yaml"]))
        #expect(try retire(project, before: 2).restored == [Schema.Version(2)])
        #expect(try project.said() == "")
        #expect(try project.load().models.first?.history?.versions == [Schema.Version(2), Schema.Version(3)])
        for path in [first, "Migrations/Trips/1-2.yaml"] { try project.write(path, try #require(before[path])) }
        #expect(try retire(project, before: 1).restored == [Schema.Version(1)])
        #expect(try contents(project) == before)
    }

    @Test("A lock in which other versions are retired than the oldest ones was edited")
    func editedLock() throws {
        let project = try TemporaryProject.trips()
        try project.edit(lock) { text in
            let lines = text.split(separator: "\n").map { String($0) }
            let marks = ["", "", "", " retired 2 App 7.2", " retired 9"]
            return zip(lines, marks).map { $0 + $1 + "\n" }.joined()
        }
        #expect(try project.load().models.first?.history == nil)
        #expect(
            try project.said().split(separator: "\n").filter { $0.hasPrefix(lock) } == [
                "\(lock):4: error: version 2 is retired, but the older version 1 is not",
                "\(lock):5: error: version 3 is retired, but is the newest one",
                "\(lock):4: error: version 2 cannot have been retired when version 2 was the newest one",
                "\(lock):5: error: version 3 cannot have been retired when version 9 was the newest one",
            ]
        )
    }

    @Test("The release can be named later, and versions retired at other times keep theirs")
    func releases() throws {
        let project = try TemporaryProject.trips()
        try retire(project, before: 2)
        func releases(_ version: Int) throws -> [String] {
            let history = try #require(try project.load().models.first?.history)
            return history.releases(opening: Schema.Version(version)).map { release in
                "\(release.name ?? "?") \(release.oldest)-\(release.newest)"
            }
        }
        #expect(try releases(1) == ["? 2-3"])
        #expect(try retire(project, before: 2, release: "A").isChanged)
        #expect(try releases(1) == ["A 2-3"])
        #expect(try retire(project, before: 2, release: "A").isChanged == false)
        try project.freeze()
        try retire(project, before: 4, release: "B")
        #expect(try releases(1) == ["A 2-3", "B 4-4"])
        #expect(try releases(3) == ["B 4-4"] && releases(4) == [])
    }

    @Test("What git could not bring back is kept", .enabled(if: TemporaryRepository.hasGit))
    func uncommitted() throws {
        let project = try TemporaryProject.trips()
        let repository = try TemporaryRepository()
        try repository.git(["init", "-q"], in: project.folder)
        let location = "error: the file would be removed, but is not committed as it is"
        #expect(try refusal(project, before: 2).hasPrefix("\(first): \(location)"))
        try repository.git(["add", "--all"], in: project.folder)
        #expect(try refusal(project, before: 2).hasPrefix("\(first): \(location)"))
        try repository.git(["commit", "-q", "-m", "all"], in: project.folder)
        try project.edit("Migrations/Trips/1-2.yaml") { "# why\n" + $0 }
        #expect(try refusal(project, before: 2).hasPrefix("Migrations/Trips/1-2.yaml: \(location)"))
        try repository.git(["commit", "-q", "-a", "-m", "why"], in: project.folder)
        #expect(try retire(project, before: 2).findings.isEmpty)
        #expect(try project.said() == "")
    }
}
