public import ApusDiagnostics
public import ApusSchema

/// Why there is no plan.
public enum PlanningError: ExplainedError, Hashable {
    /// The history has no version at all.
    case emptyHistory(model: String)
    /// The target is not in the history.
    case unknownTarget(Schema.Version, known: [Schema.Version])
    /// The store stands at a version that the history does not have: a newer Apus project made it.
    case unknownVersion(Schema.Version, newest: Schema.Version?)
    /// The store holds another schema than the history has under its version.
    case differentSchema(Schema.Version)
    /// The store is of another model.
    case otherModel(String, expected: String)
    /// Stages that cannot be carried out as they stand.
    case refused([Stage])
}

extension PlanningError {
    /// The findings, without locations.
    public var diagnostics: [Diagnostic] { diagnostics(of: nil) }

    /// The error's findings: what, why, and what to do.
    ///
    /// - Parameters:
    ///   - store: The store that was to be migrated.
    ///   - locate: Gives the place of an element of the schema that a stage leads to, where a file has it.
    /// - Returns: The findings; all of them are errors.
    public func diagnostics(
        of store: SourceLocation? = nil,
        locating locate: (Stage.Point, ElementPath) -> SourceLocation? = { _, _ in nil }
    ) -> [Diagnostic] {
        switch self {
        case .emptyHistory(let model):
            [.error("model '\(model)' has no frozen version yet", code: "AP501", help: ["run: apus freeze"])]
        case .unknownTarget(let version, let known):
            [
                .error(
                    "there is no version \(version)",
                    code: "AP502",
                    help: ["known: \(known.map(\.description).joined(separator: ", "))"]
                )
            ]
        case .unknownVersion(let version, let newest):
            [
                .error(
                    "the store is at version \(version), which this history does not have"
                        + (newest.map { "; its newest is \($0)" } ?? ""),
                    code: "AP503",
                    at: store,
                    help: ["use the release that made the store, or a newer one"]
                )
            ]
        case .differentSchema(let version):
            [
                .error(
                    "the store is at version \(version), but the schema it holds is not this history's version \(version)",
                    code: "AP504",
                    at: store,
                    help: [
                        "run: apus check, to see whether a frozen version was edited; else the store is of another project"
                    ]
                )
            ]
        case .otherModel(let model, let expected):
            [
                .error(
                    "the store is of model '\(model)', not '\(expected)'",
                    code: "AP505",
                    at: store,
                    help: ["name the right store, or choose the model with --model"]
                )
            ]
        case .refused(let stages):
            stages.flatMap { stage in
                stage.refusals.map { $0.diagnostic(at: locate(stage.to, $0.path)) }
            }
        }
    }
}
