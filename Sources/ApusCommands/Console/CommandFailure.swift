import ApusDiagnostics
import ApusMigration
import ApusProject
import ApusReports
import ApusSchema
import ApusSeeding
import ApusStore
import ArgumentParser

/// A command's end with findings and an exit code.
struct CommandFailure: Error {
    /// What happened.
    let diagnostics: [Diagnostic]
    /// What helps with all of it together.
    let notes: [String]
    /// The error of a store in one word, for programs.
    let kind: String?
    /// The exit code.
    let code: ExitCode

    /// The codes that commands end with, besides 0.
    enum Codes {
        /// A difference or a failed check.
        static let difference = ExitCode(1)
        /// Bad usage or an invalid file.
        static let invalid = ExitCode(2)
        /// A decision is needed.
        static let refused = ExitCode(3)
        /// A store could not be used, and was left as it was.
        static let store = ExitCode(4)
        /// Somebody stopped the command; no store was left half-way.
        static let stopped = ExitCode(130)
    }

    init(_ diagnostics: [Diagnostic], notes: [String] = [], kind: String? = nil, code: ExitCode) {
        self.diagnostics = diagnostics
        self.kind = kind
        self.notes = notes
        self.code = code
    }

    /// An invalid file or argument.
    static func invalid(_ message: String, help: String...) -> CommandFailure {
        CommandFailure([.error(message, help: help)], code: Codes.invalid)
    }

    /// A plan that does not exist.
    init(_ error: PlanningError, of store: SourceLocation? = nil, locating locations: ElementLocations) {
        let code: ExitCode =
            switch error {
            case .refused: Codes.refused
            case .emptyHistory, .unknownTarget: Codes.invalid
            case .unknownVersion, .differentSchema, .otherModel: Codes.store
            }
        var notes: [String] = []
        if case .refused(let stages) = error {
            notes = stages.map(\.suggestion).filter { !$0.isEmpty } + stages.compactMap(\.wayBack)
        }
        self.init(error.diagnostics(of: store, locating: locations.location), notes: notes, code: code)
    }

    /// A store that could not be used.
    init(_ error: StoreError, locating locations: ElementLocations) {
        if case .planning(let planning) = error.reason {
            self.init(planning, of: SourceLocation(file: error.path), locating: locations)
        } else {
            let code: ExitCode =
                switch error.reason {
                case .wouldLose, .brokenProgram: Codes.refused
                case .cancelled: Codes.stopped
                default: Codes.store
                }
            self.init(error.diagnostics, kind: error.reason.kind, code: code)
        }
    }
}

extension Stage {
    /// A note for stages that lead back, which need mappings of their own.
    fileprivate var wayBack: String? {
        guard let start = from.version, let end = to.version, end < start else { return nil }
        let file: String = mappingFile ?? "Migrations/\(new.model)/\(start)-\(end).yaml"
        return "the way back from \(start) to \(end) needs a mapping of its own: \(file)"
    }
}

/// Turns the errors of the modules below into a command's end.
///
/// - Parameters:
///   - locations: Where elements are in files.
///   - line: What a refusal has left alone.
///   - work: The work.
/// - Returns: What the work returns.
/// - Throws: `CommandFailure`, or what else the work throws.
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
