import ApusDiagnostics
package import ApusMigration
import ApusSchema

extension StageReport {
    /// The lines of a mapping that resolves all refusals that a mapping can resolve, with the best lines for each. Empty
    /// if there are fewer than two lines.
    ///
    /// Possible renames are left out, because they need an answer rather than an acceptance. So are choices between two
    /// elements, because only one of them has to be lost.
    package var suggestion: [String] {
        var lines: [Mapping.Line] = []
        var known: Set<Mapping.Line> = []
        for refusal in refusals where !refusal.isChoice && !refusal.mayBeRename {
            let best = refusal.settlements.lazy.map(\.lines).first { !$0.isEmpty } ?? []
            lines += best.filter { known.insert($0).inserted }
        }
        return lines.count > 1 && mappingFile != nil ? lines.block() : []
    }
}

extension Stage {
    /// Help with all of the stage's refusals together: the ``suggestion``, and the command that writes all choices. Empty if
    /// no mapping resolves a refusal.
    ///
    /// - Parameter refusals: ``Stage/shownRefusals``, which take a moment to find.
    /// - Returns: The help, as lines.
    package func advice(on refusals: [Refusal]) -> String {
        [suggestion(for: refusals), skeletonHelp ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// A mapping that resolves several of the stage's refusals at once, preceded by a line with the name of its file;
    /// empty if a mapping resolves fewer than two.
    ///
    /// - Parameter refusals: ``Stage/shownRefusals``.
    /// - Returns: The mapping, as lines.
    package func suggestion(for refusals: [Refusal]) -> String {
        let report = StageReport(self, refusals)
        return report.suggestion.isEmpty
            ? "" : "\(report.suggestionTitle):\n\n" + report.suggestion.joined(separator: "\n") + "\n"
    }

    /// A line about the command that writes a mapping with all choices as comments; `nil` if there are none.
    private var skeletonHelp: String? {
        guard let mappingFile, let start = from.version, refusals.contains(where: { !$0.mappingLines.isEmpty }) else {
            return nil
        }
        let command = "apus mapping new \(start) \(to)"
        return mapping == nil
            ? "'\(command)' writes all choices to \(mappingFile), as comments"
            : "'\(command) --print' prints all choices, as comments"
    }
}

extension StageReport {
    /// The introduction of the suggestion, with the name of its file.
    var suggestionTitle: String { "to resolve them with one mapping, review it and add it to \(mappingFile ?? "it")" }
}
