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

    /// Opens a file for reading.
    ///
    /// A named pipe is opened at once, so that waiting for the process that writes to it can be cancelled: see `FileBytes`.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - name: Its name in the error.
    /// - Returns: What reads the file, and closes it when it is released.
    /// - Throws: ``RowLoadError`` if the file cannot be opened.
    package static func open(_ path: String, named name: String) throws(RowLoadError) -> FileHandle {
        #if canImport(Darwin)
        // A pipe that no process has opened for writing so far would seem to be at its end there.
        let flags = O_RDONLY | O_CLOEXEC
        #else
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
        #endif
        var file: CInt
        repeat { file = Foundation.open(path, flags) } while file < 0 && errno == EINTR
        guard file >= 0 else { throw .unreadable(name) }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        let status = fcntl(file, F_GETFL)
        guard status >= 0, fcntl(file, F_SETFL, status & ~O_NONBLOCK) >= 0 else { throw .unreadable(name) }
        return handle
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
    ///   - isCancelled: Called before each piece is read, and several times a second while a pipe has nothing to read. If it returns true,
    ///     `CancellationError` is thrown.
    package convenience init(_ handle: FileHandle, isCancelled: @escaping () -> Bool) {
        self.init {
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                // A pipe may give a little again and again, and a thousand rows never.
                if isCancelled() { throw CancellationError() }
                var state = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
                let ready = poll(&state, 1, 200)
                if ready == 0 { continue }
                var count = -1
                if ready > 0 { count = Foundation.read(handle.fileDescriptor, &bytes, bytes.count) }
                if count >= 0 { return Array(bytes[..<count]) }
                let code = errno
                if code != EINTR, code != EAGAIN { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
            }
        }
    }
}
