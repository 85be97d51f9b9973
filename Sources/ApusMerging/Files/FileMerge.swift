import ApusDiagnostics
package import ApusFiles
package import ApusSchema
import Foundation

/// One file of a project, put together from two sides by what it is.
package enum FileMerge {
    /// What a file of a project is.
    package enum Kind: Hashable, Sendable {
        /// A file of a head.
        case model
        /// A frozen version.
        case version(Schema.Version)
        /// A mapping.
        case mapping
        /// A lock.
        case lock

        /// What the file under a path is.
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

    /// Puts a file together.
    ///
    /// Frozen versions and locks that both sides added to are left as they are on our side: which number goes to whom is
    /// settled for all files of a model at once, by ``Project/finishMerge(keepingTheirs:)``.
    ///
    /// - Parameters:
    ///   - base: What both come from; without a text where both sides began the file.
    ///   - ours: Our file, under the path by which it is known what it is.
    ///   - theirs: Their file.
    ///   - labels: What the sides are called where they conflict.
    /// - Returns: The file; `nil` where only its lines can be put together.
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
            if ours.text == theirs.text || theirs.text == base.text { return MergedFile(text: ours.text, findings: []) }
            return twice("both sides froze a version \(version)", ours)
        case .lock:
            let (mine, yours) = (LockFile.read(ours), LockFile.read(theirs))
            guard mine.diagnostics.isEmpty, yours.diagnostics.isEmpty else { return nil }
            let (one, other) = (mine.lock.lines.map(\.chain), yours.lock.lines.map(\.chain))
            // Who has taken versions away cannot be given them back with the other side's lines.
            let known: [String] = LockFile.read(base).lock.lines.map(\.chain)
            if one.starts(with: other), other.starts(with: known) || ours.text == theirs.text {
                return MergedFile(text: ours.text, findings: [])
            }
            if other.starts(with: one), one.starts(with: known) { return MergedFile(text: theirs.text, findings: []) }
            return twice("both sides froze a version, or locked a mapping", ours)
        }
    }

    private static func twice(_ message: String, _ file: SourceFile) -> MergedFile {
        let finding: Diagnostic = .error(
            message,
            at: SourceLocation(file: file.path),
            help: [
                "run 'apus merge' when git has stopped: one of them gets the next number, and goes on from the other"
            ]
        )
        return MergedFile(text: file.text, findings: [finding])
    }
}
