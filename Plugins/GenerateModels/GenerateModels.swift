import Foundation
import PackagePlugin

/// Generates the classes of a target's models when the target is built.
///
/// A project is a folder with `apus.yaml`: the target's folder or else the package's. The names of the generated files
/// depend only on the names of the model's files, whose contents only the tool reads.
@main
struct GenerateModels: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        try commands(
            tool: context.tool(named: "apus-codegen").url,
            output: context.pluginWorkDirectoryURL,
            folders: [target.directoryURL, context.package.directoryURL],
            sources: (target as? any SourceModuleTarget)?.sourceFiles.map(\.url) ?? []
        )
    }

    /// A command for each model of the first folder that is a project.
    private func commands(tool: URL, output: URL, folders: [URL], sources: [URL]) -> [Command] {
        let settings = folders.map { $0.appending(path: "apus.yaml") }
        guard let project = zip(folders, settings).first(where: { exists($0.1) })?.0 else {
            Diagnostics.error("no 'apus.yaml' in '\(folders[0].path)' or the package: run 'apus init'")
            return []
        }
        let schemas = project.appending(path: "Schemas")
        let models = contents(of: schemas).filter(isFolder)
        if models.isEmpty {
            Diagnostics.error("no model in '\(schemas.path)': run 'apus init'")
        }
        // The files of a target need unique names, whatever folders they are in.
        var owners: [String: String] = [:]
        return models.map { model in
            let name = model.lastPathComponent
            let heads = contents(of: model).filter { $0.pathExtension == "yaml" && !isFolder($0) }
                .map { $0.deletingPathExtension().lastPathComponent }
            for head in heads {
                if let other = owners.updateValue(name, forKey: head.lowercased()) {
                    Diagnostics.error("the models '\(other)' and '\(name)' both have a file '\(head).yaml': rename one")
                }
            }
            let folder = output.appending(path: name)
            let outputs: [String] =
                heads.map { "\($0)+ApusModels.swift" }
                + ["Types", "Schema", "Versions"].map { "\(name)+Apus\($0).swift" }
            explainClashes(of: outputs, with: sources)
            let migrations = project.appending(path: "Migrations").appending(path: name)
            return .buildCommand(
                displayName: "Generating the model \(name)",
                executable: tool,
                arguments: ["build", "--project", project.path, "--model", name, "--output", folder.path]
                    + heads.flatMap { ["--head", $0] },
                inputFiles: [project.appending(path: "apus.yaml")] + files(below: model) + files(below: migrations),
                outputFiles: outputs.map { folder.appending(path: $0) }
            )
        }
    }

    /// Explains what the build system would only report as "multiple producers", and the compiler as redeclarations.
    private func explainClashes(of outputs: [String], with sources: [URL]) {
        for source in sources {
            let name = source.lastPathComponent
            if name.hasSuffix("+ApusProperties.swift") || name.hasSuffix("+ApusClass.swift") {
                Diagnostics.error(
                    "'\(name)' was generated to be committed, but GenerateModels generates the same class in a build: "
                        + "remove the plugin from the target, or the files that 'apus generate' wrote",
                    file: source.path,
                    line: 1
                )
            } else if outputs.contains(where: { $0.lowercased() == name.lowercased() }) {
                Diagnostics.error(
                    "'\(name)' has the name of a file that GenerateModels generates for this target: rename it",
                    file: source.path,
                    line: 1
                )
            }
        }
    }

    private func exists(_ url: URL) -> Bool {
        FileManager.default.fileExists(atPath: url.path)
    }

    private func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// The visible contents of a folder, sorted by name.
    private func contents(of folder: URL) -> [URL] {
        let names: [String] = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().map { folder.appending(path: $0) }
    }

    private func files(below folder: URL) -> [URL] {
        contents(of: folder).flatMap { isFolder($0) ? files(below: $0) : [$0] }
    }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension GenerateModels: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
        try commands(
            tool: context.tool(named: "apus-codegen").url,
            output: context.pluginWorkDirectoryURL,
            folders: [context.xcodeProject.directoryURL],
            sources: target.inputFiles.map(\.url)
        )
    }
}
#endif
