import Foundation

/// A row of a file, before its values are read as those of the model.
package struct FileRow {
    /// A property and its value.
    package struct Field {
        let name: String
        let value: LocatedValue
    }

    let fields: [Field]
    let line: Int
    let column: Int
}

/// A value in a file, and where it is.
package struct LocatedValue {
    indirect enum Content {
        case null
        /// A text, or a number or Boolean as it is written.
        case text(String)
        case list([LocatedValue])
        case object([FileRow.Field])
    }

    let content: Content
    let line: Int
    let column: Int
}

/// What is wrong with a file, at a location.
package struct FileProblem: Error {
    let message: String
    var help: [String] = []
    let line: Int
    let column: Int
    /// Whether the rest of the file cannot be read.
    var isFatal = true
}

/// The bytes of a file, read piece by piece, with their line and column.
package final class FileBytes {
    private let read: () throws -> [UInt8]
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    private(set) var line = 1
    /// The column of the next character, counted in characters of Unicode.
    private(set) var column = 1
    /// The number of bytes that were read so far.
    package private(set) var count = 0

    /// - Parameter read: Returns the next bytes; none at the end.
    package init(_ read: @escaping () throws -> [UInt8]) { self.read = read }

    package convenience init(_ text: String) {
        var rest: [UInt8]? = Array(text.utf8)
        self.init {
            defer { rest = nil }
            return rest ?? []
        }
    }

    /// The next byte; `nil` at the end.
    func peek() throws -> UInt8? {
        if position < buffer.count { return buffer[position] }
        if isAtEnd { return nil }
        (buffer, position) = (try readMore(), 0)
        isAtEnd = buffer.isEmpty
        return buffer.first
    }

    /// - Throws: ``FileProblem``, which says how far the file could be read.
    private func readMore() throws -> [UInt8] {
        do {
            return try read()
        } catch let error as POSIXError {
            throw problem("the file cannot be read: \(String(cString: strerror(error.code.rawValue)))")
        }
    }

    /// Reads the next byte; `nil` at the end.
    @discardableResult
    func next() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        count += 1
        if byte == 0x0A {
            (line, column) = (line + 1, 1)
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
        return byte
    }

    /// Skips the mark of UTF-8 at the beginning of a file.
    func skipByteOrderMark() throws {
        guard count == 0, try peek() == 0xEF else { return }
        while buffer.count - position < 3, !isAtEnd {
            let more = try readMore()
            buffer += more
            isAtEnd = more.isEmpty
        }
        guard buffer[position...].starts(with: [0xEF, 0xBB, 0xBF]) else { return }
        for _ in 0..<3 { try next() }
        column = 1
    }

    func problem(_ message: String, _ help: String...) -> FileProblem {
        FileProblem(message: message, help: help, line: line, column: column)
    }
}

/// What gives the rows of a file, one after the other.
package protocol FileRows {
    /// The next row; `nil` at the end.
    ///
    /// - Throws: ``FileProblem``; an error of reading the file.
    mutating func next() throws -> FileRow?
}
