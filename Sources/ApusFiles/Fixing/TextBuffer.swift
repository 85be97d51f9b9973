/// A text by its Unicode scalars, in which places are found by line and column.
struct TextBuffer {
    private var scalars: [Unicode.Scalar]
    private var lines: [Int]

    /// Creates a buffer of a text.
    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        lines = [0]
        for (index, scalar) in scalars.enumerated() where Self.isBreak(scalar) {
            // A carriage return and a line feed are one break.
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

    /// The position of a place, or `nil` where the text has none such.
    func position(line: Int?, column: Int?) -> Int? {
        guard let line, let column, line >= 1, line <= lines.count, column >= 1 else { return nil }
        let position: Int = lines[line - 1] + column - 1
        return position <= scalars.count ? position : nil
    }

    /// Whether a word stands at a position, and no letter or digit goes on with it.
    func has(_ word: String, at position: Int) -> Bool {
        let letters: [Unicode.Scalar] = Array(word.unicodeScalars)
        guard !letters.isEmpty, scalars[position...].starts(with: letters) else { return false }
        let end: Int = position + letters.count
        return end == scalars.count || !scalars[end].properties.isXIDContinue
    }

    /// The scalar at a position.
    subscript(position: Int) -> Unicode.Scalar? { scalars.indices.contains(position) ? scalars[position] : nil }

    /// Where the line of a position begins.
    func lineStart(of position: Int) -> Int {
        var start: Int = position
        while start > 0, !Self.isBreak(scalars[start - 1]) { start -= 1 }
        return start
    }

    /// The line break that ends the line of a position, or, at the text's end, that of the lines before.
    func lineBreak(after position: Int) -> String {
        let end: Int? = scalars[position...].firstIndex(where: Self.isBreak) ?? scalars.firstIndex(where: Self.isBreak)
        guard let end, scalars[end] == "\r" else { return "\n" }
        return self[end + 1] == "\n" ? "\r\n" : "\r"
    }

    /// The scalars between two positions.
    func slice(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range])
        return String(text)
    }

    /// The position of the bracket that closes the one at a position, quotes and comments left out.
    func closing(of position: Int) -> Int? {
        var depth: Int = 0
        var quote: Unicode.Scalar?
        var index: Int = position
        while index < scalars.count {
            let scalar: Unicode.Scalar = scalars[index]
            if let open = quote {
                if open == "\"", scalar == "\\" { index += 1 } else if scalar == open { quote = nil }
            } else if scalar == "\"" || scalar == "'" {
                // Inside a word a quote is a letter.
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
        ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
    }
}

/// A piece of a text that is given another wording.
struct TextEdit: Hashable {
    /// What goes, by positions in the text; empty where something is only put in.
    let range: Range<Int>
    /// What comes.
    let text: String
}

extension TextBuffer {
    /// Carries out edits that do not overlap.
    mutating func apply(_ edits: [TextEdit]) {
        var result = String.UnicodeScalarView()
        var position: Int = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result.append(contentsOf: scalars[position..<edit.range.lowerBound])
            result.append(contentsOf: edit.text.unicodeScalars)
            position = edit.range.upperBound
        }
        result.append(contentsOf: scalars[position...])
        self = TextBuffer(String(result))
    }
}
