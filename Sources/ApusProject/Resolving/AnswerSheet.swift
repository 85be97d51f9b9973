package import ApusDiagnostics
package import ApusFiles
import ApusSchema
import ApusYAML

/// A file with answers to the questions of a stage, written by a person, a review or a program.
package struct AnswerSheet: Hashable, Sendable {
    /// An answer in the file.
    package struct Entry: Hashable, Sendable {
        /// The code of the question.
        let code: String
        /// The element that it is about.
        let element: String
        /// The question's reason, if the file has it: the answer is not used for another question about the element.
        let reason: String?
        /// The version at which the stage starts, if the file has it.
        let from: String?
        /// The answer; `nil` for the removal or the correction of a line that only the question knows.
        let answer: Answer
        /// Where the entry begins.
        let location: SourceLocation

        /// The entry with the start of its stage; `always` also replaces one that the entry has.
        func starting(at from: String?, always: Bool = false) -> Entry {
            Entry(
                code: code,
                element: element,
                reason: reason,
                from: always ? from : self.from ?? from,
                answer: answer,
                location: location
            )
        }
    }

    /// An answer as it is written.
    enum Answer: Hashable {
        case lines([Mapping.Line])
        case originalName(String, of: ElementPath?)
        case removal
        case correction(String)
    }

    /// The model, the version at which the stage starts, and where it ends, if the file has them.
    let model: YAMLWord?
    let from: YAMLWord?
    let to: YAMLWord?

    /// The answers, in the order of the file, without questions that have none.
    package let entries: [Entry]

    /// A word of the file.
    struct YAMLWord: Hashable {
        let text: String
        let location: SourceLocation
    }

    /// The keys of a file; `format`, `verdict`, `written` and `changes` are of a program's output, and are not read.
    enum Key: String, CaseIterable { case model, from, to, decisions, format, verdict, written, changes }

    /// The keys of a decision; `answers`, `question` and `alternatives` say what is possible, and are not read.
    enum EntryKey: String, CaseIterable {
        case code, element, reason, from, answer, answers, question, alternatives, location
    }

    /// Reads a file.
    ///
    /// - Parameter file: YAML, or JSON.
    /// - Returns: The answers, `nil` if a finding is an error; and the findings.
    package static func read(_ file: SourceFile) -> (sheet: AnswerSheet?, diagnostics: [Diagnostic]) {
        var reader = AnswerReader(file: file)
        let sheet = reader.read()
        return (reader.findings.hasErrors ? nil : sheet, reader.findings.diagnostics)
    }
}

private struct AnswerReader {
    let file: SourceFile
    var findings = DiagnosticCollector()

    mutating func read() -> AnswerSheet {
        // YAML has all of JSON but the pairs with which JSON escapes characters beyond U+FFFF.
        let text = file.path.hasSuffix(".json") ? YAMLText.withoutSurrogates(file.text) : file.text
        let (node, problems) = YAMLReader.read(text, file: file.path)
        findings.add(contentsOf: problems)
        let keys = node.map { self.keys($0, "a file of answers", AnswerSheet.Key.allCases.map(\.rawValue)) } ?? [:]
        let entries: [AnswerSheet.Entry] =
            switch keys["decisions"]?.content {
            case .sequence(let nodes): nodes.compactMap { entry($0) }
            case nil where node != nil && findings.hasErrors: []
            default:
                {
                    findings.error(
                        "the list of 'decisions' is missing",
                        at: keys["decisions"]?.location ?? SourceLocation(file: file.path),
                        help: ["'apus resolve --write-answers FILE' writes a file to fill in"]
                    )
                    return []
                }()
            }
        return AnswerSheet(model: word(keys["model"]), from: word(keys["from"]), to: word(keys["to"]), entries: entries)
    }

    private func word(_ node: YAMLNode?) -> AnswerSheet.YAMLWord? {
        guard case .scalar(let scalar)? = node?.content, !scalar.isNull else { return nil }
        return AnswerSheet.YAMLWord(text: scalar.text, location: scalar.location)
    }

    private mutating func keys(_ node: YAMLNode, _ owner: String, _ known: [String]) -> [String: YAMLNode] {
        guard case .mapping(let entries) = node.content else {
            findings.error("\(owner) must be keys and values, not \(node.kind)", at: node.location)
            return [:]
        }
        var found: [String: YAMLNode] = [:]
        for entry in entries {
            if known.contains(entry.key.text) {
                if found[entry.key.text] == nil { found[entry.key.text] = entry.value }
            } else {
                let near = NearMiss.suggestion(for: entry.key.text, among: known).map { "did you mean '\($0)'?" }
                findings.error(
                    "'\(entry.key.text)' is not a key of \(owner)",
                    at: entry.key.location,
                    help: [near ?? "its keys are \(known.joined(separator: ", "))"]
                )
            }
        }
        return found
    }

    private mutating func entry(_ node: YAMLNode) -> AnswerSheet.Entry? {
        let keys = keys(node, "a decision", AnswerSheet.EntryKey.allCases.map(\.rawValue))
        if keys.isEmpty { return nil }
        guard let code = word(keys["code"]), let element = word(keys["element"]) else {
            let missing = word(keys["code"]) == nil ? "code" : "element"
            findings.error(
                "the '\(missing)' of the decision is missing",
                at: node.location,
                help: ["'apus resolve' prints the decisions with their codes and elements"]
            )
            return nil
        }
        guard let text = keys["answer"] else { return nil }
        if case .scalar(let scalar) = text.content, scalar.isNull { return nil }
        guard let answer = answer(text) else { return nil }
        return AnswerSheet.Entry(
            code: code.text.uppercased(),
            element: element.text,
            reason: word(keys["reason"])?.text,
            from: word(keys["from"])?.text,
            answer: answer,
            location: node.location
        )
    }

    private mutating func answer(_ node: YAMLNode) -> AnswerSheet.Answer? {
        var (text, inner) = (YAMLText.flow(node), node)
        if case .scalar(let scalar) = node.content {
            // A string is YAML itself, as in the output of 'apus diff --format json'.
            let (read, problems) = YAMLReader.read(scalar.text, file: file.path)
            guard let read, problems.isEmpty else { return unreadable(scalar.text, node) }
            (text, inner) = (scalar.text, read)
        }
        guard case .mapping(let entries) = inner.content else { return unreadable(text, node) }
        var own: [AnswerKey: YAMLScalar] = [:]
        for entry in entries {
            guard let key = AnswerKey(rawValue: entry.key.text) else { continue }
            guard case .scalar(let scalar) = entry.value.content, !scalar.isNull else { return unreadable(text, node) }
            own[key] = scalar
        }
        if own.isEmpty { return lines(text, node) }
        guard own.count == entries.count else {
            findings.error(
                "an answer is either lines of a mapping or '\(own.keys.map(\.rawValue).sorted()[0])', not both",
                at: node.location,
                help: ["answer the decision with one of them"]
            )
            return nil
        }
        if let name = own[.originalName] {
            let path = own[.of].map { ElementPath(parsing: $0.text) }
            if own.count == (path == nil ? 1 : 2), path != .some(nil) {
                return .originalName(name.text, of: path ?? nil)
            }
        }
        if own.count == 1, own[.remove]?.text == "true" { return .removal }
        if own.count == 1, let path = own[.correct] { return .correction(path.text) }
        return unreadable(text, node)
    }

    private mutating func unreadable(_ text: String, _ node: YAMLNode) -> AnswerSheet.Answer? {
        findings.error(
            "'\(text)' is not an answer",
            at: node.location,
            help: [
                "write lines of a mapping, such as '{ accept: [Trip.code] }', or '{ originalName: name }'"
            ]
        )
        return nil
    }

    private mutating func lines(_ text: String, _ node: YAMLNode) -> AnswerSheet.Answer? {
        let (mapping, problems) = MappingFile.read(
            SourceFile(path: file.path, text: text),
            from: Schema.Version(1),
            to: nil
        )
        // The lines were read from a part of the file.
        for problem in problems where problem.severity == .error {
            findings.error(problem.message, at: node.location, help: problem.help)
        }
        guard let mapping else { return nil }
        let lines = mapping.lines.map { $0.moved(to: $0.path) }
        if lines.isEmpty { return unreadable(text, node) }
        return .lines(lines)
    }
}
