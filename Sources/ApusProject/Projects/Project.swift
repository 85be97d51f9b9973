import ApusDiagnostics
package import ApusFiles
package import Foundation

/// A project on disk: a folder with `apus.yaml`, the models in `Schemas` and the mappings in `Migrations`.
package struct Project: Sendable {
    /// The project's folder.
    package let folder: URL

    /// The settings in `apus.yaml`.
    package let settings: ProjectFile

    /// The files. Messages show paths relative to the current directory.
    let disk: Disk

    /// The folder with one folder per model.
    var schemas: URL { folder.appending(path: "Schemas") }

    /// The folder with one folder of mappings per model.
    var migrations: URL { folder.appending(path: "Migrations") }

    /// A path as messages show it: relative to the current directory if it is inside it.
    package func shown(_ url: URL) -> String { disk.shown(url) }

    /// Finds a project and reads its settings.
    ///
    /// - Parameters:
    ///   - directory: The folder in which the search starts. It continues in the folders above, up to the root.
    ///   - explicit: The project's folder, if the user names it. No other folder is searched then.
    /// - Returns: The project.
    /// - Throws: `DiagnosticsError` if there is no project, or its `apus.yaml` cannot be used.
    package static func find(from directory: URL = .currentDirectory(), explicit: URL? = nil) throws -> Project {
        let disk = Disk(base: .currentDirectory())
        if let explicit {
            guard disk.kind(of: explicit.appending(path: ProjectFile.name)) != .nothing else {
                throw DiagnosticsError(
                    .error(
                        "there is no \(ProjectFile.name) in '\(disk.shown(explicit))'",
                        help: ["run 'apus init' there, or give another folder with --project"]
                    )
                )
            }
            return try Project(explicit, disk)
        }
        guard let folder = nearest(from: directory, disk) else {
            throw DiagnosticsError(
                .error(
                    "there is no \(ProjectFile.name) in '\(directory.plainPath)' or a folder above it",
                    help: ["run 'apus init' to start a project, or give its folder with --project"]
                )
            )
        }
        return try Project(folder, disk)
    }

    /// Whether a folder, or one above it, is a project.
    ///
    /// - Parameter directory: The folder in which the search starts.
    /// - Returns: Whether there is an `apus.yaml`, even an invalid one.
    package static func isAround(_ directory: URL = .currentDirectory()) -> Bool {
        nearest(from: directory, Disk(base: .currentDirectory())) != nil
    }

    /// The nearest folder upwards that has an `apus.yaml`, even an invalid one.
    static func nearest(from directory: URL, _ disk: Disk) -> URL? {
        var folder: URL = directory.standardizedFileURL
        while disk.kind(of: folder.appending(path: ProjectFile.name)) == .nothing {
            let parent: URL = folder.deletingLastPathComponent().standardizedFileURL
            guard parent.plainPath != folder.plainPath, parent.plainPath.count < folder.plainPath.count else {
                return nil
            }
            folder = parent
        }
        return folder
    }

    private init(_ folder: URL, _ disk: Disk) throws {
        var findings = DiagnosticCollector()
        var settings: ProjectFile?
        if let file = disk.read(folder.appending(path: ProjectFile.name), into: &findings) {
            let (project, more) = ProjectFile.read(file)
            settings = project
            findings.add(contentsOf: more)
        }
        guard let settings else { throw DiagnosticsError(findings.diagnostics) }
        self.folder = folder.standardizedFileURL
        self.settings = settings
        self.disk = disk
    }
}
