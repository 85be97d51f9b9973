import ApusDiagnostics

/// Takes the keys of an element one after the other, and reports those that are left.
struct KeyReader {
    /// The element as messages name it: `attribute 'Trip.name'`.
    let label: String

    /// The element's location.
    let location: SourceLocation

    /// The findings.
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

    /// Whether the element has the key and it has not been taken yet.
    func has(_ key: String) -> Bool {
        rest[key] != nil
    }

    /// Takes a key's text; `nil` if the key is missing.
    mutating func text(_ key: String) -> String? {
        taken.insert(key)
        return rest.removeValue(forKey: key)
    }

    /// Takes a key's text; `nil` if it is empty, because Xcode keeps many keys after their fields have been emptied.
    mutating func filled(_ key: String) -> String? {
        text(key).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Takes a key's text, which must not be missing or empty.
    mutating func required(_ key: String, expected: String) -> String? {
        if let value = filled(key) { return value }
        error("\(label) has no '\(key)'", help: ["expected \(expected)"])
        return nil
    }

    /// Takes `YES` or `NO`; a missing key means no.
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

    /// Takes a count; `nil` for `0` or a missing key.
    mutating func count(_ key: String, whenUnreadable substitute: Int? = nil) -> Int? {
        guard let text = text(key) else { return nil }
        guard let number = Int(digits: text) else {
            notUnderstood(text, of: key, expected: "a whole number of \(Int.digitsLimit) that is not negative")
            return substitute
        }
        return number == 0 ? nil : number
    }

    /// Takes the flag for mirroring by CloudKit. Xcode's template has `true` and `false` where Xcode writes `YES`.
    mutating func usedWithCloudKit() -> Bool {
        let word = text("usedWithCloudKit")
        return word == "true" || (word != "false" && word.map { truth($0, of: "usedWithCloudKit") } ?? false)
    }

    /// Takes the renaming identifier, which is `elementID` in Xcode's files and `renamingIdentifier` in other tools'.
    mutating func renamingIdentifier() -> String? {
        let identifiers: [String] = ["elementID", "renamingIdentifier"].compactMap { text($0) }
        if identifiers.contains("") || Set(identifiers).count > 1 {
            error("the renaming identifier of \(label) is empty or given twice", help: ["keep one 'elementID'"])
        }
        return identifiers.first
    }

    /// Reports the keys that have not been taken.
    mutating func finish() {
        let noise = ContentsGrammar.noise(of: kind)
        let dead = ContentsGrammar.deadFlags(of: kind)
        let refused = ContentsGrammar.refusedFlags(of: kind)
        lazy var known = taken.union(noise).union(dead).union(refused).sorted()
        for (key, value) in rest.sorted(by: { $0.key < $1.key }) where !noise.contains(key) {
            if dead.contains(key) {
                _ = truth(value, of: key)
            } else if refused.contains(key) {
                if truth(value, of: key) { error("\(label) has '\(key)', which a part of a composite cannot have") }
            } else {
                error(
                    "'\(key)' of \(label) is unknown to Apus",
                    help: [NearMiss.suggestion(for: key, among: known).map { "did you mean '\($0)'?" } ?? Self.wayOut]
                )
            }
        }
        rest = [:]
    }

    /// The help for something that cannot be imported.
    static let wayOut: String = "if the app does not need it, remove it in a copy of the model and import that"

    /// Reports a value that the import does not understand.
    mutating func notUnderstood(_ value: String, of key: String, expected: String) {
        error("'\(key)' of \(label) is '\(value)'", help: ["expected \(expected)"])
    }

    /// Takes a key that has no meaning for the attribute's type, and warns: Xcode keeps such keys when a type changes.
    mutating func leaveOut(_ key: String, of type: String) {
        guard let value = filled(key) else { return }
        findings.warning(
            "'\(key)' of \(label) is '\(value)', which has no meaning for \(type) and is left out",
            at: location
        )
    }

    /// Reports an error at the element.
    mutating func error(_ message: String, help: [String] = [wayOut]) {
        findings.error(message, at: location, help: help)
    }

    /// Warns about something that should be checked.
    mutating func warning(_ message: String, notes: [String]) {
        findings.warning(message, at: location, notes: notes)
    }

    private mutating func truth(_ value: String, of key: String) -> Bool {
        if value != "YES", value != "NO" { notUnderstood(value, of: key, expected: "'YES' or 'NO'") }
        return value == "YES"
    }
}
