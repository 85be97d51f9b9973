import ApusTestSupport
import Foundation
import Testing

@testable import ApusImport

/// The documentation says of each XML attribute what becomes of it.
struct ImportPageTests {
    /// What the table has: `attribute.optional`.
    private func documented() throws -> Set<String> {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Documentation/Import.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        var found: Set<String> = []
        for line in text.split(separator: "\n") where line.hasPrefix("| ") {
            let cells: [Substring] = line.split(separator: "|").map {
                Substring($0.trimmingCharacters(in: .whitespaces))
            }
            guard cells.count > 2 else { continue }
            for name in cells[1].split(separator: ",") {
                found.insert("\(cells[0]).\(name.trimmingCharacters(in: CharacterSet(charactersIn: " `")))")
            }
        }
        return found
    }

    @Test func whatIsLeftOut() throws {
        let known: Set<String> = try documented()
        let kinds: [ContentsGrammar.Kind] = [
            .model, .entity, .attribute, .relationship, .fetchedProperty, .fetchIndex, .fetchIndexElement,
        ]
        for kind in kinds {
            for key in ContentsGrammar.noise(of: kind).union(ContentsGrammar.deadFlags(of: kind)) {
                #expect(known.contains("\(kind.rawValue).\(key)"))
            }
        }
    }

    @Test("all that the corpora say")
    func corpora() throws {
        let known: Set<String> = try documented()
        var said: Set<String> = []
        func visit(_ element: MarkupElement) {
            for key in element.keys.keys { said.insert("\(element.name).\(key)") }
            for child in element.children { visit(child) }
        }
        for path in CorpusModels.paths {
            for source in ModelBundle(path: path).sources {
                visit(try MarkupReader.read(source.bytes, file: source.file))
            }
        }
        #expect(said.count > (Corpora.exists ? 60 : 40))
        #expect(said.subtracting(known) == [])
    }
}
