import ApusDiagnostics
import ApusYAML

/// The keys of one mapping, checked against those that it may have.
struct Keys {
    /// What a mapping's keys may be.
    struct Kinds {
        /// What has the keys, in words: `an attribute`.
        let owner: String
        /// The keys that it may have.
        let known: [String]
        /// Keys that a later release of Apus will have.
        var later: Set<String> = []
    }

    private let values: [String: YAMLNode.Entry]

    /// Where the mapping begins.
    let location: SourceLocation

    /// Reads a mapping's keys; `nil` where the node is none.
    init?(_ node: YAMLNode, _ kinds: Kinds, into findings: inout DiagnosticCollector) {
        guard let entries = node.entries(of: kinds.owner, into: &findings) else { return nil }
        location = node.location
        var values: [String: YAMLNode.Entry] = [:]
        let present: Set<String> = Set(entries.map(\.key.text))
        let missing: [String] = kinds.known.filter { !present.contains($0) }
        for entry in entries {
            if kinds.known.contains(entry.key.text) {
                values[entry.key.text] = entry
            } else if kinds.later.contains(entry.key.text) {
                findings.error(
                    "this version of Apus does not know '\(entry.key.text)' of \(kinds.owner) yet",
                    at: entry.key.location,
                    help: ["remove it: Apus never ignores what a file says"]
                )
            } else {
                findings.add(
                    unknownWord(
                        entry.key,
                        "'\(entry.key.text)' is no key of \(kinds.owner)",
                        among: kinds.known,
                        better: missing
                    )
                )
            }
        }
        self.values = values
    }

    /// The value of a key, where the mapping has it.
    subscript(key: String) -> YAMLNode? { values[key]?.value }

    /// The place of a key, where the mapping has it.
    func place(of key: String) -> SourceLocation? { values[key]?.key.location }
}

/// The error about a word that is none of those that may stand there, with the one that was probably meant.
///
/// - Parameters:
///   - word: The word.
///   - message: What is wrong.
///   - words: What may stand there.
///   - better: Those that can have been meant; all of them where not said.
/// - Returns: The error.
func unknownWord(
    _ word: YAMLScalar,
    _ message: String,
    among words: [String],
    better: [String]? = nil
) -> Diagnostic {
    if let advice = advice[word.text], !words.contains(foreignKeys[word.text] ?? "") {
        return .error(message, at: word.location, help: [advice])
    }
    let nearest: String? =
        foreignKeys[word.text].flatMap { words.contains($0) ? $0 : nil }
        ?? NearMiss.suggestion(for: word.text, among: better ?? words)
    // What the file says already can have been meant, but is no edit.
    let other: String? = better == nil ? nil : NearMiss.suggestion(for: word.text, among: words)
    return .error(
        message,
        at: word.location,
        help: [
            nearest.map { "did you mean '\($0)'?" } ?? other.map { "did you mean '\($0)', which stands here already?" }
                ?? "possible are \(words.map { "'\($0)'" }.joined(separator: ", "))"
        ],
        fixes: nearest.map { [.replace(word.location, word: word.text, with: $0)] } ?? []
    )
}

/// What Core Data's files, its API and SwiftData's older drafts call the keys.
private let foreignKeys: [String: String] = [
    "isOptional": "optional", "isTransient": "transient", "isAbstract": "abstract", "isOrdered": "ordered",
    "isUnique": "unique", "toOne": "to", "renamingIdentifier": "originalName", "elementID": "originalName",
    "versionHashModifier": "hashModifier", "parentEntity": "parent", "superentity": "parent",
    "representedClassName": "class", "managedObjectClassName": "class", "codeGenerationType": "codegen",
    "uniquenessConstraints": "unique", "fetchIndexes": "indexes", "index": "indexes", "minCount": "minimumModelCount",
    "maxCount": "maximumModelCount", "deletionRule": "deleteRule", "inverseName": "inverse", "min": "minimum",
    "max": "maximum", "minValue": "minimum", "maxValue": "maximum", "regex": "pattern", "regularExpression": "pattern",
    "valueTransformerName": "transformer", "derivationExpression": "derived", "defaultValue": "default",
    "allowsExternalBinaryDataStorage": "externalStorage", "allowsExternalStorage": "externalStorage",
    "isIndexedBySpotlight": "spotlight", "customClassName": "swiftType", "className": "class",
    "comment": "documentation", "nullable": "optional", "superclass": "parent", "extends": "parent",
    "description": "documentation", "doc": "documentation", "predicateString": "predicate", "limit": "fetchLimit",
    "sortDescriptors": "sortBy", "enumerations": "enums", "required": "require",
    "partialIndexPredicate": "where", "entity": "entities",
]

/// What to write for keys of other languages that no key stands for word by word.
private let advice: [String: String] = [
    "minLength": "write 'length: 3...', with the number in the place of 3",
    "maxLength": "write 'length: ...80', with the number in the place of 80",
    "required": "remove it: all is required that does not say 'optional: true'",
    "index": "write it under 'indexes' of the entity: 'byName: [name]'",
    "indexed": "write it under 'indexes' of the entity: 'byName: [name]'",
    "enum": "write the enum under 'enums' of the model, and its name as the type",
    "values": "write the enum under 'enums' of the model, and its name as the type",
    "properties": "write 'attributes', 'relationships' or 'fetchedProperties'",
]
