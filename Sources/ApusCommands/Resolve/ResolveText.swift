import ApusCodegen
import ApusDiagnostics
import ApusMigration
import ApusProject
import ApusSchema
import ApusYAML

/// Questions and answers as text. Names in it may be hostile, so what is printed is escaped.
enum ResolveText {
    /// All open questions with their answers.
    static func questions(of resolution: Resolution) -> String {
        resolution.questions.map { lines(of: $0, in: resolution).joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// A question with its numbered answers.
    static func lines(of question: StageQuestion, in resolution: Resolution) -> [String] {
        let location = resolution.location(of: question).map { "\($0): " } ?? ""
        let stages = Set(resolution.stages.map(\.from)).count > 1 ? "from \(question.identity.from): " : ""
        var lines = [
            "\(location)\(stages)\(question.refusal.message) [\(question.refusal.code)]".shown, question.text.shown,
        ]
        for (index, choice) in question.choices.enumerated() {
            lines.append("  \(index + 1)  \(purpose(of: choice, in: resolution))".shown)
            lines += yaml(choice.answer, question).map { "       \($0)".shown }
        }
        lines += question.alternatives.map { "  -  by hand: \($0)".shown }
        return lines
    }

    /// What an answer does, with the name that it gives up.
    private static func purpose(of choice: StageQuestion.Choice, in resolution: Resolution) -> String {
        let former = resolution.replacedName(by: choice.answer).map { ", instead of 'originalName: \($0)'" } ?? ""
        return choice.purpose + former
    }

    private static func yaml(_ answer: StageAnswer, _ question: StageQuestion) -> [String] {
        answer.yaml(about: question.identity.path).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// The changes of files, as `diff -u` prints them.
    static func differences(_ edits: [Resolution.Edit]) -> String {
        edits.map { UnifiedDiff.text(from: $0.before, to: $0.after, path: $0.path) }.joined()
    }

    /// A file in which the questions are to be answered.
    static func answerSheet(for resolution: Resolution, of model: String) -> String {
        let questions = resolution.questions
        let starts = Set(questions.map(\.identity.from))
        let decisions: [YAMLValue] = questions.map { question in
            var comment = ["", question.text]
            for choice in question.choices {
                comment.append("- \(purpose(of: choice, in: resolution))")
                comment += yaml(choice.answer, question).map { "    \($0)" }
            }
            comment += question.alternatives.map { "- by hand: \($0)" }
            let from = question.identity.from.description
            let entries =
                [
                    YAMLValue.Entry("code", .text(question.refusal.code)),
                    YAMLValue.Entry("element", .text(question.identity.path.description)),
                    YAMLValue.Entry("reason", .text(question.refusal.message)),
                ] + (starts.count > 1 ? [YAMLValue.Entry("from", .text(from))] : [])
                + [YAMLValue.Entry("answer", .word("null"))]
            return YAMLValue.mapping(entries).commented(comment.map(\.shown))
        }
        var entries = [YAMLValue.Entry("model", .text(model))]
        if let from = starts.first, starts.count == 1 {
            entries.append(YAMLValue.Entry("from", .text(from.description)))
        }
        if let to = questions.first?.identity.to { entries.append(YAMLValue.Entry("to", .text(to.description))) }
        entries.append(YAMLValue.Entry("decisions", .sequence(decisions)))
        return YAMLWriter.write(
            .mapping(entries).commented([
                "Replace the 'null' of each decision by an answer: one of those above it, or lines of your own.",
                "Decisions without an answer stay open. Accept a loss only if you know which values go.",
            ])
        )
    }
}
