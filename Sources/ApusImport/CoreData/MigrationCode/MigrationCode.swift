package import ApusDiagnostics
import Foundation

/// An app's migration code: mapping models, and source files that declare migration policies or migrate stores.
package struct MigrationCode: Hashable, Sendable {
    /// The paths of the mapping models for the bundle's versions.
    package let mappingModels: [String]

    /// The paths of the mapping models that cannot be read.
    let unreadable: [String]

    /// The paths of the mapping models that are nearer to another bundle of the same name: a copy, or another app's.
    let foreign: Set<String>

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
        unreadable: [],
        foreign: [],
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
        var unreadable: [String] = []
        var foreign: Set<String> = []
        let bundle = BundleIdentity(path)
        let models: [(path: String, model: MappingModel)] = (given ?? search.mappingModels).compactMap { path in
            guard let model = try? MappingModel(path: path) else {
                // One that the user names is an error when it is used.
                if given == nil { unreadable.append(path) }
                return nil
            }
            if given != nil { return (path, model) }
            guard bundle.names.contains(model.bundle) else { return nil }
            if !search.isNearest(bundle.path, to: path) {
                // What names versions that only the other bundle has is the other one's.
                guard [model.source, model.destination].allSatisfy(bundle.versions.contains) else { return nil }
                foreign.insert(path)
            }
            return (path, model)
        }
        findings += unreadable.map { path in
            .warning(
                "the mapping model cannot be read, so what it does is not known",
                at: SourceLocation(file: search.shown(path)),
                help: ["save it in Xcode again, or say in the stages' mappings what they drop"]
            )
        }
        let wanted = Set(models.flatMap { $0.model.entities.compactMap(\.policyClass) })
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
            unreadable: unreadable,
            foreign: foreign,
            policies: policies,
            others: others,
            findings: findings,
            names: Dictionary((models.map(\.path) + unreadable).map { ($0, search.shown($0)) }) { first, _ in first }
        )
    }
}

extension MappingModel.EntityMapping {
    /// The policy's class without its module.
    var policyClass: String? { policy.map { String($0.split(separator: ".").last ?? "") } }
}

/// What mapping models say of the bundle that they are for.
private struct BundleIdentity {
    /// The path without links.
    let path: String
    /// The names of the bundle and of a link to it, without extension.
    let names: Set<String>
    /// The names of the versions.
    let versions: Set<String>

    init(_ path: String) {
        let url = URL(filePath: path).standardizedFileURL
        let target = url.resolvingSymlinksInPath()
        self.path = target.path
        names = Set([url, target].map { $0.deletingPathExtension().lastPathComponent })
        let items: [String] = (try? FileManager.default.contentsOfDirectory(atPath: target.path)) ?? []
        versions = Set(items.map { ($0 as NSString).deletingPathExtension })
    }
}
