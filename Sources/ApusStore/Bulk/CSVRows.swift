import ApusDiagnostics

/// The rows of a CSV file, as RFC 4180 describes it: the first line has the names, a quote in a quoted field is doubled, and lines
/// end with LF or CRLF. An empty field without quotes is null, `""` an empty text.
package struct CSVRows: FileRows {
    private let bytes: FileBytes
    private let separator: UInt8
    private var names: [String]?

    package init(_ bytes: FileBytes, separator: UInt8 = 0x2C) { (self.bytes, self.separator) = (bytes, separator) }

    package mutating func next() throws -> FileRow? {
        if names == nil {
            try bytes.skipByteOrderMark()
            guard let header = try record() else {
                throw bytes.problem(
                    "the file is empty",
                    "its first line has the names of properties, such as 'name,nights'"
                )
            }
            names = try header.map { field in
                guard case .text(let name) = field.content, !name.isEmpty else {
                    throw FileProblem(message: "a column has no name", line: field.line, column: field.column)
                }
                return name
            }
            var seen: Set<String> = []
            for (field, name) in zip(header, names ?? []) where !seen.insert(name).inserted {
                throw FileProblem(
                    message: "two columns have the name '\(name)'",
                    line: field.line,
                    column: field.column
                )
            }
        }
        guard let names, let record = try record(), let first = record.first else { return nil }
        guard record.count == names.count else {
            throw FileProblem(
                message:
                    "the row has \(record.count) \(record.count == 1 ? "field" : "fields"), and the header \(names.count)",
                help: ["quote a field that contains the separator"],
                line: first.line,
                column: first.column,
                isFatal: false
            )
        }
        return FileRow(
            fields: zip(names, record).map { FileRow.Field(name: $0, value: $1) },
            line: first.line,
            column: first.column
        )
    }

    /// The fields of the next record that is not an empty line.
    private func record() throws -> [LocatedValue]? {
        while let byte = try bytes.peek(), byte == 0x0A || byte == 0x0D { try bytes.next() }
        if try bytes.peek() == nil { return nil }
        var fields: [LocatedValue] = []
        var problem: FileProblem?
        reading: while true {
            do {
                fields.append(try field())
            } catch let found as FileProblem where !found.isFatal {
                // The next row is found behind the end of this one.
                if problem == nil { problem = found }
            }
            switch try bytes.peek() {
            case separator: try bytes.next()
            case 0x0D:
                try bytes.next()
                if try bytes.peek() == 0x0A { try bytes.next() }
                break reading
            case 0x0A:
                try bytes.next()
                break reading
            default: break reading
            }
        }
        if var problem {
            // Without the names, the rows have no meaning.
            problem.isFatal = names == nil
            throw problem
        }
        return fields
    }

    private func field() throws -> LocatedValue {
        let (line, column) = (bytes.line, bytes.column)
        var text: [UInt8] = []
        let isQuoted = try bytes.peek() == 0x22
        if isQuoted {
            try bytes.next()
            while true {
                guard let byte = try bytes.next() else {
                    throw FileProblem(message: "the quote is not closed", line: line, column: column)
                }
                if byte != 0x22 {
                    text.append(byte)
                } else if try bytes.peek() == 0x22 {
                    text.append(0x22)
                    try bytes.next()
                } else {
                    break
                }
            }
            if let byte = try bytes.peek(), byte != separator, byte != 0x0A, byte != 0x0D {
                throw bytes.problem(
                    "there is text behind a closing quote",
                    "double the quotes in a quoted field"
                )
            }
        } else {
            while let byte = try bytes.peek(), byte != separator, byte != 0x0A, byte != 0x0D {
                text.append(byte)
                try bytes.next()
            }
        }
        if text.isEmpty, !isQuoted { return LocatedValue(content: .null, line: line, column: column) }
        guard let decoded = String(utf8: text) else {
            throw FileProblem(message: "the field is not in UTF-8", line: line, column: column, isFatal: false)
        }
        return LocatedValue(content: .text(decoded), line: line, column: column)
    }
}
