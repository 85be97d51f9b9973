import ApusDiagnostics
package import ApusSchema
import Foundation

/// Reads Xcode's models for Core Data.
///
/// A model is imported with all its versions or not at all. What Apus does not know is an error if the rows of a store or
/// their identity may depend on it; otherwise it is left out with a warning. `ContentsGrammar` lists what is left out
/// without one, because it has no meaning outside of Xcode.
///
/// Indexes from Xcode before version 9 (`indexed`, `compoundIndexes`) get the names that later versions of Xcode give
/// them. The variables of a fetch request get the types of the values that its predicate compares them with.
package enum CoreDataImport {
    /// Determines the order in which the versions of a bundle were made.
    ///
    /// The order follows from the numbers in their names if they are clear and the current version comes last, or from
    /// git. Versions that git added together are sorted by number. Otherwise it is a guess with a doubt, which puts each
    /// version where it differs least from its neighbours.
    ///
    /// - Parameters:
    ///   - path: The bundle's path.
    ///   - order: The versions' names, oldest first, if the user gave them.
    ///   - appearances: The time when each version was added to git, in any unit, by the versions' names; empty if it
    ///     is not known.
    /// - Returns: The order.
    package static func order(
        ofVersionsIn path: String,
        given order: [String]? = nil,
        appearances: [String: Int] = [:]
    ) -> VersionOrder {
        let bundle = ModelBundle(path: trimmed(path))
        let found = self.order(of: bundle, given: order, appearances)
        return order == nil ? found.adding(bundle.findingAboutUnreadable(besides: found)) : found
    }

    private static func order(
        of bundle: ModelBundle,
        given order: [String]?,
        _ appearances: [String: Int] = [:]
    ) -> VersionOrder {
        if let order {
            return .given(
                order,
                // Those that are not imported need no rank, and may be unreadable.
                names: bundle.names.filter { bundle.only?.contains($0) != false || order.contains($0) },
                optional: Set(bundle.unreadable),
                current: bundle.current,
                file: bundle.path
            )
        }
        // What cannot be read cannot be compared, and would have to be left out of an order that is pasted.
        let names = bundle.sources.map(\.name)
        return .guess(
            names.isEmpty ? bundle.names : names,
            bundle: bundle.name,
            current: bundle.current,
            appearances: appearances
        ) { name in
            guard let source = bundle.sources.first(where: { $0.name == name }) else { return nil }
            return ContentsReader.read(source.bytes, name: name, file: source.file, model: bundle.name).version.schema
        }
    }

    /// Reads an `.xcdatamodeld` with all its versions, or a single `.xcdatamodel` as one version.
    ///
    /// A bundle does not contain the order of its versions. If no order is given, it follows from the numbers in the
    /// names if they are clear and the current version comes last. Renaming identifiers become original names in the
    /// version that changes the name. A version that is equal to the one before is left out, with a warning.
    ///
    /// - Parameters:
    ///   - path: The bundle's path, which is also used in locations.
    ///   - model: The model's name; `nil` for the bundle's name.
    ///   - order: The order of the versions; `nil` to guess.
    ///   - only: The versions to read, a part of the order; `nil` for all.
    ///   - code: The app's migration code; its mapping models map a version to the next one.
    ///   - frozen: The schemas of the first versions, if they were imported before: they cannot change any more.
    /// - Returns: The model with its versions, and warnings.
    /// - Throws: `DiagnosticsError` with all findings if something cannot be imported.
    package static func read(
        _ path: String,
        model: String? = nil,
        order: VersionOrder? = nil,
        only: [String]? = nil,
        code: MigrationCode = .empty,
        frozen: [Schema] = []
    ) throws -> ImportedModel {
        let bundle = ModelBundle(path: trimmed(path), only: only)
        let model = model ?? bundle.name
        var findings = bundle.findings
        let versionOrder = order ?? self.order(of: bundle, given: nil)
        findings.add(contentsOf: bundle.names.isEmpty ? [] : versionOrder.diagnostics(file: bundle.path))
        findings.add(contentsOf: [bundle.findingAboutUnreadable(besides: versionOrder)].compactMap { $0 })
        let history: CoreDataHistory = try history(
            (only ?? versionOrder.names).compactMap { name in bundle.sources.first { $0.name == name } },
            model: model,
            frozen: frozen,
            &findings
        )
        findings.add(contentsOf: history.findings.diagnostics)
        let imported = ImportedModel(
            model: model,
            versions: history.versions,
            diagnostics: RepeatedFindings.grouped(findings.diagnostics)
        )
        return imported.following(
            try code.mappingModels.map { try MappingModel(path: $0) },
            in: code,
            known: bundle.names
        )
    }

    /// Finds the migration code of a bundle's app: the mapping models for its versions, and source files with migration
    /// policies or other code that migrates stores. The search covers the git checkout or the app's folder.
    ///
    /// - Parameters:
    ///   - path: The bundle's path.
    ///   - mappingModels: The mapping models, if the user named them; otherwise all that can be read are found.
    /// - Returns: The code.
    package static func migrationCode(ofBundle path: String, mappingModels: [String]? = nil) -> MigrationCode {
        MigrationCode(ofBundle: trimmed(path), given: mappingModels)
    }

    /// Reads two versions of a model as if there were no others.
    ///
    /// - Parameters:
    ///   - older: The path of the older `.xcdatamodel`, or of an `.xcdatamodeld` with one version; it is also used in
    ///     locations.
    ///   - newer: The path of the newer one.
    ///   - model: The model's name; `nil` for that of the newer one's bundle.
    /// - Returns: The model with two versions, the same one twice if they are equal, and warnings.
    /// - Throws: `DiagnosticsError` with all findings if something cannot be imported.
    package static func read(older: String, newer: String, model: String? = nil) throws -> ImportedModel {
        let bundles = [older, newer].map { ModelBundle(path: trimmed($0)) }
        let model = model ?? bundles[1].modelName
        var findings = DiagnosticCollector()
        for bundle in bundles {
            findings.add(contentsOf: bundle.findings.diagnostics)
            let order = order(of: bundle, given: nil)
            findings.add(contentsOf: [bundle.findingAboutUnreadable(besides: order)].compactMap { $0 })
            if bundle.names.count > 1 {
                let paths = bundle.names.map { "'\(bundle.path)/\($0).\(ModelBundle.versionExtension)'" }
                findings.error(
                    "the model has several versions",
                    at: SourceLocation(file: bundle.path),
                    help: ["choose one: \(paths.joined(separator: " or "))"]
                )
            }
        }
        try findings.throwIfErrors()
        let history: CoreDataHistory = try history(bundles.flatMap(\.sources), model: model, &findings)
        let versions = history.versions
        findings = DiagnosticCollector(diagnostics: RepeatedFindings.grouped(findings.diagnostics))
        // Two equal versions need no warning here.
        if versions.count == 1 {
            return ImportedModel(model: model, versions: versions + versions, diagnostics: findings.diagnostics)
        }
        findings.add(contentsOf: history.findings.diagnostics)
        return ImportedModel(model: model, versions: versions, diagnostics: findings.diagnostics)
    }

    /// Returns a name for the model of a bundle that is valid in a Swift type: the bundle's, with `_` for invalid
    /// characters.
    ///
    /// - Parameter path: The bundle's path.
    /// - Returns: `App2_3` for `App2.3.xcdatamodeld`.
    package static func modelName(of path: String) -> String {
        let name = URL(filePath: trimmed(path)).standardizedFileURL.deletingPathExtension().lastPathComponent
        let letters = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        return letters.first?.isNumber == false ? letters : "_" + letters
    }

    /// Reads the files of versions, oldest first, and traces renames from each version to the next.
    private static func history(
        _ sources: [ModelBundle.Source],
        model: String,
        frozen: [Schema] = [],
        _ findings: inout DiagnosticCollector
    ) throws -> CoreDataHistory {
        // Foundation's parser works on one thread at a time.
        let files = sources.map { source in
            (name: source.name, file: source.file, markup: ContentsReader.markup(of: source.bytes, file: source.file))
        }
        let results = files.concurrentMap { file in
            ContentsReader.read(file.markup, name: file.name, file: file.file, model: model)
        }
        let versions = results.map(\.version)
        findings.add(
            contentsOf: RepeatedFindings.folded(zip(files, results).map { ($0.name, $1.diagnostics) })
        )
        // Renames cannot be traced if names are missing or twice.
        try throwIfErrors(findings)
        let history = CoreDataHistory(versions, frozen: frozen)
        if history.findings.hasErrors { findings.add(contentsOf: history.findings.diagnostics) }
        try throwIfErrors(findings)
        return history
    }

    private static func throwIfErrors(_ findings: DiagnosticCollector) throws {
        if findings.hasErrors { throw DiagnosticsError(RepeatedFindings.grouped(findings.diagnostics)) }
    }

    /// The path without trailing slashes, which a shell's completion adds to folders.
    private static func trimmed(_ path: String) -> String {
        var rest = path[...]
        while rest.count > 1, rest.hasSuffix("/") { rest.removeLast() }
        return String(rest)
    }
}
