import ApusDiagnostics

extension CommandFailure {
    /// The failure with a final line that says what was not changed, if it is a refusal.
    func leaving(_ line: String) -> CommandFailure {
        code != Codes.refused
            ? self
            : CommandFailure(diagnostics, notes: notes, unchanged: line, kind: kind, refused: refused, code: code)
    }

    /// The failure with one more line of help, if there is one.
    func helping(_ line: String?) -> CommandFailure {
        guard let line, var helped = diagnostics.first else { return self }
        helped.help.append(line)
        return CommandFailure(
            [helped] + diagnostics.dropFirst(),
            notes: notes,
            unchanged: unchanged,
            kind: kind,
            refused: refused,
            code: code
        )
    }
}
