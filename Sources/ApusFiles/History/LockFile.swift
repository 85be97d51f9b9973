package import ApusDiagnostics
package import ApusSchema

/// `versions.lock`: the frozen versions in the order in which they were frozen, with their digests.
///
/// There is one line per version, so that two branches that both froze a version conflict in the lock: `<version>
/// <digest of the schema> <digest of the mapping to the version, or -> <chain>`. The chain is a digest of the line and
/// all lines above. Before it, there is `<version>:<digest>` for each direct mapping to the version, with the version that
/// it migrates from. The line of a retired version ends with `retired <the newest version then> <the last release that can
/// open its stores>`, which the chain does not contain: stores record chains, and a retirement changes none of them.
package struct LockFile: Hashable, Sendable {
    /// A mapping that skips versions.
    package struct DirectMapping: Hashable, Sendable {
        /// The version that it migrates from.
        package let from: Schema.Version
        /// The digest of the mapping.
        package let digest: String

        /// Creates a value.
        package init(from: Schema.Version, digest: String) {
            (self.from, self.digest) = (from, digest)
        }
    }

    /// The line of a version.
    package struct Line: Hashable, Sendable {
        /// The version.
        package let version: Schema.Version
        /// The digest of the schema.
        package let schema: String
        /// The digest of the mapping to the version; `nil` if there is none.
        package var mapping: String?
        /// The direct mappings to the version, by the versions that they migrate from.
        package var direct: [DirectMapping]
        /// The digest of this line and all those above.
        package var chain: String
        /// When the version was retired; `nil` if it was not.
        package var retirement: History.Retirement?
        /// The location of the line.
        package let location: SourceLocation?

        /// Creates a line.
        package init(
            _ version: Schema.Version,
            schema: String,
            mapping: String?,
            direct: [DirectMapping] = [],
            chain: String,
            retirement: History.Retirement? = nil,
            at location: SourceLocation? = nil
        ) {
            self.version = version
            self.schema = schema
            self.mapping = mapping
            self.direct = direct.sorted { $0.from < $1.from }
            self.chain = chain
            self.retirement = retirement
            self.location = location
        }
    }

    /// The file's name in a model's folder.
    package static let name: String = "versions.lock"

    /// The lines, oldest version first.
    package let lines: [Line]

    /// Creates a lock.
    package init(lines: [Line] = []) {
        self.lines = lines
    }

    /// Reads a lock.
    ///
    /// - Parameter file: The file.
    /// - Returns: The lock with all valid lines, and the findings.
    package static func read(_ file: SourceFile) -> (lock: LockFile, diagnostics: [Diagnostic]) {
        var findings = DiagnosticCollector()
        var lines: [Line] = []
        var seen: [Schema.Version: Int] = [:]
        for (index, text) in file.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
        {
            let location = SourceLocation(file: file.path, line: index + 1)
            if text.hasPrefix("#") || text.allSatisfy(\.isWhitespace) { continue }
            if conflictMarkers.contains(where: text.hasPrefix) {
                findings.error(
                    "a merge conflict is not resolved here",
                    at: location,
                    help: [
                        "two branches froze a version: run 'apus merge', which assigns the next number to one of them"
                    ]
                )
                // The lines between the markers have no meaning on their own.
                return (LockFile(lines: lines), findings.diagnostics)
            }
            guard let line = Line(text, at: location) else {
                findings.error(
                    "not a line of a lock (expected '<version> <digest> <digest or -> <digest>', and perhaps "
                        + "'retired <version> <release>')",
                    at: location,
                    help: ["'apus freeze' writes the lock: restore it from version control"]
                )
                // What follows is not a lock either.
                if findings.diagnostics.count == findingLimit { break }
                continue
            }
            if let first = seen[line.version] {
                findings.error(
                    "duplicate version \(line.version)",
                    at: location,
                    notes: ["the first one is on line \(first)"],
                    help: ["'apus freeze' writes the lock: restore it from version control"]
                )
                continue
            }
            seen[line.version] = index + 1
            lines.append(line)
        }
        return (LockFile(lines: lines), findings.diagnostics)
    }

    /// Writes the lock.
    ///
    /// - Returns: The text of the file.
    package func write() -> String {
        let header: [String] = [
            "# The frozen versions of this model, written by 'apus freeze'. Do not edit.",
            "# version, digest of the schema, digest of the mapping, digest of this line and all above",
        ]
        return (header + (retired.isEmpty ? [] : [Self.retirementHeader]) + lines.map(\.description)).map { $0 + "\n" }
            .joined()
    }

    /// The number of findings after which the rest of a file is not read.
    private static let findingLimit: Int = 100

    private static let conflictMarkers: [String] = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]
}

extension LockFile.Line: CustomStringConvertible {
    /// Reads a line; `nil` if it is not valid.
    init?(_ text: Substring, at location: SourceLocation) {
        // The name of a release may have spaces.
        let words = text.split(separator: " ")
        let marked = words.firstIndex(of: "retired")
        let parts = words[..<(marked ?? words.endIndex)].map(String.init)
        let retirement = marked.flatMap { index in
            Self.retirement(text[words[index].startIndex...].split(separator: " ", maxSplits: 2).map(String.init)[...])
        }
        guard marked == nil || retirement != nil, parts.count >= 4, let version = Schema.Version(parts[0]),
            version.description == parts[0], Self.isDigest(parts[1]), parts[2] == "-" || Self.isDigest(parts[2]),
            Self.isDigest(parts[parts.count - 1])
        else { return nil }
        let direct: [LockFile.DirectMapping] = parts[3..<parts.count - 1].compactMap { part in
            let pair = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard pair.count == 2, let from = Schema.Version(pair[0]), Self.isDigest(pair[1]) else { return nil }
            let one = LockFile.DirectMapping(from: from, digest: pair[1])
            return one.description == part ? one : nil
        }
        guard direct.count == parts.count - 4, zip(direct, direct.dropFirst()).allSatisfy({ $0.from < $1.from }) else {
            return nil
        }
        self.init(
            version,
            schema: parts[1],
            mapping: parts[2] == "-" ? nil : parts[2],
            direct: direct,
            chain: parts[parts.count - 1],
            retirement: retirement,
            at: location
        )
    }

    /// The line as the lock contains it.
    package var description: String {
        let parts = ["\(version) \(schema) \(mapping ?? "-")"] + direct.map(\.description) + [chain]
        let line = parts.joined(separator: " ")
        return retirement.map { "\(line) retired \($0.newest)\($0.release.map { " \($0)" } ?? "")" } ?? line
    }

    private static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
                default: false
                }
            }
    }
}

extension LockFile.DirectMapping: CustomStringConvertible {
    /// The mapping as a line of the lock contains it.
    package var description: String { "\(from):\(digest)" }
}

extension [Mapping] {
    /// Returns the direct mappings to a version, as its line in the lock contains them.
    ///
    /// - Parameters:
    ///   - version: The version; `nil` for the head.
    ///   - earlier: The versions that were frozen before it, oldest first.
    /// - Returns: The mappings from those that it does not follow.
    package func directMappings(to version: Schema.Version?, in earlier: [Schema.Version]) -> [LockFile.DirectMapping] {
        filter { $0.to == version && earlier.dropLast().contains($0.from) }
            .map { LockFile.DirectMapping(from: $0.from, digest: Digest.direct($0)) }
            .sorted { $0.from < $1.from }
    }
}
