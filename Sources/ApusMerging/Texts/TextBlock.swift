import ApusDiagnostics
import ApusFiles
import ApusYAML

/// A key of a file, or an element of a list, with all its lines: the comments above it, its own lines, and those of its
/// children.
struct TextBlock {
    /// The key, or the element's text, or the first one in it. Empty for the whole file.
    let key: String
    /// The comments and empty lines above it.
    var lead: [String]
    /// The lines of the key itself, with those of its value if it has no children.
    var head: [String]
    /// The blocks of its value, if the value is split.
    var children: [TextBlock]?
    /// The comments and empty lines after its children.
    var tail: [String] = []

    /// All lines but those above it.
    var body: [String] { head + (children ?? []).flatMap { $0.lead + $0.body } + tail }

    /// The indentation of the key.
    var indentation: Int { (head.first ?? "").prefix { $0 == " " }.count }

    func child(_ key: String) -> TextBlock? { children?.first { $0.key == key } }
}

extension TextBlock {
    /// Splits a file into blocks, or is `nil` if its structure does not follow its lines.
    ///
    /// - Parameters:
    ///   - text: The file's text.
    ///   - isApart: Whether the value at a path is split.
    init?(_ text: String, isApart: @escaping ([String]) -> Bool) {
        // YAML has other line breaks, which are not supported here.
        let isUnusual = text.unicodeScalars.contains { ["\u{85}", "\u{2028}", "\u{2029}", "\t"].contains($0) }
        guard !isUnusual, let node = YAMLReader.read(text, file: "").node else { return nil }
        let lines: [String] = Self.lines(of: text)
        let splitter = TextSplitter(lines: lines, isApart: isApart)
        guard let parts = splitter.parts(of: node), let (children, tail) = splitter.blocks(parts, 0..<lines.count, [])
        else { return nil }
        self.init(key: "", lead: [], head: [], children: children, tail: tail)
    }

    /// The lines of a text, without line breaks.
    static func lines(of text: String) -> [String] {
        var lines: [String] = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(String.UnicodeScalarView(line.last == "\r" ? line.dropLast() : line))
        }
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}

private struct TextSplitter {
    let lines: [String]
    let isApart: ([String]) -> Bool

    /// A key with its value, or an element of a list.
    struct Part {
        let key: String
        /// The index of its first line.
        let line: Int
        /// Its indentation.
        let indentation: Int
        let value: YAMLNode
    }

    /// The parts of a value, each on a line of its own, or `nil` if it is written differently.
    func parts(of node: YAMLNode) -> [Part]? {
        let parts: [Part?] =
            switch node.content {
            case .mapping(let entries):
                entries.map { part($0.key.text, $0.key.location, sign: "", $0.value) }
            case .sequence(let elements):
                elements.map { element in
                    let scalar: YAMLScalar? =
                        switch element.content {
                        case .scalar(let scalar): scalar
                        case .mapping(let entries):
                            if case .scalar(let first)? = entries.first?.value.content { first } else { nil }
                        case .sequence: nil
                        }
                    return scalar.flatMap { part($0.text, element.location, sign: "-", element) }
                }
            case .scalar: []
            }
        let found: [Part] = parts.compactMap { $0 }
        guard let first = found.first, found.count == parts.count,
            found.allSatisfy({ $0.indentation == first.indentation }),
            zip(found, found.dropFirst()).allSatisfy({ $0.line < $1.line })
        else { return nil }
        return found
    }

    /// A part at the start of its line, which a key in brackets or after a question mark is not.
    private func part(_ key: String, _ location: SourceLocation, sign: String, _ value: YAMLNode) -> Part? {
        guard let line = location.line, let column = location.column, lines.indices.contains(line - 1) else {
            return nil
        }
        let before = String(lines[line - 1].unicodeScalars.prefix(column - 1))
        let indentation = before.prefix { $0 == " " }.count
        guard before.dropFirst(indentation).filter({ $0 != " " }) == sign else { return nil }
        return Part(key: key, line: line - 1, indentation: indentation, value: value)
    }

    /// The blocks of the parts in a range of lines, and the lines after them.
    func blocks(_ parts: [Part], _ range: Range<Int>, _ path: [String]) -> ([TextBlock], [String])? {
        let partLines: [Int] = parts.map(\.line)
        guard let indentation = parts.first?.indentation, partLines.allSatisfy(range.contains) else { return nil }
        var starts: [Int] = partLines
        starts[0] = range.lowerBound
        for number in partLines.indices.dropFirst() {
            starts[number] = start(of: partLines[number], after: partLines[number - 1], indentation)
        }
        var end: Int = range.upperBound
        // Comments at the end of a file belong to the file.
        let left: Int = path.isEmpty ? indentation + 1 : indentation
        while end > partLines[partLines.count - 1] + 1, isBetween(lines[end - 1], below: left) { end -= 1 }
        var blocks: [TextBlock] = []
        for (number, part) in parts.enumerated() {
            let next: Int = number + 1 < starts.count ? starts[number + 1] : end
            var block = TextBlock(
                key: part.key,
                lead: Array(lines[starts[number]..<part.line]),
                head: Array(lines[part.line..<next])
            )
            let inner: [String] = path + [part.key]
            if isApart(inner), let own = self.parts(of: part.value), own[0].line > part.line {
                guard let (children, tail) = self.blocks(own, (part.line + 1)..<next, inner) else { return nil }
                block.head = [lines[part.line]]
                block.children = children
                block.tail = tail
            }
            blocks.append(block)
        }
        return (blocks, Array(lines[end..<range.upperBound]))
    }

    /// The index of the first comment line above a key.
    private func start(of line: Int, after previous: Int, _ indentation: Int) -> Int {
        var start = line
        while start - 1 > previous, isBetween(lines[start - 1], below: indentation + 1) { start -= 1 }
        return start
    }

    /// Whether a line is empty, or a comment that starts before a column.
    private func isBetween(_ line: String, below column: Int) -> Bool {
        let indentation = line.prefix { $0 == " " }.count
        let rest: Substring = line.dropFirst(indentation)
        return rest.isEmpty || rest.hasPrefix("#") && indentation < column
    }
}
