import ApusDiagnostics
import Foundation

/// Reports a name that Swift or SQLite cannot carry. Their reserved words are fine: both can escape them.
func checkName(
    _ name: String,
    of kind: String,
    at location: SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    let scalars: [Unicode.Scalar] = Array(name.unicodeScalars)
    guard let first = scalars.first else {
        findings.error("the name of \(kind == "entity" ? "an entity" : "a property") cannot be empty", at: location)
        return
    }
    let isStart: Bool = first == "_" || first.properties.isXIDStart
    if !isStart || !scalars.allSatisfy({ $0 == "_" || $0.properties.isXIDContinue }) || name == "_" {
        findings.error(
            "'\(name)' cannot name a Swift \(kind == "entity" ? "type" : "property")",
            at: location,
            help: ["use letters, digits and '_', and do not start with a digit"]
        )
        return
    }
    // Swift takes the two forms for one name, SQLite for two.
    if !name.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(scalars) {
        findings.error(
            "'\(name)' has an accent that is a character of its own, which SQLite does not take for the same name",
            at: location,
            help: ["type the name anew, with composed characters (Unicode's form NFC)"]
        )
    }
    let folded: String = name.lowercased()
    let prefixes: [String] = kind == "entity" ? ["sqlite_", "apus_"] : ["apus_"]
    if let prefix = prefixes.first(where: folded.hasPrefix) {
        findings.error(
            "'\(name)' begins with '\(prefix)', which is kept for the store",
            at: location,
            help: ["choose another name"]
        )
    }
    if kind == "property", folded == Column.identityName {
        findings.error(
            "'\(name)' is the name of the column that holds a row's identity",
            at: location,
            help: ["choose another name"]
        )
    }
    if kind == "property", reservedProperties.contains(name) {
        findings.error(
            "'\(name)' is a property that every model class has already",
            at: location,
            help: ["choose another name, such as '\(name)Value'"]
        )
    }
}

/// What a model class inherits from the runtime.
private let reservedProperties: Set<String> = [
    "persistentModelID", "modelContext", "hasChanges", "isDeleted", "self", "Type", "init",
]
