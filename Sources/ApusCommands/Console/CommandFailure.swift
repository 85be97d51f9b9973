import ApusDiagnostics
import ApusMigration
import ApusProject
import ApusReports
import ApusSchema
import ApusSeeding
import ApusStore
import ArgumentParser

/// The findings and the exit code with which a command fails.
struct CommandFailure: Error {
    /// What went wrong.
    let diagnostics: [Diagnostic]
    /// Help with all findings together.
    let notes: [String]
    /// What the command left as it was: `nothing was frozen`.
    let unchanged: String?
    /// The kind of store error, for JSON.
    let kind: String?
    /// The stages that need decisions, for JSON.
    let refused: [Stage]
    /// The exit code.
    let code: ExitCode

    /// The exit codes of commands, besides 0.
    enum Codes {
        /// A difference or a failed check.
        static let difference = ExitCode(1)
        /// Bad usage or an invalid file.
        static let invalid = ExitCode(2)
        /// A decision is needed.
        static let refused = ExitCode(3)
        /// A store cannot be used and was not changed.
        static let store = ExitCode(4)
        /// The user stopped the command; no store is left half migrated.
        static let stopped = ExitCode(130)
    }

    init(
        _ diagnostics: [Diagnostic],
        notes: [String] = [],
        unchanged: String? = nil,
        kind: String? = nil,
        refused: [Stage] = [],
        code: ExitCode
    ) {
        self.diagnostics = diagnostics
        self.unchanged = unchanged
        self.refused = refused
        self.kind = kind
        self.notes = notes
        self.code = code
    }

    /// A failure because of an invalid file or argument.
    static func invalid(_ message: String, help: String...) -> CommandFailure {
        CommandFailure([.error(message, help: help)], code: Codes.invalid)
    }

    /// A failure because the project has no model of a name.
    static func noModel(_ name: String, among known: [String]) -> CommandFailure {
        let names = known.map { "'\($0)'" }.joined(separator: ", ")
        let near = NearMiss.suggestion(for: name, among: known).map { "did you mean '\($0)'?" }
        return .invalid("the project has no model '\(name)'", help: near ?? "its models are \(names)")
    }

    /// A failure because a migration cannot be planned.
    init(_ error: PlanningError, of store: SourceLocation? = nil, locating locations: ElementLocations) {
        let code: ExitCode =
            switch error {
            case .refused, .ambiguousWays, .missingCode: Codes.refused
            case .emptyHistory, .unknownTarget, .retiredTarget, .unreadable: Codes.invalid
            case .unknownVersion, .retiredVersion, .differentSchema, .otherModel: Codes.store
            }
        guard case .refused(let stages) = error else {
            self.init(error.diagnostics(of: store, locating: locations.location), code: code)
            return
        }
        let shown = stages.map { ($0, $0.shownRefusals) }
        self.init(
            shown.flatMap { $0.diagnostics(of: store, showing: $1, locating: locations.location) },
            notes: stages.compactMap(\.wayBack) + shown.map { $0.advice(on: $1) }.filter { !$0.isEmpty },
            refused: stages,
            code: code
        )
    }

    /// A failure because a store cannot be used.
    init(_ error: StoreError, locating locations: ElementLocations) {
        if case .planning(let planning) = error.reason {
            self.init(planning, of: SourceLocation(file: error.path), locating: locations)
        } else {
            let code: ExitCode =
                switch error.reason {
                case .wouldLose, .brokenViewOrTrigger, .failedValues, .failedAssertions, .stage: Codes.refused
                case .cancelled: Codes.stopped
                default: Codes.store
                }
            self.init(error.diagnostics, kind: error.reason.kind, code: code)
        }
    }
}

extension Stage {
    /// A note about the mapping that a stage to an older version needs; `nil` if there is one.
    fileprivate var wayBack: String? {
        guard mapping == nil, let start = from.version, let end = to.version, end < start else { return nil }
        let file = mappingFile ?? "Migrations/\(new.model)/\(start)-\(end).yaml"
        return "migrating back from \(start) to \(end) needs a mapping of its own: \(file)"
    }
}

/// Turns the errors that the modules below throw into command failures.
///
/// - Parameters:
///   - locations: The elements' locations in files.
///   - line: A line that a refusal ends with: what was not changed.
///   - work: The work.
/// - Returns: The result of the work.
/// - Throws: `CommandFailure`, or any other error of the work.
func failing<Result>(
    locating locations: ElementLocations = .none,
    leaving line: String? = nil,
    _ work: () throws -> Result
) throws -> Result {
    if let line {
        do {
            return try failing(locating: locations, work)
        } catch let failure as CommandFailure {
            throw failure.leaving(line)
        }
    }
    do {
        return try work()
    } catch let error as SeedProblem {
        throw CommandFailure(error.diagnostics, code: CommandFailure.Codes.refused)
    } catch let error as StoreError {
        throw CommandFailure(error, locating: locations)
    } catch let error as PlanningError {
        throw CommandFailure(error, locating: locations)
    } catch let error as any ExplainedError {
        throw CommandFailure(error.diagnostics, code: CommandFailure.Codes.invalid)
    }
}
