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
    /// The separator of the fields of CSV: an ASCII character that is neither a quote nor the end of a line. Any other one counts as a
    /// comma.
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

    /// The separator as it is in the file.
    var separatorByte: UInt8 {
        guard let byte = separator.asciiValue, byte != 0x22, byte != 0x0A, byte != 0x0D else { return 0x2C }
        return byte
    }

    /// Loads rows from bytes, in the caller's transaction: see ``RowLoader``.
    package func load(
        _ bytes: FileBytes,
        with loader: inout RowLoader,
        progress: (Int) throws -> Void
    ) throws -> RowLoader.Report {
        switch format {
        case .csv:
            try loader.load(CSVRows(bytes, separator: separatorByte), progress: progress)
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
