@_spi(Generated) import Apus
import ApusEncryption
import ApusExpectations
import Foundation
import Testing
import TripsModel

/// `expectMigrations` as the tests of an app use it, with the example's generated code and its stage in Swift.
@Suite struct ExpectMigrationsTests {
    private static let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func storesOfAllReleasesMigrate() async throws {
        try await expectMigrations(of: TripsSchema.self)
    }

    @Test func casesOfTheProjectPass() async throws {
        let cases = Self.project.appending(path: "Migrations/Trips/tests")
        try await expectMigrations(of: TripsSchema.self, from: "3", rows: 0, cases: cases)
    }

    @Test func aCaseThatFailsIsAnIssue() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = """
            from: 3
            to: 4
            rows: { Person: { ann: { name: Ann } } }
            expect: { Person: 2 }
            """
        try text.write(to: folder.appending(path: "two.yaml"), atomically: true, encoding: .utf8)
        try await withKnownIssue {
            try await expectMigrations(of: TripsSchema.self, from: "3", rows: 0, cases: folder)
        } matching: { issue in
            issue.comments.map(\.rawValue) == [
                """
                Trips 3 → 4, two.yaml
                  the rows are not as expected
                    Person: expected 2 rows, found 1
                """
            ]
        }
    }

    @Test func aKeptStoreIsComparedWithTheDigestBesideIt() async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
        let digest = URL(fileURLWithPath: url.path + ".rows.yaml")
        defer { for file in [url, digest] { try? FileManager.default.removeItem(at: file) } }
        let key = EncryptionKey.random()
        let configuration = ModelConfiguration(url: url, keys: StoreKeys { _ in key })
        let context = ModelContext(try ModelContainer(for: TripsSchema.self, configurations: configuration))
        context.insert(Person(givenName: "Ann"))
        try context.save()
        func expectIssue(_ text: String) async throws {
            try await withKnownIssue {
                try await expectMigrations(of: TripsSchema.self, from: "3", rows: 0, stores: [url])
            } matching: { issue in
                issue.comments.contains { $0.rawValue.contains(text) }
            }
        }
        try await expectIssue("the store has no digest of its rows")
        try "version: 7\nrows: { Person: { count: 2, digest: a } }\n".write(
            to: digest,
            atomically: true,
            encoding: .utf8
        )
        try await expectIssue("Person: expected 2 rows, found 1")
    }

    @Test func aStageThatNeedsADecisionIsAnIssue() async throws {
        try await withKnownIssue {
            try await expectMigrations(of: UndecidedSchema.self)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("'Draft'") && $0.rawValue.contains("AP") }
        }
    }

    @Test func nothingThatIsTestedIsAnIssue() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func expectIssue(_ text: String, _ work: () async throws -> Void) async throws {
            try await withKnownIssue {
                try await work()
            } matching: { issue in
                issue.comments.contains { $0.rawValue.contains(text) }
            }
        }
        try await expectIssue("no version from 3 on can be migrated") {
            try await expectMigrations(of: TripsSchema.self, to: "3", from: "3")
        }
        try await expectIssue("there is no released version that can be migrated") {
            try await expectMigrations(of: NewSchema.self)
        }
        try await expectIssue("no case is tested") {
            try await expectMigrations(of: TripsSchema.self, from: "5", rows: 0, cases: folder)
        }
    }

    @Test func aVersionThatDoesNotExistIsAnError() async {
        await #expect(throws: (any Error).self) { try await expectMigrations(of: TripsSchema.self, from: "9") }
        await #expect(throws: (any Error).self) { try await expectMigrations(of: TripsSchema.self, to: "x") }
    }
}

/// A model whose second version loses an entity, which no mapping accepts.
private enum UndecidedSchema: SchemaMigrationPlan {
    static let modelName = "M"
    static let entities: [EntityDescription] = []
    static let versions = [
        FrozenSchema("1", json: #"{"entities":[{"name":"Draft"},{"name":"Kept"}],"model":"M"}"#),
        FrozenSchema("2", json: #"{"entities":[{"name":"Kept"}],"model":"M"}"#),
    ]
    static let head: FrozenSchema? = nil
    static let mappings: [StageMapping] = []
}

/// A model of which no version is released.
private enum NewSchema: SchemaMigrationPlan {
    static let modelName = "M"
    static let entities: [EntityDescription] = []
    static let versions: [FrozenSchema] = []
    static let head: FrozenSchema? = FrozenSchema("head", json: #"{"entities":[{"name":"Kept"}],"model":"M"}"#)
    static let mappings: [StageMapping] = []
}
