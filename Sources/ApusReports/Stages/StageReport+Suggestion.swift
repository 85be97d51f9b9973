import ApusDiagnostics
package import ApusMigration
import ApusSchema

extension StageReport {
    /// The lines of a mapping that resolves all refusals that a mapping can resolve, with the best line for each. Empty
    /// if there are fewer than two lines.
    ///
    /// Possible renames are left out, because they need an answer rather than an acceptance. So are choices between two
    /// elements, because only one of them has to be lost.
    package var suggestion: [String] {
        var lines: [Mapping.Line] = []
        var known: Set<Mapping.Line> = []
        for refusal in refusals where !refusal.isChoice && !refusal.mayBeRename {
            if let line = refusal.mappingLines.first, known.insert(line).inserted { lines.append(line) }
        }
        guard lines.count > 1, mappingFile != nil else { return [] }
        return Mapping.Key.allCases.flatMap { key in
            let below = lines.filter { $0.key == key }.map { "  \($0.block)" }
            return below.isEmpty ? [] : ["\(key.rawValue):"] + below
        }
    }
}

extension Stage {
    /// A mapping that resolves several of the stage's refusals at once, preceded by a line with the name of its file;
    /// empty if a mapping resolves fewer than two.
    package var suggestion: String {
        let report = StageReport(self)
        return report.suggestion.isEmpty
            ? "" : "\(report.suggestionTitle):\n\n" + report.suggestion.joined(separator: "\n") + "\n"
    }
}

extension StageReport {
    /// The introduction of the suggestion, with the name of its file.
    var suggestionTitle: String { "to resolve them with one mapping, review it and add it to \(mappingFile ?? "it")" }
}
