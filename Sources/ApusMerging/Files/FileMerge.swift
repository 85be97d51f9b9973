import ApusDiagnostics
package import ApusFiles
package import ApusSchema
import Foundation

/// Merges one file of a project, according to its kind.
package enum FileMerge {
    /// The kind of a project's file.
    package enum Kind: Hashable, Sendable {
        /// A file of a head.
        case model
        /// A frozen version.
        case version(Schema.Version)
        /// A mapping.
        case mapping
        /// A lock.
        case lock

        /// Determines the kind of a file from its path.
        package init(path: String) {
            let names: [Substring] = path.split(separator: "/")
            let name = String(names.last ?? "")
            let version: Schema.Version? =
                names.dropLast().last == "versions" && name.hasSuffix(".yaml")
                ? Schema.Version(String(name.dropLast(".yaml".count))) : nil
            if name == LockFile.name {
                self = .lock
            } else if let version {
                self = .version(version)
            } else if MappingFile.versions(ofFileName: name) != nil {
                self = .mapping
            } else {
                self = .model
            }
        }
    }

    /// Merges a file.
    ///
    /// Frozen versions and locks that both sides added to are left as on our side, because
    /// ``Project/finishMerge(keepingTheirs:)`` renumbers versions for all files of a model at once.
    ///
    /// - Parameters:
    ///   - base: The common ancestor. Its text is empty if both sides created the file.
    ///   - ours: Our file, with the path that determines its kind.
    ///   - theirs: Their file.
    ///   - labels: The names of the sides in conflicts.
    /// - Returns: The file, or `nil` if only its lines can be merged.
    package static func merge(
        base: SourceFile,
        ours: SourceFile,
        theirs: SourceFile,
        labels: MergedFile.Labels = MergedFile.Labels()
    ) -> MergedFile? {
        switch Kind(path: ours.path) {
        case .model: return ModelFile.merge(base: base, ours: ours, theirs: theirs, labels: labels)
        case .mapping: return MappingFile.merge(base: base, ours: ours, theirs: theirs, labels: labels)
        case .version(let version):
            if theirs.text.isSame(as: ours.text) || theirs.text.isSame(as: base.text) {
                return MergedFile(text: ours.text, findings: [])
            }
            return conflict("both sides froze a version \(version)", in: ours)
        case .lock:
            let (mine, yours) = (LockFile.read(ours), LockFile.read(theirs))
            guard mine.diagnostics.isEmpty, yours.diagnostics.isEmpty else { return nil }
            let (one, other) = (mine.lock.lines.map(\.chain), yours.lock.lines.map(\.chain))
            // A side that removed versions must not get them back with the other side's lines.
            let before = LockFile.read(base).lock
            let known: [String] = before.lines.map(\.chain)
            func merged(_ lock: LockFile, _ text: String) -> MergedFile {
                let retiring = lock.retiring(base: before, ours: mine.lock, theirs: yours.lock)
                return MergedFile(text: retiring == lock ? text : retiring.write(), findings: [])
            }
            if one.starts(with: other), other.starts(with: known) || ours.text.isSame(as: theirs.text) {
                return merged(mine.lock, ours.text)
            }
            if other.starts(with: one), one.starts(with: known) { return merged(yours.lock, theirs.text) }
            return conflict("both sides froze a version, or locked a mapping", in: ours)
        }
    }

    private static func conflict(_ message: String, in file: SourceFile) -> MergedFile {
        let finding: Diagnostic = .error(
            message,
            at: SourceLocation(file: file.path),
            help: [
                "run 'apus merge' when git has stopped: one version gets the next number and follows the other"
            ]
        )
        return MergedFile(text: file.text, findings: [finding])
    }
}
