import ApusCodegen
import ApusDiagnostics
import ApusFiles
import ApusSchema
import Foundation

/// The files of a model on disk.
struct ModelFolder {
    let project: URL
    let model: String

    /// The files of a model, and the generator of its Swift.
    struct Reading {
        let settings: ProjectFile
        let files: HistoryFiles
        let generator: Generator
    }

    /// Reads the model.
    ///
    /// - Parameter access: The access of the classes; `nil` for the one in `apus.yaml`.
    /// - Returns: What was read; warnings are reported.
    /// - Throws: `DiagnosticsError` with all findings.
    func read(access: AccessLevel? = nil) throws -> Reading {
        var findings = DiagnosticCollector()
        let settings: ProjectFile = readProject(into: &findings) ?? ProjectFile()
        let files = readModel(into: &findings)
        // Stop before an unreadable file is reported as a missing one.
        try findings.throwIfErrors()
        let contents = files.read()
        var lock = LockCheck(files, contents)
        findings.add(contentsOf: contents.diagnostics + lock.check())
        try findings.throwIfErrors()
        ApusCodegenTool.report(findings.diagnostics)
        let options = Generator.Options(
            access: access ?? settings.access,
            imports: settings.imports,
            versions: settings.versions
        )
        let generator = try Generator(
            history: contents.history ?? History(model: model, entries: []),
            mappings: contents.mappings,
            seedData: contents.seedData,
            options: options
        ) { contents.locations[$0] }
        return Reading(settings: settings, files: files, generator: generator)
    }

    /// Returns the names of a project's models, which are the folders in `Schemas`.
    ///
    /// - Throws: `DiagnosticsError` if there are none.
    static func models(in project: URL) throws -> [String] {
        let schemas = project.appending(path: "Schemas")
        let names: [String] = (try? FileManager.default.contentsOfDirectory(atPath: schemas.path)) ?? []
        let models: [String] = names.filter { name in
            var isFolder: ObjCBool = false
            let path = schemas.appending(path: name).path
            return !name.hasPrefix(".") && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                && isFolder.boolValue
        }.sorted()
        if models.isEmpty {
            throw DiagnosticsError([
                .error("no model in '\(schemas.path(percentEncoded: false))'", help: ["run 'apus init'"])
            ])
        }
        return models
    }

    /// Reads `apus.yaml`.
    private func readProject(into findings: inout DiagnosticCollector) -> ProjectFile? {
        guard let file = read(project.appending(path: ProjectFile.name), into: &findings) else { return nil }
        let (settings, problems) = ProjectFile.read(file)
        findings.add(contentsOf: problems)
        return settings
    }

    /// Reads the head, the versions, the lock and the mappings.
    private func readModel(into findings: inout DiagnosticCollector) -> HistoryFiles {
        let folder = project.appending(path: "Schemas").appending(path: model)
        let lock = folder.appending(path: LockFile.name)
        let hasLock = FileManager.default.fileExists(atPath: lock.path(percentEncoded: false))
        return HistoryFiles(
            model: model,
            folder: folder.path(percentEncoded: false),
            heads: files(in: folder, .head, mustExist: true, into: &findings),
            versions: files(in: folder.appending(path: "versions"), .versions, into: &findings),
            lock: hasLock ? read(lock, into: &findings) : nil,
            mappings: files(
                in: project.appending(path: "Migrations").appending(path: model),
                .mappings,
                into: &findings
            ),
            data: files(in: folder.appending(path: SeedDataFile.folder), .seedData, into: &findings)
        )
    }

    /// The files of a folder that are read. A similar one that is not read is an error, as in `apus check`.
    private func files(
        in folder: URL,
        _ rule: ModelFolderRule,
        mustExist: Bool = false,
        into findings: inout DiagnosticCollector
    ) -> [SourceFile] {
        let path = folder.path(percentEncoded: false)
        guard mustExist || FileManager.default.fileExists(atPath: path) else { return [] }
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
            return names.compactMap { name in
                let url = folder.appending(path: name)
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
                if !isFolder.boolValue, rule.reads(name) { return read(url, into: &findings) }
                rule.finding(about: name, isFolder: isFolder.boolValue, at: url.path(percentEncoded: false))
                    .map { findings.add($0) }
                return nil
            }
        } catch {
            findings.error(
                "cannot read the folder: \(error.localizedDescription)",
                at: SourceLocation(file: path),
                help: ["a model's files belong in Schemas/<Model>"]
            )
            return []
        }
    }

    private func read(_ url: URL, into findings: inout DiagnosticCollector) -> SourceFile? {
        let path = url.path(percentEncoded: false)
        do {
            let (file, finding) = SourceFile.read([UInt8](try Data(contentsOf: url)), path: path)
            finding.map { findings.add($0) }
            return file
        } catch {
            findings.error(
                "cannot read the file: \(error.localizedDescription)",
                at: SourceLocation(file: path)
            )
            return nil
        }
    }
}
