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
        let url: URL = folder.appending(path: schema.path)
        guard disk.kind(of: url) != .nothing else { return (disk.shown(url), .missing) }
        let isCurrent = (try? Data(contentsOf: url)) == Data(schema.text.utf8)
        return (disk.shown(url), isCurrent ? .current : .stale)
    }
}
