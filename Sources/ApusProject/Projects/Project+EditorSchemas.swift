import ApusDiagnostics
package import ApusFiles
import Foundation

extension Project {
    /// Updates the JSON Schemas for editors.
    ///
    /// - Returns: The files that were written, as messages show them. Empty if all were up to date.
    /// - Throws: `DiagnosticsError` if a file cannot be written.
    @discardableResult
    package func writeEditorSchemas() throws -> [String] {
        try Self.writeEditorSchemas(folder, disk)
    }

    static func writeEditorSchemas(_ folder: URL, _ disk: Disk) throws -> [String] {
        try EditorSchema.allCases.compactMap { schema in
            let url: URL = folder.appending(path: schema.path)
            return try disk.write(schema.text, to: url) ? disk.shown(url) : nil
        }
    }

    /// The state of a JSON Schema's file in the project.
    package enum EditorSchemaState: Hashable, Sendable {
        /// The file is the one that this version of Apus writes.
        case current
        /// The file differs.
        case stale
        /// There is no file.
        case missing
    }

    /// Compares a JSON Schema's file with the one that this version of Apus writes.
    ///
    /// - Parameter schema: The schema.
    /// - Returns: The file as messages show it, and its state.
    package func state(of schema: EditorSchema) -> (file: String, state: EditorSchemaState) {
        state(of: schema.path, schema.text)
    }

    private func state(of path: String, _ text: String) -> (file: String, state: EditorSchemaState) {
        let url: URL = folder.appending(path: path)
        guard disk.kind(of: url) != .nothing else { return (disk.shown(url), .missing) }
        let isCurrent = (try? Data(contentsOf: url)) == Data(text.utf8)
        return (disk.shown(url), isCurrent ? .current : .stale)
    }

    // MARK: Seed data

    /// Whether a model of the project has a folder for seed data.
    package var hasSeedData: Bool {
        var findings = DiagnosticCollector()
        return disk.contents(of: schemas, into: &findings).contains { url in
            disk.kind(of: url.appending(path: SeedDataFile.folder)) == .folder
        }
    }

    /// Updates the JSON Schema of a model's seed data.
    ///
    /// - Returns: The file that was written, as messages show it; `nil` if it was up to date.
    /// - Throws: `DiagnosticsError` if the file cannot be written.
    package func writeEditorSchema(_ schema: SeedDataSchema) throws -> String? {
        let url: URL = folder.appending(path: schema.path)
        return try disk.write(schema.text, to: url) ? disk.shown(url) : nil
    }

    /// Compares the file of a JSON Schema of seed data with the one that follows from the model.
    ///
    /// - Returns: The file as messages show it, and its state.
    package func state(of schema: SeedDataSchema) -> (file: String, state: EditorSchemaState) {
        state(of: schema.path, schema.text)
    }
}
