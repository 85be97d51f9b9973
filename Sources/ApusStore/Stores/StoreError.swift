public import ApusDiagnostics
public import ApusMigration
public import ApusSchema

/// Why a store could not be used. The store was left as it was.
public enum StoreError: Error, Hashable, Sendable {
    /// There is no such file.
    case missing(String)
    /// There is something already where a store was to be made.
    case exists(String)
    /// The path leads to a folder.
    case isDirectory(String)
    /// The file is no SQLite database, or a damaged one.
    case notADatabase(String)
    /// The file is an SQLite database, but no store of Apus.
    case notAStore(String)
    /// A newer Apus made the store.
    case newerFormat(String, format: Int)
    /// The store holds no such model.
    case noSuchModel(String, model: String, found: [String])
    /// What the store says of itself cannot be read.
    case unreadableMetadata(String, reason: String)
    /// A transaction was interrupted and has to be rolled back first.
    case needsRecovery(String)
    /// Another process kept the store locked.
    case locked(String)
    /// The file, or the folder it lies in, may not be written.
    case readOnly(String)
    /// Another process migrated the store meanwhile.
    case migratedMeanwhile(String)
    /// The store's tables are not those that its schema says.
    case drifted(String, [Drift])
    /// A view or trigger of the store refers to something that is not there, before or after the migration.
    case brokenProgram(String, isBefore: Bool, message: String)
    /// Something added by hand would be lost.
    case wouldLose(String, message: String)
    /// Rows of a table are of entities that the model does not know.
    case unknownEntities(String, table: String, found: [String])
    /// Values of the store can neither be carried over nor left out.
    case failedValues(String, [FailedValues])
    /// What was written is not what was planned. Nothing was kept.
    case failedCheck(String, message: String)
    /// SQLite refused: its message.
    case sqlite(String, message: String)
    /// The migration could not be planned.
    case planning(String, PlanningError)
}

extension StoreError {
    /// The error's findings: what, why, and what to do.
    ///
    /// - Parameter locate: Gives the place of an element of the schema that a stage leads to, where a file has it.
    /// - Returns: The findings, one at least.
    public func diagnostics(
        locating locate: (Stage.Point, ElementPath) -> SourceLocation? = { _, _ in nil }
    ) -> [Diagnostic] {
        if case .planning(let file, let error) = self {
            return error.diagnostics(of: SourceLocation(file: file), locating: locate)
        }
        if case .failedValues(let file, let failures) = self {
            return failures.map { $0.diagnostic(at: SourceLocation(file: file)) }
        }
        let (message, help): (String, [String]) = text
        return [.error(message, code: nil, at: SourceLocation(file: file), help: help)]
    }

    /// The store's path.
    private var file: String {
        switch self {
        case .missing(let file), .exists(let file), .isDirectory(let file), .notADatabase(let file),
            .notAStore(let file), .newerFormat(let file, _), .noSuchModel(let file, _, _),
            .unreadableMetadata(let file, _), .needsRecovery(let file), .locked(let file),
            .readOnly(let file), .migratedMeanwhile(let file), .drifted(let file, _), .brokenProgram(let file, _, _),
            .wouldLose(let file, _), .unknownEntities(let file, _, _), .failedValues(let file, _), .failedCheck(let file, _), .sqlite(let file, _),
            .planning(let file, _):
            file
        }
    }

    private var text: (message: String, help: [String]) {
        switch self {
        case .missing:
            ("there is no such file", ["check the path; a new store is made by 'apus seed' or by the app"])
        case .exists:
            ("the file exists already", ["choose another path, or remove the file first"])
        case .isDirectory:
            ("this is a folder, not a store", ["name the SQLite file in it"])
        case .notADatabase:
            ("this is not an SQLite database, or a damaged one", ["restore it from a copy, or check the path"])
        case .notAStore:
            ("this SQLite database was not made by Apus", ["check the path"])
        case .newerFormat(_, let format):
            (
                "the store has format \(format), and this Apus knows format \(StoreFormat.number) at most",
                ["use a newer Apus"]
            )
        case .noSuchModel(_, let model, let found):
            (
                "the store holds no model '\(model)', but \(found.map { "'\($0)'" }.joined(separator: ", "))",
                ["name the right store, or choose the model with --model"]
            )
        case .unreadableMetadata(_, let reason):
            ("the store's description of itself cannot be read: \(reason)", ["restore the store from a copy"])
        case .needsRecovery:
            (
                "the store needs recovery: a transaction was interrupted and is to be rolled back",
                ["keep the '-journal' file beside it; 'apus migrate' or opening it in the app recovers it"]
            )
        case .locked:
            ("another process keeps the store locked", ["close it there, then try again"])
        case .readOnly:
            (
                "the store, or the folder that it lies in, may not be written",
                ["check that the folder is there, and its permissions and those of the file"]
            )
        case .migratedMeanwhile:
            ("another process has migrated the store since it was opened", ["open the store again"])
        case .drifted(_, let drifts):
            (
                "the store's tables are not those of its schema: " + drifts.map(\.description).joined(separator: "; "),
                ["run: apus verify, and mend what was changed by hand"]
            )
        case .brokenProgram(_, let isBefore, let message):
            (
                (isBefore
                    ? "a view or trigger of the store is broken already: "
                    : "the migration would break a view or trigger: ")
                    + message,
                ["drop it or mend it first, then migrate again"]
            )
        case .wouldLose(_, let message):
            ("the migration would lose what was added by hand: \(message)", ["remove it or keep it elsewhere first"])
        case .unknownEntities(_, let table, let found):
            (
                "'\(table)' has rows of entities that the model does not have: "
                    + found.map { "'\($0)'" }.joined(separator: ", "),
                ["run: apus verify, and mend what was changed by hand"]
            )
        case .failedCheck(_, let message):
            (
                "the migration did not give what it should, so nothing was kept: \(message)",
                ["this is a fault in Apus or in the store; run: apus verify, and report it"]
            )
        case .sqlite(_, let message):
            ("SQLite: \(message)", ["nothing was changed"])
        case .failedValues, .planning:
            ("", [])
        }
    }
}
