import Apus
import ApusStore
import Foundation
import Synchronization
import Testing

/// The order of hooks, and what happens when one of them does not end well.
@Suite struct PolicyHookTests {
    static let hooks = [
        "begin", "createDestinationInstances", "endInstanceCreation", "createRelationships", "endRelationshipCreation",
        "performCustomValidation", "end",
    ]

    @Test("Each pass runs for all policies before the next one")
    func order() throws {
        try Recording.$log.withValue(Log()) {
            let trial = try ClubTrial(PolicyTests.rows)
            try trial.migrate([Recording.First.self, Recording.Second.self]) { _ in Recording.log.note("didMigrate") }
            #expect(
                Recording.log.lines == [
                    "1 begin", "1 createDestinationInstances 3", "1 createDestinationInstances 7",
                    "1 endInstanceCreation",
                    "2 begin", "2 createDestinationInstances 1", "2 createDestinationInstances 2",
                    "2 endInstanceCreation",
                    "1 createRelationships First", "1 createRelationships Second", "1 endRelationshipCreation",
                    "2 createRelationships B 1", "2 createRelationships B 2", "2 endRelationshipCreation",
                    "1 performCustomValidation", "1 end", "2 performCustomValidation", "2 end", "didMigrate",
                ]
            )
        }
    }

    @Test(
        "An error in a hook leaves the store as it was, and is reported with the policy and the object",
        arguments: hooks
    )
    func failing(hook: String) throws {
        try Recording.$log.withValue(Log(failingIn: "2 \(hook)")) {
            let trial = try ClubTrial(PolicyTests.rows)
            let before = try trial.content()
            let failure = trial.failure([Recording.First.self, Recording.Second.self])
            let object =
                switch hook {
                case "createDestinationInstances": " for 'Boat' _id 1"
                // The last identity of vehicles was 9, of one that is gone.
                case "createRelationships": " for 'Boat' _id 10"
                default: ""
                }
            #expect(
                failure?.contains("the stage ClubStages.policies failed\(object): Second.\(hook): enough") == true,
                "\(failure ?? "")"
            )
            #expect(try trial.content() == before)
            // The same store, without the error.
            Recording.log.forgive()
            #expect(trial.failure([Recording.First.self, Recording.Second.self]) == nil)
        }
    }

    @Test("A migration that is cancelled in a hook leaves the store as it was", arguments: hooks)
    func cancelled(hook: String) throws {
        let log = Log()
        try Recording.$log.withValue(log) {
            let trial = try ClubTrial(PolicyTests.rows)
            let before = try trial.content()
            var migrator = try trial.migrator([Recording.First.self, Recording.Second.self])
            migrator.isCancelled = { log.lines.contains { $0.hasPrefix("1 \(hook)") } }
            let error = #expect(throws: StoreError.self) { try migrator.migrate(trial.url) }
            #expect(error?.reason == .cancelled)
            #expect(try trial.content() == before)
        }
    }

    @Test("A policy for classes of another version is refused before any hook")
    func classes() throws {
        nonisolated struct Reversed: EntityMigrationPolicy {
            typealias Source = ClubV2.Card
            typealias Destination = ClubV1.Card
        }
        try Recording.$log.withValue(Log()) {
            let trial = try ClubTrial(PolicyTests.rows)
            let failure = trial.failure([Recording.First.self, Reversed.self])
            #expect(failure?.contains("Reversed.init: ") == true, "\(failure ?? "")")
            #expect(Recording.log.lines.isEmpty)
        }
    }

    #if os(macOS) || os(Linux)
    @Test("A process that dies in a hook leaves the store as it was", arguments: hooks)
    func killed(hook: String) async throws {
        let trial = try ClubTrial(PolicyTests.rows)
        let before = try trial.content()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = trial.url.path as String, hook] in
            try Recording.$log.withValue(Log(dyingIn: "2 \(hook)")) {
                try ClubTrial.migrate(path, [Recording.First.self, Recording.Second.self])
            }
        }
        #expect(try trial.content() == before)
        #expect(trial.failure(PolicyTests.all) == nil)
    }
    #endif
}

/// What hooks have done, and what is to happen in one of them.
final class Log: Sendable {
    private let state = Mutex<(lines: [String], failing: String?)>(([], nil))
    private let dying: String?

    init(failingIn failing: String? = nil, dyingIn dying: String? = nil) {
        self.dying = dying
        state.withLock { $0.failing = failing }
    }

    var lines: [String] { state.withLock { $0.lines } }

    func note(_ line: String) { state.withLock { $0.lines.append(line) } }

    func forgive() { state.withLock { $0.failing = nil } }

    func hook(_ name: String, _ object: String = "") throws {
        note(object.isEmpty ? name : "\(name) \(object)")
        if dying == name { kill(getpid(), SIGKILL) }
        if state.withLock({ $0.failing }) == name { throw Refusal("enough") }
    }
}

/// Policies that note their hooks.
nonisolated enum Recording {
    @TaskLocal static var log = Log()

    struct First: EntityMigrationPolicy {
        func begin(_ migration: MigrationContexts) throws { try log.hook("1 begin") }

        func createDestinationInstances(for source: ClubV1.Account, in migration: MigrationContexts) throws {
            let wallet = ClubV2.Wallet(name: source.name, publicKey: Data())
            migration.new.insert(wallet)
            try migration.associate(source, with: wallet)
            try log.hook("1 createDestinationInstances", source.name == "First" ? "3" : "7")
        }

        func endInstanceCreation(in migration: MigrationContexts) throws { try log.hook("1 endInstanceCreation") }

        func createRelationships(for destination: ClubV2.Wallet, in migration: MigrationContexts) throws {
            try log.hook("1 createRelationships", destination.name)
        }

        func endRelationshipCreation(in migration: MigrationContexts) throws {
            try log.hook("1 endRelationshipCreation")
        }

        func performCustomValidation(in migration: MigrationContexts) throws {
            try log.hook("1 performCustomValidation")
        }

        func end(_ migration: MigrationContexts) throws { try log.hook("1 end") }
    }

    struct Second: EntityMigrationPolicy {
        func begin(_ migration: MigrationContexts) throws {
            migration.new.insert(ClubV2.Guest(name: "new"))
            try migration.new.save()
            try log.hook("2 begin")
        }

        func createDestinationInstances(for source: ClubV1.Boat, in migration: MigrationContexts) throws {
            try migration.destinationInstances(of: Self.self, for: [source]).first?.plate = "B \(source.length - 4)"
            try log.hook("2 createDestinationInstances", "\(source.length - 4)")
        }

        func endInstanceCreation(in migration: MigrationContexts) throws { try log.hook("2 endInstanceCreation") }

        func createRelationships(for destination: ClubV2.Boat, in migration: MigrationContexts) throws {
            try log.hook("2 createRelationships", destination.plate)
        }

        func endRelationshipCreation(in migration: MigrationContexts) throws {
            try log.hook("2 endRelationshipCreation")
        }

        func performCustomValidation(in migration: MigrationContexts) throws {
            try log.hook("2 performCustomValidation")
        }

        func end(_ migration: MigrationContexts) throws { try log.hook("2 end") }
    }
}
