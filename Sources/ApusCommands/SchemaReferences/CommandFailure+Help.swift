import ApusDiagnostics

extension CommandFailure {
    /// The same end, if it is a refusal, with a line that says what was left alone.
    func leaving(_ line: String) -> CommandFailure {
        code != Codes.refused ? self : CommandFailure(diagnostics, notes: notes + [line], kind: kind, code: code)
    }

    /// The same end with one more line of help, where there is one.
    func helping(_ line: String?) -> CommandFailure {
        guard let line, let first = diagnostics.first else { return self }
        let helped = Diagnostic(
            first.severity,
            code: first.code,
            at: first.location,
            first.message,
            notes: first.notes,
            help: first.help + [line],
            fixes: first.fixes
        )
        return CommandFailure([helped] + diagnostics.dropFirst(), notes: notes, kind: kind, code: code)
    }
}
