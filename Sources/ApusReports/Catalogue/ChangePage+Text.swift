// The pages of `Documentation/Changes.md`, which `apus explain` prints, too.

import ApusDiagnostics
import ApusMigration

extension ChangePage {
    /// What a stage may need for the change, in Markdown, starting with what the example shows.
    package var needs: String {
        let words: [String] = effects.map { effect in
            switch effect {
            case .lightweight: "nothing"
            case .checked: "nothing (checked)"
            case .written: "nothing (written)"
            case .loss: "`accept`"
            case .fill: "`fill`"
            case .mapped: mapping?.hasPrefix("convert") == true ? "`convert`" : "a decision"
            }
        }
        guard let last = words.last else { return "a correction" }
        return words.count == 1 ? last : "\(words.dropLast().joined(separator: ", ")) or \(last)"
    }

    /// The page in Markdown.
    package var markdown: String {
        var parts: [String] = [
            "## \(code)", "**\(title)** · `\(name)` · \(needs)", reason,
            between == nil ? "Before and after:" : "The versions 1, 2 and 3:",
        ]
        parts += [before, between, after].compactMap(\.self).map { "```yaml\n\($0)\n```" }
        if let mapping {
            parts += ["`Migrations/Example/1-\(between == nil ? 2 : 3).yaml`:", "```yaml\n\(mapping)\n```"]
        }
        parts.append("**What to do.** \(advice)")
        return parts.joined(separator: "\n\n")
    }
}

extension PlanningPage {
    /// The page in Markdown.
    package var markdown: String {
        let findings = example.diagnostics().map(\.description).joined(separator: "\n")
        return [
            "## \(code)", "**\(title)**", reason, "```text\n\(findings)\n```", "**What to do.** \(advice)",
        ]
        .joined(separator: "\n\n")
    }
}
