import ApusDiagnostics

extension CommandFailure {
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
        return CommandFailure([helped] + diagnostics.dropFirst(), code: code)
    }
}
