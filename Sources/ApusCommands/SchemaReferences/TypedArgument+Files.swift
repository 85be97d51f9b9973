import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema
import Foundation

extension TypedArgument {
    /// The schema, where it needs no project: of files on disk or at a path of a git revision; `nil` otherwise.
    ///
    /// - Parameter folder: The folder whose repository a path from the root is of.
    /// - Returns: The schema.
    /// - Throws: `CommandFailure` where there is no such schema.
    func standing(in folder: URL) throws -> SchemaReference? {
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
                    let own = tree.place(of: entry.path, model: found.schema.model, from: home)
                else { return found }
                return SchemaReference(found.schema, at: .named(label(own: own)), places: found.places)
            }
        default: nil
        }
    }

    /// The schema of files.
    ///
    /// - Parameter read: Reads the files, and takes what is wrong with them.
    /// - Returns: The schema.
    /// - Throws: `CommandFailure` with what is wrong with them.
    func schema(_ read: (inout DiagnosticCollector) throws -> [SourceFile]) throws -> SchemaReference {
        var findings = DiagnosticCollector()
        let files: [SourceFile] = try read(&findings)
        // What follows from a missing file is not said.
        if findings.hasErrors { throw CommandFailure(findings.diagnostics, code: CommandFailure.Codes.invalid) }
        let contents: ModelFile.Contents = ModelFile.contents(of: files)
        guard let schema = contents.schema else {
            throw CommandFailure(contents.diagnostics, code: CommandFailure.Codes.invalid)
        }
        if case .path = meaning { Console.report(contents.diagnostics) }
        return SchemaReference(schema, at: .named(label()), places: contents.places)
    }

    /// Turns git's errors into the command's end.
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
                help: ["look at its permissions"]
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
            "'\(path)' is a model of Core Data's, whose versions tell renames only beside each other",
            help:
                "name two of its versions ('App.xcdatamodel'), or run 'apus import' on the '.xcdatamodeld', and compare the "
                + "versions that it gives: 'apus diff 1 2'"
        )
    }

    private static func nothing(_ path: String) -> CommandFailure {
        let url = URL(fileURLWithPath: path)
        let folder: String = url.deletingLastPathComponent().path
        let names: [String] = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
        let parent: Substring = path.prefix(path.count - url.lastPathComponent.count)
        let near: String? =
            NearMiss.suggestion(for: url.lastPathComponent, among: names).map { parent + $0 }
            ?? NearMiss.suggestion(for: path, among: ["head"])
        let tree: GitTree? = try? GitRepository(of: .currentDirectory()).tree(.revision(path))
        let revision: String? = tree.map { "for the git revision write '\($0.source)'" }
        let isFile: Bool = path.contains("/") || path.hasSuffix(".yaml")
        return .invalid(
            isFile ? "there is no file or folder '\(path)'" : "'\(path)' is no version, file, folder or store",
            help: isFile ? "check the path; it begins at the current folder" : SchemaArgument.forms
        ).helping(revision ?? near.map { "did you mean '\($0)'?" })
    }
}
