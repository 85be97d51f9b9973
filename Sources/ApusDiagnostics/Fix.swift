/// An edit of a file that settles a finding, or a part of it.
package enum Fix: Hashable, Sendable {
    /// Other text in the place of a word that stands at a place.
    case replace(SourceLocation, word: String, with: String)
    /// One more setting of the element whose name stands at a place.
    case add(SourceLocation, key: String, value: String)
}

extension Diagnostic {
    /// The same finding with the edits that settle it.
    package func fixed(by fixes: Fix...) -> Diagnostic {
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

extension Fix {
    /// The place that the fix is about.
    package var location: SourceLocation {
        switch self {
        case .replace(let location, _, _), .add(let location, _, _): location
        }
    }
}

extension Fix: CustomStringConvertible {
    /// The edit in words: `Trips.yaml:4:5: 'atributes' → 'attributes'`.
    package var description: String {
        switch self {
        case .replace(let location, let word, let other): "\(location): '\(word)' → '\(other)'"
        case .add(let location, let key, let value): "\(location): + '\(key): \(value)'"
        }
    }
}
