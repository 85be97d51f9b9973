/// A text as Unicode scalars, indexed by line and column.
struct TextBuffer {
    private var scalars: [Unicode.Scalar]
    private var lines: [Int]

    /// Creates a buffer of a text.
    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        lines = [0]
        for (index, scalar) in scalars.enumerated() where Self.isBreak(scalar) {
            // A carriage return and a line feed are a single break.
            if scalar == "\r", index + 1 < scalars.count, scalars[index + 1] == "\n" { continue }
            lines.append(index + 1)
        }
    }

    /// The text.
    var text: String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    /// The index of a line and column, or `nil` if the text is shorter.
    func index(line: Int?, column: Int?) -> Int? {
        guard let line, let column, line >= 1, line <= lines.count, column >= 1 else { return nil }
        let index = lines[line - 1] + column - 1
        return index <= scalars.count ? index : nil
    }

    /// Whether a word is at an index and ends there.
    func has(_ word: String, at index: Int) -> Bool {
        let letters = Array(word.unicodeScalars)
        guard !letters.isEmpty, scalars[index...].starts(with: letters) else { return false }
        let end = index + letters.count
        return end == scalars.count || !scalars[end].properties.isXIDContinue
    }

    /// The scalar at an index.
    subscript(index: Int) -> Unicode.Scalar? { scalars.indices.contains(index) ? scalars[index] : nil }

    /// The start of the line that contains an index.
    func lineStart(of index: Int) -> Int {
        var start = index
        while start > 0, !Self.isBreak(scalars[start - 1]) { start -= 1 }
        return start
    }

    /// The line break after an index or, at the end of the text, the line break of earlier lines.
    func lineBreak(after index: Int) -> String {
        let end = scalars[index...].firstIndex(where: Self.isBreak) ?? scalars.firstIndex(where: Self.isBreak)
        guard let end, scalars[end] == "\r" else { return "\n" }
        return self[end + 1] == "\n" ? "\r\n" : "\r"
    }

    /// The text of a range of indexes.
    func slice(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range])
        return String(text)
    }

    /// The index of the bracket that closes the one at an index, skipping quotes and comments.
    func closing(of open: Int) -> Int? {
        var depth = 0
        var quote: Unicode.Scalar?
        var index = open
        while index < scalars.count {
            let scalar = scalars[index]
            if let open = quote {
                if open == "\"", scalar == "\\" { index += 1 } else if scalar == open { quote = nil }
            } else if scalar == "\"" || scalar == "'" {
                // A quote inside a word is a letter.
                if let before = self[index - 1], [" ", "{", "[", ",", ":", "\n"].contains(before) { quote = scalar }
            } else if scalar == "#", let before = self[index - 1], before == " " || Self.isBreak(before) {
                while let next = self[index], !Self.isBreak(next) { index += 1 }
            } else if scalar == "{" || scalar == "[" {
                depth += 1
            } else if scalar == "}" || scalar == "]" {
                depth -= 1
                if depth == 0 { return index }
            }
            index += 1
        }
        return nil
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}

/// The replacement of a range of a text.
struct TextEdit: Hashable {
    /// The range that is replaced; empty for an insertion.
    let range: Range<Int>
    /// The new text.
    let text: String
}

extension TextBuffer {
    /// Applies edits that do not overlap.
    mutating func apply(_ edits: [TextEdit]) {
        var result = String.UnicodeScalarView()
        var position = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result.append(contentsOf: scalars[position..<edit.range.lowerBound])
            result.append(contentsOf: edit.text.unicodeScalars)
            position = edit.range.upperBound
        }
        result.append(contentsOf: scalars[position...])
        self = TextBuffer(String(result))
    }
}
