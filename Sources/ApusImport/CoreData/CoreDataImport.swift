import ApusDiagnostics
import ApusSchema

/// Reads the models that Xcode keeps for Core Data.
///
/// A model goes in whole or not at all: whatever in it Apus does not know is an error that names it. What is left out,
/// because it means nothing outside of Xcode, stands in `ContentsGrammar`.
///
/// Indexes of Xcode before 9 (`indexed`, `compoundIndexes`) get the names that later versions of Xcode give them. The
/// variables of a fetch request get the types of what its predicate compares them with.
public enum CoreDataImport {
    /// Reads an `.xcdatamodeld` with all its versions, or a lone `.xcdatamodel` as one version.
    ///
    /// A bundle does not say in which order its versions were made. Without an order given the names' numbers say it,
    /// where they are clear and the current version comes last. Renaming identifiers become original names, each in
    /// the version in which the name changes. A version that says the same as the one before it is left out, with a
    /// warning.
    ///
    /// - Parameters:
    ///   - path: The bundle's path; findings name files by it.
    ///   - model: The model's name; the bundle's name where it is `nil`.
    ///   - order: The versions' names, oldest first; guessed where it is `nil`.
    /// - Returns: The model with its versions, and warnings.
    /// - Throws: `DiagnosticsError` with all findings, when something cannot be imported.
    public static func read(_ path: String, model: String? = nil, order: [String]? = nil) throws -> ImportedModel {
        let bundle = ModelBundle(path: trimmed(path))
        let model: String = model ?? bundle.name
        var findings: DiagnosticCollector = bundle.findings
        let versionOrder: VersionOrder =
            if let order {
                .given(order, names: bundle.names, current: bundle.current, file: bundle.path)
            } else {
                .guess(bundle.names, bundle: bundle.name, current: bundle.current, file: bundle.path)
            }
        findings.add(contentsOf: bundle.names.isEmpty ? [] : versionOrder.diagnostics)
        var versions: [CoreDataVersion] = []
        var found: [(name: String, diagnostics: [Diagnostic])] = []
        for source in versionOrder.names.compactMap({ name in bundle.sources.first { $0.name == name } }) {
            let result = ContentsReader.read(source.bytes, name: source.name, file: source.file, model: model)
            found.append((source.name, result.diagnostics))
            versions.append(result.version)
        }
        findings.add(contentsOf: RepeatedFindings.folded(found))
        // Names that are missing or doubtful cannot be followed from version to version.
        try findings.throwIfErrors()
        let history = CoreDataHistory(versions)
        findings.add(contentsOf: history.findings.diagnostics)
        try findings.throwIfErrors()
        return ImportedModel(model: model, versions: history.versions, diagnostics: findings.diagnostics)
    }

    /// The path without slashes at the end, which a shell's completion adds to folders.
    private static func trimmed(_ path: String) -> String {
        var rest: Substring = path[...]
        while rest.count > 1, rest.hasSuffix("/") { rest.removeLast() }
        return String(rest)
    }
}
