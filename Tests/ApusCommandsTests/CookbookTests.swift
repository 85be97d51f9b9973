import Foundation
import Testing

/// Every recipe of `Documentation/Cookbook.md` migrates its rows as it says, and made-up rows of all kinds.
@Suite("The cookbook")
struct CookbookTests {
    /// A recipe: its title, and its blocks by their names.
    struct Recipe: CustomTestStringConvertible {
        let title: String
        let blocks: [String: String]

        var testDescription: String { title }
    }

    private static let recipes: [Recipe] = {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Documentation/Cookbook.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        return text.components(separatedBy: "\n## ").dropFirst().map { section in
            var blocks: [String: String] = [:]
            for block in section.components(separatedBy: "```yaml ").dropFirst() {
                guard let start = block.firstIndex(of: "\n"), let end = block.range(of: "```") else { continue }
                blocks[String(block[..<start])] = String(block[block.index(after: start)..<end.lowerBound])
            }
            return Recipe(title: String(section.prefix { $0 != "\n" }), blocks: blocks)
        }
    }()

    @Test("A recipe does what it says", arguments: recipes)
    func recipe(_ recipe: Recipe) throws {
        #expect(Set(recipe.blocks.keys) == ["older", "newer", "mapping", "case"])
        let folder = try ScriptRunner.makeProject("model: T\n" + (recipe.blocks["older"] ?? ""))
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ text: String, to path: String) throws {
            let url = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: url)
        }
        func run(_ line: String) throws {
            let done = try ScriptRunner.run(CommandScript.Command(line: line), in: folder)
            #expect(done.code == 0, "\(line)\n\(done.output.joined(separator: "\n"))")
            #expect(!done.output.contains { $0.contains("skipped") }, "\(done.output.joined(separator: "\n"))")
        }
        try run("apus freeze")
        try write("model: T\n" + (recipe.blocks["newer"] ?? ""), to: "Schemas/T/T.yaml")
        try write(recipe.blocks["mapping"] ?? "", to: "Migrations/T/1-head.yaml")
        try run("apus freeze")
        try write("from: 1\nto: 2\n" + (recipe.blocks["case"] ?? ""), to: "Migrations/T/tests/recipe.yaml")
        try run("apus test")
    }

    @Test("There are recipes")
    func count() { #expect(Self.recipes.count >= 20) }
}
