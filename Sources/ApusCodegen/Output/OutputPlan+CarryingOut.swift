package import ApusDiagnostics

extension OutputPlan {
    /// Carries the plan out file by file, and writes the manifest last.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether to report the actions without carrying them out.
    ///   - write: Writes a file.
    ///   - remove: Removes the file with a name.
    ///   - note: Receives a line for each file.
    /// - Throws: What `write` and `remove` throw. Earlier files stay written or removed.
    package func carryOut(
        isDryRun: Bool = false,
        write: (GeneratedFile) throws -> Void,
        remove: (String) throws -> Void,
        note: (String) -> Void
    ) rethrows {
        for action in actions {
            switch action {
            case .add(let file), .change(let file, _):
                if !isDryRun { try write(file) }
                note("\(isDryRun ? "would write" : "wrote") \(file.name)")
            case .remove(let name, _):
                if !isDryRun { try remove(name) }
                note("\(isDryRun ? "would remove" : "removed") \(name)")
            }
        }
        if !isDryRun { try write(manifest) }
    }

    /// Returns the changes of the plan in the format of `diff -u`; empty if it changes nothing.
    ///
    /// - Parameter path: Returns the path of a file of the folder, as it should be shown.
    /// - Returns: The differences, file by file.
    package func differences(_ path: (String) -> String) -> String {
        actions.map { action in
            switch action {
            case .add(let file): UnifiedDiff.text(from: nil, to: file.contents, path: path(file.name))
            case .change(let file, let before):
                UnifiedDiff.text(from: before, to: file.contents, path: path(file.name))
            case .remove(let name, let before): UnifiedDiff.text(from: before, to: nil, path: path(name))
            }
        }.joined()
    }

    /// Returns a finding if a file that was not generated is in the way.
    ///
    /// - Parameter folder: The folder, as it should be shown.
    /// - Returns: The finding, or `nil`.
    package func obstruction(in folder: String) -> Diagnostic? {
        obstacles.first.map { name in
            .error(
                "'\(name)' in '\(folder)' was not generated from this model, so it is left alone",
                help: [
                    "move it, or choose another folder; for a class of your own, set 'codegen' to 'extension' or 'none'"
                ]
            )
        }
    }
}
