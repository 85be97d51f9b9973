import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Synchronization
import Testing

@testable import ApusStore

/// How often external files are opened, and what happens if the system does not open them.
@Suite struct FileOpeningTests {
    /// Answers for the system's `openat`, and counts.
    private final class Opening: Sendable {
        private let calls = Mutex<[String]>([])
        /// The error of a call, by its number from 0; none if the system answers.
        private let error: @Sendable (Int) -> CInt?

        init(failing error: @escaping @Sendable (Int) -> CInt? = { _ in nil }) { self.error = error }

        /// The names of the opened files, in order.
        var names: [String] { calls.withLock { $0 } }

        /// How often each file was opened.
        var counts: [String: Int] { names.reduce(into: [:]) { $0[$1, default: 0] += 1 } }

        func files(_ file: StoreFile) -> ExternalFiles {
            var files = ExternalFiles(ofStoreAt: file.location)
            files.openFile = { [self] owner, path, flags in
                if ExternalFiles.isName(path) {
                    let number = calls.withLock { names in
                        names.append(path)
                        return names.count - 1
                    }
                    if let error = error(number) {
                        errno = error
                        return -1
                    }
                }
                return openat(owner, path, flags)
            }
            return files
        }
    }

    private static let body: Attribute = {
        var body = Attribute("body", .string, isOptional: true)
        body.usesExternalStorage = true
        return body
    }()

    private static let number = Attribute("body", .int32, isOptional: true)

    /// A store whose texts in files become numbers in rows.
    private func trial(_ texts: [String]) throws -> Trial {
        let text = Attribute("text", .string)
        let trial = try Trial(
            [.note(text, Self.body), .note(text, Self.number)],
            mappings: [.stage(convert: [("Note.body", "parsed")])]
        )
        let files = ExternalFiles(ofStoreAt: trial.url.path)
        for content in texts {
            try trial.runAsRuntime("INSERT INTO Note (text, body) VALUES ('a', '\(files.write(Data(content.utf8)))')")
        }
        return trial
    }

    private func error(_ work: () throws -> Void) -> StoreError? {
        do {
            try work()
            return nil
        } catch { return error as? StoreError ?? StoreError("", .sqlite("\(error)")) }
    }

    /// The bytes of the store and all files next to it.
    private func bytes(_ trial: Trial) throws -> [String: Data?] {
        try FileManager.default.subpathsOfDirectory(atPath: trial.folder.url.path).reduce(into: [:]) { files, name in
            files[name] = .some(try? Data(contentsOf: trial.folder[name]))
        }
    }

    private func verify(_ trial: Trial, _ opening: Opening) throws -> [Verification] {
        let file = StoreFile(trial.url)
        return try Verifier.verifications(of: file, files: opening.files(file)) { db, path in
            try StoreDescription.readAll(db, path: path)
        }
    }

    @Test("The checks open each file once, whatever they look for and however many rows are wrong")
    func once() throws {
        let trial = try trial(["1", "2", "3"])
        let broken = try ExternalFiles(ofStoreAt: trial.url.path).write(Data([0xFF]))
        try trial.runAsRuntime("INSERT INTO Note (text, body) VALUES ('a', '\(broken)'), ('b', '\(broken)')")
        let verifying = Opening()
        let verification = try #require(try verify(trial, verifying).first)
        #expect(verification.badValues.map(\.count) == [2])
        #expect(verifying.counts.count == 4 && verifying.counts.values.allSatisfy { $0 == 1 }, "\(verifying.counts)")
        let planning = Opening()
        var migrator = trial.migrator()
        migrator.externalFiles = planning.files
        let refused = error { _ = try migrator.plan(trial.url) }
        guard case .invalidValues(let found) = refused?.reason else {
            Issue.record("\(String(describing: refused))")
            return
        }
        #expect(found.map(\.count) == [2])
        #expect(planning.counts.count == 4 && planning.counts.values.allSatisfy { $0 == 1 }, "\(planning.counts)")
    }

    @Test("Files after one that the system does not open are checked") func later() throws {
        let trial = try trial(["1", "2"])
        try trial.runAsRuntime("INSERT INTO Note (text, body) VALUES ('a', '\(UUID().uuidString)')")
        let verification = try #require(try verify(trial, Opening { $0 == 0 ? EMFILE : nil }).first)
        #expect(verification.badValues.map(\.count) == [1])
    }

    @Test("What the system does not open now is no damage of the store", arguments: [EMFILE, ENFILE, EIO, EACCES])
    func unavailable(code: CInt) throws {
        let trial = try trial(["1", "2"])
        let before = try bytes(trial)
        func refusal(_ opening: Opening, _ work: (Migrator) throws -> Void) -> StoreError? {
            var migrator = trial.migrator()
            migrator.externalFiles = opening.files
            return error { try work(migrator) }
        }
        func check(_ refused: StoreError?, _ name: String?, _ setting: String) throws {
            let message = "the external file '\(name ?? "")' cannot be read: \(String(cString: strerror(code)))"
            #expect(refused?.reason == .unavailableFile(message), "\(setting): \(String(describing: refused))")
            #expect(try bytes(trial) == before, "\(setting)")
        }
        let planning = Opening()
        #expect(refusal(planning) { _ = try $0.plan(trial.url) } == nil)
        for number in planning.names.indices {
            let opening = Opening { $0 == number ? code : nil }
            let refused = refusal(opening) { _ = try $0.plan(trial.url) }
            try check(refused, opening.names.dropFirst(number).first, "plan, \(number)")
        }
        let verifying = Opening { $0 == 1 ? code : nil }
        if code == EACCES {
            // It is reported, and all else is verified.
            let found = try #require(try verify(trial, verifying).first).badValues
            #expect(found.map(\.count) == [1])
            #expect(found.map(\.problem) == ["the name of a file that you have no permission to read"])
        } else {
            try check(error { _ = try verify(trial, verifying) }, verifying.names.dropFirst().first, "verify")
        }
        // The migration opens the files again when it copies the rows.
        for number in 0... {
            let opening = Opening { $0 == number ? code : nil }
            let refused = refusal(opening) { try $0.migrate(trial.url) }
            if opening.names.count <= number {
                #expect(refused == nil && number > planning.names.count, "\(number)")
                break
            }
            try check(refused, opening.names.dropFirst(number).first, "migrate, \(number)")
        }
    }

    @Test("An interrupted call is made again") func interrupted() throws {
        let trial = try trial(["1", "2"])
        let opening = Opening { $0 % 2 == 0 ? EINTR : nil }
        var migrator = trial.migrator()
        migrator.externalFiles = opening.files
        try migrator.migrate(trial.url)
        #expect(try trial.rows("SELECT body FROM Note") == ["1", "2"])
    }

    @Test("verify takes files of any size; a migration that reads one refuses what no value can hold")
    func large() throws {
        var body = Attribute("body", .data, isOptional: true)
        body.usesExternalStorage = true
        let trial = try Trial([.note(body), .note(Attribute("body", .data, isOptional: true))])
        let files = ExternalFiles(ofStoreAt: trial.url.path)
        let name = try files.write(Data([1]))
        try trial.runAsRuntime("INSERT INTO Note (body) VALUES ('\(name)')")
        #expect(truncate(files.folder.appending(path: name).path, off_t(ExternalFiles.maximum + 1)) == 0)
        #expect(try Verifier.verify(trial.url).isSound)
        let planned = error { _ = try trial.migrator().plan(trial.url) }
        guard case .invalidValues(let found) = planned?.reason else {
            Issue.record("\(String(describing: planned))")
            return
        }
        #expect(found.map(\.problem) == ["the name of a file that cannot be read"])
        #expect(error { try trial.migrate() } == planned)
    }
}
