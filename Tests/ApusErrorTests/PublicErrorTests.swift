import ApusDiagnostics
import ApusMigration
import ApusProject
import ApusSchema
import ApusStore
import Foundation
import Testing

@testable import Apus
@testable import ApusEncryption
@testable import ApusSeeding

/// Every public error says a sentence, and fits on a screen.
@Suite struct PublicErrorTests {
    private static let long = String(repeating: "a very long text ", count: 500)
    private static let object = PersistentIdentifier(entityName: "Trip", row: 5)

    /// Errors of all public types, with more in them than fits on a screen.
    static let samples: [any ExplainedError] = [
        DiagnosticsError((1...300).map { .error("finding \($0) " + long, notes: [long, long], help: [long, long]) }),
        PredicateProblem(at: 7, "expected a value, found ')' " + long, help: [long, long, long, long, long]),
        ConversionFailure(value: .text(long), reason: .unreadable(.int32)),
        ConversionFailure.Reason.unreadable(.int32),
        RecodingFailure(.text(long)),
        PlanningError.unknownTarget(Schema.Version(1000), known: (1...999).map { Schema.Version($0) }),
        PlanningError.retiredTarget(Schema.Version(1), known: (2...999).map { Schema.Version($0) }),
        PlanningError.refused(refused ?? []),
        GitError.unknownRevision(long, messages: (1...99).map { "\($0) " + long }, similar: [long], isShallow: true),
        SchemaArgument.Problem.commitSearch(text: long),
        ArchiveError.unsupportedClass(long),
        SealingError.badKey("notes", reason: long), SealingError.lostLookups(long), KeyError(long),
        StoreError("/a/store.sqlite", .keys((1...300).map { .noKey("key\($0)") })),
        StoreError("/a/store.sqlite", .wouldReveal(long)),
        ModelError.unreadableEncryptedValue(object: object, property: "note", reason: long),
        SeedProblem(long, help: [long, long]),
        StoreError("/a/store.sqlite", .drifted((1...300).map { .missingTable("Table\($0)") })),
        StoreError("/a/" + long, .damaged(long)),
        StoreError("/a/store.sqlite", .noSuchModel("A", found: (1...300).map { "Model\($0)" })),
        StoreError("/a/store.sqlite", .sharedStore((1...300).map { "Model\($0)" })),
        StoreError("/a/store.sqlite", .planning(.refused(refused ?? []))),
        ModelError.resetNotUndone(configurations: [long, "b"], copies: ["/a/" + long], reason: long),
        ModelError.historyNotKept(model: "Trips"), ModelError.historyTokenExpired(store: "/a/" + long),
        ModelError.historyDataCorrupted(store: "/a/store.sqlite", reason: long),
        ModelError.validation(
            (1...300).map { .init(object: object, property: "name\($0)", reason: .breach("too long " + long)) }
        ),
        ModelError.database(code: 1, message: "no such column", sql: "SELECT\n  " + long),
        ModelError.unsupportedPredicate(long, reason: long),
        ModelError.retiredVersion(
            Schema.Version(1),
            isHead: true,
            store: "/a/" + long,
            releases: (2...300).map { AppRelease(name: long, oldest: Schema.Version($0), newest: Schema.Version($0)) }
        ),
        ModelError.unreadableMapping(model: "Trips", from: "1", to: "head", reason: long),
        ModelError.noEmptyValue(entity: "Trip", property: long), ModelError.sumDoesNotFit(attributes: ["Trip.total"]),
        ModelError.sumDoesNotFit(attributes: (1...300).map { "Trip.total\($0)" }), ModelError.noEntity(long),
        ModelError.abstractEntity(long),
        ModelError.missingValues(entity: "Trip", properties: (1...300).map { "name\($0)" }),
        ModelError.unknownProperty(entity: "Trip", name: long), ModelError.readOnlyProperty(entity: "Trip", name: long),
        ModelError.staleIdentifier(object), ModelError.neverRead(object), ModelError.noUid(entity: long),
        ModelError.notLoaded(model: long), ModelError.nestedLoad(model: long),
        ModelError.wrongType(entity: "Trip", property: "name", expected: long, found: long),
        RowLoadError(
            count: 5000,
            (1...100).map { .error("'name' is " + long, at: SourceLocation(file: "rows.csv", line: $0, column: 1)) }
        ),
        ModelError.refusedRows(
            count: 5000,
            (1...100).map { ModelError.RefusedRow(index: $0, property: "name", problem: "is " + long) }
        ),
    ]

    private static let large = Schema(
        model: "Large",
        entities: (1...200).map { Entity("Entity\($0)", attributes: [Attribute("name", .string)]) }
    )

    /// A stage that loses two hundred entities.
    private static let refused: [Stage]? = try? Planner(
        history: History(
            model: "Large",
            entries: [
                History.Entry(Schema.Version(1), large), History.Entry(Schema.Version(2), Schema(model: "Large")),
            ]
        ),
        mappings: []
    ).stages()

    @Test(arguments: samples.indices)
    func fitsOnAScreen(_ index: Int) {
        let error: any ExplainedError = Self.samples[index]
        for text in ["\(error)", String(reflecting: error), error.localizedDescription] {
            let lines: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.reduce(0) { $0 + max(1, ($1.count + 79) / 80) } <= 24, "\(text)")
            #expect(!text.isEmpty && !text.contains("The operation could"), "\(text)")
        }
    }

    @Test(arguments: samples.indices)
    func saysTheSentenceFirst(_ index: Int) throws {
        let error: any ExplainedError = Self.samples[index]
        let first: Diagnostic = try #require(error.diagnostics.first)
        let start = String(first.message.prefix(40))
        for text in ["\(error)", String(reflecting: error), error.localizedDescription] {
            #expect(text.prefix(240).contains(start), "\(text)")
        }
        #expect((error.recoverySuggestion == nil) == first.help.isEmpty)
    }

    @Test("what does not fit is counted")
    func counts() {
        #expect("\(Self.samples[0])".hasSuffix("\nand 299 more"))
        let short = DiagnosticsError((1...30).map { .error("finding \($0)") })
        #expect("\(short)".hasSuffix("\nfinding 22\nand 8 more"))
        #expect(short.localizedDescription == "finding 1 (and 29 more)")
        #expect("\(DiagnosticsError((1...22).map { .error("finding \($0)") }))".hasSuffix("\nfinding 22"))
    }

    @Test("warnings come after errors, and are marked")
    func warnings() {
        let location = SourceLocation(file: "a.yaml", line: 3)
        let error = DiagnosticsError([.warning("first", at: location), .error("second", code: "AP1", at: location)])
        #expect("\(error)" == "a.yaml:3: second [AP1]\na.yaml:3: warning: first")
    }

    @Test("the samples have every error type that a user can meet, so a new one cannot be forgotten")
    func complete() throws {
        let known: Set<String> = Set(Self.samples.map { String(describing: type(of: $0)) })
        let declared: Set<String> = try Self.declaredErrors()
        #expect(declared == known)
    }

    /// The names of the types in the sources that are errors by their declaration or an extension: public ones, and those of
    /// the package that explain themselves. Others are wrapped before they are thrown to a user.
    private static func declaredErrors() throws -> Set<String> {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        let files: [URL] =
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
        #expect(files.count > 500)
        let error =
            /(?:(public|package) (?:final )?(?:struct|enum|class|actor)|extension) ([\w.]+)(?:<[^>]*>)?\s*:([^{]*)\{/
        var names: Set<String> = []
        for file in files {
            for match in try String(contentsOf: file, encoding: .utf8).matches(of: error) {
                let conformances = match.output.3.split { !$0.isLetter }
                let wanted =
                    match.output.1 == "package" ? ["ExplainedError"] : ["Error", "LocalizedError", "ExplainedError"]
                guard conformances.contains(where: { wanted.contains(String($0)) }) else { continue }
                names.insert(String(match.output.2.split(separator: ".").last ?? ""))
            }
        }
        return names
    }
}
