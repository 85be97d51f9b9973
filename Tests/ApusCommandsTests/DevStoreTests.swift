import ApusMigration
import ApusSchema
import ApusStore
import Foundation
import Testing

@testable import ApusCommands

/// Which stores 'apus dev --reset' replaces, and which copies it keeps.
@Suite struct DevStoreTests {
    private static let older = Schema(
        model: "Notes",
        entities: [Entity("Note", attributes: [Attribute("title", .string), Attribute("text", .string)])]
    )
    private static let newer = Schema(
        model: "Notes",
        entities: [Entity("Note", attributes: [Attribute("title", .string)])]
    )

    private func error(_ reason: StoreError.Reason) -> StoreError { StoreError("dev.sqlite", reason) }

    private func refused(from point: Stage.Point) -> StoreError {
        let stage = Stage(from: Self.older, to: Self.newer, from: point, to: .unreleased)
        #expect(!stage.refusals.isEmpty)
        return error(.planning(.refused([stage])))
    }

    @Test("only a decision about the head resets a store, and only one that an unreleased head made")
    func resets() {
        #expect(DevStore.mayReset(after: refused(from: .unreleased)))
        #expect(DevStore.mayReset(after: refused(from: .store("dev.sqlite"))))
        #expect(!DevStore.mayReset(after: refused(from: .version(Schema.Version(1)))))
        let others: [StoreError.Reason] = [
            .locked, .notAStore, .damaged("x"), .planning(.missingCode([], executable: "own")),
            .planning(.ambiguousWays(from: .unreleased, to: .unreleased, files: [], elements: [])),
            .planning(.refused([])), .failedAssertions([]), .failedValues([]), .sharedStore(["A", "B"]),
            .wouldLose(.column("Note.mine")), .brokenViewOrTrigger(isBefore: false, message: "x"), .keys([]),
        ]
        for reason in others { #expect(!DevStore.mayReset(after: error(reason)), "\(reason)") }
    }

    @Test("the first copy and the newest ones are kept, and what is removed is reported")
    func copies() throws {
        let folder = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let copies = DevCopies()
        var reports: [String] = []
        for number in 1...7 {
            let url = folder.appending(path: "copy-\(number)")
            try StoreCreation.create(url, holding: StoreState(version: nil, schema: Self.newer))
            reports.append(copies.add(url))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["copy-1", "copy-4", "copy-5", "copy-6", "copy-7"])
        #expect(reports.filter { !$0.isEmpty }.count == 2)
        #expect(reports[5].contains("copy-2 was removed") && reports[6].contains("copy-3 was removed"), "\(reports)")
    }

    @Test("a typed value in quotes is exactly that, also nothing, blanks, or the name of a generator")
    func typed() {
        #expect(ResolveDialog.fill("7") == .literal("7"))
        #expect(ResolveDialog.fill("now()") == .generated(.now))
        #expect(ResolveDialog.fill("'now()'") == .literal("now()"))
        #expect(ResolveDialog.fill("''") == .literal(""))
        // A command of the dialog is not a value.
        #expect(["b", "B", "s", "q", "?"].allSatisfy { ResolveDialog.fill($0) == nil })
        #expect(ResolveDialog.fill("'b'") == .literal("b"))
        #expect(ResolveDialog.fill("back") == .literal("back"))
        #expect(ResolveDialog.fill("\"x \"") == .literal("x "))
        #expect(ResolveDialog.fill("'") == .literal("'"))
        #expect("dev.sqlite".shellWord == "dev.sqlite")
        #expect("my dev's.sqlite".shellWord == #"'my dev'\''s.sqlite'"#)
    }

    @Test("the watch notices what is read, a store that goes, and nothing else")
    func watch() throws {
        let folder = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ path: String, _ text: String) throws {
            let url = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: url)
        }
        try write("Schemas/Notes/Notes.yaml", "a")
        try write("Schemas/Notes/versions/1.yaml", "a")
        try write("Schemas/Notes/dev.sqlite", "a")
        let store = folder.appending(path: "Schemas/Notes/dev.sqlite").path
        let watch = ModelWatch(folder: folder, store: store)
        let before = watch.snapshot()
        // What a store, its log and other programs write is not read.
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: store))
        try handle.write(contentsOf: Data("changed".utf8))
        try handle.close()
        try write("Schemas/Notes/dev.sqlite-wal", "a")
        try write("Migrations/Notes/tests/deep/er/a.yaml", "a")
        try FileManager.default.removeItem(at: folder.appending(path: "Migrations"))
        #expect(watch.snapshot() == before)
        #expect(watch.isStill(since: before) { false })
        try FileManager.default.removeItem(atPath: store)
        #expect(watch.snapshot() != before)
        try write("Schemas/Notes/versions/1.yaml", "changed")
        var changed = watch.snapshot()
        changed.store = before.store
        #expect(changed != before)
        #expect(!watch.isStill(since: before) { false })
    }
}
