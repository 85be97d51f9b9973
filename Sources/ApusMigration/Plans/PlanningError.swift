public import ApusDiagnostics
public import ApusSchema

/// A reason why a migration cannot be planned.
public enum PlanningError: ExplainedError, Hashable {
    /// The history has no version.
    case emptyHistory(model: String)
    /// The target is not in the history.
    case unknownTarget(Schema.Version, known: [Schema.Version])
    /// The store has a version that the history does not have: a newer release of the app created or migrated it.
    case unknownVersion(Schema.Version, newest: Schema.Version?)
    /// The store is at a retired version, or an unreleased head that followed it created the store: the releases of the app
    /// that open it, one after the other.
    case retiredVersion(Schema.Version, isHead: Bool, opening: [AppRelease])
    /// The target was retired.
    case retiredTarget(Schema.Version, known: [Schema.Version])
    /// The store's schema differs from the schema that the history has for its version.
    case differentSchema(Schema.Version)
    /// The store is of another model.
    case otherModel(String, expected: String)
    /// Two ways between versions have the same number of stages and give other data of some elements. Each is known by the
    /// file of a direct mapping that only it uses.
    case ambiguousWays(from: Stage.Point, to: Stage.Point, files: [String], elements: [ElementPath])
    /// Some stages have refusals.
    case refused([Stage])
    /// A frozen version that the migration passes through cannot be read, or was edited.
    case unreadable([Diagnostic])
    /// The program does not have code that the migration needs. The executable has it, as the project says.
    case missingCode([MissingCode], executable: String?)
}

/// Code in Swift that a migration needs, and the program does not have.
public enum MissingCode: Hashable, Sendable {
    /// A function as the mapping declares it, and those of that name that the program has, with other versions or types.
    case function(FunctionDeclaration, known: [FunctionDeclaration] = [])
    /// The code of a stage, and what the program has of that name, with other versions.
    case stage(SwiftStage, known: [SwiftStage] = [])
    /// Code of a stage that was written for other schemas than the stage has.
    case otherSchema(SwiftStage, classes: String)

    /// What the migration needs, and why the program does not have it.
    fileprivate var message: String {
        switch self {
        case .function(let needed, _):
            "the migration needs the function \(needed), which this program does not have"
        case .stage(let needed, _): "the migration needs the stage \(needed), which this program does not have"
        case .otherSchema(let needed, let classes):
            "the stage \(needed), uses the classes of '\(classes)', which are of another version"
        }
    }

    /// What to do.
    fileprivate func help(_ executable: String?) -> String {
        if case .otherSchema = self {
            return "let it go from the older to the newer version of its stage, such as from TripsV2 to TripsV3"
        }
        if let executable { return "'\(executable)' has it: run 'swift run \(executable)' with the same arguments" }
        let page = if case .function = self { "SwiftFunctions" } else { "SwiftStages" }
        return "add it to 'code' of the app's migration plan, or write an executable that has it, as "
            + "Documentation/\(page).md shows"
    }

    fileprivate var known: [String] {
        switch self {
        case .function(_, let known): known.map(\.description)
        case .stage(_, let known): known.map(\.description)
        case .otherSchema: []
        }
    }
}

extension History {
    /// Returns the index of a frozen version in ``ApusSchema/History/releases``.
    ///
    /// - Throws: `PlanningError` if there is no such version, or it was retired.
    package func requiredIndex(of version: Schema.Version) throws(PlanningError) -> Int {
        guard let index = index(of: version) else { throw .missing(version, from: self) }
        return index
    }
}

extension PlanningError {
    /// The error that a version is not one of a history's that can be migrated to or from.
    package static func missing(_ version: Schema.Version, from history: History) -> PlanningError {
        history.isRetired(version)
            ? .retiredTarget(version, known: history.versions) : .unknownTarget(version, known: history.versions)
    }

    /// The diagnostics, without locations.
    public var diagnostics: [Diagnostic] { diagnostics(of: nil) }

    /// Returns the error's diagnostics: what happened, why, and what to do.
    ///
    /// - Parameters:
    ///   - store: The location of the store.
    ///   - locate: Returns the location of an element of a stage's newer schema, if a file has it.
    /// - Returns: The diagnostics; all of them are errors.
    public func diagnostics(
        of store: SourceLocation? = nil,
        locating locate: (Stage.Point, ElementPath) -> SourceLocation? = { _, _ in nil }
    ) -> [Diagnostic] {
        switch self {
        case .emptyHistory(let model):
            [.error("model '\(model)' has no frozen version", code: "AP501", help: ["run: apus freeze"])]
        case .unknownTarget(let version, let known):
            [
                .error(
                    "there is no version \(version)",
                    code: "AP502",
                    help: [
                        known.isEmpty
                            ? "no version is frozen; run: apus freeze"
                            : "known: \(known.map(\.description).joined(separator: ", "))"
                    ]
                )
            ]
        case .unknownVersion(let version, let newest):
            [
                .error(
                    "the store is at version \(version), which this history does not have"
                        + (newest.map { "; its newest is \($0)" } ?? ""),
                    code: "AP503",
                    at: store,
                    help: ["use the release that created the store, or a newer one"]
                )
            ]
        case .retiredVersion(let version, let isHead, let releases):
            [
                .error(
                    isHead
                        ? "an unreleased head that followed version \(version) created the store, but version \(version) is "
                            + "retired"
                        : "the store is at version \(version), which is retired",
                    code: "AP506",
                    at: store,
                    help: ["open it first with \(releases.map(\.description).joined(separator: ", then with "))"]
                )
            ]
        case .retiredTarget(let version, let known):
            [
                .error(
                    "version \(version) is retired: its schema was removed",
                    code: "AP507",
                    help: [
                        "the versions are \(known.map(\.description).joined(separator: ", "))",
                        "git still has its schema: to look at it, write a revision, such as 'v1.0:\(version)'",
                    ]
                )
            ]
        case .differentSchema(let version):
            [
                .error(
                    "the store is at version \(version), but its schema differs from version \(version) of this history",
                    code: "AP504",
                    at: store,
                    help: [
                        "run: apus check, to see whether a frozen version was edited; otherwise, the store belongs to another project"
                    ]
                )
            ]
        case .otherModel(let model, let expected):
            [
                .error(
                    "the store's model is '\(model)' (expected '\(expected)')",
                    code: "AP505",
                    at: store,
                    help: ["specify the right store, or the model with --model"]
                )
            ]
        case .ambiguousWays(let from, let to, let files, let elements):
            [
                .error(
                    "the ways from \(from) to \(to) through \(files.quoted(" and ")) give different "
                        + "data of \(elements.quoted(", "))",
                    code: "AP508",
                    at: files.last.map { SourceLocation(file: $0) },
                    help: ["write a direct mapping \(from)-\(to).yaml, which is used then, or remove one of the two"]
                )
            ]
        case .unreadable(let findings): findings
        case .missingCode(let missing, let executable):
            missing.map { code in
                .error(
                    code.message,
                    code: "AP509",
                    at: store,
                    notes: code.known.map { "it has \($0)" },
                    help: [code.help(executable)]
                )
            }
        case .refused(let stages):
            stages.flatMap { $0.diagnostics(of: store, locating: locate) }
        }
    }
}
