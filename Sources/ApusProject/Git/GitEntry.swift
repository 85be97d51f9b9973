/// A file or folder in a git tree.
package struct GitEntry: Hashable, Sendable {
    /// The kind of an entry.
    package enum Kind: Hashable, Sendable {
        case file, folder, link, submodule
    }

    /// The entry's path.
    package let path: GitPath

    /// The entry's kind.
    package let kind: Kind

    /// The name of its git object. Empty for a folder of the index, which has no object.
    let object: String

    /// The last component of the path.
    package var name: String { path.parts.last ?? "" }

    init(_ path: GitPath, _ kind: Kind, object: String = "") {
        self.path = path
        self.kind = kind
        self.object = object
    }

    /// Parses a line of `ls-tree` or `ls-files`: the mode, two fields in the order of the command, a tab and the path.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - objectColumn: The index of the field with the object's name.
    init?(_ line: String, objectColumn: Int) {
        guard let tab = line.utf8.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
        let fields = line[..<tab].split(separator: " ")
        let path = GitPath(GitPath.parts(of: line[line.utf8.index(after: tab)...]))
        guard fields.count == 3 else { return nil }
        // POSIX file types in octal; the last three digits are permissions.
        let kind: Kind =
            switch fields[0].prefix(3) {
            case "040": .folder
            case "120": .link
            case "160": .submodule
            default: .file
            }
        self.init(path, kind, object: String(fields[objectColumn]))
    }
}
