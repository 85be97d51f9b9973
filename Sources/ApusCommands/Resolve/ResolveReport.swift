import ApusDiagnostics
import ApusMigration
import ApusProject
import ApusSchema

/// Open questions, as JSON. With answers filled in, it is a file for `--answers`.
struct ResolveReport: Encodable {
    /// A question.
    struct Decision: Encodable {
        let code: String
        let element: String
        let from: String
        let reason: String
        let question: String
        @OrNull var location: String?
        /// The answers that can be written, likely ones first.
        let answers: [Answer]
        /// What the author can do instead by hand.
        let alternatives: [String]
        /// The answer, for whoever fills it in.
        @OrNull var answer: String?
    }

    /// A possible answer.
    struct Answer: Encodable {
        let description: String
        /// What to write as the answer.
        let yaml: String
        /// The elements whose loss it accepts.
        let losses: [String]
    }

    /// A change of a file.
    struct Change: Encodable {
        let file: String
        /// As `diff -u` prints it.
        let diff: String
    }

    /// The version of this output format.
    var format = 1
    let model: String
    @OrNull var to: String?
    /// `settled`, or `open`.
    let verdict: String
    let decisions: [Decision]
    /// The files that were written.
    let written: [String]
    /// What would be written; `nil`, and not in the output, if it was.
    let changes: [Change]?

    init(_ resolution: Resolution, of model: String, written: [String] = [], changes: [Resolution.Edit]? = nil) {
        self.model = model
        self.written = written
        self.changes = changes?.map { Change(file: $0.path, diff: ResolveText.differences([$0])) }
        let questions = resolution.questions
        verdict = questions.isEmpty ? "settled" : "open"
        to = questions.first?.identity.to.description
        decisions = questions.map { question in
            Decision(
                code: question.refusal.code,
                element: question.identity.path.description,
                from: question.identity.from.description,
                reason: question.refusal.message,
                question: question.text,
                location: resolution.location(of: question)?.description,
                answers: question.choices.map { choice in
                    Answer(
                        description: choice.purpose,
                        yaml: choice.answer.yaml(about: question.identity.path),
                        losses: choice.answer.losses
                    )
                },
                alternatives: question.alternatives,
                answer: nil
            )
        }
    }
}
