public import ApusDiagnostics

extension Mapping {
    /// A key of a mapping's file, with the lines below it.
    public enum Key: String, CaseIterable, Hashable, Sendable {
        /// Losses that the stage may bring.
        case accept
        /// Values for rows that have none.
        case fill
        /// Conversions of values into ones of another type.
        case convert
        /// Properties that have a value in every row already.
        case require
    }

    /// One line of a mapping.
    public enum Line: Hashable, Sendable {
        /// The loss of an element of the older schema; with a wildcard, of any property of the entity.
        case accept(ElementPath, isWildcard: Bool = false)
        /// A value for rows that have none, by the newer property.
        case fill(ElementPath, Fill)
        /// The conversion of a newer property's values, by its name.
        case convert(ElementPath, String)
        /// A newer property that has a value in every row already.
        case require(ElementPath)
    }
}

extension Mapping.Line {
    /// The key that the line belongs below.
    public var key: Mapping.Key {
        switch self {
        case .accept: .accept
        case .fill: .fill
        case .convert: .convert
        case .require: .require
        }
    }

    /// The element that the line is about: of the older schema for `accept`, of the newer one otherwise.
    public var path: ElementPath {
        switch self {
        case .accept(let path, _), .fill(let path, _), .convert(let path, _), .require(let path): path
        }
    }

    /// The element as the mapping writes it: `Trip`, `Trip.code`, `Trip.*`.
    public var subject: String {
        if case .accept(let path, true) = self { "\(path.entity).*" } else { path.description }
    }

    /// The value that the line gives, as the mapping writes it: `uuid()`, `rounded`, `"none"`; `nil` for `accept` and
    /// `require`, which list elements only.
    public var value: String? {
        switch self {
        case .fill(_, let fill): fill.quoted
        case .convert(_, let name): name
        case .accept, .require: nil
        }
    }
}

extension Mapping {
    /// All lines, key by key.
    public var lines: [Line] {
        accept.map { .accept($0.path, isWildcard: $0.isWildcard) } + fill.map { .fill($0.path, $0.fill) }
            + convert.map { .convert($0.path, $0.name) } + require.map { .require($0.path) }
    }

    /// Adds a line, unless the mapping has one about that element below the same key.
    public mutating func add(_ line: Line) {
        if lines.contains(where: { $0.key == line.key && $0.subject == line.subject }) { return }
        switch line {
        case .accept(let path, let isWildcard): accept.append(Acceptance(path, isWildcard: isWildcard))
        case .fill(let path, let value): fill.append(Filling(path, value))
        case .convert(let path, let name): convert.append(NamedConversion(path, name))
        case .require(let path): require.append(Requirement(path))
        }
    }

    /// Removes a line, however often the mapping has it.
    public mutating func remove(_ line: Line) {
        accept.removeAll { Line.accept($0.path, isWildcard: $0.isWildcard) == line }
        fill.removeAll { Line.fill($0.path, $0.fill) == line }
        convert.removeAll { Line.convert($0.path, $0.name) == line }
        require.removeAll { Line.require($0.path) == line }
    }

    /// Where a line was written: the first about its element below its key.
    public func location(of line: Line) -> SourceLocation? {
        switch line {
        case .accept(let path, let isWildcard):
            accept.first { $0.path == path && $0.isWildcard == isWildcard }?.location
        case .fill(let path, _): fill.first { $0.path == path }?.location
        case .convert(let path, _): convert.first { $0.path == path }?.location
        case .require(let path): require.first { $0.path == path }?.location
        }
    }
}

extension Fill {
    /// The value as a mapping's author wrote it, without quotes.
    public var text: String {
        switch self {
        case .literal(let text): text
        case .generated(let generator): generator.rawValue
        }
    }

    /// The value for a line of YAML, in quotes unless it is plain beyond doubt.
    fileprivate var quoted: String {
        guard case .literal(let text) = self, !text.isPlainScalar else { return text }
        let escaped: String = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
            default: String(scalar)
            }
        }.joined()
        return "\"\(escaped)\""
    }
}

extension String {
    /// Whether the text is a number, a truth value or a word that no reader of YAML takes for anything but itself.
    fileprivate var isPlainScalar: Bool {
        if [ScalarType.int64, .double, .bool].contains(where: { Value(text: self, type: $0)?.text == self }) {
            return true
        }
        let reserved: Set<String> = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan"]
        guard let first = utf8.first, !reserved.contains(lowercased()) else { return false }
        func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) || byte == 95 }
        return isLetter(first) && utf8.allSatisfy { isLetter($0) || (48...57).contains($0) }
    }
}
