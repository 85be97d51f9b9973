import ApusMigration
import ApusReports

/// What `apus mapping new` wrote, as JSON.
struct MappingRecord: Encodable {
    /// The version of this output format.
    var format = 1
    let model: String
    /// Where the stage starts; `null` if no stage needs a decision.
    @OrNull var from: String?
    /// Where the stage ends; `null` if no stage needs a decision.
    @OrNull var to: String?
    /// The file that was written; `null` if there is none.
    @OrNull var file: String?
    /// The text of the mapping, with `--print`.
    var contents: String?
    /// The decisions that the stage needs, with their answers.
    var decisions: [Stage.Record.Decision] = []

    init(model: String) {
        self.model = model
    }
}
