import ApusDiagnostics

/// Takes the keys of an element one after the other, and reports those that are left.
struct KeyReader {
    /// The element as messages name it.
    let label: ElementLabel

    /// The element's location.
    let location: SourceLocation

    /// The findings.
    private(set) var findings = DiagnosticCollector()

    private let kind: ContentsGrammar.Kind
    private let given: Set<String>
    private var rest: [String: String]
    private var taken: Set<String> = []

    init(_ element: MarkupElement, _ kind: ContentsGrammar.Kind, label: ElementLabel, file: String) {
        self.kind = kind
        self.label = label
        location = SourceLocation(file: file, line: element.line)
        rest = element.keys
        given = Set(element.keys.keys)
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

    /// Takes one of several words, in any case and with or without spaces.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - choices: The words.
    ///   - isLoose: Whether another word is left out with a warning, because no store depends on it.
    /// - Returns: The choice; `nil` if the key is missing or empty.
    mutating func choice<Choice>(
        _ key: String,
        among choices: KeyValuePairs<String, Choice>,
        isLoose: Bool = false
    ) -> Choice? {
        guard let word = filled(key) else { return nil }
        func folded(_ text: String) -> String { text.lowercased().filter { $0 != " " } }
        if let choice = choices.first(where: { folded($0.key) == folded(word) }) { return choice.value }
        let expected = choices.map { "'\($0.key)'" }.joined(separator: ", ")
        isLoose ? leaveOut(word, of: key, expected: expected) : notUnderstood(word, of: key, expected: expected)
        return nil
    }

    /// Takes a count; `nil` for `0` or a missing key.
    mutating func count(_ key: String) -> Int? {
        guard let text = filled(key) else { return nil }
        guard let number = DefaultText.count(text) else {
            leaveOut(text, of: key, expected: "a whole number of \(Int.digitsLimit) that is not negative")
            return nil
        }
        return number == 0 ? nil : number
    }

    /// Takes the flag for mirroring by CloudKit. Xcode's template has `true` and `false` where Xcode writes `YES`.
    mutating func usedWithCloudKit() -> Bool {
        guard let word = text("usedWithCloudKit"), word != "false" else { return false }
        return word == "true" || truth(word, of: "usedWithCloudKit")
    }

    /// Takes the renaming identifier, which is `elementID` in Xcode's files and `renamingIdentifier` in other tools'.
    mutating func renamingIdentifier() -> String? {
        let identifiers = ["elementID", "renamingIdentifier"].compactMap { filled($0) }
        if let first = identifiers.first, let last = identifiers.last, first != last {
            leaveOut(last, of: "renamingIdentifier", expected: "'\(first)', as 'elementID' says")
        }
        return identifiers.first
    }

    /// Reports the keys that have not been taken.
    ///
    /// A later Xcode may write keys that are unknown here, and Core Data ignores a misspelled one: so the app's stores are
    /// as if it were not there.
    mutating func finish() {
        let ignored = ContentsGrammar.noise(of: kind).union(ContentsGrammar.deadFlags(of: kind))
        let refused = ContentsGrammar.refusedFlags(of: kind)
        lazy var missing: [String] = taken.subtracting(given).sorted()
        for (key, value) in rest.sorted(by: { $0.key < $1.key }) where !ignored.contains(key) {
            if refused.contains(key) {
                if truth(value, of: key) {
                    warning("'\(key)' of \(label) is left out, because a part of a composite cannot have it", of: key)
                }
            } else {
                let near = NearMiss.suggestion(for: key, among: missing)
                findings.warning(
                    "'\(key)' of \(label) is unknown to Apus and is left out",
                    about: Topic(label.name.map { "'\(key)' of '\($0)'" } ?? "'\(key)'"),
                    at: location,
                    help: near.map { [NearMiss.question("'\($0)'")] } ?? []
                )
            }
        }
        rest = [:]
    }

    /// The help for something that cannot be imported.
    static let wayOut: String = "if the app does not need it, remove it in a copy of the model and import that"

    /// The help for something that Core Data would refuse too, or that Apus cannot store.
    static let correction: String =
        "correct it in a copy of the model and import that, or begin with a later version: '--versions FROM..'"

    /// Reports a value that the import does not understand.
    mutating func notUnderstood(_ value: String, of key: String, expected: String) {
        error("'\(key)' of \(label) is '\(value)'", help: ["expected \(expected)"])
    }

    /// Warns about a value that is left out, because it means nothing.
    mutating func leaveOut(_ value: String, of key: String, expected: String) {
        warning("'\(key)' of \(label) is '\(value)' and is left out", of: key, notes: ["expected \(expected)"])
    }

    /// Warns about a value that is read in another way than it is written.
    mutating func reread(_ value: String, of key: String, as other: String) {
        warning("'\(key)' of \(label) is '\(value)' and is read as '\(other)'", of: key)
    }

    /// Takes a key that has no meaning for the attribute's type, and warns: Xcode keeps such keys when a type changes.
    mutating func leaveOut(_ key: String, of type: String) {
        guard let value = filled(key) else { return }
        warning("'\(key)' of \(label) is '\(value)', which has no meaning for \(type) and is left out", of: key)
    }

    /// Reports an error at the element.
    mutating func error(_ message: String, help: [String] = [wayOut]) {
        findings.error(message, at: location, help: help)
    }

    /// Warns about the element, or about one of its keys.
    mutating func warning(
        _ message: String,
        of key: String = "",
        notes: [String] = [],
        file: String = #fileID,
        line: Int = #line
    ) {
        let topic = Topic(label.subject, [label.kind, key] + notes, file: file, line: line)
        findings.warning(message, about: topic, at: location, notes: notes)
    }

    private mutating func truth(_ value: String, of key: String) -> Bool {
        if value == "YES" || value == "NO" || value.isEmpty { return value == "YES" }
        let isYes = ["yes", "true", "1"].contains(value.lowercased())
        reread(value, of: key, as: isYes ? "YES" : "NO")
        return isYes
    }
}
