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
    ///
    /// - Parameters:
    ///   - handle: The file.
    ///   - isCancelled: Called several times a second while a pipe has nothing to read. If it returns true, `CancellationError` is thrown.
    package convenience init(_ handle: FileHandle, isCancelled: @escaping () -> Bool) {
        self.init {
            var state = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
            while poll(&state, 1, 200) == 0 { if isCancelled() { throw CancellationError() } }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = Foundation.read(handle.fileDescriptor, &bytes, bytes.count)
                if count >= 0 { return Array(bytes[..<count]) }
                if errno != EINTR { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            }
        }
    }
}
