import ApusDiagnostics
import ApusProject
import ApusSchema
import Foundation

/// A project in a folder of its own, which goes when the test is done.
final class TemporaryProject {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "apus-project-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func url(_ path: String) -> URL {
        path.split(separator: "/").reduce(folder) { $0.appending(path: String($1)) }
    }

    func write(_ path: String, _ text: String) throws {
        let url: URL = url(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func read(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: url(path)), as: UTF8.self)
    }

    func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: url(path))
    }

    /// Changes a file's text.
    func edit(_ path: String, _ change: (String) -> String) throws {
        try write(path, change(try read(path)))
    }

    /// All files, by their paths in the folder.
    func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
            .filter { !url($0).hasDirectoryPath && (try? Data(contentsOf: url($0))) != nil }.sorted()
    }

    func project() throws -> Project {
        try Project.find(explicit: folder)
    }

    func load() throws -> Project.Contents {
        try project().load()
    }

    /// The findings about the project, without the folder's name.
    func said() throws -> String {
        said(try load().diagnostics)
    }

    func said(_ findings: [Diagnostic]) -> String {
        // macOS' temporary folder is a link.
        findings.map(\.description).joined(separator: "\n")
            .replacing(folder.standardizedFileURL.path(percentEncoded: false) + "/", with: "")
            .replacing(folder.path(percentEncoded: false) + "/", with: "")
    }

    /// What is said about something that is refused.
    func refusal(_ body: () throws -> Void) throws -> String {
        do {
            try body()
            return "nothing was refused"
        } catch let error as DiagnosticsError {
            return said(error.diagnostics)
        }
    }

    /// A project with three versions, whose stages both have a mapping, and a head beyond them.
    static func trips() throws -> TemporaryProject {
        let project = try TemporaryProject()
        try project.write("apus.yaml", "apus: 1\n")
        for (number, attributes) in ["a: string, b: string", "b: string", "c: string"].enumerated() {
            try project.head(attributes)
            if number > 0 {
                try project.write("Migrations/Trips/\(number)-head.yaml", "accept: [Trip.\(number == 1 ? "a" : "b")]\n")
            }
            try project.freeze()
        }
        try project.head("c: string, d: string?")
        return project
    }

    func head(_ attributes: String) throws {
        try write(
            "Schemas/Trips/Trips.yaml",
            "model: Trips\nentities:\n  Trip:\n    attributes: { \(attributes) }\n"
        )
    }

    @discardableResult
    func freeze(_ version: String? = nil) throws -> Project.Frozen {
        let contents = try load()
        guard contents.diagnostics.isEmpty, let model = contents.models.first else {
            throw DiagnosticsError(contents.diagnostics)
        }
        return try project().freeze(model, as: version.flatMap { .init($0) })
    }
}
