import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// External files are looked at before the first write if the migration reads what is in them.
@Suite struct UnreadableFileTests {
    /// What is wrong with the file of a value.
    enum Fault: CaseIterable { case missing, folder, link, linkedFolder, pipe, tooLarge, notText }

    /// What the newer versions do with the values.
    enum Change: CaseIterable {
        case intoRows, renamed, beside, converted, inLaterPass

        var readsFiles: Bool { ![.renamed, .beside].contains(self) }
    }

    @Test(arguments: Fault.allCases, Change.allCases)
    func planRefusesWhenMigrateDoes(fault: Fault, change: Change) throws {
        for rule in TableStrategy.Rule.allCases {
            let setting = "\(fault), \(change), \(rule)"
            let (schemas, mappings) = versions(change)
            let trial = try Trial(schemas, mappings: mappings, rule: rule)
            let files = ExternalFiles(ofStoreAt: trial.url.path)
            let name = try files.write(Data("12".utf8))
            try trial.runAsRuntime("INSERT INTO Note (text, body) VALUES ('a', '\(name)'), ('b', NULL)")
            try make(fault, of: name, in: files)
            let before = try state(of: trial)
            let planned = error { _ = try trial.migrator().plan(trial.url) }
            #expect(try state(of: trial) == before, "\(setting)")
            let migrated = error { try trial.migrate() }
            #expect(planned == migrated, "\(setting)")
            // Texts of files that stay files are not read.
            #expect((migrated != nil) == change.readsFiles, "\(setting): \(migrated?.description ?? "no error")")
            guard let migrated else { continue }
            #expect(try state(of: trial) == before, "\(setting)")
            guard case .invalidValues(let found) = migrated.reason else {
                Issue.record("\(setting): \(migrated)")
                continue
            }
            #expect(found.map(\.column) == ["body"] && found.map(\.rows) == [["1"]], "\(setting): \(migrated)")
        }
    }

    @Test("Only what is read is looked at, and what can be read is") func sound() throws {
        for change in Change.allCases {
            let (schemas, mappings) = versions(change)
            let trial = try Trial(schemas, mappings: mappings)
            let name = try ExternalFiles(ofStoreAt: trial.url.path).write(Data("12".utf8))
            try trial.runAsRuntime("INSERT INTO Note (text, body) VALUES ('a', '\(name)'), ('b', NULL)")
            #expect(throws: Never.self, "\(change)") { try trial.migrate() }
        }
    }

    private func versions(_ change: Change) -> ([Schema], [Mapping]) {
        let text = Attribute("text", .string)
        var body = Attribute("body", .string, isOptional: true)
        body.usesExternalStorage = true
        let inRow = Attribute("body", .string, isOptional: true)
        let older = Schema.note(text, body)
        switch change {
        case .intoRows: return ([older, .note(text, inRow)], [.stage()])
        case .renamed:
            var renamed = body
            (renamed.name, renamed.originalName) = ("content", "body")
            return ([older, .note(text, renamed)], [.stage()])
        case .beside: return ([older, .note(text, body, Attribute("size", .int16, default: .int(1)))], [.stage()])
        case .converted:
            let number = Attribute("body", .int32, isOptional: true)
            return ([older, .note(text, number)], [.stage(convert: [("Note.body", "parsed")])])
        case .inLaterPass:
            var key = Attribute("key", .string, isOptional: true)
            key.derivation = Derivation("canonical:(text)")
            let stored = Attribute("key", .string, isOptional: true)
            return ([older, .note(text, body, key), .note(text, inRow, stored)], [.stage(), .stage(2)])
        }
    }

    private func make(_ fault: Fault, of name: String, in files: ExternalFiles) throws {
        let (file, manager) = (files.folder.appending(path: name), FileManager.default)
        if fault == .linkedFolder {
            let other = files.folder.deletingLastPathComponent().appending(path: "other")
            try manager.moveItem(at: files.folder, to: other)
            return try manager.createSymbolicLink(at: files.folder, withDestinationURL: other)
        }
        if fault == .notText { return try Data([0xFF, 0xFE]).write(to: file) }
        if fault == .tooLarge { return #expect(truncate(file.path, 3_000_000_000) == 0) }
        try manager.removeItem(at: file)
        switch fault {
        case .folder: try manager.createDirectory(at: file, withIntermediateDirectories: false)
        case .link:
            let other = files.folder.appending(path: "other.txt")
            try Data("34".utf8).write(to: other)
            try manager.createSymbolicLink(at: file, withDestinationURL: other)
        case .pipe: #expect(mkfifo(file.path, 0o600) == 0)
        case .missing, .linkedFolder, .tooLarge, .notText: break
        }
    }

    /// The bytes of the store, and the names beside it.
    private func state(of trial: Trial) throws -> [String] {
        let store = try Data(contentsOf: trial.url)
        return try FileManager.default.subpathsOfDirectory(atPath: trial.folder.url.path).sorted()
            + ["\(store.hashValue)"]
    }

    private func error(_ work: () throws -> Void) -> StoreError? {
        do {
            try work()
            return nil
        } catch { return error as? StoreError ?? StoreError("", .sqlite("\(error)")) }
    }
}
