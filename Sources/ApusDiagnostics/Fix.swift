/// An edit of a file that settles a finding, or a part of it.
package enum Fix: Hashable, Sendable {
    /// Replaces the word at a location.
    case replace(SourceLocation, word: String, with: String)
    /// Adds a setting to the element whose name is at a location.
    case add(SourceLocation, key: String, value: String)
}

extension Diagnostic {
    /// The same finding with the edits that settle it.
    package func fixed(by fixes: Fix...) -> Diagnostic {
        var fixed = self
        fixed.fixes += fixes
        return fixed
    }
}

extension Fix {
    /// The location of the word that is replaced, or of the element that gets the setting.
    package var location: SourceLocation {
        switch self {
        case .replace(let location, _, _), .add(let location, _, _): location
        }
    }
}

extension Fix: CustomStringConvertible {
    /// The edit as messages show it: `Trips.yaml:4:5: 'atributes' → 'attributes'`.
    package var description: String {
        switch self {
        case .replace(let location, let word, let other): "\(location): '\(word)' → '\(other)'"
        case .add(let location, let key, let value): "\(location): + '\(key): \(value)'"
        }
    }
}
