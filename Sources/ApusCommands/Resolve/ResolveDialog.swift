import ApusDiagnostics
import ApusMigration
import ApusProject
import ApusSchema

/// Asks the questions of a resolution on the terminal. What an answer rests on is printed also if the user wants only results and
/// errors.
struct ResolveDialog {
    /// The resolution with the answers so far.
    private(set) var resolution: Resolution
    private var skipped: Set<StageQuestion.Identity> = []
    /// The questions that are left, with what settles them.
    private var questions: [StageQuestion]
    /// The states before each answer, for the way back.
    private var past: [Self] = []

    init(_ resolution: Resolution) { (self.resolution, questions) = (resolution, resolution.questions) }

    /// Asks until no question is left, or the user stops.
    ///
    /// - Returns: Whether the answers may be written. They may not if the input ends in the middle.
    mutating func run() -> Bool {
        while let question = questions.first(where: { !skipped.contains($0.identity) }) {
            let more = resolution.mayRaiseMore ? "; more may follow" : ""
            Console.message("\n\(resolution.count.of("decision")) to make\(more)")
            Console.message(ResolveText.lines(of: question, in: resolution).joined(separator: "\n"))
            switch ask(question) {
            case .answered, .returned: continue
            case .stopped: return true
            case .ended: return false
            }
        }
        return true
    }

    private enum Outcome { case answered, returned, stopped, ended }

    /// Asks a question until it is answered or skipped.
    private mutating func ask(_ question: StageQuestion) -> Outcome {
        let numbers = question.choices.count
        let answers = numbers == 0 ? "" : numbers == 1 ? "1, " : "1-\(numbers), "
        let back = past.isEmpty ? "" : "b goes back, "
        while true {
            guard let line = Console.answer("Answer (\(answers)? explains, s skips, \(back)q stops):") else {
                return .ended
            }
            switch line.lowercased() {
            case "": continue
            case "?", "h", "help":
                Console.message(ExplainCommand.text(ofCode: question.refusal.code) ?? question.refusal.message)
            case "s", "skip":
                var before = self
                before.past = []
                past.append(before)
                skipped.insert(question.identity)
                return .answered
            case "b", "back":
                guard var before = past.popLast() else {
                    Console.message("this is the first question")
                    continue
                }
                before.past = past
                self = before
                return .returned
            case "q", "quit": return .stopped
            default:
                guard let number = Int(line), question.choices.indices.contains(number - 1) else {
                    Console.message("'\(line)' is not one of the answers".shown)
                    continue
                }
                let answer: StageAnswer
                switch completed(question.choices[number - 1].answer) {
                case .answer(let completed): answer = completed
                case .back(let typed):
                    Console.message("back to the question; if '\(typed)' is the value, put it in quotes".shown)
                    continue
                case .ended: return .ended
                }
                do throws(UnusableAnswer) {
                    var before = self
                    before.past = []
                    try resolution.answer(question.identity, with: answer)
                    // A rename changes what settles others.
                    questions = answer.lines.isEmpty ? resolution.questions : resolution.questions(after: questions)
                    past.append(before)
                    return .answered
                } catch {
                    Console.message("this cannot be used: \(error.reason)".shown)
                }
            }
        }
    }

    private enum Completion {
        case answer(StageAnswer)
        /// Not a value, but what other questions take as a command.
        case back(typed: String)
        case ended
    }

    /// An answer that fills rows, with the value that the user wants.
    private func completed(_ answer: StageAnswer) -> Completion {
        guard let (path, fill) = answer.filled else { return .answer(answer) }
        let offered = fill.text.isEmpty ? "an empty string" : "'\(fill.text)'"
        let prompt = "Value for '\(path)' (return for \(offered); in quotes, exactly as typed; b goes back):"
        guard let text = Console.answer(prompt) else { return .ended }
        if text.isEmpty { return .answer(answer) }
        return Self.fill(text).map { .answer(.lines([.fill(path, $0)])) } ?? .back(typed: text)
    }

    /// The value that a typed line means: in quotes, exactly what is in them, also nothing, blanks, or the name of a generator. `nil`
    /// for a letter that is a command elsewhere: it must not get into rows by habit.
    static func fill(_ text: String) -> Fill? {
        if ["b", "s", "q", "?"].contains(text.lowercased()) { return nil }
        let quote = text.first
        if text.count > 1, quote == "\"" || quote == "'", text.last == quote {
            return .literal(String(text.dropFirst().dropLast()))
        }
        return Fill.Generator(rawValue: text).map { .generated($0) } ?? .literal(text)
    }
}
