package import ApusDiagnostics

extension OutputPlan {
    /// Carries the plan out, file by file; the manifest comes last.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether nothing is to be done, only said.
    ///   - write: Writes a file.
    ///   - remove: Removes the file of a name.
    ///   - note: Is told what was done, a line a file.
    /// - Throws: What `write` and `remove` throw; the files before are done then.
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

    /// What carrying the plan out would change, as `diff -u` writes it; nothing where it changes nothing.
    ///
    /// - Parameter path: Gives the path of a file of the folder, as it is to be shown.
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

    /// Why the plan cannot be carried out, where a file is in the way.
    ///
    /// - Parameter folder: The folder, as it is to be shown.
    /// - Returns: The finding, or `nil`.
    package func obstruction(in folder: String) -> Diagnostic? {
        obstacles.first.map { name in
            .error(
                "'\(name)' in '\(folder)' was not generated from this model, so it is left alone",
                help: [
                    "move it away, or choose another folder; a class of your own goes with 'codegen: extension' or 'none'"
                ]
            )
        }
    }
}
