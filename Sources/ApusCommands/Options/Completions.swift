import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema
import ApusStore
import ArgumentParser
import Foundation

/// The shell's completions for arguments: models, versions and entities of the current project, and files.
enum Completions {
    /// The project's models.
    static let models: CompletionKind = .custom { words, _, _ in folders(words).map(\.lastPathComponent) }

    /// The frozen versions.
    static let versions: CompletionKind = .custom { words, _, _ in versions(words) }

    /// The targets of a migration.
    static let targets: CompletionKind = .custom { words, _, _ in versions(words) + ["head"] }

    /// The schemas that `apus diff` accepts, without git revisions.
    static let schemas: CompletionKind = .custom { words, _, prefix in versions(words) + ["head"] + files(prefix) }

    /// The frozen stages.
    static let stages: CompletionKind = .custom { words, _, _ in
        let all = versions(words)
        return zip(all, all.dropFirst()).map { "\($0)-\($1)" }
    }

    /// What `--versions` of `apus generate` accepts.
    static let versionSelections: CompletionKind = .custom { words, _, _ in ["all"] + versions(words) }

    /// The entities of the store that the arguments name, otherwise those of the project's heads.
    static let entities: CompletionKind = .custom { words, _, _ in
        let model = value(of: "--model", words)
        return words.dropFirst().lazy.compactMap { storedEntities($0, model) }.first ?? headEntities(words, model)
    }

    private static func storedEntities(_ path: String, _ model: String?) -> [String]? {
        guard PathKind(path) == .other, let store = try? StoreInspection(of: storeURL(path), model: model) else {
            return nil
        }
        return Set(store.models.flatMap { $0.description.state.schema.entities.map(\.name) }).sorted()
    }

    private static func headEntities(_ words: [String], _ model: String?) -> [String] {
        let entities: [String] = modelFolders(words, model).flatMap { folder in
            names(in: folder.path).filter { $0.hasSuffix(".yaml") }.flatMap { name in
                let data = FileManager.default.contents(atPath: folder.appending(path: name).path)
                return SourceFile.read([UInt8](data ?? Data()), path: name).file?.entityNames ?? []
            }
        }
        return Set(entities).sorted()
    }

    private static func modelFolders(_ words: [String], _ model: String?) -> [URL] {
        folders(words).filter { model == nil || $0.lastPathComponent == model }
    }

    /// The models' folders in the project that the arguments name, or in the current one.
    private static func folders(_ words: [String]) -> [URL] {
        // The shell hands over the line as it is written, whose '-C' has not been carried out.
        let start = ((try? GlobalArguments(words))?.folders ?? []).reduce(URL.currentDirectory()) {
            URL(fileURLWithPath: $1, relativeTo: $0.appending(path: "", directoryHint: .isDirectory))
        }
        let folder = value(of: "--project", words).map { URL(fileURLWithPath: $0, relativeTo: start) }
        guard let project = try? Project.find(from: start, explicit: folder) else { return [] }
        let schemas = project.folder.appending(path: "Schemas")
        return names(in: schemas.path).filter { $0.hasSuffix("/") }.map { schemas.appending(path: $0.dropLast()) }
    }

    private static func versions(_ words: [String]) -> [String] {
        let versions: [Schema.Version] = modelFolders(words, value(of: "--model", words))
            .flatMap { names(in: $0.appending(path: "versions").path) }
            .compactMap { $0.hasSuffix(".yaml") ? Schema.Version(String($0.dropLast(5))) : nil }
        return Set(versions).sorted().map(\.description)
    }

    /// The files and folders whose paths have a prefix.
    private static func files(_ prefix: String) -> [String] {
        let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
        return names(in: folder.isEmpty ? "." : folder).map { folder + $0 }.filter { $0.hasPrefix(prefix) }
    }

    /// The contents of a folder; names of folders end with a slash.
    private static func names(in folder: String) -> [String] {
        let names: [String] = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
        return names.filter { !$0.hasPrefix(".") }.map { PathKind("\(folder)/\($0)") == .folder ? $0 + "/" : $0 }
    }

    private static func value(of option: String, _ words: [String]) -> String? {
        words.firstIndex(of: option).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
    }
}
