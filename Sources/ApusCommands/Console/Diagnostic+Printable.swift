import ApusDiagnostics

extension Diagnostic {
    /// The finding with long lines shortened, so that a huge name does not flood the terminal.
    var printable: Diagnostic {
        var short = self
        short.message = Self.shortened(message)
        short.notes = notes.map(Self.shortened)
        short.help = help.map(Self.shortened)
        return short
    }

    /// The maximum number of characters in a line.
    private static let lineLimit = 1000

    private static func shortened(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > lineLimit else { return text }
        // The end is kept as well: it states the problem, after the name.
        return String(scalars.prefix(lineLimit / 2)) + "…" + String(scalars.suffix(lineLimit / 2))
    }
}
