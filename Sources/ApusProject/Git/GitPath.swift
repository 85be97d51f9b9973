/// A path from a repository's root.
package struct GitPath: Hashable, Sendable {
    /// The names of the folders, and of what lies in them.
    package let parts: [String]

    /// Creates a path.
    package init(_ parts: [String] = []) {
        self.parts = parts
    }

    /// Whether a path says that it begins at the current folder, not at the root: `./x`, `../x`.
    package static func isRelative(_ text: String) -> Bool {
        [".", ".."].contains(text) || text.hasPrefix("./") || text.hasPrefix("../")
    }

    /// The path that a text means from here, with `.` and `..` carried out; `nil` where that leaves the repository.
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

    /// The names that a text has between its slashes.
    static func parts(of text: some StringProtocol) -> [String] {
        // Not by characters: a slash with an accent is none.
        text.unicodeScalars.split(separator: "/").map { String(String.UnicodeScalarView($0)) }
    }

    /// The path one name further.
    package func child(_ name: String) -> GitPath { GitPath(parts + [name]) }

    /// The paths of the folders that it lies in, the nearest first, the root last.
    package var parents: [GitPath] { parts.indices.reversed().map { GitPath(Array(parts[..<$0])) } }
}

extension GitPath: CustomStringConvertible {
    /// The path as git writes it.
    package var description: String { parts.joined(separator: "/") }
}
