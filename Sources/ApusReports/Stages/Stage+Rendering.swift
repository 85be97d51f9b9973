package import ApusMigration
import ApusSchema

extension Stage {
    /// The stage's verdict in a few words: `lightweight`, `mapped, 2 values filled, 1 loss accepted`,
    /// `refused, 2 decisions needed`.
    package var verdict: String { StageReport(self, refusals).verdict.description }

    /// The verdict with the number of changes: `7 changes, lightweight`.
    package var summary: String { StageReport(self, refusals).summary }

    /// The stages that a direct mapping is used instead of: `1 → 2 → 3`; `nil` if the stage skips no version.
    package var detour: String? { StageReport(self, refusals).detour }

    /// The differences as readable text: the verdict, then the changes of each entity. Refusals are not included; they
    /// are diagnostics.
    package var text: String { styledText.plain }

    /// The differences as readable text, with styles for a terminal.
    package var styledText: StyledText { StageReport(self, refusals).text }

    /// A part of the differences as readable text, with styles for a terminal; the first line counts all of them.
    package func styledText(of selection: StageReport.Selection) -> StyledText {
        let report = StageReport(self, refusals)
        return report.text(of: report.groups(of: selection))
    }

    /// The number of changes of each entity, with styles for a terminal.
    package func statistics(of selection: StageReport.Selection) -> StyledText {
        StageReport(self, refusals).statistics(of: selection)
    }

    /// The differences for a pull request, in GitHub's Markdown: a table, the decisions that are needed, and the
    /// collapsed changes. Names from a schema cannot inject markup.
    package var markdown: String { StageReport(self, shownRefusals).markdown }

    /// The stage for machine-readable output, with all settlements of its decisions.
    package var record: Record { StageReport(self, shownRefusals).record(decisions) }
}
