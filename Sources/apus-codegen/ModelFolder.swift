import ApusDiagnostics
import ApusFiles
import ApusYAML
import Foundation

/// The files of one model on disk.
struct ModelFolder {
    let project: URL
    let model: String

    /// Reads `apus.yaml`.
    func readProject(into findings: inout DiagnosticCollector) -> ProjectFile? {
        guard let file = read(project.appending(path: ProjectFile.name), into: &findings) else { return nil }
        let (settings, problems) = ProjectFile.read(file)
        findings.add(contentsOf: problems)
        return settings
    }

    /// Reads the head, the versions, the lock and the mappings.
    func readModel(into findings: inout DiagnosticCollector) -> HistoryFiles {
        let folder: URL = project.appending(path: "Schemas").appending(path: model)
        let lock: URL = folder.appending(path: LockFile.name)
        let hasLock: Bool = FileManager.default.fileExists(atPath: lock.path(percentEncoded: false))
        return HistoryFiles(
            model: model,
            folder: folder.path(percentEncoded: false),
            heads: files(in: folder, mustExist: true, into: &findings),
            versions: files(in: folder.appending(path: "versions"), into: &findings),
            lock: hasLock ? read(lock, into: &findings) : nil,
            mappings: files(in: project.appending(path: "Migrations").appending(path: model), into: &findings)
        )
    }

    private func files(
        in folder: URL,
        mustExist: Bool = false,
        into findings: inout DiagnosticCollector
    ) -> [SourceFile] {
        let path: String = folder.path(percentEncoded: false)
        guard mustExist || FileManager.default.fileExists(atPath: path) else { return [] }
        do {
            let names: [String] = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
            return names.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }
                .compactMap { read(folder.appending(path: $0), into: &findings) }
        } catch {
            findings.error(
                "the folder cannot be read: \(error.localizedDescription)",
                at: SourceLocation(file: path),
                help: ["a model's files lie in Schemas/<Model>"]
            )
            return []
        }
    }

    private func read(_ url: URL, into findings: inout DiagnosticCollector) -> SourceFile? {
        let path: String = url.path(percentEncoded: false)
        do {
            let (file, finding) = SourceFile.read([UInt8](try Data(contentsOf: url)), path: path)
            finding.map { findings.add($0) }
            return file
        } catch {
            findings.error(
                "the file cannot be read: \(error.localizedDescription)",
                at: SourceLocation(file: path)
            )
            return nil
        }
    }
}

/// The names of the entities that are written in a file of the head, which was found to be valid.
func entityNames(in file: SourceFile) -> [String] {
    guard case .mapping(let keys)? = YAMLReader.read(file.text, file: file.path).node?.content,
        case .mapping(let entities)? = keys.first(where: { $0.key.text == "entities" })?.value.content
    else { return [] }
    return entities.map(\.key.text)
}
