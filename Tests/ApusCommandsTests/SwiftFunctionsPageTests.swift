import Foundation
import Testing

/// `Documentation/SwiftFunctions.md` shows the code of `Tests/ApusOwnFunctions`, which the session `swift-functions.txt` runs.
@Suite struct SwiftFunctionsPageTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    @Test("The page's code is what is compiled", arguments: ["TripsFunctions", "Main"])
    func code(_ name: String) throws {
        let source = try text("Tests/ApusOwnFunctions/\(name).swift")
        #expect(try text("Documentation/SwiftFunctions.md").contains("\n```swift\n\(source)```\n"))
    }

    @Test("The page shows what a store without the function, or with a row that it cannot take, is told")
    func messages() throws {
        let folder = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = try text("Documentation/SwiftFunctions.md")
        let mapping = page.components(separatedBy: "```yaml\n# Migrations/Trips/1-head.yaml\n").last ?? ""
        let model = "model: Trips\nentities: { Trip: { attributes: { city: string } } }\n"
        let files = [
            "apus.yaml": "apus: 1\nexecutable: trips-migrate\n", "Schemas/Trips/Trips.yaml": model,
            "next.yaml": model.replacing("string", with: "string, timeZone: string?"),
            "1-head.yaml": String(mapping.prefix(while: { $0 != "`" })),
        ]
        for (path, text) in files {
            let url = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: url)
        }
        func run(_ line: String) throws -> [String] {
            try ScriptRunner.run(CommandScript.Command(line: line), in: folder).output
        }
        let made = try run(
            "apus freeze && apus seed trips.sqlite --at 1 --rows 0 && mkdir -p Migrations/Trips "
                + "&& mv next.yaml Schemas/Trips/Trips.yaml && mv 1-head.yaml Migrations/Trips && apus freeze "
                + "&& sqlite3 trips.sqlite \"INSERT INTO Trip (_id, city) VALUES (1, 'Bern'), (2, '')\""
        )
        for command in ["apus", "trips-migrate"] {
            let said = try run("\(command) migrate trips.sqlite").prefix(2).joined(separator: "\n")
            #expect(page.contains(said), "\(made)")
            #expect(said.contains("timeZone"))
        }
    }
}
