import ApusDiagnostics
import ApusSchema

/// Swift source that is built line by line, indented and broken as `swift format` would.
struct SourceText {
    /// The maximum length of a line.
    static let lineLength: Int = 120

    /// The whole text, which ends with a newline.
    private(set) var contents: String = ""
    private var depth: Int = 0
    /// Whether the next line follows the beginning, an empty line or an opening brace.
    private var isOpening: Bool = true

    /// The indentation of a line, in characters.
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

    /// Adds an empty line, unless one or an opening brace comes just before.
    mutating func gap() {
        if !isOpening { end(isOpening: true) }
    }

    /// Adds a line and a block in braces.
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

    /// Adds a documentation comment, and breaks lines that are too long.
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
            var line = "///"
            for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "\0" }).map({ String($0).shown }) {
                if margin + line.count + 1 + word.count > Self.lineLength, line != "///" {
                    add(line)
                    line = "///"
                }
                line += " " + word
            }
            add(line)
        }
    }

    /// Whether a line fits without a break.
    func fits(_ line: String) -> Bool {
        // After a comma `swift format` reserves a column for a space.
        let capacity = Self.lineLength - margin - (line.utf8.last == UInt8(ascii: ",") ? 1 : 0)
        // Counting bytes is faster, and a string never has more characters than bytes.
        return line.utf8.count <= capacity || line.count <= capacity
    }

    /// Adds code with a list, on one line if it fits, otherwise with one line per element.
    ///
    /// - Parameters:
    ///   - head: The code before the list, with the opening bracket.
    ///   - elements: The elements.
    ///   - tail: The code after the list, with the closing bracket.
    ///   - trailingComma: Whether the last of several lines ends with a comma.
    mutating func list(
        _ head: String,
        _ elements: [String],
        _ tail: String,
        trailingComma: Bool = false
    ) {
        let line = head + elements.joined(separator: ", ") + tail
        if elements.isEmpty || fits(line) {
            add(line)
            return
        }
        add(head)
        depth += 1
        for (index, element) in elements.enumerated() {
            // `swift format` would remove a comma after the only element.
            add(element + (index < elements.count - 1 || (trailingComma && elements.count > 1) ? "," : ""))
        }
        depth -= 1
        add(tail)
    }

    /// Adds indented lines.
    mutating func indented(_ body: (inout SourceText) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Adds the imports of a file, sorted by name, each with the access of the declarations that need it: the compiler
    /// warns about a public import that no public declaration uses.
    ///
    /// - Parameters:
    ///   - apus: The access of what needs the runtime; `nil` if nothing does.
    ///   - usesInterface: Whether the file uses the runtime's interface for generated code.
    ///   - foundation: The access of what needs Foundation; `nil` if nothing does.
    ///   - own: The access of what needs the user's own types; `nil` if nothing does.
    ///   - modules: The modules of the user's own types.
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
            let interface = usesInterface && module == "Apus" ? "@_spi(Generated) " : ""
            add("\(interface)\(level.modifier)import \(module)")
        }
    }
}

extension String {
    /// Whether the string is ASCII words with single spaces between them, as nearly all are.
    fileprivate var isPlainLine: Bool {
        var previous = UInt8(ascii: " ")
        for byte in utf8 {
            guard (0x20..<0x7F).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
            previous = byte
        }
        return previous != 0x20
    }

    /// The string without whitespace at its ends.
    fileprivate var trimmingWhitespace: Substring {
        let rest = drop(while: \.isWhitespace)
        return rest.lastIndex { !$0.isWhitespace }.map { rest[...$0] } ?? ""
    }
}
