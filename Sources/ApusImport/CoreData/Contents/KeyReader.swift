import ApusDiagnostics

/// Takes the keys of one element one after the other; what is left in the end is reported.
struct KeyReader {
    /// The element in words: `attribute 'Trip.name'`.
    let label: String

    /// Where the element stands.
    let location: SourceLocation

    /// What was found wrong.
    private(set) var findings = DiagnosticCollector()

    private let kind: ContentsGrammar.Kind
    private var rest: [String: String]
    private var taken: Set<String> = []

    init(_ element: MarkupElement, _ kind: ContentsGrammar.Kind, label: String, file: String) {
        self.kind = kind
        self.label = label
        location = SourceLocation(file: file, line: element.line)
        rest = element.keys
    }

    /// Whether nobody took the key yet, and it is there.
    func has(_ key: String) -> Bool {
        rest[key] != nil
    }

    /// Takes a text; `nil` where there is none.
    mutating func text(_ key: String) -> String? {
        taken.insert(key)
        return rest.removeValue(forKey: key)
    }

    /// Takes a text that says nothing where it is empty: Xcode keeps many a key after somebody emptied its field.
    mutating func filled(_ key: String) -> String? {
        text(key).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Takes a text that must be there and say something.
    mutating func required(_ key: String, expected: String) -> String? {
        if let value = filled(key) { return value }
        error("\(label) has no '\(key)'", help: ["expected \(expected)"])
        return nil
    }

    /// Takes `YES` or `NO`; nothing at all means no.
    mutating func flag(_ key: String) -> Bool {
        text(key).map { truth($0, of: key) } ?? false
    }

    /// Takes one of several words.
    mutating func choice<Choice>(_ key: String, among choices: KeyValuePairs<String, Choice>) -> Choice? {
        guard let word = text(key) else { return nil }
        if let choice = choices.first(where: { $0.key == word }) { return choice.value }
        notUnderstood(word, of: key, expected: choices.map { "'\($0.key)'" }.joined(separator: ", "))
        return nil
    }

    /// Takes a number of things; `0`, like nothing at all, sets no number.
    mutating func count(_ key: String, whenUnreadable substitute: Int? = nil) -> Int? {
        guard let text = text(key) else { return nil }
        guard let number = Int(text), number >= 0 else {
            notUnderstood(text, of: key, expected: "a whole number that is not negative")
            return substitute
        }
        return number == 0 ? nil : number
    }

    /// Takes the mark of what CloudKit mirrors. Xcode's template has `true` and `false` where Xcode writes `YES`.
    mutating func usedWithCloudKit() -> Bool {
        let word: String? = text("usedWithCloudKit")
        return word == "true" || (word != "false" && word.map { truth($0, of: "usedWithCloudKit") } ?? false)
    }

    /// Takes the renaming identifier, which Xcode calls `elementID` and others call by its name in the API.
    mutating func renamingIdentifier() -> String? {
        let identifiers: [String] = ["elementID", "renamingIdentifier"].compactMap { text($0) }
        if identifiers.contains("") || Set(identifiers).count > 1 {
            error("the renaming identifier of \(label) is empty or given twice", help: ["keep one 'elementID'"])
        }
        return identifiers.first
    }

    /// Reports the keys that nobody took.
    mutating func finish() {
        let noise: Set<String> = ContentsGrammar.noise(of: kind)
        let dead: Set<String> = ContentsGrammar.deadFlags(of: kind)
        let refused: Set<String> = ContentsGrammar.refusedFlags(of: kind)
        for (key, value) in rest.sorted(by: { $0.key < $1.key }) where !noise.contains(key) {
            if dead.contains(key) {
                _ = truth(value, of: key)
            } else if refused.contains(key) {
                if truth(value, of: key) { error("\(label) says '\(key)', which a part of a composite cannot") }
            } else {
                let known: [String] = taken.union(noise).union(dead).union(refused).sorted()
                error(
                    "'\(key)' of \(label) is unknown to Apus",
                    help: [NearMiss.suggestion(for: key, among: known).map { "did you mean '\($0)'?" } ?? Self.wayOut]
                )
            }
        }
        rest = [:]
    }

    /// What to do about something that cannot be imported.
    static let wayOut: String = "if the app can do without it, remove it in a copy of the model and import that"

    /// Reports a value that says nothing the import knows.
    mutating func notUnderstood(_ value: String, of key: String, expected: String) {
        error("'\(key)' of \(label) is '\(value)'", help: ["expected \(expected)"])
    }

    /// Takes a text that means nothing to the attribute's type: Xcode keeps it when somebody changes the type.
    mutating func leaveOut(_ key: String, of type: String) {
        guard let value = filled(key) else { return }
        findings.warning(
            "'\(key)' of \(label) is '\(value)', which means nothing to \(type), and is left out",
            at: location
        )
    }

    /// Reports an error at the element.
    mutating func error(_ message: String, help: [String] = [wayOut]) {
        findings.error(message, at: location, help: help)
    }

    /// Reports something that somebody should look at.
    mutating func warning(_ message: String, notes: [String]) {
        findings.warning(message, at: location, notes: notes)
    }

    private mutating func truth(_ value: String, of key: String) -> Bool {
        if value != "YES", value != "NO" { notUnderstood(value, of: key, expected: "'YES' or 'NO'") }
        return value == "YES"
    }
}
