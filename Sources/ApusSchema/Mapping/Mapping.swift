public import ApusDiagnostics

/// The decisions that people wrote about a stage: the losses that it may bring, and where values come from that cannot
/// be inferred.
///
/// Read from `Migrations/<Model>/<from>-<to>.yaml`, or `<from>-head.yaml` for the stage that is not released yet.
public struct Mapping: Hashable, Sendable {
    /// The older version.
    public let from: Schema.Version

    /// The newer version; `nil` if it is the head.
    public let to: Schema.Version?

    /// The file that it was read from.
    public let file: String?

    private var sections: [Key: Section] = [:]

    /// Creates a mapping.
    ///
    /// - Parameters:
    ///   - from: The older version.
    ///   - to: The newer version; `nil` for the head.
    ///   - lines: What it says; of several lines about one element below one key, the first counts.
    ///   - file: The file that it was read from.
    public init(from: Schema.Version, to: Schema.Version?, _ lines: [Line] = [], file: String? = nil) {
        self.from = from
        self.to = to
        self.file = file
        for line in lines { add(line) }
    }
}

extension Mapping {
    /// Whether nothing is written in it.
    public var isEmpty: Bool { sections.isEmpty }

    /// All lines, key by key.
    public var lines: [Line] { Key.allCases.flatMap { self[$0] } }

    /// The lines below a key, in the order in which they were written.
    public subscript(key: Key) -> [Line] { sections[key]?.lines ?? [] }

    /// The line below a key about an element, or about all properties of an entity.
    public func line(_ key: Key, _ path: ElementPath, isWildcard: Bool = false) -> Line? {
        sections[key]?[Subject(path: path, isWildcard: isWildcard)]
    }

    /// Where a line was written: the one about its element below its key.
    public func location(of line: Line) -> SourceLocation? {
        self.line(line.key, line.path, isWildcard: line.isWildcard)?.location
    }

    /// Adds a line, unless the mapping has one about that element below the same key.
    public mutating func add(_ line: Line) { sections[line.key, default: Section()].add(line) }

    /// Removes lines.
    public mutating func remove(_ lines: some Sequence<Line>) {
        for (key, lines) in Dictionary(grouping: lines, by: \.key) {
            let gone = Set(lines)
            let kept: [Line] = self[key].filter { !gone.contains($0) }
            sections[key] = kept.isEmpty ? nil : Section(kept)
        }
    }
}

extension Mapping {
    /// What a line is about.
    private struct Subject: Hashable {
        let path: ElementPath
        let isWildcard: Bool
    }

    /// The lines below a key, found by what they are about.
    private struct Section: Hashable {
        private(set) var lines: [Line] = []
        private var indices: [Subject: Int] = [:]

        init(_ lines: [Line] = []) {
            for line in lines { add(line) }
        }

        subscript(subject: Subject) -> Line? { indices[subject].map { lines[$0] } }

        mutating func add(_ line: Line) {
            let subject = Subject(path: line.path, isWildcard: line.isWildcard)
            if indices[subject] != nil { return }
            indices[subject] = lines.count
            lines.append(line)
        }

        static func == (one: Section, other: Section) -> Bool { one.lines == other.lines }

        func hash(into hasher: inout Hasher) { hasher.combine(lines) }
    }
}
