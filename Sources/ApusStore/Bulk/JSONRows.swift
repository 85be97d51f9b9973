import ApusDiagnostics

/// The rows of JSON: a list of objects, or one object after the other, as in newline-delimited JSON. Numbers keep their digits.
package struct JSONRows: FileRows {
    private let bytes: FileBytes
    private var state = State.beginning

    private enum State { case beginning, list, lines, end }

    /// How deep lists and objects may be nested.
    private static let maximumDepth = 64

    package init(_ bytes: FileBytes) { self.bytes = bytes }

    /// Reads one value, which is all of a text.
    static func value(of text: String) throws -> LocatedValue {
        let rows = JSONRows(FileBytes(text))
        try rows.skipSpace()
        let value = try rows.value(depth: 0)
        try rows.skipSpace()
        if try rows.bytes.peek() != nil { throw rows.bytes.problem("there is more behind the value") }
        return value
    }

    package mutating func next() throws -> FileRow? {
        if state == .beginning {
            try bytes.skipByteOrderMark()
            try skipSpace()
            state = .lines
            if try bytes.peek() == 0x5B {
                try bytes.next()
                state = .list
                try skipSpace()
                if try bytes.peek() == 0x5D { return try end() }
            }
            return try row()
        }
        if state == .end { return nil }
        try skipSpace()
        if state == .list {
            switch try bytes.next() {
            case 0x2C: break
            case 0x5D: return try endOfList()
            default: throw bytes.problem("',' or ']' is expected here")
            }
        }
        return try row()
    }

    private mutating func end() throws -> FileRow? {
        try bytes.next()
        return try endOfList()
    }

    private mutating func endOfList() throws -> FileRow? {
        state = .end
        try skipSpace()
        if try bytes.peek() != nil { throw bytes.problem("there is more behind the list") }
        return nil
    }

    private func row() throws -> FileRow? {
        try skipSpace()
        if try bytes.peek() == nil {
            if state == .list { throw bytes.problem("the list is not closed") }
            return nil
        }
        let value = try value(depth: 0)
        guard case .object(let fields) = value.content else {
            throw FileProblem(
                message: "a row must be an object",
                help: ["write it as { \"property\": value }"],
                line: value.line,
                column: value.column,
                isFatal: false
            )
        }
        return FileRow(fields: fields, line: value.line, column: value.column)
    }

    // MARK: - Values

    private func skipSpace() throws {
        while let byte = try bytes.peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            try bytes.next()
        }
    }

    private func value(depth: Int) throws -> LocatedValue {
        if depth > Self.maximumDepth { throw bytes.problem("it is nested more than \(Self.maximumDepth) levels deep") }
        let (line, column) = (bytes.line, bytes.column)
        func located(_ content: LocatedValue.Content) -> LocatedValue {
            LocatedValue(content: content, line: line, column: column)
        }
        switch try bytes.peek() {
        case 0x7B:
            try bytes.next()
            return located(.object(try fields(depth)))
        case 0x5B:
            try bytes.next()
            var elements: [LocatedValue] = []
            try skipSpace()
            if try bytes.peek() == 0x5D {
                try bytes.next()
                return located(.list([]))
            }
            while true {
                try skipSpace()
                elements.append(try value(depth: depth + 1))
                try skipSpace()
                switch try bytes.next() {
                case 0x2C: continue
                case 0x5D: return located(.list(elements))
                default: throw bytes.problem("',' or ']' is expected here")
                }
            }
        case 0x22: return located(.text(try string()))
        default:
            var word: [UInt8] = []
            while let byte = try bytes.peek(), Self.isWord(byte) {
                word.append(byte)
                try bytes.next()
            }
            let text = String(decoding: word, as: UTF8.self)
            if text == "null" { return located(.null) }
            let isNumber = word.first.map { $0 == 0x2D || (0x30...0x39).contains($0) } == true
            guard isNumber || text == "true" || text == "false" else {
                throw FileProblem(message: "a JSON value is expected here", line: line, column: column)
            }
            return located(.text(text))
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }

    private func fields(_ depth: Int) throws -> [FileRow.Field] {
        var fields: [FileRow.Field] = []
        var names: Set<String> = []
        try skipSpace()
        if try bytes.peek() == 0x7D {
            try bytes.next()
            return []
        }
        while true {
            try skipSpace()
            guard try bytes.peek() == 0x22 else { throw bytes.problem("the name of a property is expected here") }
            let (line, column) = (bytes.line, bytes.column)
            let name = try string()
            if !names.insert(name).inserted {
                throw FileProblem(message: "'\(name)' is there twice", line: line, column: column)
            }
            try skipSpace()
            guard try bytes.next() == 0x3A else { throw bytes.problem("':' is expected here") }
            try skipSpace()
            fields.append(FileRow.Field(name: name, value: try value(depth: depth + 1)))
            try skipSpace()
            switch try bytes.next() {
            case 0x2C: continue
            case 0x7D: return fields
            default: throw bytes.problem("',' or '}' is expected here")
            }
        }
    }

    private func string() throws -> String {
        let (line, column) = (bytes.line, bytes.column)
        try bytes.next()
        var text: [UInt8] = []
        while true {
            guard let byte = try bytes.next() else {
                throw FileProblem(message: "the quote is not closed", line: line, column: column)
            }
            switch byte {
            case 0x22:
                guard let decoded = String(utf8: text) else {
                    throw FileProblem(message: "the text is not in UTF-8", line: line, column: column)
                }
                return decoded
            case 0x5C: text += try escaped()
            case 0..<0x20:
                throw bytes.problem("a control character must be escaped in JSON")
            default: text.append(byte)
            }
        }
    }

    private func escaped() throws -> [UInt8] {
        switch try bytes.next() {
        case 0x22: return [0x22]
        case 0x5C: return [0x5C]
        case 0x2F: return [0x2F]
        case 0x62: return [0x08]
        case 0x66: return [0x0C]
        case 0x6E: return [0x0A]
        case 0x72: return [0x0D]
        case 0x74: return [0x09]
        case 0x75:
            var unit = try hexadecimal()
            if (0xD800..<0xDC00).contains(unit) {
                guard try bytes.next() == 0x5C, try bytes.next() == 0x75 else {
                    throw bytes.problem("half of a surrogate pair is no character")
                }
                let low = try hexadecimal()
                guard (0xDC00..<0xE000).contains(low) else {
                    throw bytes.problem("half of a surrogate pair is no character")
                }
                unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(unit) else {
                throw bytes.problem("half of a surrogate pair is no character")
            }
            return Array(String(Character(scalar)).utf8)
        default: throw bytes.problem("JSON has no such escape")
        }
    }

    private func hexadecimal() throws -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = try bytes.next(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw bytes.problem("four hexadecimal digits are expected here")
            }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}
