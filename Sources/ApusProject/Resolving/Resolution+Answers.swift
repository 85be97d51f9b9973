package import ApusDiagnostics
import ApusMigration
import ApusSchema

extension Resolution {
    /// Answers questions as a file does: all of its answers, or none.
    ///
    /// - Parameters:
    ///   - sheet: The answers.
    ///   - model: The model's name.
    /// - Throws: `DiagnosticsError` with the location of each answer that no question has, or that does not settle its question, and of
    ///   answers to one question. Nothing has changed then.
    package mutating func apply(_ sheet: AnswerSheet, of model: String) throws(DiagnosticsError) {
        try check(sheet, of: model)
        var next = self
        // What the file says about all answers holds for each: another stage may ask the same about an element.
        var rest = sheet.entries.map { $0.starting(at: sheet.from?.text) }
        var used: [AnswerSheet.Entry] = []
        var failures: [SourceLocation: String] = [:]
        // The loss of an entity settles that of references to it, so it comes after these.
        rest = rest.filter { !$0.isWide } + rest.filter(\.isWide)
        // What one answer settles may make another one possible, whatever their order in the file is.
        var isProgressing = true
        while isProgressing, !rest.isEmpty {
            isProgressing = false
            // Lines are judged together if they can be, which takes as long as one of them.
            let together = next.answerTogether(rest)
            used += together
            rest.removeAll { together.contains($0) }
            var left: [AnswerSheet.Entry] = []
            for (index, entry) in rest.enumerated() {
                if let reason = next.use(entry) {
                    failures[entry.location] = reason
                    left.append(entry)
                    continue
                }
                failures[entry.location] = nil
                used.append(entry)
                isProgressing = true
                if case .originalName = entry.answer {
                    // A rename decides which questions there are: now lines may answer some of them together.
                    left += rest.dropFirst(index + 1)
                    break
                }
            }
            rest = left
        }
        if rest.isEmpty {
            self = next
            return
        }
        throw DiagnosticsError(
            rest.map { entry in
                if let reason = failures[entry.location], !reason.isEmpty {
                    return .error("the answer cannot be used: \(reason)", at: entry.location)
                }
                return next.unused(entry, used, asked: self)
            }
        )
    }

    /// Answers the questions that entries settle by lines, all of them or none.
    ///
    /// - Returns: The entries that were used.
    private mutating func answerTogether(_ entries: [AnswerSheet.Entry]) -> [AnswerSheet.Entry] {
        struct Name: Hashable {
            let code: String
            let element: String
        }
        let asked = stages.flatMap { stage in stage.refusals.map { (refusal: $0, stage: stage) } }
        let byName = Dictionary(grouping: asked) { Name(code: $0.refusal.code, element: $0.refusal.path.description) }
        var answers: [(question: StageQuestion.Identity, lines: [Mapping.Line])] = []
        var used: [AnswerSheet.Entry] = []
        for entry in entries {
            guard case .lines(let lines) = entry.answer else { continue }
            let found = (byName[Name(code: entry.code, element: entry.element)] ?? []).filter {
                entry.isAbout($0.refusal, of: $0.stage)
            }
            // What belongs to another question must not settle this one, nor be settled by it: that is judged one by one.
            guard found.count == 1, found[0].refusal.isSettled(by: lines) else { continue }
            answers.append((StageQuestion.Identity(found[0].refusal, of: found[0].stage), lines))
            used.append(entry)
        }
        return answers.count > 1 && answer(answers) ? used : []
    }

    /// Answers the first question that an entry settles.
    ///
    /// - Returns: Why it settles none; empty if there is no question for it; `nil` if it does.
    private mutating func use(_ entry: AnswerSheet.Entry) -> String? {
        var reason = ""
        // Several questions may be about one element, such as what it was called before.
        for (identity, answer) in questions(answeredBy: entry) {
            do throws(UnusableAnswer) {
                try self.answer(identity, with: answer)
                return nil
            } catch {
                reason = error.reason
            }
        }
        return reason
    }

    /// Returns the open questions that an entry may answer, with its answer.
    private func questions(answeredBy entry: AnswerSheet.Entry) -> [(StageQuestion.Identity, StageAnswer)] {
        var found: [(StageQuestion.Identity, StageAnswer)] = []
        for stage in stages {
            for refusal in stage.refusals where entry.isAbout(refusal, of: stage) {
                let path = refusal.path
                let answer: StageAnswer? =
                    switch entry.answer {
                    case .lines(let lines): .lines(lines)
                    case .originalName(let name, let other): .originalName(name, of: other ?? path)
                    case .removal: refusal.removableLine.map { .removal(of: $0) }
                    case .correction(let text): refusal.removableLine.map { .correction(of: $0, to: text) }
                    }
                if let answer { found.append((StageQuestion.Identity(refusal, of: stage), answer)) }
            }
        }
        return found
    }

    /// The finding that no question is left for an entry.
    private func unused(
        _ entry: AnswerSheet.Entry,
        _ used: [AnswerSheet.Entry],
        asked before: Resolution
    ) -> Diagnostic {
        let name = "decision \(entry.code) about '\(entry.element)'"
        if let other = used.first(where: { ($0.code, $0.element) == (entry.code, entry.element) }) {
            return .error(
                "the \(name) is answered twice",
                at: entry.location,
                notes: ["the other answer is at \(other.location)"],
                help: ["keep one of them"]
            )
        }
        let known = before.stages.flatMap { stage in stage.refusals.map { ($0, stage) } }
        if entry.needsLine,
            stages.contains(where: { stage in stage.refusals.contains { entry.isAbout($0, of: stage) } })
        {
            return .error(
                "the \(name) is not about a line of the mapping that could be removed or corrected",
                at: entry.location
            )
        }
        if known.contains(where: { entry.isAbout($0, of: $1) }) {
            return .error(
                "the \(name) is settled by other answers already, so this one would have no effect",
                at: entry.location,
                help: ["remove it, or the answers that it contradicts"]
            )
        }
        let elsewhere = known.filter { entry.starting(at: nil, always: true).isAbout($0.0, of: $0.1) }.map(\.1.from)
        if let from = entry.from, let other = elsewhere.first {
            return .error(
                "there is no \(name) in the stage from \(from)",
                at: entry.location,
                help: ["the stage from \(other) has one: review the answer, and correct its 'from'"]
            )
        }
        let same = known.filter { $0.0.code == entry.code && $0.0.path.description == entry.element }
        if let (refusal, _) = same.first, entry.reason != nil {
            return .error(
                "the \(name) is another one now",
                at: entry.location,
                notes: ["it is: \(refusal.message)"],
                help: ["review the answer, and correct its 'reason'"]
            )
        }
        let others = known.map(\.0).filter { $0.code == entry.code }.map(\.path.description)
        let near =
            NearMiss.suggestion(for: entry.element, among: others).map { "did you mean '\($0)'?" }
            ?? known.first { $0.0.path.description == entry.element }.map { "its code is \($0.0.code)" }
        return .error(
            "there is no \(name)",
            at: entry.location,
            help: [near ?? "'apus resolve' prints the decisions that are needed"]
        )
    }

    private func check(_ sheet: AnswerSheet, of model: String) throws(DiagnosticsError) {
        var findings: [Diagnostic] = []
        if let word = sheet.model, word.text != model {
            findings.append(
                .error("the answers are for the model '\(word.text)', not for '\(model)'", at: word.location)
            )
        }
        let starts = Set(stages.map(\.from.description))
        if let word = sheet.from, !starts.isEmpty, !starts.contains(word.text) {
            findings.append(
                .error(
                    "the answers are for a stage that starts at \(word.text), not at \(starts.sorted().joined(separator: ", "))",
                    at: word.location,
                    help: ["review them, and correct 'from'"]
                )
            )
        }
        if let word = sheet.to, let end = stages.first?.to.description, word.text != end {
            findings.append(
                .error("the answers are for a stage that ends at \(word.text), not at \(end)", at: word.location)
            )
        }
        for entry in sheet.entries where entry.from == nil && sheet.from == nil {
            let asking = stages.filter { stage in stage.refusals.contains { entry.isAbout($0, of: stage) } }
            if asking.count < 2 { continue }
            let starts = asking.map(\.from.description)
            findings.append(
                .error(
                    "several stages have the decision \(entry.code) about '\(entry.element)': those from \(starts.joined(separator: ", "))",
                    at: entry.location,
                    help: ["say which one is meant: 'from: \"\(starts[0])\"'"]
                )
            )
        }
        if !findings.isEmpty { throw DiagnosticsError(findings) }
    }
}

extension AnswerSheet.Entry {
    /// Whether the answer is about a line that only the question knows.
    fileprivate var needsLine: Bool {
        switch answer {
        case .removal, .correction: true
        case .lines, .originalName: false
        }
    }

    /// Whether the answer is about an entity as a whole, which may settle questions about other elements.
    fileprivate var isWide: Bool {
        if case .lines = answer { !element.contains(".") } else { false }
    }

    fileprivate func isAbout(_ refusal: Refusal, of stage: Stage) -> Bool {
        code == refusal.code && element == refusal.path.description
            && reason.map { $0 == refusal.message } ?? true && from.map { $0 == stage.from.description } ?? true
    }
}

extension Refusal {
    /// Whether lines have all that one of the refusal's own settlements has, perhaps with other values.
    fileprivate func isSettled(by lines: [Mapping.Line]) -> Bool {
        settlements.contains { settlement in
            let own = settlement.lines
            return !own.isEmpty
                && own.allSatisfy { one in
                    lines.contains { ($0.key, $0.path, $0.isWildcard) == (one.key, one.path, one.isWildcard) }
                }
        }
    }

    /// The line of the mapping that the refusal is about, if it may be removed or corrected.
    fileprivate var removableLine: Mapping.Line? {
        for settlement in settlements {
            switch settlement {
            case .removal(let line), .correction(let line, _): return line
            default: continue
            }
        }
        return nil
    }
}
