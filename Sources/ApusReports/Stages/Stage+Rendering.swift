package import ApusMigration
import ApusSchema

extension Stage {
    /// The stage's verdict in a few words: `lightweight`, `mapped, 2 values filled, 1 loss accepted`,
    /// `refused, 2 decisions needed`.
    package var verdict: String { StageReport(self).verdict.description }

    /// The differences as a person reads them: the verdict on top, then the changes entity by entity. Refusals are
    /// told apart, as findings.
    package var text: String { styledText.plain }

    /// The differences as a person reads them, with what a terminal may colour.
    package var styledText: StyledText { StageReport(self).text }

    /// The differences for a pull request, in GitHub's Markdown: a table, the decisions that are needed, and the
    /// changes folded away. No name that a schema holds can be more than a name in it.
    package var markdown: String { StageReport(self).markdown }

    /// The stage for machine-readable output.
    package var record: Record { StageReport(self).record }
}
