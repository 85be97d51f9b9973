import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusReports
import ApusSchema
import Testing

/// The examples of `Documentation/Changes.md` are models and mappings that do what the page says of them.
@Suite("The examples of changes")
struct ChangeExampleTests {
    @Test("Both schemas and the mapping can be read as they stand", arguments: ChangeCatalogue.pages)
    func isValid(_ page: ChangePage) throws {
        for text in [page.before, page.between, page.after].compactMap(\.self) {
            let (schema, findings) = ModelFile.read([SourceFile(path: "Example.yaml", text: "model: Example\n" + text)])
            #expect(schema != nil && findings.isEmpty, "\(page.code): \(findings.map(\.description))")
        }
        guard let text = page.mapping else { return }
        let file = SourceFile(path: "1-2.yaml", text: text)
        let (mapping, findings) = MappingFile.read(file, from: Schema.Version(1), to: Schema.Version(2))
        #expect(mapping != nil && findings.isEmpty, "\(page.code): \(findings.map(\.description))")
    }

    @Test("The change is found, and is what its page says", arguments: ChangeCatalogue.differences.map { $0.page })
    func showsItsChange(_ page: ChangePage) throws {
        let stage: Stage = try Self.stage(of: page)
        let effects: [ChangePage.Effect] = stage.changes.filter { $0.code == page.code }.flatMap(\.verdict.effects)
        let shown: ChangePage.Effect = try #require(page.effects.first)
        // Where the loss is accepted on the way, a property is gone and another one new instead.
        let isReplaced = shown == .mapped && page.mapping?.hasPrefix("accept") == true
        #expect(effects.contains(shown) != isReplaced, "\(page.code): \(stage.text)")
        // The other changes of the example are of no interest, but have to be settled as well.
        let isLeftRefused = shown == .mapped && page.mapping == nil
        #expect(stage.refusals.map(\.code) == (isLeftRefused ? [page.code] : []), "\(stage.refusals)")
    }

    @Test(
        "Without its mapping the stage is refused with the page's code",
        arguments: ChangeCatalogue.pages.filter { $0.mapping != nil && !$0.effects.isEmpty }
    )
    func needsItsMapping(_ page: ChangePage) throws {
        let stage: Stage = try Self.stage(of: page, isMapped: false)
        // What only a mapping says is not there without it.
        if page.effects == [.written] || page.before == page.after {
            return #expect(!stage.changes.contains { $0.code == page.code })
        }
        #expect(stage.refusals.map(\.code) == [page.code], "\(stage.refusals)")
    }

    @Test("A finding is found, and its mapping settles it or is what is wrong", arguments: findings)
    func showsItsFinding(_ page: ChangePage) throws {
        let codes: [String] = try Self.stage(of: page).refusals.map(\.code)
        let isSettled = page.mapping != nil && !page.effects.isEmpty
        #expect(isSettled ? codes.isEmpty : codes.contains(page.code), "\(codes)")
        // Two ways that differ do so without a mapping of the direct one, too.
        if page.effects.isEmpty, page.between == nil {
            #expect(try Self.stage(of: page, isMapped: false).refusals.isEmpty)
        }
    }

    private static let findings: [ChangePage] = {
        let codes: Set<String> = Set(ChangeCatalogue.differences.map { $0.page.code })
        return ChangeCatalogue.pages.filter { !codes.contains($0.code) }
    }()

    /// The stage of an example, from version 1 to version 2.
    private static func stage(of page: ChangePage, isMapped: Bool = true) throws -> Stage {
        func schema(_ text: String) throws -> Schema {
            try #require(ModelFile.read([SourceFile(path: "Example.yaml", text: "model: Example\n" + text)]).schema)
        }
        let between = try page.between.map(schema)
        let (from, to) = (Schema.Version(1), Schema.Version(between == nil ? 2 : 3))
        let mapping: Mapping? = (isMapped ? page.mapping : nil).flatMap {
            MappingFile.read(SourceFile(path: "1-2.yaml", text: $0), from: from, to: to).mapping
        }
        if let between {
            let versions = [try schema(page.before), between, try schema(page.after)]
            let entries = versions.enumerated().map { History.Entry(Schema.Version($0 + 1), $1) }
            let planner = Planner(
                history: History(model: "Example", entries: entries),
                mappings: [mapping].compactMap(\.self)
            )
            return try #require(try planner.directStage(from: from, to: to))
        }
        return Stage(
            from: try schema(page.before),
            to: try schema(page.after),
            from: .version(from),
            to: .version(to),
            mapping: mapping
        )
    }
}

extension Change.Verdict {
    /// What the change may have asked of its stage.
    fileprivate var effects: [ChangePage.Effect] {
        switch self {
        case .lightweight: [.lightweight, .checked]
        case .accepted: [.loss]
        case .mapped(let line): line.key == .convert ? [.mapped] : [.fill, .written]
        case .refused: [.mapped]
        }
    }
}
