import ApusFiles
import Foundation
import Testing

/// A page of the documentation, as far as tests look at it.
struct ReferencePage: Sendable {
    /// What stands below a heading of the second level.
    struct Section: Sendable {
        let title: String
        var lines: [String] = []
    }

    /// A block of YAML, or the blocks of several files that are one model.
    struct Example: Sendable, CustomTestStringConvertible {
        let section: String
        let line: Int
        let place: String
        let showsError: Bool
        var texts: [String]
        var expected = ""

        var text: String { texts.joined(separator: "\n") }
        var isFragment: Bool { !["", "file"].contains(place) }
        var testDescription: String { "line \(line)" }
    }

    static let model = ReferencePage("Documentation/Model.md")

    let text: String
    private(set) var sections: [Section] = [Section(title: "")]
    private(set) var examples: [Example] = []
    private var blocks: [(info: String, lines: [String])] = []

    init(_ path: String) {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        text = (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
        var block: (info: String, lines: [String])?
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .enumerated()
        {
            if let open = block, line == "```" {
                blocks.append(open)
                add(open.info, open.lines, endingAt: number)
                block = nil
            } else if block != nil {
                block?.lines.append(line)
            } else if line.hasPrefix("```") {
                block = (String(line.dropFirst(3)), [])
            } else if line.hasPrefix("## ") {
                sections.append(Section(title: String(line.dropFirst(3))))
            } else {
                sections[sections.count - 1].lines.append(line)
            }
        }
    }

    private mutating func add(_ info: String, _ lines: [String], endingAt number: Int) {
        let words: [String] = info.split(separator: " ").map(String.init)
        let text: String = lines.joined(separator: "\n") + "\n"
        let section: String = sections.last?.title ?? ""
        if words == ["text"], let last = examples.last, last.expected == "?" {
            examples[examples.count - 1].expected = lines.joined(separator: "\n")
        } else if words.first == "yaml", words.contains("file"), let last = examples.last, last.section == section,
            last.place == "file"
        {
            examples[examples.count - 1].texts.append(text)
        } else if words.first == "yaml" {
            let marks: [String] = words.filter { ["error", "warning"].contains($0) }
            var example = Example(
                section: section,
                line: number - lines.count,
                place: words.dropFirst().first { !marks.contains($0) } ?? "",
                showsError: marks.contains("error"),
                texts: [text]
            )
            if !marks.isEmpty { example.expected = "?" }
            examples.append(example)
        }
    }

    /// The rows of the table of short and long forms.
    var forms: [[String]] {
        (section("Short and long forms")?.lines ?? []).filter { $0.hasPrefix("| ") }.dropFirst(2)
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "") } }
    }

    func section(_ title: String) -> Section? { sections.first { $0.title == title } }

    /// The lines of all blocks of a kind.
    func lines(of info: String) -> [String] { blocks.filter { $0.info == info }.flatMap(\.lines) }

    /// The rows of a section's tables whose first column has a title.
    func rows(of column: String, in title: String) -> [[String]] {
        var isOpen = false
        return (section(title)?.lines ?? []).compactMap { line in
            guard line.hasPrefix("| ") else {
                isOpen = false
                return nil
            }
            if line.hasPrefix("| \(column) |") { isOpen = true }
            guard isOpen, line.hasPrefix("| `") else { return nil }
            return line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "")
            }
        }
    }

    /// The lines that are headings.
    private var headings: [String] { text.split(separator: "\n").filter { $0.hasPrefix("##") }.map(String.init) }

    /// The headings that have the same anchor as a title.
    func headings(like title: String) -> [String] {
        headings.filter { Self.anchor(of: $0) == Self.anchor(of: title) }
    }

    /// The anchors of all headings.
    var anchors: Set<String> { Set(headings.map(Self.anchor)) }

    /// What GitHub makes of a heading.
    static func anchor(of heading: String) -> String {
        heading.drop { $0 == "#" || $0 == " " }.lowercased()
            .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == " " }.replacing(" ", with: "-")
    }

    /// The words of a line in code's type.
    static func code(in line: String) -> [String] { line.matches(of: /`([^`]+)`/).map { String($0.1) } }
}

extension ReferencePage.Example {
    /// A fragment that is not on the page.
    init(place: String, text: String) {
        self.init(section: "", line: 0, place: place, showsError: false, texts: [text])
    }

    /// The example as whole files. A fragment goes into a small model and replaces the part with the same name.
    var files: [SourceFile] {
        guard isFragment else {
            return texts.enumerated().map { index, text in
                SourceFile(path: texts.count > 1 ? "\(index + 1).yaml" : "Trips.yaml", text: text)
            }
        }
        let head: String =
            switch place {
            case "model": text
            case "entities": "entities:\n" + indented(2)
            case "entity": "entities:\n  Trip:\n" + indented(4)
            default: "entities:\n  Trip:\n    \(place):\n" + indented(6)
            }
        return [SourceFile(path: "Trips.yaml", text: "model: Trips\n" + head + rest(of: head))]
    }

    private func indented(_ count: Int) -> String {
        texts[0].split(separator: "\n").map { String(repeating: " ", count: count) + $0 + "\n" }.joined()
    }

    /// What stands below a fragment: a few entities and types, and an entity that uses all types.
    private func rest(of head: String) -> String {
        let lines: [Substring] = head.split(separator: "\n")
        func isSaid(_ line: String) -> Bool { lines.contains { $0.hasPrefix(line) } }
        // A fragment that brings its entities to the model's level is whole.
        if place == "model", isSaid("entities:") { return "" }
        var types = ""
        if !isSaid("enums:") { types += "enums:\n  Status: [planned, booked]\n" }
        if !isSaid("composites:") {
            types += "composites:\n  Address:\n    attributes: { street: string, city: string }\n"
        }
        let uses: [String] = (head + types).matches(of: #/(?m)^(?:enums|composites):\n(?:  .*\n)+/#)
            .flatMap { String($0.output).matches(of: #/(?m)^  (\w+):/#) }.map { "use\($0.output.1): \($0.output.1)?" }
        var entities: String = isSaid("entities:") ? "" : "entities:\n"
        entities += "  User: { attributes: { \(uses.joined(separator: ", ")) } }\n"
        for (name, body) in Self.entities where !isSaid("  \(name):") { entities += "  \(name): \(body)\n" }
        return entities + types
    }

    private static let entities: KeyValuePairs<String, String> = [
        "Trip": "{ attributes: { name: string, startDate: date, nights: int32, isOver: bool } }",
        "Person": "{ attributes: { name: string, email: string? } }",
        "Item": "{ attributes: { title: string, price: decimal, isPacked: bool } }",
    ]
}
