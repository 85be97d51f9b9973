import ApusDiagnostics
package import ApusMigration
import ApusSchema

extension StageReport {
    /// A mapping that would settle what lines of a mapping can: of each decision the best line. Empty if that is one line
    /// only, or none.
    ///
    /// What may be a rename is left out: it needs an answer, not an acceptance. So is the choice which one of two is given
    /// up, because the author wants to lose one of them at most.
    package var suggestion: [String] {
        var lines: [Mapping.Line] = []
        var known: Set<Mapping.Line> = []
        for refusal in refusals where !refusal.isChoice && !refusal.mayBeRename {
            if let line = refusal.mappingLines.first, known.insert(line).inserted { lines.append(line) }
        }
        guard lines.count > 1, mappingFile != nil else { return [] }
        return Mapping.Key.allCases.flatMap { key in
            let below: [String] = lines.filter { $0.key == key }.map { "  \($0.block)" }
            return below.isEmpty ? [] : ["\(key.rawValue):"] + below
        }
    }
}

extension Stage {
    /// A mapping that settles several of the stage's decisions at once, with a line above it that names the file it is
    /// for; empty if a mapping settles none or one.
    package var suggestion: String {
        let report = StageReport(self)
        return report.suggestion.isEmpty
            ? "" : "\(report.suggestionTitle):\n\n" + report.suggestion.joined(separator: "\n") + "\n"
    }
}

extension StageReport {
    /// What the suggestion is, and for which file.
    var suggestionTitle: String { "to settle them with one mapping, look it over and write in \(mappingFile ?? "it")" }
}
