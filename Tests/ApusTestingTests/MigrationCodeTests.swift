import ApusMigration
import ApusReports
import ApusSchema
import ApusStore
import ApusTesting
import Foundation
import Testing

/// `apus test` of migrations that call functions in Swift.
@Suite struct MigrationCodeTests {
    private static let planner: Planner = {
        func schema(_ attributes: Attribute...) -> Schema {
            Schema(model: "M", entities: [Entity("Note", attributes: [Attribute("text", .string)] + attributes)])
        }
        let size = Attribute("size", .int64)
        let entries = [
            schema(), schema(size), schema(size, Attribute("more", .string, isOptional: true)),
        ].enumerated().map { History.Entry(Schema.Version($0 + 1), $1) }
        let function = FunctionDeclaration("size", version: 1, takes: [.init(.string)], gives: .init(.int64))
        let mapping = Mapping(
            from: Schema.Version(1),
            to: Schema.Version(2),
            [.function(function), .value(ElementPath("Note", "size"), "size($source.text)")]
        )
        return Planner(history: History(model: "M", entries: entries), mappings: [mapping])
    }()

    private func outcomes(_ code: MigrationCode) async throws -> Set<String> {
        let choice = ModelTests.Choice(
            target: .newestVersion,
            oldest: nil,
            selection: SeededStore.Selection(rows: 5, seeds: 1),
            code: code
        ) {
            false
        }
        let tests = try ModelTests(Self.planner, cases: [], stores: [], choice)
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-code-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return Set(await tests.run(in: folder).map { "\($0.outcome)" })
    }

    @Test("A pure function passes, and one that is not pure fails")
    func purity() async throws {
        let pure = MigrationFunction("size", version: 1) { (text: String) in text.utf8.count }
        #expect(try await outcomes(MigrationCode(functions: [pure])) == ["passed"])
        let calls = Locked(0)
        let impure = MigrationFunction("size", version: 1) { (text: String) -> Int in
            calls.withLock { count in
                count += 1
                return count
            }
        }
        #expect(try await outcomes(MigrationCode(functions: [impure])).contains("failed"))
    }

    @Test("Tests are refused before they run if a function is missing")
    func missing() async throws {
        let error = await #expect(throws: PlanningError.self) { try await outcomes(MigrationCode()) }
        #expect(error?.diagnostics.map(\.code) == ["AP509"])
    }
}
