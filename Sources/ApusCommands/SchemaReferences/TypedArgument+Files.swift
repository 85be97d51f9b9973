import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema
import Foundation

extension TypedArgument {
    /// Reads the schema if it needs no project: from files on disk or at a path of a git revision.
    ///
    /// - Parameter folder: A folder in the repository, for paths from its root.
    /// - Returns: The schema, or `nil` if it needs a project or a store.
    /// - Throws: `CommandFailure` if there is no such schema.
    func schemaWithoutProject(in folder: URL) throws -> SchemaReference? {
        switch meaning {
        case .path(let path):
            switch PathKind(path) {
            case .modelFile, .device:
                try schema { findings in [FileReading.read(path, into: &findings)].compactMap { $0 } }
            case .folder: try schema { findings in Self.files(in: path, into: &findings) }
            case .coreData: throw Self.coreData(path)
            case .nothing: throw Self.nothing(path)
            case .other: nil
            }
        case .git(let source, .path(let path)):
            try reading {
                let (tree, entry) = try GitSchemas.entry(at: path, source, in: folder)
                let found = try schema { findings in try GitSchemas.files(entry, tree, into: &findings) }
                guard let home = try? GitRepository(of: folder).prefix,
                    let own = tree.selection(of: entry.path, model: found.schema.model, from: home)
                else { return found }
                return SchemaReference(found.schema, at: .named(label(own: own)), locations: found.locations)
            }
        default: nil
        }
    }

    /// Reads the schema from files.
    ///
    /// - Parameters:
    ///   - role: What the files are to the model, if that is known.
    ///   - read: Reads the files and collects problems.
    /// - Returns: The schema.
    /// - Throws: `CommandFailure` with the problems.
    func schema(
        as role: ModelFile.Role? = nil,
        _ read: (inout DiagnosticCollector) throws -> [SourceFile]
    ) throws -> SchemaReference {
        var findings = DiagnosticCollector()
        let files = try read(&findings)
        // Errors that only follow from an unreadable file are not reported.
        if findings.hasErrors { throw CommandFailure(findings.diagnostics, code: CommandFailure.Codes.invalid) }
        let contents = ModelFile.contents(of: files, as: role ?? .alone(files))
        guard let schema = contents.schema else {
            throw CommandFailure(contents.diagnostics, code: CommandFailure.Codes.invalid)
        }
        if case .path = meaning { Console.report(contents.diagnostics) }
        return SchemaReference(schema, at: .named(label()), locations: contents.locations)
    }

    /// Turns git's errors into command failures.
    func reading<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as GitError {
            throw CommandFailure(error.diagnostics, code: CommandFailure.Codes.invalid).helping(fileHelp)
        }
    }

    private static func files(in path: String, into findings: inout DiagnosticCollector) -> [SourceFile] {
        let folder = URL(fileURLWithPath: path, isDirectory: true)
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            findings.error(
                "the folder cannot be read: \(error.localizedDescription)",
                at: SourceLocation(file: path),
                help: ["check its permissions"]
            )
            return []
        }
        let model = ModelFolder(
            shown: path,
            items: names.map { ModelFolder.Item(name: $0, isFolder: PathKind("\(path)/\($0)") == .folder) }
        )
        return model.files(into: &findings).compactMap { FileReading.read(model.path($0), into: &findings) }
    }

    static func coreData(_ path: String) -> CommandFailure {
        .invalid(
            "'\(path)' is a Core Data model, which cannot be read by itself",
            help:
                "give two of its versions ('App.xcdatamodel'), or import it ('apus import') and compare the imported "
                + "versions: 'apus diff 1 2'"
        )
    }

    private static func nothing(_ path: String) -> CommandFailure {
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent().path
        let names: [String] = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
        let parent = path.prefix(path.count - url.lastPathComponent.count)
        let near: String? =
            NearMiss.suggestion(for: url.lastPathComponent, among: names).map { parent + $0 }
            ?? NearMiss.suggestion(for: path, among: ["head"])
        let tree = try? GitRepository(of: .currentDirectory()).tree(.revision(path))
        let revision = tree.map { "for the git revision, write '\($0.source)'" }
        let isFile = path.contains("/") || path.hasSuffix(".yaml")
        return .invalid(
            isFile
                ? "the file or folder '\(path)' does not exist" : "'\(path)' is not a version, file, folder or store",
            help: isFile ? "check the path, which is relative to the current folder" : SchemaArgument.forms
        ).helping(revision ?? near.map { "did you mean '\($0)'?" })
    }
}
