package import ApusDiagnostics
package import ApusFiles
import ApusMerging
package import ApusMigration
package import ApusSchema

/// The open decisions of a stage, which are answered one after the other, with the files that the answers change.
///
/// It is a value over texts: each answer edits the texts, reads what has changed again and judges the stage again, so that what is
/// asked next is what is really left. Nothing is written to the disk.
package struct Resolution: Sendable {
    /// The stages whose decisions are answered.
    package enum Scope: Hashable, Sendable {
        /// All that keeps the head from being frozen: the stage from the newest version, and direct mappings to the head.
        case head
        /// One stage; `to` is `nil` for the head.
        case stage(from: Schema.Version, to: Schema.Version?)
    }

    /// A file that answers change.
    package struct Edit: Hashable, Sendable {
        /// The path as messages show it.
        package let path: String
        /// The text before the first answer; `nil` if there was no file.
        package let before: String?
        /// The text now.
        package let after: String
    }

    /// The files as they were read, on which the answers rest.
    let original: HistoryFiles
    private let scope: Scope
    /// The folder of the mappings, as messages show it.
    private let migrations: String
    private(set) var files: HistoryFiles
    private(set) var state: State

    /// What the files say.
    struct State {
        let contents: HistoryFiles.Contents
        let stages: [Stage]
    }

    /// Reads files that have no errors.
    ///
    /// - Parameters:
    ///   - files: The model's files.
    ///   - migrations: The folder of its mappings, as messages show it.
    ///   - scope: The stages.
    /// - Throws: `DiagnosticsError` if a file has errors; `PlanningError` if the stage does not exist, or if two ways to the head
    ///   give different data, which no answer settles.
    package init(_ files: HistoryFiles, migrations: String, _ scope: Scope) throws {
        (original, self.files, self.scope, self.migrations) = (files, files, scope, migrations)
        state = try Self.state(of: files, migrations: migrations, scope)
    }

    /// What edited files say.
    private func state(of edited: HistoryFiles) throws -> State {
        let contents = edited.read(mappingsSince: files, state.contents)
        return try Self.state(of: edited, contents, migrations: migrations, scope)
    }

    private static func state(
        of files: HistoryFiles,
        _ known: HistoryFiles.Contents? = nil,
        migrations: String,
        _ scope: Scope
    ) throws -> State {
        let contents = known ?? files.read(.asNeeded)
        guard let history = contents.history else {
            throw DiagnosticsError(contents.diagnostics.filter { $0.severity == .error })
        }
        let planner = Planner(history: history, mappings: contents.mappings, mappingsFolder: migrations)
        switch scope {
        case .stage(let from, let to):
            let stage = try planner.stage(from: from, to: to)
            return State(contents: contents, stages: [stage].compactMap(\.self).filter { !$0.refusals.isEmpty })
        case .head:
            guard planner.headStage != nil else { return State(contents: contents, stages: []) }
            do throws(PlanningError) {
                try planner.checkWaysToHead()
                return State(contents: contents, stages: [])
            } catch {
                guard case .refused(let stages) = error else { throw error }
                return State(contents: contents, stages: stages)
            }
        }
    }

    /// The stages that are refused.
    package var stages: [Stage] { state.stages }

    /// Whether no decision is left.
    package var isSettled: Bool { state.stages.isEmpty }

    /// The number of decisions that are left.
    package var count: Int { state.stages.reduce(0) { $0 + $1.refusals.count } }

    /// The questions that are left: those about renames first, because they settle others.
    package var questions: [StageQuestion] {
        let all = state.stages.flatMap { stage in stage.decisions.map { StageQuestion($0, of: stage) } }
        return all.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
    }

    /// The questions that are left after an answer that adds lines to a mapping. What settles a question is found by trying, which takes
    /// much longer than judging, so it is found again only if there is a new question, or if a choice rests on what is lost: the answer
    /// may have decided that.
    ///
    /// - Parameter asked: The questions before.
    /// - Returns: The questions.
    package func questions(after asked: [StageQuestion]) -> [StageQuestion] {
        let left = state.refusals
        let asked = asked.filter { left[$0.identity] != nil }
        guard Set(asked.map(\.identity)).count == left.count else { return questions }
        let isSimple = asked.allSatisfy { question in
            let own = Set((left[question.identity]?.settlements ?? []).compactMap { StageAnswer($0) })
            return question.choices.allSatisfy { own.contains($0.answer) }
        }
        return isSimple ? asked : questions
    }

    /// Whether a question is about the former name of an entity, so that its answer may raise others.
    package var mayRaiseMore: Bool { state.stages.contains(where: \.mayRaiseMore) }

    /// The refused stages whose mappings are locked, so that stores may have been migrated with them.
    package var lockedStages: [Stage] {
        let lines = state.contents.lock.lines
        return state.stages.filter { stage in
            guard let from = stage.from.version, let to = stage.to.version,
                let start = lines.firstIndex(where: { $0.version == from }),
                let end = lines.firstIndex(where: { $0.version == to }), start < end
            else { return false }
            return end - start == 1 ? lines[end].mapping != nil : lines[end].direct.contains { $0.from == from }
        }
    }

    /// The file of a stage's mapping as messages show it; it may not exist.
    package func mappingFile(of stage: Stage) -> String? {
        stage.from.version.map { from in
            stage.mapping?.file ?? "\(migrations)/\(MappingFile.fileName(from: from, to: stage.to.version))"
        }
    }

    /// The location of the element that a question is about: in the head, or that of the mapping's line.
    package func location(of question: StageQuestion) -> SourceLocation? {
        if let location = question.refusal.location { return location }
        guard question.identity.to.version == nil else { return nil }
        return state.contents.locations[question.identity.path]
    }

    /// The older name that the head gives to an element, and that an answer would replace.
    package func replacedName(by answer: StageAnswer) -> String? {
        guard case .originalName(let name, let path) = answer, let former = state.contents.head?.originalName(of: path)
        else { return nil }
        return former == name ? nil : former
    }

    /// What the answers so far change, heads before mappings: if the second file could not be written, an accepted loss must not
    /// be there without the rename beside it.
    package var edits: [Edit] {
        let before = Dictionary((original.heads + original.mappings).map { ($0.path, $0.text) }) { first, _ in first }
        return (files.heads + files.mappings).compactMap { file in
            let text = before[file.path]
            return text?.isSame(as: file.text) == true ? nil : Edit(path: file.path, before: text, after: file.text)
        }
    }

    // MARK: Answering

    /// Answers a question.
    ///
    /// - Throws: ``UnusableAnswer`` if the answer does not settle the question, or cannot be written. Nothing has changed then.
    package mutating func answer(
        _ question: StageQuestion.Identity,
        with answer: StageAnswer
    ) throws(UnusableAnswer) {
        guard let stage = state.stages.first(where: { ($0.from, $0.to) == (question.from, question.to) }),
            let refusal = stage.refusals.first(where: { StageQuestion.Identity($0, of: stage) == question })
        else { throw UnusableAnswer("the question is settled already") }
        let edited = try edited(by: answer, to: refusal, in: stage)
        let next: State
        do {
            next = try state(of: edited)
        } catch let error as any ExplainedError {
            throw UnusableAnswer(error.diagnostics.first?.message ?? "the files would have errors")
        } catch {
            throw UnusableAnswer("\(error)")
        }
        if case .originalName(let name, let path) = answer {
            // The text was edited, so what it says now is compared with what it is meant to say.
            let meant = state.contents.head?.declaring(originalName: name, of: path)
            guard meant != nil, meant == next.contents.head else {
                throw .byHand("add 'originalName: \(name)' to '\(path)'")
            }
        }
        let left = next.stages.first { ($0.from, $0.to) == (question.from, question.to) }
        for refusal in left?.refusals ?? [] {
            if let left, StageQuestion.Identity(refusal, of: left) == question {
                throw UnusableAnswer("it does not settle the question: \(refusal.message)")
            }
            if refusal.blames(answer) { throw UnusableAnswer(refusal.message) }
        }
        if !answer.lines.isEmpty, let message = next.needlessLine(since: state) {
            throw UnusableAnswer("it contradicts the mapping: \(message)")
        }
        (files, state) = (edited, next)
    }

    /// Answers several questions with lines of mappings, which are judged once.
    ///
    /// - Returns: Whether all answers can be used. Nothing has changed otherwise: which of them cannot is seen if they are given one by
    ///   one.
    mutating func answer(_ all: [(question: StageQuestion.Identity, lines: [Mapping.Line])]) -> Bool {
        guard Set(all.map(\.question)).count == all.count else { return false }
        let answers = Dictionary(all.map { ($0.question, $0.lines) }) { first, _ in first }
        var next = self
        for stage in state.stages {
            let own = stage.refusals.compactMap { refusal -> (Refusal, [Mapping.Line])? in
                answers[StageQuestion.Identity(refusal, of: stage)].map { (refusal, $0) }
            }
            if own.isEmpty { continue }
            let edited = try? next.mapping(of: stage) { mapping throws(UnusableAnswer) in
                for (refusal, lines) in own {
                    for line in lines { try mapping.say(line.moved(to: line.path), settling: refusal) }
                }
            }
            guard let edited else { return false }
            next.files = edited
        }
        guard let judged = try? state(of: next.files) else { return false }
        let given = all.map { StageAnswer.lines($0.lines) }
        let isRefused = judged.stages.contains { stage in
            stage.refusals.contains { refusal in
                answers[StageQuestion.Identity(refusal, of: stage)] != nil || given.contains { refusal.blames($0) }
            }
        }
        if isRefused || judged.needlessLine(since: state) != nil { return false }
        next.state = judged
        self = next
        return true
    }

    private func edited(
        by answer: StageAnswer,
        to refusal: Refusal,
        in stage: Stage
    ) throws(UnusableAnswer) -> HistoryFiles {
        switch answer {
        case .originalName(let name, let path):
            guard stage.to.version == nil, let head = state.contents.head else {
                throw UnusableAnswer("a frozen version is never edited")
            }
            guard let owner = head.declarer(of: path) else { throw UnusableAnswer("the head has no '\(path)'") }
            guard let location = state.contents.locations[owner],
                let index = files.heads.firstIndex(where: { $0.path == location.file }),
                let file = OriginalNameEdit.declare(
                    name,
                    of: owner.property ?? owner.entity,
                    at: location,
                    in: files.heads[index]
                )
            else { throw .byHand("add 'originalName: \(name)' to '\(path)'") }
            var heads = files.heads
            heads[index] = file
            return files.with(heads: heads)
        case .lines(let lines):
            return try mapping(of: stage) { mapping throws(UnusableAnswer) in
                for line in lines { try mapping.say(line.moved(to: line.path), settling: refusal) }
            }
        case .removal(let line):
            return try mapping(of: stage) { mapping throws(UnusableAnswer) in mapping.remove([line]) }
        case .correction(let line, let text):
            guard let path = ElementPath(parsing: text) else { throw UnusableAnswer("'\(text)' is not an element") }
            return try mapping(of: stage) { mapping throws(UnusableAnswer) in
                mapping.remove([line])
                try mapping.say(line.moved(to: path), settling: refusal)
            }
        }
    }

    /// The files with another mapping of a stage.
    private func mapping(
        of stage: Stage,
        _ change: (inout Mapping) throws(UnusableAnswer) -> Void
    ) throws(UnusableAnswer) -> HistoryFiles {
        guard let from = stage.from.version else { throw UnusableAnswer("the stage can have no mapping") }
        var mapping = stage.mapping ?? Mapping(from: from, to: stage.to.version)
        try change(&mapping)
        let path = mappingFile(of: stage) ?? ""
        var mappings = files.mappings
        if let index = mappings.firstIndex(where: { $0.path == path }) {
            let file = mappings[index]
            // What is above a mapping as a whole stays there, whichever key is the first one then.
            let header = file.text.header
            let rest = SourceFile(path: path, text: String(file.text.dropFirst(header.count)))
            let text = header + MappingFile.edited(rest, to: mapping)
            guard text.keepsComments(of: file.text) else { throw .byHand("edit \(path), which has comments") }
            mappings[index] = SourceFile(path: path, text: text)
        } else {
            mappings.append(
                SourceFile(path: path, text: MappingFile.write(mapping, comment: Project.mappingHeader))
            )
        }
        // The text was edited, so what it says now is compared with what it is meant to say.
        let read = mappings.first { $0.path == path }.flatMap {
            MappingFile.read($0, from: from, to: stage.to.version).mapping
        }
        guard mapping.isEmpty || read.map({ Set($0.lines) }) == Set(mapping.lines) else {
            throw .byHand("edit \(path)")
        }
        return files.with(mappings: mappings)
    }
}

extension Mapping {
    /// Adds a line. If there is one about its element that says something else, either the refusal is about that one, or the
    /// answer contradicts what was decided.
    fileprivate mutating func say(_ line: Line, settling refusal: Refusal) throws(UnusableAnswer) {
        if let other = self.line(line.key, line.path, isWildcard: line.isWildcard), other != line {
            guard let location = other.location, refusal.location == location else {
                let value = other.value.map { " as '\($0)'" } ?? ""
                throw UnusableAnswer("'\(line.key.rawValue)' has '\(line.subject)' already\(value)")
            }
            remove([other])
        }
        add(line)
    }
}

extension HistoryFiles {
    fileprivate func with(heads: [SourceFile]? = nil, mappings: [SourceFile]? = nil) -> HistoryFiles {
        HistoryFiles(
            model: model,
            folder: folder,
            heads: heads ?? self.heads,
            versions: versions,
            lock: lock,
            mappings: mappings ?? self.mappings,
            data: data
        )
    }
}

extension String {
    /// The lines of a mapping's file that belong to none of its keys: the one for editors, or comments above an empty line.
    fileprivate var header: String {
        var lines = split(separator: "\n", omittingEmptySubsequences: false)[...]
        var header = ""
        while let line = lines.first, line.hasPrefix("#"), lines.count > 1 {
            header += line + "\n"
            lines.removeFirst()
        }
        if !header.isEmpty, lines.first?.allSatisfy(\.isWhitespace) == true, lines.count > 1 {
            return header + (lines.first ?? "") + "\n"
        }
        return header.hasPrefix("# yaml-language-server") ? String(header.prefix { $0 != "\n" }) + "\n" : ""
    }

    /// Whether all comments of another text are in this one.
    fileprivate func keepsComments(of other: String) -> Bool {
        func comments(_ text: String) -> [String] {
            text.split(whereSeparator: \.isNewline).compactMap { line in
                line.firstRange(of: /(^|\s)#.*$/).map { line[$0].trimmingPrefix(while: \.isWhitespace).description }
            }
        }
        var kept = comments(self)[...]
        // In their order.
        return comments(other).allSatisfy { comment in
            guard let index = kept.firstIndex(of: comment) else { return false }
            kept = kept[(index + 1)...]
            return true
        }
    }
}

extension Refusal {
    /// Whether the refusal is about a line of an answer, or about the name that it gives: of two older elements that had each
    /// other's name, either name would raise the question about the other one, without an end.
    fileprivate func blames(_ answer: StageAnswer) -> Bool {
        switch reason {
        case .needlessLine(let line, _): answer.lines.contains(line)
        case .ambiguousOriginalName, .claimedTwice:
            if case .originalName(_, let path) = answer { self.path == path } else { false }
        case .unusableFill, .unusableExpression, .unusableOrigin, .unusableAssertion, .unusableConversion:
            answer.lines.contains { $0.path == path }
        default: false
        }
    }
}
