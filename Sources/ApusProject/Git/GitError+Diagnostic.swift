package import ApusDiagnostics

extension GitError {
    /// The error as a finding: what is wrong, in git's words too, and what to do.
    package var diagnostics: [Diagnostic] { [diagnostic] }

    private var diagnostic: Diagnostic {
        switch self {
        case .notInstalled:
            .error(
                "git revisions are read by the program 'git', which is not in PATH",
                help: ["install git, or name a file that holds the schema"]
            )
        case .notRunnable(let reason):
            .error("the program 'git' cannot be run: \(reason)", help: ["try 'git --version'"])
        case .notARepository(let folder):
            .error(
                folder == "." ? "this folder is in no git repository" : "'\(folder)' is in no git repository",
                help: ["run the command in a repository, or name a file that holds the schema"]
            )
        case .failed(let words):
            .error(
                "git could not read the repository",
                notes: Self.notes(words),
                help: ["run 'git status' there, and settle what it says"]
            )
        case .malformedRevision(let name):
            .error("'\(name)' is no name of a revision", help: [Self.revisionHelp])
        case .unknownRevision(let name, let words, let similar, let isShallow):
            .error(
                "the repository has no revision '\(name)'",
                notes: Self.notes(words),
                help: Self.help(similar: similar, isShallow: isShallow)
            )
        case .outside(let path):
            .error(
                "'\(path)' leads out of the repository",
                help: ["a path begins at the repository's root, or with './' at the current folder"]
            )
        case .absolutePath(let path, let source):
            .error(
                "'\(path)' is a path of the computer's, and not of the repository's",
                help: ["begin at the repository's root: '\(source)\(path.drop { $0 == "/" })'"]
            )
        default: pathDiagnostic
        }
    }

    /// The errors about something that a revision has, or has not.
    private var pathDiagnostic: Diagnostic {
        switch self {
        case .noSuchPath(let path, let source, let nearest, let names):
            .error(
                "there is no '\(path)' at '\(source)'",
                notes: ["'\(source)\(nearest)' holds " + Self.list(names)],
                help: Self.help(path, source, nearest: nearest, names: names)
            )
        case .notAFile(let path, let source):
            .error(
                "a file was expected here, but this is a folder",
                at: path.location(source),
                help: ["check the path"]
            )
        case .notAFolder(let path, let source):
            .error(
                "a folder was expected here, but this is a file",
                at: path.location(source),
                help: ["check the path"]
            )
        case .link(let path, let source):
            .error(
                "this is a symbolic link, which is not followed at a revision",
                at: path.location(source),
                help: ["name what it leads to; 'git show \(source)\(path)' prints that"]
            )
        case .submodule(let path, let source, let commit):
            .error(
                "this is a submodule, a repository of its own",
                at: path.location(source),
                help: ["run the command in '\(path)', with '\(commit.prefix(10)):' for this revision"]
            )
        case .pointer(let path, let source):
            .error(
                "this is a pointer of Git LFS, not the file",
                at: path.location(source),
                help: ["run 'git show \(source)\(path) | git lfs smudge > old.yaml', and name that file"]
            )
        case .tooLarge(let path, let source, let limit):
            .error(
                "the file is larger than \(limit >> 20) MB",
                at: path.location(source),
                help: ["files of a model are text: name another one"]
            )
        default: .error("git could not give what was asked for", help: ["try 'git status'"])
        }
    }

    private static let revisionHelp: String = "name a branch, a tag or a commit: 'main:', 'v1.0:', 'HEAD~2:'"

    /// Git's own words.
    private static func notes(_ words: [String]) -> [String] {
        words.prefix(4).map { "git: \($0)" }
    }

    private static func help(similar: [String], isShallow: Bool) -> [String] {
        var lines: [String] =
            similar.isEmpty ? [] : ["did you mean \(similar.map { "'\($0):'" }.joined(separator: " or "))?"]
        if isShallow {
            lines.append(
                "the clone is shallow, and its older commits are not here: 'git fetch --unshallow' brings them"
            )
        }
        return lines.isEmpty ? [revisionHelp + "; 'git branch --all' lists the branches"] : lines
    }

    private static func help(_ path: GitPath, _ source: GitSource, nearest: GitPath, names: [String]) -> [String] {
        let missing: String = path.parts[nearest.parts.count]
        guard let name = NearMiss.suggestion(for: missing, among: names) else {
            return ["a path begins at the repository's root, or with './' at the current folder"]
        }
        let rest: ArraySlice<String> = path.parts[(nearest.parts.count + 1)...]
        return ["did you mean '\(source)\(GitPath(nearest.parts + [name] + rest))'?"]
    }

    private static func list(_ names: [String]) -> String {
        if names.isEmpty { return "nothing" }
        let rest: Int = names.count - 10
        return names.prefix(10).map { "'\($0)'" }.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}

extension GitPath {
    /// The place as findings show it: `main:Schemas/Trips/Trips.yaml`.
    func location(_ source: GitSource) -> SourceLocation {
        SourceLocation(file: "\(source)\(self)")
    }
}
