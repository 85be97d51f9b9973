import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusReports
import ApusSchema
import Testing

/// What the help of a decision says can be pasted, and settles it.
@Suite("The lines that help says")
struct HintTests {
    private static let versions: (Schema.Version, Schema.Version) = (Schema.Version(1), Schema.Version(2))

    private static func schema(_ text: String) throws -> Schema {
        try #require(ModelFile.read([SourceFile(path: "Example.yaml", text: "model: Example\n" + text)]).schema)
    }

    private static func stage(_ before: String, _ after: String, _ mapping: String? = nil) throws -> Stage {
        let read: (mapping: Mapping?, diagnostics: [Diagnostic])? = mapping.map {
            MappingFile.read(SourceFile(path: "1-2.yaml", text: $0), from: versions.0, to: versions.1)
        }
        #expect(read?.diagnostics.map(\.description) ?? [] == [])
        return Stage(
            from: try schema(before),
            to: try schema(after),
            from: .version(versions.0),
            to: .version(versions.1),
            mapping: read?.mapping
        )
    }

    /// The lines of a mapping among some lines of help.
    private static func lines(_ help: [String]) -> [String] {
        help.flatMap { $0.split(separator: "'", omittingEmptySubsequences: false).map(String.init) }
            .filter { part in ["accept: ", "fill: ", "convert: ", "require: "].contains { part.hasPrefix($0) } }
    }

    @Test("Each line settles its decision", arguments: ChangeCatalogue.pages) func everyLine(_ page: ChangePage) throws
    {
        let bare: Stage = try Self.stage(page.before, page.after)
        // Without its mapping the stage of a page that needs one has something to decide, or help to give.
        for refusal in bare.refusals {
            for line in Self.lines(refusal.help) {
                let settled: Stage = try Self.stage(page.before, page.after, line)
                let isLeft = settled.refusals.contains {
                    $0.code == refusal.code && $0.message == refusal.message
                }
                #expect(!isLeft, "\(page.code): \(line)")
                #expect(!settled.refusals.contains { $0.code.hasPrefix("AP40") }, "\(line): \(settled.refusals)")
            }
        }
    }

    @Test("Pages with something to decide offer lines") func thereAreLines() throws {
        let offered: [ChangePage] = try ChangeCatalogue.pages.filter { page in
            try Self.stage(page.before, page.after).refusals.contains { !Self.lines($0.help).isEmpty }
        }
        #expect(offered.count > 15, "\(offered.map(\.code))")
    }

    private let before: String = """
        entities:
          Trip:
            attributes: { a: string, b: string?, c: double, d: date?, begin: date? }
            relationships: { draft: { to: Draft, optional: true } }
          Draft: { attributes: { text: string } }
        """
    private let after: String = """
        entities:
          Trip:
            attributes: { b: string, c: int32, d: date, id: uuid, name: string, start: date? }
        """

    @Test("Together they make one mapping, which settles all but what looks like a rename") func together() throws {
        let bare: Stage = try Self.stage(before, after)
        #expect(
            bare.suggestion(for: bare.shownRefusals) == """
                to resolve them with one mapping, review it and add it to Migrations/Example/1-2.yaml:

                accept:
                  - Trip.draft
                  - Draft
                fill:
                  Trip.b: ""
                  Trip.d: now()
                  Trip.id: uuid()
                convert:
                  Trip.c: rounded

                """
        )
        let text: Substring = bare.suggestion(for: bare.shownRefusals).drop { $0 != "\n" }
        let settled: Stage = try Self.stage(before, after, String(text))
        // Whether 'name' needs a value follows from what it was.
        #expect(settled.refusals.map(\.code) == ["AP203", "AP203"], "\(settled.refusals.map(\.message))")
        #expect(settled.suggestion(for: settled.shownRefusals).isEmpty)
        #expect(bare.markdown.contains("```yaml\naccept:\n  - Trip.draft\n  - Draft\nfill:\n"))
    }

    @Test("One line is no more than its help; of two that exclude each other none is chosen") func left() throws {
        let one: Stage = try Self.stage(before, before.replacing("a: string, ", with: ""))
        #expect(one.refusals.count == 1 && one.suggestion(for: one.shownRefusals).isEmpty)
        func model(_ inverse: (String, String)) -> String {
            """
            entities:
              T: { relationships: { p: { toMany: P\(inverse.0) } } }
              P: { relationships: { t: { toMany: T\(inverse.1) } } }
            """
        }
        let paired: Stage = try Self.stage(model(("", "")), model((", inverse: t", ", inverse: p")))
        #expect(
            paired.refusals.map(\.code) == ["AP307", "AP307"] && paired.suggestion(for: paired.shownRefusals).isEmpty
        )
    }
}
