import ApusDiagnostics
import ApusSchema
import Foundation

/// Reads the models that Xcode keeps for Core Data.
///
/// A model goes in whole or not at all: whatever in it Apus does not know is an error that names it. What is left out,
/// because it means nothing outside of Xcode, stands in `ContentsGrammar`.
///
/// Indexes of Xcode before 9 (`indexed`, `compoundIndexes`) get the names that later versions of Xcode give them. The
/// variables of a fetch request get the types of what its predicate compares them with.
package enum CoreDataImport {
    /// Finds out in which order the versions of a bundle were made.
    ///
    /// The numbers in their names say it, where these are clear and the current version comes last; or git, where they
    /// came into it one after the other. Otherwise it is a guess with a doubt: each version stands where it differs least
    /// from its neighbours.
    ///
    /// - Parameters:
    ///   - path: The bundle's path.
    ///   - order: The versions' names, oldest first, where somebody gave them.
    ///   - appearances: When each version came into git, in any unit, by the versions' names; empty where that is not
    ///     known.
    /// - Returns: The order.
    package static func order(
        ofVersionsIn path: String,
        given order: [String]? = nil,
        appearances: [String: Int] = [:]
    ) -> VersionOrder {
        let bundle = ModelBundle(path: trimmed(path))
        return self.order(of: bundle, given: order, appearances)
    }

    private static func order(
        of bundle: ModelBundle,
        given order: [String]?,
        _ appearances: [String: Int] = [:]
    ) -> VersionOrder {
        if let order { return .given(order, names: bundle.names, current: bundle.current, file: bundle.path) }
        return .guess(bundle.names, bundle: bundle.name, current: bundle.current, appearances: appearances) { name in
            guard let source = bundle.sources.first(where: { $0.name == name }) else { return [] }
            return ContentsReader.read(source.bytes, name: name, file: source.file, model: bundle.name).version.schema
                .facts
        }
    }

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
    ///   - only: The versions that are read, some of the order; all where it is `nil`.
    ///   - mappingModels: The `.xcmappingmodel`s of the app: what they say of the way from a version to the next one.
    /// - Returns: The model with its versions, and warnings.
    /// - Throws: `DiagnosticsError` with all findings, when something cannot be imported.
    package static func read(
        _ path: String,
        model: String? = nil,
        order: [String]? = nil,
        only: [String]? = nil,
        mappingModels: [String] = []
    ) throws -> ImportedModel {
        let bundle = ModelBundle(path: trimmed(path), only: only)
        let model: String = model ?? bundle.name
        var findings: DiagnosticCollector = bundle.findings
        let versionOrder: VersionOrder = self.order(of: bundle, given: order)
        findings.add(contentsOf: bundle.names.isEmpty ? [] : versionOrder.diagnostics(file: bundle.path))
        let history: CoreDataHistory = try history(
            (only ?? versionOrder.names).compactMap { name in bundle.sources.first { $0.name == name } },
            model: model,
            &findings
        )
        findings.add(contentsOf: history.findings.diagnostics)
        let imported = ImportedModel(model: model, versions: history.versions, diagnostics: findings.diagnostics)
        return imported.following(try mappingModels.map { try MappingModel(path: $0) })
    }

    /// The mapping models that lie beside a bundle, or in folders there, and lead to versions of it.
    ///
    /// - Parameter path: The bundle's path.
    /// - Returns: Their paths; those that cannot be read are left out.
    package static func mappingModels(besideBundle path: String) -> [String] {
        let path: String = trimmed(path)
        let name: String = URL(filePath: path).standardizedFileURL.deletingPathExtension().lastPathComponent
        return MappingModel.paths(besideBundle: path).filter { (try? MappingModel(path: $0))?.bundle == name }
    }

    /// Reads two versions of a model, of which the newer one followed the older one, as if there were no other.
    ///
    /// - Parameters:
    ///   - older: The path of the older `.xcdatamodel`, or of an `.xcdatamodeld` with one version; findings name files
    ///     by it.
    ///   - newer: The path of the newer one.
    ///   - model: The model's name; that of the newer one's bundle where it is `nil`.
    /// - Returns: The model with two versions, the same one twice where they say the same, and warnings.
    /// - Throws: `DiagnosticsError` with all findings, when something cannot be imported.
    package static func read(older: String, newer: String, model: String? = nil) throws -> ImportedModel {
        let bundles: [ModelBundle] = [older, newer].map { ModelBundle(path: trimmed($0)) }
        let model: String = model ?? bundles[1].modelName
        var findings = DiagnosticCollector()
        for bundle in bundles {
            findings.add(contentsOf: bundle.findings.diagnostics)
            if bundle.names.count > 1 {
                let paths: [String] = bundle.names.map { "'\(bundle.path)/\($0).\(ModelBundle.versionExtension)'" }
                findings.error(
                    "the model has several versions",
                    at: SourceLocation(file: bundle.path),
                    help: ["name one: \(paths.joined(separator: " or "))"]
                )
            }
        }
        try findings.throwIfErrors()
        let history: CoreDataHistory = try history(bundles.flatMap(\.sources), model: model, &findings)
        let versions: [ImportedModel.Version] = history.versions
        // Two that say the same are no reason for a warning here.
        if versions.count == 1 {
            return ImportedModel(model: model, versions: versions + versions, diagnostics: findings.diagnostics)
        }
        findings.add(contentsOf: history.findings.diagnostics)
        return ImportedModel(model: model, versions: versions, diagnostics: findings.diagnostics)
    }

    /// A name for the model of a bundle that names a Swift type: the bundle's own, with `_` for what cannot stand in one.
    ///
    /// - Parameter path: The bundle's path.
    /// - Returns: `App2_3` for `App2.3.xcdatamodeld`.
    package static func modelName(of path: String) -> String {
        let name: String = URL(filePath: trimmed(path)).standardizedFileURL.deletingPathExtension().lastPathComponent
        let letters: String = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        return letters.first?.isNumber == false ? letters : "_" + letters
    }

    /// Reads the files of versions, oldest first, and follows their names from one to the next.
    private static func history(
        _ sources: [ModelBundle.Source],
        model: String,
        _ findings: inout DiagnosticCollector
    ) throws -> CoreDataHistory {
        var versions: [CoreDataVersion] = []
        var found: [(name: String, diagnostics: [Diagnostic])] = []
        for source in sources {
            let result = ContentsReader.read(source.bytes, name: source.name, file: source.file, model: model)
            found.append((source.name, result.diagnostics))
            versions.append(result.version)
        }
        findings.add(contentsOf: RepeatedFindings.folded(found))
        // Names that are missing or doubtful cannot be followed from version to version.
        try findings.throwIfErrors()
        let history = CoreDataHistory(versions)
        if history.findings.hasErrors { findings.add(contentsOf: history.findings.diagnostics) }
        try findings.throwIfErrors()
        return history
    }

    /// The path without slashes at the end, which a shell's completion adds to folders.
    private static func trimmed(_ path: String) -> String {
        var rest: Substring = path[...]
        while rest.count > 1, rest.hasSuffix("/") { rest.removeLast() }
        return String(rest)
    }
}
