public import ApusDiagnostics
public import ApusSchema

/// A reason why a stage cannot be carried out as it stands, and what would settle it.
///
/// A refusal is facts only. Its texts (``message``, ``help``) are made from them and never read back.
public struct Refusal: Hashable, Sendable {
    /// What cannot be inferred, and why.
    public let reason: Reason

    /// The element of the newer schema that it is about, or of the older one if the newer has none.
    public let path: ElementPath

    /// What would settle it, the best first; one of them is enough.
    public let settlements: [Settlement]

    /// The location of the mapping's line that it is about, if it is about one.
    public let location: SourceLocation?

    /// Creates a refusal.
    public init(
        _ reason: Reason,
        at path: ElementPath,
        settledBy settlements: [Settlement] = [],
        location: SourceLocation? = nil
    ) {
        self.reason = reason
        self.path = path
        self.settlements = settlements
        self.location = location
    }

    /// The refusal as a finding.
    ///
    /// - Parameter location: The location of ``path`` in a file, if it has one.
    /// - Returns: An error, at the mapping's line if the refusal is about a line.
    public func diagnostic(at location: SourceLocation? = nil) -> Diagnostic {
        .error(message, code: code, at: self.location ?? location, help: help)
    }
}

extension Refusal {
    /// Something that would settle a refusal.
    public enum Settlement: Hashable, Sendable {
        /// A line of the stage's mapping, and the mapping's file.
        case line(Mapping.Line, file: String)
        /// An `originalName` for an element of the newer schema: it is the older element of that name.
        case originalName(String, of: ElementPath)
        /// An edit of the newer schema.
        case edit(ModelEdit)
        /// A line of the mapping that has to go.
        case removal(of: Mapping.Line)
        /// The path that a line of the mapping probably meant.
        case correction(of: Mapping.Line, to: String)
        /// A new store, for a store without a version, of which no mapping can speak.
        case newStore
    }

    /// An edit of the newer schema that would settle a refusal.
    public enum ModelEdit: Hashable, Sendable {
        /// A default for an attribute or a part.
        case giveDefault(ElementPath)
        /// An element becomes, or stays, optional; with the type to write, if it is an attribute of a type.
        case makeOptional(ElementPath, type: String?, isNew: Bool)
        /// An attribute or a part has the type again that the store has.
        case restoreType(ElementPath, type: String)
        /// An element of the older schema stays as it was.
        case keep(ElementPath)
        /// A property is declared by an entity that the other one has for an ancestor, or by that one itself.
        case declare(String, for: String)
        /// Hierarchies stay apart.
        case keepApart
        /// A rename is spread over two versions, because the older element has that `originalName` itself.
        case renameInTwoVersions(ElementPath, originalName: String)
        /// An element keeps its older name in this version, and is renamed in the next one.
        case renameLater(ElementPath, originalName: String)
        /// The new value gets a part of its own, under another name.
        case addPart
        /// Another value for a line of the mapping: one of a type.
        case writeValue(type: String)
    }

    /// The lines of a mapping that would settle it, the best first.
    public var mappingLines: [Mapping.Line] {
        settlements.compactMap { if case .line(let line, _) = $0 { line } else { nil } }
    }

    /// Whether it may be settled by an older name rather than by a loss.
    public var mayBeRename: Bool {
        settlements.contains { settlement in
            switch settlement {
            case .originalName, .edit(.renameInTwoVersions): true
            case .line, .edit, .removal, .correction, .newStore: false
            }
        }
    }

    /// Whether it asks if one element is another one renamed.
    public var isLikelyRename: Bool {
        if case .likelyRename = reason { true } else { false }
    }

    /// The line of the mapping that the stage does not need, if that is what it is about.
    public var needlessLine: Mapping.Line? {
        if case .needlessLine(let line, _, _) = reason { line } else { nil }
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
                .claimedTwice(older: path(older), newer: newer.map(path)),
                at: path(newer[0]),
                settledBy: newer.map { .originalName(older, of: path($0)) }
            )
        case .ambiguous(let newer, let originalName, let candidates):
            self.init(
                .ambiguousOriginalName(originalName, candidates: candidates),
                at: path(newer),
                settledBy: candidates.map { candidate in
                    candidate == originalName
                        ? .edit(.renameLater(path(newer), originalName: candidate))
                        : .originalName(candidate, of: path(newer))
                }
            )
        }
    }
}
