package import ApusDiagnostics

extension GitError {
    /// The error as a finding, with git's own messages as notes.
    package var diagnostics: [Diagnostic] { [diagnostic] }

    private var diagnostic: Diagnostic {
        switch self {
        case .notInstalled:
            .error(
                "git revisions need the program 'git', which is not in PATH",
                help: ["install git, or give a file with the schema"]
            )
        case .notRunnable(let reason):
            .error("the program 'git' cannot be run: \(reason)", help: ["try 'git --version'"])
        case .notARepository(let folder):
            .error(
                folder == "." ? "this folder is not in a git repository" : "'\(folder)' is not in a git repository",
                help: ["run the command in a repository, or give a file with the schema"]
            )
        case .failed(let messages):
            .error(
                "git could not read the repository",
                notes: Self.notes(messages),
                help: ["run 'git status' in it and resolve the problem"]
            )
        case .malformedRevision(let name):
            .error("'\(name)' is not the name of a revision", help: [Self.revisionHelp])
        case .unknownRevision(let name, let messages, let similar, let isShallow):
            .error(
                "the repository has no revision '\(name)'",
                notes: Self.notes(messages),
                help: Self.help(similar: similar, isShallow: isShallow)
            )
        case .outside(let path):
            .error(
                "'\(path)' is outside the repository",
                help: [Self.pathHelp]
            )
        case .absolutePath(let path, let source):
            .error(
                "'\(path)' is an absolute path, but paths at a revision are relative to the repository's root",
                help: ["write '\(source)\(path.drop { $0 == "/" })'"]
            )
        default: pathDiagnostic
        }
    }

    /// The finding about a path at a revision.
    private var pathDiagnostic: Diagnostic {
        switch self {
        case .noSuchPath(let path, let source, let nearest, let names):
            .error(
                "'\(path)' does not exist at '\(source)'",
                notes: ["'\(source)\(nearest)' contains " + Self.list(names)],
                help: Self.help(path, at: source, nearest: nearest, names: names)
            )
        case .notAFile(let path, let source):
            .error(
                "expected a file, found a folder",
                at: path.location(source),
                help: ["check the path"]
            )
        case .notAFolder(let path, let source):
            .error(
                "expected a folder, found a file",
                at: path.location(source),
                help: ["check the path"]
            )
        case .link(let path, let source):
            .error(
                "this is a symbolic link; links are not followed at a revision",
                at: path.location(source),
                help: ["use the link's target, which 'git show \(source)\(path)' prints"]
            )
        case .submodule(let path, let source, let commit):
            .error(
                "this is a submodule, which is a repository of its own",
                at: path.location(source),
                help: ["run the command in '\(path)' with the revision '\(commit.prefix(10)):'"]
            )
        case .pointer(let path, let source):
            .error(
                "this is a Git LFS pointer, not the file itself",
                at: path.location(source),
                help: ["run 'git show \(source)\(path) | git lfs smudge > old.yaml' and use that file"]
            )
        case .tooLarge(let path, let source, let limit):
            .error(
                "the file is larger than \(limit >> 20) MB",
                at: path.location(source),
                help: ["model files are text: use another one"]
            )
        default: .error("git failed", help: ["try 'git status'"])
        }
    }

    private static let revisionHelp = "use a branch, a tag or a commit: 'main:', 'v1.0:', 'HEAD~2:'"

    private static let pathHelp = "a path is relative to the repository's root or, with './', to the current folder"

    /// Git's own messages.
    private static func notes(_ messages: [String]) -> [String] {
        messages.prefix(4).map { "git: \($0)" }
    }

    private static func help(similar: [String], isShallow: Bool) -> [String] {
        var lines: [String] =
            similar.isEmpty ? [] : ["did you mean \(similar.map { "'\($0):'" }.joined(separator: " or "))?"]
        if isShallow {
            lines.append(
                "the clone is shallow and lacks older commits: 'git fetch --unshallow' fetches them"
            )
        }
        return lines.isEmpty ? [revisionHelp + "; 'git branch --all' lists the branches"] : lines
    }

    private static func help(_ path: GitPath, at source: GitSource, nearest: GitPath, names: [String]) -> [String] {
        let missing: String = path.parts[nearest.parts.count]
        guard let name = NearMiss.suggestion(for: missing, among: names) else {
            return [pathHelp]
        }
        let rest: ArraySlice<String> = path.parts[(nearest.parts.count + 1)...]
        return ["did you mean '\(source)\(GitPath(nearest.parts + [name] + rest))'?"]
    }

    private static func list(_ names: [String]) -> String {
        if names.isEmpty { return "nothing" }
        let rest = names.count - 10
        return names.prefix(10).map { "'\($0)'" }.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}

extension GitPath {
    /// The location at a revision: `main:Schemas/Trips/Trips.yaml`.
    func location(_ source: GitSource) -> SourceLocation {
        SourceLocation(file: "\(source)\(self)")
    }
}
