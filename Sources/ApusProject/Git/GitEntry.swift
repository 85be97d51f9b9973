/// A file or folder of a tree of git's.
package struct GitEntry: Hashable, Sendable {
    /// What it is.
    package enum Kind: Hashable, Sendable {
        case file, folder, link, submodule
    }

    /// Where it is.
    package let path: GitPath

    /// What it is.
    package let kind: Kind

    /// The name of its object; empty for a folder of the index, which has none.
    let object: String

    /// The last name of the path.
    package var name: String { path.parts.last ?? "" }

    init(_ path: GitPath, _ kind: Kind, object: String = "") {
        self.path = path
        self.kind = kind
        self.object = object
    }

    /// Reads a line of `ls-tree` or `ls-files`: mode, two facts in the order of the command, a tab and the path.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - objectColumn: Which of the facts is the object's name.
    init?(_ line: String, objectColumn: Int) {
        guard let tab = line.utf8.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
        let facts: [Substring] = line[..<tab].split(separator: " ")
        let path = GitPath(GitPath.parts(of: line[line.utf8.index(after: tab)...]))
        guard facts.count == 3 else { return nil }
        // The file types of POSIX, in octal; the last three digits are rights.
        let kind: Kind =
            switch facts[0].prefix(3) {
            case "040": .folder
            case "120": .link
            case "160": .submodule
            default: .file
            }
        self.init(path, kind, object: String(facts[objectColumn]))
    }
}
