/// An edit of a file that settles a finding, or a part of it.
public enum Fix: Hashable, Sendable {
    /// Other text in the place of a word that stands at a place.
    case replace(SourceLocation, word: String, with: String)
    /// One more setting of the element whose name stands at a place.
    case add(SourceLocation, key: String, value: String)
}

extension Diagnostic {
    /// The same finding with the edits that settle it.
    public func fixed(by fixes: Fix...) -> Diagnostic {
        Diagnostic(
            severity,
            code: code,
            at: location,
            message,
            notes: notes,
            help: help,
            fixes: self.fixes + fixes
        )
    }
}
