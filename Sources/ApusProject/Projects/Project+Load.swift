package import ApusDiagnostics
package import ApusFiles
import Foundation

extension Project {
    /// The contents of a project's files.
    package struct Contents: Sendable {
        /// The models, sorted by name.
        package let models: [ProjectModel]
        /// The findings about all files. If one of them is an error, the models must not be used.
        package let diagnostics: [Diagnostic]
    }

    /// Reads all models and their mappings, and checks the frozen versions against their locks.
    ///
    /// - Parameter extent: What is read and checked. If something in it is wrong, everything is, so that commands report
    ///   the same.
    /// - Returns: The models, and the findings about all files at once.
    package func load(_ extent: HistoryFiles.Extent = .whole) -> Contents {
        var findings = DiagnosticCollector()
        var models: [ProjectModel] = []
        for url in disk.contents(of: schemas, into: &findings) {
            if disk.kind(of: url) == .folder {
                models.append(model(url, extent, into: &findings))
            } else if Self.isYAML(url) {
                findings.error(
                    "a model file must be in a folder with the model's name",
                    at: SourceLocation(file: disk.shown(url)),
                    help: ["move it to \(disk.shown(schemas))/<Model>/"]
                )
            }
        }
        if models.isEmpty, !findings.hasErrors {
            findings.error(
                "there is no model in '\(disk.shown(schemas))'",
                help: ["run 'apus init --model Name' to add one"]
            )
        }
        let names = Set(models.map(\.name))
        for url in disk.contents(of: migrations, into: &findings) where !names.contains(url.lastPathComponent) {
            let isFolder = disk.kind(of: url) == .folder
            guard isFolder || Self.isYAML(url) else { continue }
            // 'apus init' makes this folder, and the model may have been removed since. An empty folder is not an error.
            if isFolder, disk.contents(of: url, into: &findings).isEmpty { continue }
            findings.error(
                isFolder
                    ? "these mappings have no model: there is no '\(url.lastPathComponent)'"
                    : "a mapping file must be in a folder with its model's name",
                at: SourceLocation(file: disk.shown(url)),
                help: [
                    isFolder
                        ? "if the model was renamed, give the folder its new name; if it was removed, remove the folder too"
                        : "move it to \(disk.shown(migrations))/<Model>/"
                ]
            )
        }
        return Contents(models: models, diagnostics: findings.diagnostics)
    }

    private func model(_ folder: URL, _ extent: HistoryFiles.Extent, into findings: inout DiagnosticCollector)
        -> ProjectModel
    {
        let name: String = folder.lastPathComponent
        let before = findings.diagnostics.count
        let migrations: URL = self.migrations.appending(path: name)
        let files = files(of: folder, into: &findings)
        // If a file cannot be read, errors that only follow from its absence are not reported.
        let isWhole = findings.diagnostics.count == before
        var (contents, tampering) = isWhole ? read(files, extent) : (.unreadable, [])
        if isWhole, extent != .whole, contents.history == nil || tampering.hasErrors {
            (contents, tampering) = read(files, .whole)
        }
        findings.add(contentsOf: contents.diagnostics + tampering)
        return ProjectModel(
            name: name,
            folder: folder,
            migrations: migrations,
            shownMigrations: disk.shown(migrations),
            files: files,
            contents: tampering.hasErrors ? contents.withoutHistory : contents
        )
    }

    /// The files of a model, as they are now.
    func files(of folder: URL, into findings: inout DiagnosticCollector) -> HistoryFiles {
        let name: String = folder.lastPathComponent
        var lock: SourceFile?
        let lockURL: URL = folder.appending(path: LockFile.name)
        if disk.kind(of: lockURL) != .nothing { lock = disk.read(lockURL, into: &findings) }
        return HistoryFiles(
            model: name,
            folder: disk.shown(folder),
            heads: files(in: folder, .head, into: &findings),
            versions: files(in: folder.appending(path: "versions"), .versions, into: &findings),
            lock: lock,
            mappings: files(in: migrations.appending(path: name), .mappings, into: &findings),
            data: files(in: folder.appending(path: SeedDataFile.folder), .seedData, into: &findings)
        )
    }

    private func read(
        _ files: HistoryFiles,
        _ extent: HistoryFiles.Extent
    ) -> (contents: HistoryFiles.Contents, tampering: [Diagnostic]) {
        let contents = files.read(extent)
        var check = LockCheck(files, contents)
        return (contents, check.check())
    }

    /// The files of a folder that are read. A similar one that is not read is an error.
    func files(
        in folder: URL,
        _ rule: ModelFolderRule,
        into findings: inout DiagnosticCollector
    ) -> [SourceFile] {
        disk.contents(of: folder, into: &findings).compactMap { url in
            let (name, isFolder) = (url.lastPathComponent, disk.kind(of: url) == .folder)
            if !isFolder, rule.reads(name) { return disk.read(url, into: &findings) }
            rule.finding(about: name, isFolder: isFolder, at: disk.shown(url)).map { findings.add($0) }
            return nil
        }
    }

    private static func isYAML(_ url: URL) -> Bool {
        ["yaml", "yml"].contains(url.pathExtension.lowercased())
    }
}
