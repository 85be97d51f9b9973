import ApusProject
import ApusSchema
import ArgumentParser
import Foundation

/// The shell's completions for arguments: models and versions of the current project, and files.
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

    /// The models' folders in the project that the arguments name, or in the current one.
    private static func folders(_ words: [String]) -> [URL] {
        let folder = value(of: "--project", words).map { URL(fileURLWithPath: $0) }
        guard let project = try? Project.find(explicit: folder) else { return [] }
        let schemas = project.folder.appending(path: "Schemas")
        return names(in: schemas.path).filter { $0.hasSuffix("/") }.map { schemas.appending(path: $0.dropLast()) }
    }

    private static func versions(_ words: [String]) -> [String] {
        let model = value(of: "--model", words)
        let versions: [Schema.Version] = folders(words).filter { model == nil || $0.lastPathComponent == model }
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
