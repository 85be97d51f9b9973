import Foundation
import PackagePlugin

/// Runs the tool that writes the classes that a package commits.
enum CommittedModels {
    /// Runs the tool on each project of a package: the folders with `apus.yaml`, of the package or of its targets.
    ///
    /// - Parameters:
    ///   - context: The package.
    ///   - arguments: The arguments of the command; `--target NAME` selects the projects of some targets.
    ///   - further: More arguments for the tool.
    /// - Throws: If there is no project, or if the tool cannot be run.
    static func run(_ context: PluginContext, _ arguments: [String], adding further: [String] = []) throws {
        var extractor = ArgumentExtractor(arguments)
        let chosen = extractor.extractOption(named: "target")
        let known = Set(context.package.targets.map(\.name))
        if let unknown = chosen.first(where: { !known.contains($0) }) {
            throw Failure(description: "the package has no target '\(unknown)'")
        }
        let targets: [any Target] = context.package.targets.filter { chosen.isEmpty || chosen.contains($0.name) }
        let folders: [URL] = (chosen.isEmpty ? [context.package.directoryURL] : []) + targets.map(\.directoryURL)
        let projects: [URL] = folders.filter {
            FileManager.default.fileExists(atPath: $0.appending(path: "apus.yaml").path)
        }
        if projects.isEmpty {
            throw Failure(description: "no 'apus.yaml' in the package or a target's folder: run 'apus init'")
        }
        let tool = try context.tool(named: "apus-codegen").url
        for project in projects {
            let process = Process()
            process.executableURL = tool
            process.arguments = ["commit", "--project", project.path] + further + extractor.remainingArguments
            process.currentDirectoryURL = context.package.directoryURL
            try process.run()
            process.waitUntilExit()
            // The tool has already reported the error.
            if process.terminationStatus != 0 { exit(process.terminationStatus) }
        }
    }

    /// The reason why the tool could not be run.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
