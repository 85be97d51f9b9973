import ApusDiagnostics
import ApusMigration
import ApusReports
import ApusSchema
import Foundation
import Testing

/// The catalogue is complete, and its codes and names are each one's own.
@Suite struct CatalogueTests {
    private let pages: [ChangePage] = ChangeCatalogue.pages

    @Test func codesAndNamesAreUnique() {
        #expect(Set(pages.map(\.code)).count == pages.count)
        #expect(Set(pages.map(\.name)).count == pages.count)
        #expect(Set(pages.map(\.title)).count == pages.count)
        for page in pages { #expect(page.code.wholeMatch(of: /AP[1-4][0-9]{2}/) != nil, "\(page.code)") }
    }

    @Test func pagesAndTypesAreInOrder() {
        #expect(pages.map(\.code) == pages.map(\.code).sorted())
        let codes: [String] = ChangeCatalogue.differences.map { $0.page.code }
        #expect(codes == codes.sorted())
    }

    @Test("Each file of a difference is a type of the catalogue, under its own name")
    func everyTypeIsListed() throws {
        let folder: URL = packageRoot.appending(path: "Sources/ApusMigration/Changes")
        let files: [String] = try ["Entities", "Attributes", "Types", "Relationships"].flatMap { name in
            try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)
        }
        let types: [String] = ChangeCatalogue.differences.map { "\($0)" }
        #expect(Set(files) == Set(types.map { $0 + ".swift" }))
        #expect(Set(types).count == types.count)
        for (type, name) in zip(types, ChangeCatalogue.differences.map { $0.page.name }) {
            #expect(name == type.prefix(1).lowercased() + type.dropFirst())
        }
    }

    @Test func findingsThatAreNoDifferenceHavePages() {
        let findings: Set<String> = Set(pages.map(\.code)).subtracting(
            ChangeCatalogue.differences.map { $0.page.code }
        )
        #expect(
            findings == [
                "AP103", "AP203", "AP401", "AP402", "AP403", "AP404", "AP405", "AP406", "AP407", "AP408", "AP409",
                "AP410", "AP411", "AP412", "AP413", "AP415", "AP420", "AP421", "AP425", "AP426", "AP427",
            ]
        )
    }

    @Test("Each reason why there is no plan has a page, which shows it", arguments: ChangeCatalogue.planning)
    func planningPage(_ page: PlanningPage) {
        #expect(page.example.diagnostics().map(\.code) == [page.code])
        for text in [page.title, page.reason, page.advice] { #expect(text.count > 5) }
        for text in [page.reason, page.advice] { #expect(text.hasSuffix(".")) }
        #expect(!page.title.hasSuffix("."))
    }

    @Test func planningPagesAreComplete() {
        #expect(ChangeCatalogue.planning.map(\.code) == (501...509).map { "AP\($0)" })
        for page in ChangeCatalogue.planning {
            switch page.example {
            case .emptyHistory, .unknownTarget, .unknownVersion, .differentSchema, .otherModel, .retiredVersion,
                .retiredTarget, .ambiguousWays, .missingCode:
                continue
            // It says what is wrong with a stage, which has a page of its own.
            case .refused: Issue.record("\(page.code) has its own page")
            // It says what 'apus check' says about the files.
            case .unreadable: Issue.record("\(page.code) is about files")
            }
        }
    }

    @Test("Every page says something under each heading", arguments: ChangeCatalogue.pages)
    func pageIsWritten(_ page: ChangePage) {
        for text in [page.title, page.reason, page.advice] { #expect(text.count > 5) }
        for text in [page.reason, page.advice] { #expect(text.hasSuffix(".")) }
        #expect(!page.title.hasSuffix("."))
        #expect(page.before.hasPrefix("entities:\n") && page.after.hasPrefix("entities:\n"))
        // Only a line of the mapping is wrong between two schemas that are fine.
        #expect(
            page.effects.isEmpty
                == ["needless", "unusable", "undecided", "unlisted"].contains { page.name.hasPrefix($0) }
        )
    }

    @Test("The first effect is what the example shows", arguments: ChangeCatalogue.pages)
    func effectFitsMapping(_ page: ChangePage) {
        let key: String? = page.mapping.map { String($0.prefix { $0 != ":" }) }
        switch page.effects.first {
        case .lightweight, .checked: #expect(key == nil)
        case .loss: #expect(key == "accept")
        case .fill: #expect(key == "fill")
        case .mapped: #expect([nil, "accept", "convert", "values"].contains(key))
        case .written: #expect(["fill", "entities", "values", "require", "duplicates"].contains(key ?? ""))
        case nil: #expect(key.map { Mapping.Key(rawValue: $0) != nil } == true)
        }
    }

    @Test func severityFollowsFromTheEffects() {
        func severity(_ effects: ChangePage.Effect...) -> ChangePage.Severity {
            ChangePage("AP000", "none", title: "", effects: effects, reason: "", before: "", after: "", advice: "")
                .severity
        }
        #expect(severity(.lightweight) == .none)
        #expect(severity(.lightweight, .checked) == .caution)
        #expect(severity(.fill, .lightweight) == .decision)
        #expect(severity(.mapped) == .decision)
        #expect(severity(.lightweight, .loss, .mapped) == .loss)
        #expect(severity() == .none)
        #expect(TableNameChanged.page.severity == .caution)
    }
}
