import ApusDiagnostics
package import ApusSchema

extension LockFile {
    /// The lines of retired versions.
    package var retired: [Line] { lines.filter { $0.retirement != nil } }

    /// The lines of the versions that were not retired.
    package var current: [Line] { lines.filter { $0.retirement == nil } }

    /// The retired versions of a history.
    package var retiredVersions: [History.RetiredVersion] {
        lines.compactMap { line in
            line.retirement.map { History.RetiredVersion(line.version, digest: line.chain, $0) }
        }
    }

    /// Tells the files of retired versions from others.
    package var retiredFiles: RetiredFiles { RetiredFiles(versions: Set(retired.map(\.version))) }

    /// The comment above the lines, if versions were retired.
    static let retirementHeader =
        "# after 'retired': the newest version then, and the last release that can open such stores"

    /// Returns why a text cannot be the name of a release in a lock: what it must be; `nil` if it can.
    package static func problem(withRelease name: String) -> String? {
        let isLine = name.unicodeScalars.allSatisfy { scalar in
            !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control || scalar == " "
        }
        guard isLine, !name.isEmpty, !name.hasPrefix(" "), !name.hasSuffix(" "), name.utf8.count <= 200 else {
            return "one line of at most 200 bytes, without spaces around it"
        }
        return nil
    }

    /// The lines about retirements that 'apus retire' would not write.
    var retirementProblems: [Diagnostic] {
        let restore = "'apus retire' writes this: restore the file from version control"
        let order = Dictionary(lines.enumerated().map { ($1.version, $0) }) { first, _ in first }
        var problems: [Diagnostic] = []
        for (line, next) in zip(lines, lines.dropFirst()) where line.retirement == nil && next.retirement != nil {
            problems.append(
                .error(
                    "version \(next.version) is retired, but the older version \(line.version) is not",
                    at: next.location,
                    help: [restore]
                )
            )
        }
        if let newest = lines.last, newest.retirement != nil {
            problems.append(
                .error(
                    "version \(newest.version) is retired, but is the newest one",
                    at: newest.location,
                    help: [restore]
                )
            )
        }
        for (index, line) in lines.enumerated() {
            guard let newest = line.retirement?.newest, (order[newest] ?? -1) <= index else { continue }
            problems.append(
                .error(
                    "version \(line.version) cannot have been retired when version \(newest) was the newest one",
                    at: line.location,
                    help: [restore]
                )
            )
        }
        return problems
    }
}

extension LockFile.Line {
    /// Reads what follows a line's chain; `nil` if that is not a retirement.
    static func retirement(_ parts: ArraySlice<String>) -> History.Retirement? {
        let parts = Array(parts)
        guard parts.count > 1, parts[0] == "retired", let newest = Schema.Version(parts[1]),
            newest.description == parts[1]
        else { return nil }
        let release = parts.count > 2 ? parts[2] : nil
        if let release, LockFile.problem(withRelease: release) != nil { return nil }
        return History.Retirement(newest: newest, release: release)
    }
}

/// Tells the files of retired versions from others, by their names.
package struct RetiredFiles {
    /// The retired versions.
    package let versions: Set<Schema.Version>

    /// Creates a value.
    package init(versions: Set<Schema.Version>) {
        self.versions = versions
    }

    /// Returns whether a file is the schema of a retired version, or a mapping from or to one.
    package func contain(_ file: SourceFile) -> Bool {
        if versions.isEmpty { return false }
        if let (from, to) = MappingFile.versions(ofFileName: file.name) {
            return versions.contains(from) || to.map(versions.contains) == true
        }
        guard file.name.hasSuffix(".yaml"), let version = Schema.Version(String(file.name.dropLast(5))) else {
            return false
        }
        return versions.contains(version) && file.name == "\(version).yaml"
    }
}
