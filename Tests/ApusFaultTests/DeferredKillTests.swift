// Only these platforms have processes to kill.
#if os(macOS) || os(Linux)
import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// A process that dies at any moment while it leaves work for later, or does it, leaves a correct store, and the next one goes on.
@Suite(.serialized) struct DeferredKillTests {
    private static let rows = 6000

    private static let schemas: [Schema] = {
        let name = Attribute("name", .string)
        var newer = Entity("Note", attributes: [name])
        newer.indexes = [Entity.Index("byName", [Entity.Index.Element("name")])]
        return [
            Schema(
                model: "Notes",
                entities: [Entity("Note", attributes: [name, Attribute("text", .string), Attribute("size", .int64)])]
            ), Schema(model: "Notes", entities: [newer]),
        ]
    }()

    private static var migrator: Migrator {
        let entries = schemas.enumerated().map { History.Entry(Schema.Version($0 + 1), $1) }
        let lines = ["text", "size"].map { Mapping.Line.accept(ElementPath("Note", $0)) }
        let mapping = Mapping(from: Schema.Version(1), to: Schema.Version(2), lines)
        var migrator = Migrator(
            planner: Planner(history: History(model: "Notes", entries: entries), mappings: [mapping])
        )
        migrator.defersWork = true
        return migrator
    }

    /// Migrates, and does what that leaves. Each process does what the ones before it have not done.
    private static func work(_ url: URL) throws {
        try migrator.migrate(url)
        try DeferredFinisher().finish(url)
    }

    @Test func killed() async throws {
        let folder = try TemporaryFolder()
        let url = try StoreFiles([:]).lay(into: folder["origin"])
        try StoreCreation.create(url, holding: StoreState(version: Schema.Version(1), schema: Self.schemas[0]))
        let queue = try DatabaseQueue(path: url.path)
        try await queue.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.rows))
                    INSERT INTO Note (name, text, size) SELECT 'name ' || i, 'text ' || hex(zeroblob(i % 300)), i FROM n
                    """
            )
        }
        try queue.close()
        let origin = try StoreFiles(readFrom: folder["origin"])
        let copy = try origin.lay(into: folder["copy"])
        let digest = try Self.digest(copy)
        let start = ContinuousClock.now
        try Self.work(copy)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let operations = try await Self.countOperations(origin, folder["count"])

        var random = SplitMix64(seed: FaultSettings.chosen.seed)
        var states: [String: Int] = [:]
        for number in 1...max(FaultSettings.kills / 4, 4) {
            let store = try origin.lay(into: folder["\(number)"])
            for life in 1...4 {
                // The first one dies while it migrates, or soon after that.
                let share = life == 1 ? 10 : 2
                let moment = Moment.random(of: seconds / Double(share), operations / share, &random)
                let label = "store \(number), life \(life) with seed \(FaultSettings.chosen.seed): \(moment)"
                try await Self.kill(store, moment)
                let verification = try Verifier.verify(store)
                #expect(verification.isSound && verification.drifts.isEmpty, "\(label)")
                #expect(try Self.digest(store) == digest, "\(label)")
                let version = verification.description.state.version?.description ?? ""
                states["\(version), \(verification.deferred.count) left", default: 0] += 1
            }
            try Self.work(store)
            let verification = try Verifier.verify(store)
            #expect(verification.isSound && verification.drifts.isEmpty && verification.deferred.isEmpty)
            #expect(try Self.digest(store) == digest)
            #expect(try StoreStatus(of: store).format == StoreFormat.number)
            try Self.checkLog(of: store)
        }
        print("killed while leaving and doing work: \(FaultReport.summary(of: states))")
        #expect(states.count > 2)
    }

    /// Each piece of work is in the log once, in a row per process that did some.
    private static func checkLog(of store: URL) throws {
        let log = try StoreInspection(of: store).models[0].log.map(\.summary)
        #expect((2...4).contains(log.count), "\(log)")
        for work in ["dropped column 'Note.text'", "dropped column 'Note.size'", "created index"] {
            #expect(log.joined().components(separatedBy: work).count == 2, "\(work): \(log)")
        }
    }

    @Test("Killed while it does the work in a store without a write-ahead log")
    func killedInDeleteMode() async throws {
        let folder = try TemporaryFolder()
        let url = try StoreFiles([:]).lay(into: folder["origin"])
        try StoreCreation.create(url, holding: StoreState(version: Schema.Version(1), schema: Self.schemas[0]))
        let queue = try DatabaseQueue(path: url.path)
        try await queue.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    PRAGMA journal_mode = DELETE;
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.rows))
                    INSERT INTO Note (name, text, size) SELECT 'name ' || i, 'text ' || hex(zeroblob(i % 300)), i FROM n
                    """
            )
        }
        try queue.close()
        try Self.migrator.migrate(url)
        let origin = try StoreFiles(readFrom: folder["origin"])
        let copy = try origin.lay(into: folder["copy"])
        let digest = try Self.digest(copy)
        let operations = try await Self.countOperations(origin, folder["count"])
        var random = SplitMix64(seed: FaultSettings.chosen.seed)
        var recovered = 0
        for number in 1...max(FaultSettings.kills / 4, 6) {
            let store = try origin.lay(into: folder["\(number)"])
            for life in 1...3 {
                let moment = Moment.operation(Int.random(in: 1...max(operations / life, 1), using: &random))
                let label = "store \(number), life \(life) with seed \(FaultSettings.chosen.seed): \(moment)"
                try await Self.kill(store, moment)
                do throws(StoreError) {
                    let verification = try Verifier.verify(store)
                    #expect(verification.isSound && verification.drifts.isEmpty, "\(label)")
                } catch {
                    #expect(error.reason == .needsRecovery, "\(label)")
                    recovered += 1
                }
            }
            try DeferredFinisher().finish(store)
            let verification = try Verifier.verify(store)
            #expect(verification.isSound && verification.drifts.isEmpty && verification.deferred.isEmpty)
            #expect(try Self.digest(store) == digest)
            #expect(try StoreStatus(of: store).format == StoreFormat.number)
            try Self.checkLog(of: store)
        }
        print("killed in a store without a write-ahead log: \(recovered) to recover")
        #expect(recovered > 0)
    }

    private static func digest(_ store: URL) throws -> String? {
        let queue = try DatabaseQueue(path: store.path)
        defer { try? queue.close() }
        return try queue.read { db in
            try String.fetchOne(db, sql: "SELECT count(*) || ' ' || sum(length(name)) || ' ' || max(_id) FROM Note")
        }
    }

    private static func countOperations(_ origin: StoreFiles, _ folder: URL) async throws -> Int {
        let store: URL = try origin.lay(into: folder)
        await #expect(processExitsWith: .success) { [path = store.path as String] in
            let url = URL(fileURLWithPath: path)
            try FaultReport.write(into: url.deletingLastPathComponent().path) {
                FaultReport(operations: try FaultDisk.run(nil) { try DeferredKillTests.work(url) }.operations)
            }
        }
        return try FaultReport.read(from: folder.path).operations
    }

    private static func kill(_ store: URL, _ moment: Moment) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = store.path as String, moment = moment as Moment] in
            switch moment {
            case .microseconds(let count):
                let timer = Thread {
                    usleep(count)
                    Foundation.kill(getpid(), SIGKILL)
                }
                timer.start()
            case .operation(let number): FaultDisk.killProcess(at: number)
            }
            try DeferredKillTests.work(URL(fileURLWithPath: path))
            if case .operation = moment { Foundation.kill(getpid(), SIGKILL) }
            sleep(60)
        }
    }
}
#endif
