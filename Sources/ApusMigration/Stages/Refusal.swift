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

    /// The elements whose names are claimed, where that is what it is about: of the newer schema, and of the older one.
    let claims: Set<ElementPath>

    /// Creates a refusal.
    public init(code: String, path: ElementPath, message: String, help: [String]) {
        self.init(code: code, path: path, message: message, help: help, claims: [])
    }

    private init(code: String, path: ElementPath, message: String, help: [String], claims: Set<ElementPath>) {
        self.code = code
        self.path = path
        self.message = message
        self.help = help
        self.claims = claims
    }

    /// The refusal as a finding.
    ///
    /// - Parameter location: The place of ``path`` in a file, where there is one.
    /// - Returns: An error.
    public func diagnostic(at location: SourceLocation? = nil) -> Diagnostic {
        .error(message, code: code, at: location, help: help)
    }
}

extension Refusal {
    /// The refusal with a line of help before the others.
    func helping(first line: String?) -> Refusal {
        Refusal(code: code, path: path, message: message, help: (line.map { [$0] } ?? []) + help, claims: claims)
    }

    /// A claim of names that the rules of matching cannot settle.
    init(_ conflict: NameMatcher.Conflict, entity: String?) {
        func path(_ name: String) -> ElementPath {
            entity.map { ElementPath($0, name) } ?? ElementPath(name)
        }
        switch conflict {
        case .claimedTwice(let older, let newer):
            self.init(
                code: "AP401",
                path: path(newer[0]),
                message: "\(newer.map { "'\(path($0))'" }.joined(separator: " and ")) both claim the older '\(older)'",
                help: ["write 'originalName: \(older)' at the one that it became, and none at the other"],
                claims: Set((newer + [older]).map(path))
            )
        case .ambiguous(let newer, let originalName, let candidates):
            let list: String = candidates.map { "'\($0)'" }.joined(separator: " or ")
            self.init(
                code: "AP402",
                path: path(newer),
                message: "'originalName: \(originalName)' of '\(path(newer))' may mean \(list) of the older version",
                help: candidates.map { candidate in
                    candidate != originalName
                        ? "if it was '\(candidate)', write 'originalName: \(candidate)'"
                        : "if it was '\(candidate)', leave it that name in this version, and rename it in the next one, "
                            + "when no other says 'originalName: \(candidate)' any more"
                },
                claims: Set(([newer] + candidates).map(path))
            )
        }
    }
}
