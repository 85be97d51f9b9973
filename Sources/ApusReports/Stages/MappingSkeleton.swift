import ApusDiagnostics
package import ApusMigration
import ApusSchema

extension Stage {
    /// The stage's open decisions as the text of a mapping that says nothing yet: each line that may settle one is a
    /// comment below its key.
    ///
    /// - Parameter header: Lines of a comment above it.
    /// - Returns: The text; `nil` if no line settles a decision.
    package func skeleton(below header: [String] = []) -> String? { MappingSkeleton(self)?.text(below: header) }
}

/// A mapping whose lines are comments, for the author to choose from.
struct MappingSkeleton {
    /// A decision with the choices that settle it: the lines of each belong together.
    private struct Decision {
        let number: Int
        let refusal: Refusal
        let choices: [[Mapping.Line]]

        /// A choice's label: `2`, or `2b` if there are several.
        func label(_ index: Int) -> String { choices.count == 1 ? "\(number)" : "\(number)\(Self.letters(index))" }

        private static func letters(_ index: Int) -> String {
            let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(index % 26)))
            return index < 26 ? letter : letters(index / 26 - 1) + letter
        }
    }

    private let title: String
    private let decisions: [Decision]

    init?(_ stage: Stage) {
        title = "\(stage.new.model), from \(stage.from) to \(stage.to)"
        let open: [(Refusal, [[Mapping.Line]])] = stage.decisions.compactMap { refusal in
            let choices: [[Mapping.Line]] = refusal.settlements.map(\.lines).filter { !$0.isEmpty }
            return choices.isEmpty ? nil : (refusal, choices)
        }
        decisions = open.enumerated().map { Decision(number: $0 + 1, refusal: $1.0, choices: $1.1) }
        if decisions.isEmpty { return nil }
    }

    /// Returns the text of the mapping's file.
    func text(below header: [String]) -> String {
        let guide: [String] = [
            "\(title): \(decisions.count.of("decision")) needed.",
            "Uncomment one choice of each and review it like code; its lines end with its label. Until then, nothing is accepted.",
        ]
        let comment: [String] = header + guide + decisions.flatMap { [""] + description(of: $0) }
        return (comment.map { $0.isEmpty ? "#" : "# \($0)" } + [""] + choices).map { "\($0)\n" }.joined()
    }

    /// Returns what a decision is about, what the model could say instead, and what its choices are for.
    private func description(of decision: Decision) -> [String] {
        let refusal: Refusal = decision.refusal
        var choices: [(labels: [String], purpose: String)] = []
        for (index, lines) in decision.choices.enumerated() {
            let purpose: String = refusal.purpose(of: lines)
            if choices.last?.purpose != purpose { choices.append(([], purpose)) }
            choices[choices.count - 1].labels.append(decision.label(index))
        }
        let others = refusal.hints.filter { $0.lines.isEmpty }.map {
            "  \($0.isAboutMapping ? "" : "in the model: ")\($0.text)"
        }
        return ["\(decision.number). \(refusal.message) [\(refusal.code)]".replacing("\n", with: " ")] + others
            + choices.map { "  \($0.labels.joined(separator: ", ")): \($0.purpose)" }
    }

    /// The lines of all choices below their keys, each a comment with the labels of the choices that it is part of.
    private var choices: [String] {
        var labels: [Mapping.Line: [String]] = [:]
        var lines: [Mapping.Line] = []
        for decision in decisions {
            for (index, choice) in decision.choices.enumerated() {
                for line in choice {
                    if labels[line] == nil { lines.append(line) }
                    labels[line, default: []].append(decision.label(index))
                }
            }
        }
        return lines.block { "  # \($0.block)  # \(labels[$0, default: []].joined(separator: ", "))" }
    }
}
