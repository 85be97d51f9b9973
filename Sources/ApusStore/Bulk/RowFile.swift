package import Foundation

/// A file of rows, which are loaded into a store, or which a store's rows are written to.
public struct RowFile: Sendable {
    /// The form of a file.
    public enum Format: String, CaseIterable, Hashable, Sendable {
        /// Comma-separated values, as RFC 4180 describes them.
        case csv
        /// A list of objects.
        case json
        /// An object per line.
        case ndjson
    }

    /// The form of the file.
    public let format: Format
    /// The separator of the fields of CSV.
    public var separator: Character = ","

    /// Describes a file.
    public init(_ format: Format) { self.format = format }

    /// Describes a file by the ending of its name; `nil` if that is none of a form.
    public init?(named name: String) {
        let ending = name.split(separator: ".").last.map { $0.lowercased() }
        switch ending {
        case "csv": self.init(.csv)
        case "tsv":
            self.init(.csv)
            separator = "\t"
        case "json": self.init(.json)
        case "ndjson", "jsonl": self.init(.ndjson)
        default: return nil
        }
    }

    /// Loads rows from bytes, in the caller's transaction: see ``RowLoader``.
    package func load(
        _ bytes: FileBytes,
        with loader: inout RowLoader,
        progress: (Int) throws -> Void
    ) throws -> RowLoader.Report {
        switch format {
        case .csv:
            try loader.load(CSVRows(bytes, separator: separator.asciiValue ?? 0x2C), progress: progress)
        case .json, .ndjson: try loader.load(JSONRows(bytes), progress: progress)
        }
    }
}

extension FileBytes {
    /// The bytes of a file, or of what has no end that is known, such as standard input.
    package convenience init(_ handle: FileHandle) {
        self.init { try handle.read(upToCount: 1 << 16).map { Array($0) } ?? [] }
    }
}
