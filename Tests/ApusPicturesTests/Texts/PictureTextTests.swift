import ApusMigration
import ApusPictures
import ApusSchema
import Foundation
import Testing

/// Pictures as text for other tools. `APUS_RECORD=1 swift test --filter PictureTextTests` writes the goldens again, and fails.
@Suite struct PictureTextTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Goldens")

    private static let schema = Picture(.trips)

    /// What changes from a schema like ``schema`` to it: something is added, removed, renamed and changed.
    private static let difference: Picture = {
        var older = Schema.trips
        older.entities[1].name = "Journey"
        older.entities[1].attributes[1].type = .int16
        older.entities[1].attributes.removeLast()
        older.entities[1].relationships[0].isOrdered = false
        for index in [2, 3] {
            for relationship in older.entities[index].relationships.indices
            where older.entities[index].relationships[relationship].destination == "Trip" {
                older.entities[index].relationships[relationship].destination = "Journey"
            }
        }
        older.entities[2].attributes.append(Attribute("gone", .string))
        older.entities.append(Entity("Old"))
        var newer = Schema.trips
        newer.entities[1].originalName = "Journey"
        newer.entities.append(Entity("New", relationships: [.toOne("item", "Item", isOptional: true)]))
        return Picture(Stage(from: older, to: newer, from: .named("a"), to: .named("b")))
    }()

    @Test func goldens() throws {
        for (name, text) in [
            ("schema.mmd", Self.schema.mermaid), ("schema.dot", Self.schema.dot), ("schema.dbml", Self.schema.dbml),
            ("difference.mmd", Self.difference.mermaid), ("difference.dot", Self.difference.dot),
        ] {
            let file = Self.folder.appending(path: name)
            if ProcessInfo.processInfo.environment["APUS_RECORD"] != nil {
                try Data(text.utf8).write(to: file)
                Issue.record("recorded \(name): look at the change, then run again without APUS_RECORD")
            } else {
                #expect(try String(contentsOf: file, encoding: .utf8) == text, "APUS_RECORD=1 records \(name)")
            }
        }
    }

    /// Texts that mean something in one of the formats.
    static let hostile: [String] = [
        "\"", "`", "'", "\\", "\\\"", "<script>alert(1)</script>", "</TABLE>", "a\nb", "a\r\n}", "\u{202E}abc", "-->",
        "%%", "%%{init: {}}%%",
        "{{", "}", "👩‍👩‍👧‍👦", "#quot;", "&lt;", "style x:#1;", "a|b", "[x](y)", "\u{0}\u{8}\u{B}", " ", "", "erDiagram",
        "class", "PK", "to", "日本",
        "1a", "\u{2028}", "]]>", "{a|b}", "//", "/*", "'''", "\t",
    ]

    private static func picture(_ spell: (String) -> String) -> Picture {
        var picture = difference
        for card in picture.cards.indices {
            picture.cards[card].name = spell(picture.cards[card].name)
            picture.cards[card].formerName = picture.cards[card].formerName.map(spell)
            picture.cards[card].documentation = spell("documentation")
            for row in picture.cards[card].rows.indices {
                picture.cards[card].rows[row].name = spell(picture.cards[card].rows[row].name)
                picture.cards[card].rows[row].type = spell(picture.cards[card].rows[row].type)
                picture.cards[card].rows[row].formerType = spell("former")
            }
        }
        return picture
    }

    private static func pictures(_ text: String) -> [Picture] {
        [picture { $0 + text }, picture { text + $0 }, picture { _ in text }]
    }

    @Test("Mermaid reads all names", arguments: hostile)
    func hostileMermaid(text: String) {
        // A line of the grammar's words, whose texts in quotes have nothing that the lexer or the preprocessor knows.
        let quoted = #/"(?:[A-Za-z0-9_ +\-~,.()\[\]:\/='?!*@$]|#[0-9]+;|[^\x00-\x7F])*"/#
        for picture in Self.pictures(text) {
            let lines = picture.mermaid.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.first == "erDiagram")
            for line in lines.dropFirst().dropLast() {
                let bare = String(line).replacing(quoted, with: "§").trimmingCharacters(in: .whitespaces)
                let isElement = bare.wholeMatch(of: #/\w+(\[§\])?( \{)?|\}|\w+ \w+( UK)?( §)?/#) != nil
                let isEdge = bare.wholeMatch(of: #/\w+ (\|\||\|o|\}o)(--|\.\.)(\|\||o\||o\{) \w+ : §/#) != nil
                #expect(isElement || isEdge, "\(line)")
            }
            #expect(lines.last == "")
        }
    }

    @Test("Graphviz reads all names", .enabled(if: isInstalled, "Graphviz is not installed"))
    func graphviz() throws {
        for text in Self.hostile {
            for picture in [Self.schema] + Self.pictures(text) {
                #expect(try Self.problem(with: picture.dot) == "", "\(text)")
            }
        }
    }

    @Test("A backslash stands for itself in Graphviz, which reads '\\N' as the name of the node")
    func backslashes() {
        var card = Picture.Card(id: 0, name: "A")
        card.rows = [.init(.attribute, "code", #"string = '\N'"#)]
        let dot = Picture(cards: [card]).dot
        #expect(dot.contains("&#92;&#92;N"))
    }

    @Test("A text in DBML ends where it should", arguments: hostile)
    func hostileDBML(text: String) {
        for picture in Self.pictures(text) {
            for line in picture.dbml.split(separator: "\n") {
                // Names are words in quotes, notes have no quote that is not escaped.
                let bare = line.replacing(#/'(?:[^'\\]|\\['\\])*'/#, with: "§").replacing(
                    #/"[A-Za-z][A-Za-z0-9_]*"/#,
                    with: "w"
                )
                #expect(!bare.contains("'") && !bare.contains("\"") && !bare.contains("\\"), "\(line)")
                #expect(bare.unicodeScalars.allSatisfy { $0.isASCII || $0 == "§" }, "\(line)")
            }
        }
    }

    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/dot")

    /// What Graphviz says of a graph.
    private static func problem(with graph: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "apus-\(UUID().uuidString).dot")
        try Data(graph.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (process, errors) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/dot")
        process.arguments = ["-Tsvg", "-o", "/dev/null", file.path]
        process.standardError = errors
        try process.run()
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? text : "exit \(process.terminationStatus): \(text)"
    }
}
