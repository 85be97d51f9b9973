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

    /// Takes a text that must be there and say something.
    mutating func required(_ key: String, expected: String) -> String? {
        if let value = text(key), !value.isEmpty { return value }
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

    /// Reports the keys that nobody took.
    mutating func finish() {
        let noise: Set<String> = ContentsGrammar.noise(of: kind)
        let flags: Set<String> = ContentsGrammar.refusedFlags(of: kind)
        let keys: Set<String> = ContentsGrammar.refusedKeys(of: kind)
        for (key, value) in rest.sorted(by: { $0.key < $1.key }) where !noise.contains(key) {
            // Xcode keeps the key of a transformer or a class after somebody emptied the field.
            if value.isEmpty, ContentsGrammar.emptiableKeys.contains(key) { continue }
            if keys.contains(key) || (flags.contains(key) && truth(value, of: key)) {
                refuse("'\(key)' of \(label)")
            } else if !flags.contains(key) {
                let known: [String] = taken.union(noise).union(flags).union(keys).sorted()
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

    /// Reports a feature that the import does not carry through.
    mutating func refuse(_ feature: String) {
        error(
            "\(feature) cannot be imported yet",
            help: [Self.wayOut]
        )
    }

    /// Reports a value that says nothing the import knows.
    mutating func notUnderstood(_ value: String, of key: String, expected: String) {
        error("'\(key)' of \(label) is '\(value)'", help: ["expected \(expected)"])
    }

    /// Reports an error at the element.
    mutating func error(_ message: String, help: [String] = []) {
        findings.error(message, at: location, help: help)
    }

    private mutating func truth(_ value: String, of key: String) -> Bool {
        if value != "YES", value != "NO" { notUnderstood(value, of: key, expected: "'YES' or 'NO'") }
        return value == "YES"
    }
}
