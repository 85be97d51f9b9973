public import ApusDiagnostics
public import ApusSchema

/// A reason why a stage cannot be carried out as it stands, and what would settle it.
public struct Refusal: Hashable, Sendable {
    /// The stable code, see ``Change/Kind/code``.
    public let code: String

    /// The element of the newer schema that it is about, or of the older one where the newer has none.
    public let path: ElementPath

    /// What cannot be inferred, and why.
    public let message: String

    /// What to do, a line each.
    public let help: [String]

    /// Creates a refusal.
    public init(code: String, path: ElementPath, message: String, help: [String]) {
        self.code = code
        self.path = path
        self.message = message
        self.help = help
    }

    /// The refusal as a finding.
    ///
    /// - Parameter location: The place of ``path`` in a file, where there is one.
    public func diagnostic(at location: SourceLocation? = nil) -> Diagnostic {
        .error(message, code: code, at: location, help: help)
    }
}

extension Refusal {
    /// A claim of names that the rules of matching cannot settle.
    init(_ conflict: NameMatcher.Conflict, entity: String?) {
        func path(_ name: String) -> ElementPath {
            entity.map { ElementPath($0, name) } ?? ElementPath(name)
        }
        switch conflict {
        case .claimedTwice(let older, let newer):
            self.init(
                code: "AP401", path: path(newer[0]),
                message: "\(newer.map { "'\(path($0))'" }.joined(separator: " and ")) both claim the older '\(older)'",
                help: ["leave 'originalName: \(older)' on one of them"])
        case .ambiguous(let newer, let originalName, let candidates):
            let list: String = candidates.map { "'\($0)'" }.joined(separator: " or ")
            self.init(
                code: "AP402", path: path(newer),
                message: "'originalName: \(originalName)' of '\(path(newer))' may mean \(list) of the older version",
                help: candidates.map { "to take over '\($0)', give that one a name of its own first, or write its name" }
                    .prefix(1) + ["write the name that the older version uses, if it is not '\(originalName)'"])
        }
    }
}
