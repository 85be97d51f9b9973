import ApusSchema

/// Swift source as it grows line by line, indented and broken as `swift format` would.
struct SourceText {
    /// The longest line that needs no break.
    static let lineLength: Int = 120

    /// The whole text, which ends in a newline.
    private(set) var contents: String = ""
    private var depth: Int = 0
    /// Whether only the beginning, an empty line or an opening brace stands before the next line.
    private var isOpening: Bool = true

    /// How far from the left a line begins, in characters.
    private var margin: Int { 4 * depth }

    /// Adds a line.
    mutating func add(_ line: String) {
        if !line.isEmpty { begin(line) }
        end(isOpening: line.isEmpty || line.utf8.last == UInt8(ascii: "{"))
    }

    private mutating func begin(_ line: String) {
        for _ in 0..<depth { contents.append("    ") }
        contents.append(line)
    }

    private mutating func end(isOpening: Bool = false) {
        contents.append("\n")
        self.isOpening = isOpening
    }

    /// Adds an empty line, unless the text stands behind one or behind an opening brace.
    mutating func gap() {
        if !isOpening { end(isOpening: true) }
    }

    /// Adds a line, then others within braces.
    mutating func block(_ head: String, _ body: (inout SourceText) -> Void) {
        begin(head)
        contents.append(" {")
        end(isOpening: true)
        indented(body)
        add("}")
    }

    /// Adds another text's lines, after an empty one.
    mutating func append(_ other: SourceText) {
        gap()
        contents.append(other.contents)
        isOpening = other.isOpening
    }

    /// Adds a documentation comment: the text's lines, broken where they are too long.
    mutating func document(_ text: String) {
        if margin + 4 + text.utf8.count <= Self.lineLength, text.isPlainLine {
            begin("/// ")
            contents.append(text)
            return end()
        }
        let lines: [Substring] = text.trimmingWhitespace.split(
            omittingEmptySubsequences: false,
            whereSeparator: \.isNewline
        )
        for text in lines {
            var line: String = "///"
            for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "\0" }) {
                if margin + line.count + 1 + word.count > Self.lineLength, line != "///" {
                    add(line)
                    line = "///"
                }
                line += " " + word
            }
            add(line)
        }
    }

    /// Whether a line needs no break here.
    func fits(_ line: String) -> Bool {
        // Behind a comma `swift format` wants room for a space.
        let room: Int = Self.lineLength - margin - (line.utf8.last == UInt8(ascii: ",") ? 1 : 0)
        // No text has more characters than bytes.
        return line.utf8.count <= room || line.count <= room
    }

    /// Adds something with a list: on one line where it fits, otherwise an element a line.
    ///
    /// - Parameters:
    ///   - head: What stands before the list, with the opening bracket.
    ///   - elements: The elements.
    ///   - tail: What stands behind the list, with the closing bracket.
    ///   - trailingComma: Whether the last of several lines ends in a comma.
    mutating func list(
        _ head: String,
        _ elements: [String],
        _ tail: String,
        trailingComma: Bool = false
    ) {
        let line: String = head + elements.joined(separator: ", ") + tail
        if elements.isEmpty || fits(line) {
            add(line)
            return
        }
        add(head)
        depth += 1
        for (index, element) in elements.enumerated() {
            // A comma behind the only element is one that `swift format` would take away.
            add(element + (index < elements.count - 1 || (trailingComma && elements.count > 1) ? "," : ""))
        }
        depth -= 1
        add(tail)
    }

    /// Adds what a list's element needs several lines for.
    mutating func indented(_ body: (inout SourceText) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Adds the imports of a file with classes, in the order of their names, each with the access of what needs it: the
    /// compiler warns of a public import that nothing public uses.
    ///
    /// - Parameters:
    ///   - apus: Who can use what needs the runtime; `nil` where nothing does.
    ///   - usesInterface: Whether the file calls what of the runtime is only for generated code.
    ///   - foundation: Who can use what needs Foundation.
    ///   - own: Who can use what needs the user's own types.
    ///   - modules: The modules of those.
    mutating func addImports(
        apus: AccessLevel?,
        usesInterface: Bool = false,
        foundation: AccessLevel? = nil,
        own: AccessLevel? = nil,
        modules: [String] = []
    ) {
        var levels: [String: AccessLevel] = [:]
        for (module, level) in [("Apus", apus), ("Foundation", foundation)] + modules.map({ ($0, own) }) {
            levels[module] = .widest(of: [levels[module], level])
        }
        if levels.isEmpty { return }
        gap()
        for (module, level) in levels.sorted(by: { $0.key < $1.key }) {
            let interface: String = usesInterface && module == "Apus" ? "@_spi(Generated) " : ""
            add("\(interface)\(level.modifier)import \(module)")
        }
    }
}

extension String {
    /// Whether the text is words of ASCII with single spaces between them, as nearly all are.
    fileprivate var isPlainLine: Bool {
        var previous = UInt8(ascii: " ")
        for byte in utf8 {
            guard (0x20..<0x7F).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
            previous = byte
        }
        return previous != 0x20
    }

    /// The text without white space at its ends.
    fileprivate var trimmingWhitespace: Substring {
        let rest: Substring = drop(while: \.isWhitespace)
        return rest.lastIndex { !$0.isWhitespace }.map { rest[...$0] } ?? ""
    }
}
