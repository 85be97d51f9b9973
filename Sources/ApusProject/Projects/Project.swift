import ApusDiagnostics
package import ApusFiles
package import Foundation

/// A project on disk: a folder with `apus.yaml`, the models in `Schemas` and the mappings in `Migrations`.
package struct Project: Sendable {
    /// The project's folder.
    package let folder: URL

    /// What `apus.yaml` says.
    package let settings: ProjectFile

    /// The files, shown relative to the current directory.
    let disk: Disk

    /// The folder that holds a folder a model.
    var schemas: URL { folder.appending(path: "Schemas") }

    /// The folder that holds a folder of mappings a model.
    var migrations: URL { folder.appending(path: "Migrations") }

    /// A file as messages show it: from the current folder where it lies below.
    package func shown(_ url: URL) -> String { disk.shown(url) }

    /// Finds a project and reads its settings.
    ///
    /// - Parameters:
    ///   - directory: Where to look; then in the folders above it, up to the root.
    ///   - explicit: The project's folder, where somebody named it; nothing else is looked at then.
    /// - Returns: The project.
    /// - Throws: `DiagnosticsError` where there is no project, or its `apus.yaml` cannot be used.
    package static func find(from directory: URL = .currentDirectory(), explicit: URL? = nil) throws -> Project {
        let disk = Disk(base: .currentDirectory())
        if let explicit {
            guard disk.kind(of: explicit.appending(path: ProjectFile.name)) != .nothing else {
                throw DiagnosticsError(
                    .error(
                        "there is no \(ProjectFile.name) in '\(disk.shown(explicit))'",
                        help: ["run 'apus init' there, or name another folder with --project"]
                    )
                )
            }
            return try Project(explicit, disk)
        }
        guard let folder = nearest(from: directory, disk) else {
            throw DiagnosticsError(
                .error(
                    "there is no \(ProjectFile.name) in '\(directory.plainPath)' or a folder above it",
                    help: ["run 'apus init' to begin a project, or name its folder with --project"]
                )
            )
        }
        return try Project(folder, disk)
    }

    /// Whether a folder or one above it is a project's.
    ///
    /// - Parameter directory: Where to look.
    /// - Returns: Whether there is an `apus.yaml`, usable or not.
    package static func isAround(_ directory: URL = .currentDirectory()) -> Bool {
        nearest(from: directory, Disk(base: .currentDirectory())) != nil
    }

    /// The nearest folder upwards that has settings, whether they can be used or not.
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
