package import ApusDiagnostics
import Foundation

/// An app's migration code: mapping models, and source files that declare migration policies or migrate stores.
package struct MigrationCode: Hashable, Sendable {
    /// The paths of the mapping models for the bundle's versions.
    package let mappingModels: [String]

    /// The classes that may be migration policies, by name without module, with their declarations.
    let policies: [String: SourceLocation]

    /// The source files with other migration code.
    let others: [MigrationSource]

    /// Warnings about code that was not read, because a stage may not be settled then.
    package let findings: [Diagnostic]

    /// The mapping models' paths as messages show them.
    private let names: [String: String]

    /// No code at all.
    package static let empty = MigrationCode(
        mappingModels: [],
        policies: [:],
        others: [],
        findings: [],
        names: [:]
    )

    /// Returns the path of a mapping model as messages show it.
    package func name(of mappingModel: String) -> String { names[mappingModel] ?? mappingModel }
}

extension MigrationCode {
    /// Searches for the migration code of a bundle's app.
    ///
    /// - Parameters:
    ///   - path: The bundle's path.
    ///   - given: The mapping models, if the user named them.
    init(ofBundle path: String, given: [String]? = nil) {
        let name: String = URL(filePath: path).standardizedFileURL.deletingPathExtension().lastPathComponent
        let search = FolderSearch(aroundBundle: path)
        var findings: [Diagnostic] = []
        if search.isIncomplete, given == nil {
            findings.append(
                .warning(
                    "the folders around the model have too many files: mapping models and other migration code may be missed",
                    at: SourceLocation(file: path),
                    help: ["name the mapping models with --mappings"]
                )
            )
        }
        let models: [(path: String, model: MappingModel)] = (given ?? search.mappingModels).compactMap { path in
            if let model = try? MappingModel(path: path) { return (path, model) }
            // One that the user names is an error when it is used.
            if given == nil {
                findings.append(
                    .warning(
                        "the mapping model cannot be read, so what it does is not known",
                        at: SourceLocation(file: search.shown(path)),
                        help: ["save it in Xcode again, or review what the stages' mappings accept"]
                    )
                )
            }
            return nil
        }
        .filter { given != nil || $0.model.bundle == name && search.isNearest(path, to: $0.path) }
        let wanted: Set<String> = Set(models.flatMap { $0.model.entities.compactMap(\.policyClass) })
        var policies: [String: SourceLocation] = [:]
        var others: [MigrationSource] = []
        for file in search.sources {
            guard let source = MigrationSource(path: file, shownAs: search.shown(file), wanted: wanted) else {
                continue
            }
            policies.merge(source.policies) { first, _ in first }
            if source.policies.isEmpty, source.start != nil { others.append(source) }
        }
        self.init(
            mappingModels: given ?? models.map(\.path),
            policies: policies,
            others: others,
            findings: findings,
            names: Dictionary(models.map { ($0.path, search.shown($0.path)) }) { first, _ in first }
        )
    }
}

extension MappingModel.EntityMapping {
    /// The policy's class without its module.
    var policyClass: String? { policy.map { String($0.split(separator: ".").last ?? "") } }
}
