import ApusDiagnostics

extension Diagnostic {
    /// The finding as a terminal may show it: no name of a file's fills it.
    var printable: Diagnostic {
        Diagnostic(
            severity,
            code: code,
            at: location,
            Self.shortened(message),
            notes: notes.map(Self.shortened),
            help: help.map(Self.shortened),
            fixes: fixes
        )
    }

    /// The most characters of a line.
    private static let lineLimit: Int = 1000

    private static func shortened(_ text: String) -> String {
        let scalars: String.UnicodeScalarView = text.unicodeScalars
        guard scalars.count > lineLimit else { return text }
        // What is wrong stands at the end, after the name.
        return String(scalars.prefix(lineLimit / 2)) + "…" + String(scalars.suffix(lineLimit / 2))
    }
}
