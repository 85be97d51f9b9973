public import ApusDiagnostics
public import ApusSchema

/// A reason why a stage cannot be carried out, and how to resolve it.
///
/// A refusal consists of facts. Its texts (``message``, ``help``) are derived from them and never parsed.
public struct Refusal: Hashable, Sendable {
    /// The reason, with its facts.
    public let reason: Reason

    /// The affected element of the newer schema, or of the older schema if the newer one does not have it.
    public let path: ElementPath

    /// The possible resolutions, best first; each of them is enough.
    public let settlements: [Settlement]

    /// The location of the affected mapping line, if there is one.
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

    /// Creates the refusal of a line that the stage does not need.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - file: The mapping's file, which is the refusal's location if that of the line is unknown.
    ///   - isUnknown: Whether the older schema does not have the line's element.
    ///   - settlements: The possible resolutions, best first; by default the removal of the line.
    /// - Returns: The refusal.
    static func needless(
        _ line: Mapping.Line,
        in file: String?,
        isUnknown: Bool = false,
        settledBy settlements: [Settlement]? = nil
    ) -> Refusal {
        Refusal(
            .needlessLine(line, isUnknown: isUnknown),
            at: line.path,
            settledBy: settlements ?? [.removal(of: line)],
            location: line.location ?? file.map { SourceLocation(file: $0) }
        )
    }

    /// Returns the refusal as a diagnostic.
    ///
    /// - Parameter location: The location of ``path`` in a file, if it has one.
    /// - Returns: An error, located at the mapping line if the refusal affects one.
    public func diagnostic(at location: SourceLocation? = nil) -> Diagnostic {
        .error(message, code: code, at: self.location ?? location, help: help)
    }
}

extension Refusal {
    /// A possible resolution of a refusal.
    public enum Settlement: Hashable, Sendable {
        /// Add a line to the stage's mapping file.
        case line(Mapping.Line, file: String)
        /// Add several lines that belong together to the stage's mapping file.
        case lines([Mapping.Line], file: String)
        /// Declare by an `originalName` that an element of the newer schema was renamed.
        case originalName(String, of: ElementPath)
        /// Edit the newer schema.
        case edit(ModelEdit)
        /// Remove a line from the mapping.
        case removal(of: Mapping.Line)
        /// Correct the path of a mapping line.
        case correction(of: Mapping.Line, to: String)
        /// Start with a new store: no mapping applies to a store without a version.
        case newStore
    }

    /// An edit of the newer schema that resolves a refusal.
    public enum ModelEdit: Hashable, Sendable {
        /// Give an attribute or a part a default.
        case giveDefault(ElementPath)
        /// Make an element optional, or leave it optional; `type` is the type to write for an attribute.
        case makeOptional(ElementPath, type: String?, isNew: Bool)
        /// Keep an element of the older schema as it was.
        case keep(ElementPath)
        /// Declare a property in an entity or one of its ancestors.
        case declare(String, for: String)
        /// Declare a relationship to an entity, which a line of the mapping gives its objects.
        case relate(Mapping.Line, to: String)
        /// Keep the hierarchies separate.
        case keepApart
        /// Rename in two versions, because the older element also has that `originalName`.
        case renameInTwoVersions(ElementPath, originalName: String)
        /// Keep an element's older name in this version, and rename it in the next one.
        case renameLater(ElementPath, originalName: String)
        /// Add a part with another name for the new value.
        case addPart
        /// Write a value of this type in the mapping line.
        case writeValue(type: String)
        /// Correct the expression, as the reason says.
        case correctExpression
    }

    /// The mapping lines that would resolve the refusal, best first.
    public var mappingLines: [Mapping.Line] {
        settlements.compactMap { if case .line(let line, _) = $0 { line } else { nil } }
    }

    /// Whether an `originalName` may resolve the refusal without a loss, or the line that stands for it in a frozen version.
    public var mayBeRename: Bool { settlements.contains(where: \.isRename) }

    /// Whether the refusal asks about a likely rename.
    public var isLikelyRename: Bool {
        if case .likelyRename = reason { true } else { false }
    }

    /// Whether the refusal asks for a relationship to the objects that keep values or references.
    var isSeparation: Bool {
        switch reason {
        case .valuesSeparated, .referencesSeparated: true
        default: false
        }
    }

    /// The mapping line that the stage does not need, if that is the reason.
    public var needlessLine: Mapping.Line? {
        if case .needlessLine(let line, _) = reason { line } else { nil }
    }
}

extension Refusal.Settlement {
    /// Whether it edits the newer schema, other than by an `originalName`.
    var isModelEdit: Bool {
        switch self {
        case .edit(.correctExpression), .edit(.writeValue): false
        case .edit: true
        case .originalName, .line, .lines, .removal, .correction, .newStore: false
        }
    }

    /// Whether it keeps the data of an older element that may have been renamed.
    fileprivate var isRename: Bool {
        switch self {
        case .originalName, .edit(.renameInTwoVersions): true
        case .line(let line, _): line.key == .values || line.key == .entities
        case .lines, .edit, .removal, .correction, .newStore: false
        }
    }

    /// The line that stands for a rename beside a frozen version; `nil` if it is something else.
    var renameLine: Mapping.Line? { isRename ? lines.first : nil }

    /// The lines to add to the mapping; empty if it is none.
    package var lines: [Mapping.Line] {
        switch self {
        case .line(let line, _): [line]
        case .lines(let lines, _): lines
        case .originalName, .edit, .removal, .correction, .newStore: []
        }
    }
}

extension Refusal {
    /// Creates a refusal for a conflict of names.
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
