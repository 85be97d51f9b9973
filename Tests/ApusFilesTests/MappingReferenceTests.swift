import ApusDiagnostics
import ApusMigration
import ApusSchema
import Foundation
import Testing

@testable import ApusFiles

/// `Documentation/Mappings.md` says of every key what is true, and shows nothing that is not.
@Suite("The reference of mappings")
struct MappingReferenceTests {
    private static let page = ReferencePage("Documentation/Mappings.md")

    private static var mappings: [ReferencePage.Example] {
        page.examples.filter { ["mapping", "back"].contains($0.place) }
    }

    private func schema(_ place: String) throws -> Schema {
        let example = try #require(Self.page.examples.first { $0.place == place })
        let (schema, findings) = ModelFile.read([SourceFile(path: place, text: example.text)])
        #expect(findings.isEmpty, "\(findings)")
        return try #require(schema)
    }

    @Test("Examples are right, or show exactly what is wrong with them", arguments: mappings)
    func example(_ example: ReferencePage.Example) throws {
        let (older, newer) = (try schema("older"), try schema("newer"))
        let isBack = example.place == "back"
        let file = SourceFile(path: "Migrations/Trips/\(isBack ? "3-2" : "2-3").yaml", text: example.text)
        var reader = MappingsReader(
            versions: [Schema.Version(2), Schema.Version(3)],
            schemas: [Schema.Version(2): older, Schema.Version(3): newer],
            head: nil
        )
        reader.read(file)
        let said = reader.findings.map(\.description).joined(separator: "\n")
        #expect(said == example.expected, "Documentation/Mappings.md:\(example.line)")
        #expect(said.isEmpty != example.showsError, "Documentation/Mappings.md:\(example.line)")
        guard let mapping = reader.mappings.first else { return }
        let written = SourceFile(path: file.path, text: MappingFile.write(mapping))
        let again = MappingFile.read(written, from: mapping.from, to: mapping.to).mapping
        #expect(again?.withoutFile == mapping.withoutFile, "Documentation/Mappings.md:\(example.line)")
    }

    @Test("Every key has its row, its section, a right example and a wrong one")
    func keys() throws {
        let rows: [String] = (Self.page.section("")?.lines ?? []).filter { $0.hasPrefix("| [`") }
        #expect(rows == Mapping.Key.allCases.map(Self.row))
        for key in Mapping.Key.allCases.map(\.rawValue) {
            let examples = Self.mappings.filter { $0.section == "`\(key)`" && $0.text.contains("\(key):") }
            #expect(examples.contains { !$0.showsError }, "\(key)")
            #expect(examples.contains { $0.showsError }, "\(key)")
        }
        #expect(Self.mappings.contains { $0.place == "back" })
    }

    /// The row of a key in the table.
    private static func row(_ key: Mapping.Key) -> String {
        let definition: Mapping.Key.Definition = key.definition
        let summary: String = definition.summary.prefix(1).lowercased() + definition.summary.dropFirst()
        let version: String = definition.subjects.areOlder ? "older" : "newer"
        let names: String =
            switch definition.subjects {
            case .statements: "both versions"
            case .functions, .code: "none of the model's"
            default: "the stage's \(version) version"
            }
        return "| [`\(key.rawValue)`](#\(key.rawValue)) | \(summary) | \(names) |"
    }

    @Test("The table of generators is complete")
    func generators() {
        let rows: [[String]] = Self.page.rows(of: "generator", in: "`fill`")
        #expect(rows.map(\.[0]) == Fill.Generator.allCases.map(\.rawValue))
    }

    @Test(
        "Editors take the paths that the reader takes",
        arguments: [
            ("Trip", true, false), ("Trip.code", true, true), ("Trip.*", true, false), ("Größe.b", true, true),
            ("Trip.", false, false), (".code", false, false), ("Trip.a.b", false, false), ("*", false, false),
            ("*.code", false, false), ("Trip.**", false, false), ("Trip.*.a", false, false), ("", false, false),
        ]
    )
    func paths(_ path: String, _ isAccepted: Bool, _ isProperty: Bool) throws {
        func matches(_ pattern: String) throws -> Bool {
            let expression = try NSRegularExpression(pattern: pattern)
            return expression.firstMatch(in: path, range: NSRange(path.startIndex..., in: path)) != nil
        }
        #expect(try matches(NamePatterns.acceptance) == isAccepted)
        #expect(try matches(NamePatterns.property) == isProperty)
        func isRead(_ text: String) -> Bool {
            let file = SourceFile(path: "m", text: text)
            return MappingFile.read(file, from: Schema.Version(1), to: nil).mapping != nil
        }
        #expect(isRead("accept: [\"\(path)\"]") == isAccepted)
        #expect(isRead("require: [\"\(path)\"]") == isProperty)
        #expect(isRead("fill: { \"\(path)\": 1 }") == isProperty)
    }

    @Test("Links on the page lead to headings")
    func links() {
        let targets: [String] = Self.page.text.matches(of: /\]\(#([^)]+)\)/).map { String($0.1) }
        #expect(!targets.isEmpty)
        for target in targets { #expect(Self.page.anchors.contains(target), "#\(target)") }
    }
}
