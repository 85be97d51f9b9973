import ApusMigration
import ApusSchema

/// What every conversion makes of values at its edges.
///
///     double int16 rounded:
///       2.5 = 3 | 32767.5 ! is outside -32768...32767
enum ConversionCells {
    /// A conversion with what it must make of some values.
    struct Cell {
        let conversion: Conversion
        var examples: [Example] = []
    }

    /// A value and the one that it becomes, or what is said of it.
    struct Example {
        let value: StoredValue
        let result: StoredValue?
        let problem: String
    }

    /// A line of the lists that cannot be read.
    struct Unreadable: Error {
        let line: String
    }

    static func all() throws -> [Cell] {
        var cells: [Cell] = []
        for line in [numbers, rounding, texts, dates, archives].joined(separator: "\n").split(separator: "\n").map(
            String.init
        ) {
            if line.hasSuffix(":"), !line.hasPrefix(" ") {
                cells.append(Cell(conversion: try conversion(line)))
            } else {
                let texts: [String] = line.dropFirst(2).split(separator: " | ").map(String.init)
                try cells[cells.count - 1].examples += texts.map(example)
            }
        }
        return cells
    }

    /// Archives are too long to be written down.
    private static var archives: String {
        let archive = StoredValue.blob(ConversionSamples.archive).notation
        return #"""
            data string archive:
              \#(archive) = "[\"a \\\"b\\\"\",-1,0.5,true,null]" | x'' ! is not an archive of plain values
              x'62706c697374' ! is not an archive of plain values
            """#
    }

    private static func conversion(_ line: String) throws -> Conversion {
        let words: [String] = line.dropLast().split(separator: " ").map(String.init)
        guard words.count == 3, let from = ScalarType(rawValue: words[0]), let to = ScalarType(rawValue: words[1]),
            let conversion = Conversion(words[2], from: from, to: to)
        else { throw Unreadable(line: line) }
        return conversion
    }

    private static func example(_ text: String) throws -> Example {
        for (mark, isResult) in [(" = ", true), (" ! ", false)] {
            guard let range = text.ranges(of: mark).last,
                let value = StoredValue(notation: String(text[..<range.lowerBound]))
            else { continue }
            let rest = String(text[range.upperBound...])
            let result = isResult ? StoredValue(notation: rest) : nil
            if isResult == (result != nil) {
                return Example(value: value, result: result, problem: isResult ? "" : rest)
            }
        }
        throw Unreadable(line: text)
    }
}
