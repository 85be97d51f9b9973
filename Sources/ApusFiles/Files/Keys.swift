import ApusDiagnostics
import ApusYAML

/// The keys of a mapping, checked against those that it may have.
struct Keys {
    /// The keys that a mapping may have.
    struct Kinds {
        /// The owner of the keys as messages name it: `an attribute`.
        let owner: String
        /// The keys that it may have.
        let known: [String]
        /// Keys of a later release of Apus.
        var later: Set<String> = []
    }

    private let values: [String: YAMLNode.Entry]

    /// The location where the mapping begins.
    let location: SourceLocation

    /// Reads a mapping's keys; `nil` if the node is not a mapping.
    init?(_ node: YAMLNode, _ kinds: Kinds, into findings: inout DiagnosticCollector) {
        guard let entries = node.entries(of: kinds.owner, into: &findings) else { return nil }
        location = node.location
        var values: [String: YAMLNode.Entry] = [:]
        let present = Set(entries.map(\.key.text))
        let missing = kinds.known.filter { !present.contains($0) }
        for entry in entries {
            if kinds.known.contains(entry.key.text) {
                values[entry.key.text] = entry
            } else if kinds.later.contains(entry.key.text) {
                findings.error(
                    "'\(entry.key.text)' of \(kinds.owner) is not supported by this version of Apus",
                    at: entry.key.location,
                    help: ["remove it, because Apus never ignores a key"]
                )
            } else {
                findings.add(
                    unknownWord(
                        entry.key,
                        "'\(entry.key.text)' is not a key of \(kinds.owner)",
                        among: kinds.known,
                        better: missing
                    )
                )
            }
        }
        self.values = values
    }

    /// The value of a key, if the mapping has it.
    subscript(key: String) -> YAMLNode? { values[key]?.value }

    /// The location of a key, if the mapping has it.
    func location(of key: String) -> SourceLocation? { values[key]?.key.location }
}

/// Returns the error about an unexpected word, with a suggestion.
///
/// - Parameters:
///   - word: The word.
///   - message: What is wrong.
///   - words: The expected words.
///   - better: The words for suggestions; all of them by default.
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
    // A key that the file already has may have been meant, but it is not a fix.
    let other: String? = better == nil ? nil : NearMiss.suggestion(for: word.text, among: words)
    return .error(
        message,
        at: word.location,
        help: [
            nearest.map { "did you mean '\($0)'?" } ?? other.map { "did you mean '\($0)', which is already here?" }
                ?? "expected one of \(words.map { "'\($0)'" }.joined(separator: ", "))"
        ],
        fixes: nearest.map { [.replace(word.location, word: word.text, with: $0)] } ?? []
    )
}

/// The names of the keys in Core Data's files, its API and SwiftData's older drafts.
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
    "partialIndexPredicate": "where", "predicate": "where", "filter": "where", "condition": "where", "source": "from",
    "entity": "entities",
]

/// The help for keys of other languages that have no direct counterpart.
private let advice: [String: String] = [
    "minLength": "write 'length: 3...' with your number instead of 3",
    "maxLength": "write 'length: ...80' with your number instead of 80",
    "required": "remove it: everything without 'optional: true' is required",
    "index": "define it under 'indexes' of the entity: 'byName: [name]'",
    "indexed": "define it under 'indexes' of the entity: 'byName: [name]'",
    "enum": "define the enum under 'enums' of the model, and write its name as the type",
    "values": "define the enum under 'enums' of the model, and write its name as the type",
    "properties": "write 'attributes', 'relationships' or 'fetchedProperties'",
]
