/// A path relative to a repository's root.
package struct GitPath: Hashable, Sendable {
    /// The path's components.
    package let parts: [String]

    /// Creates a path.
    package init(_ parts: [String] = []) {
        self.parts = parts
    }

    /// Whether a path is relative to the current folder instead of the root: `./x`, `../x`.
    package static func isRelative(_ text: String) -> Bool {
        [".", ".."].contains(text) || text.hasPrefix("./") || text.hasPrefix("../")
    }

    /// Appends a relative path and resolves `.` and `..`. Returns `nil` if the result is outside the repository.
    package func appending(_ text: String) -> GitPath? {
        var parts: [String] = self.parts
        for part in Self.parts(of: text) where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return GitPath(parts)
    }

    /// The components of a text, separated by slashes.
    static func parts(of text: some StringProtocol) -> [String] {
        // Splits by Unicode scalars, because a slash with an accent is another character.
        text.unicodeScalars.split(separator: "/").map { String(String.UnicodeScalarView($0)) }
    }

    /// The path with one more component.
    package func child(_ name: String) -> GitPath { GitPath(parts + [name]) }

    /// The parent folders, the nearest first, the root last.
    package var parents: [GitPath] { parts.indices.reversed().map { GitPath(Array(parts[..<$0])) } }
}

extension GitPath: CustomStringConvertible {
    /// The path as git writes it.
    package var description: String { parts.joined(separator: "/") }
}
