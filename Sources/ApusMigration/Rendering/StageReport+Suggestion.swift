import ApusDiagnostics
import ApusSchema

extension StageReport {
    /// A mapping that would settle what lines of a mapping can: of each decision the first line that its help gives.
    /// Empty where that is one line only, or none.
    ///
    /// What looks like a rename is left out: it wants an answer, not an acceptance. So is the choice which one of two is
    /// given up, as nobody wants to lose both.
    package var suggestion: [String] {
        var lines: [(key: String, value: String)] = []
        for refusal in refusals where !refusal.isChoice && !refusal.mayBeRename {
            let words: [(key: String, value: String)] = refusal.mappingLines.compactMap(Self.word)
            if let word = words.first, !lines.contains(where: { $0 == word }) { lines.append(word) }
        }
        guard lines.count > 1, mappingFile != nil else { return [] }
        return Self.keys.flatMap { key, mark in
            let values: [String] = lines.filter { $0.key == key }.map { "  \(mark)\($0.value)" }
            return values.isEmpty ? [] : ["\(key):"] + values
        }
    }

    /// The keys of a mapping, and what stands before each of their lines.
    fileprivate static let keys: [(name: String, mark: String)] = [
        ("accept", "- "), ("fill", ""), ("convert", ""), ("require", "- "),
    ]

    /// A line of help, taken apart: `accept: [Trip.code]` says `Trip.code` under `accept`.
    private static func word(_ line: String) -> (key: String, value: String)? {
        let parts: [Substring] = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let key = keys.first(where: { $0.name == parts[0] })?.name else { return nil }
        let value: String = parts[1].trimming { " []{}".contains($0) }
        return value.isEmpty ? nil : (key, value)
    }
}

extension Stage {
    /// A mapping that settles several of the stage's decisions at once, with a line above it that says which file it is
    /// for; empty where a mapping settles none or one.
    public var suggestion: String {
        let report = StageReport(self)
        return report.suggestion.isEmpty
            ? "" : "\(report.suggestionTitle):\n\n" + report.suggestion.joined(separator: "\n") + "\n"
    }
}

extension StageReport {
    /// What the suggestion is, and for which file.
    var suggestionTitle: String { "to settle them with one mapping, look it over and write in \(mappingFile ?? "it")" }
}

extension Refusal {
    /// The lines of a mapping that would settle it, the best one first.
    package var mappingLines: [String] {
        help.flatMap(\.pasteable).filter { line in StageReport.keys.contains { line.hasPrefix("\($0.name): ") } }
    }

    /// Whether one of two is to be given up: hierarchies that are merged, inverses that were independent.
    package var isChoice: Bool { [HierarchiesMerged.page.code, InverseChanged.page.code].contains(code) }

    /// Whether it is about a line of a mapping that nothing needs.
    package var isNeedlessLine: Bool { ["AP403", "AP404", "AP405", "AP406"].contains(code) }

    /// Whether something went and something like it came.
    package var isLikelyRename: Bool { ["AP103", "AP203"].contains(code) }

    /// Whether the help asks for an older name.
    fileprivate var mayBeRename: Bool { help.contains { $0.contains("originalName") } }
}

extension Substring {
    /// The text without some characters at its ends.
    fileprivate func trimming(_ isLeftOut: (Character) -> Bool) -> String {
        var rest: Substring = drop(while: isLeftOut)
        while let last = rest.last, isLeftOut(last) { rest.removeLast() }
        return String(rest)
    }
}
