public import ApusDiagnostics
public import ApusMigration
public import ApusSchema

extension StoreError {
    /// The error's findings: what, why, and what to do.
    ///
    /// - Parameter locate: Gives the place of an element of the schema that a stage leads to, where a file has it.
    /// - Returns: The findings, one at least.
    public func diagnostics(
        locating locate: (Stage.Point, ElementPath) -> SourceLocation? = { _, _ in nil }
    ) -> [Diagnostic] {
        let facts: Facts = facts
        let place = SourceLocation(file: facts.file)
        switch self {
        case .planning(_, let error): return error.diagnostics(of: place, locating: locate)
        case .failedValues(_, let failures): return failures.map { $0.diagnostic(at: place) }
        default: return [.error(facts.message, code: nil, at: place, help: facts.help)]
        }
    }

    /// The error in one word, for programs: it stays the same from release to release.
    public var kind: String { facts.kind }

    /// What is said of an error.
    private struct Facts {
        let kind: String
        let file: String
        let message: String
        let help: [String]

        init(_ kind: String, _ file: String, _ message: String, help: String...) {
            (self.kind, self.file, self.message, self.help) = (kind, file, message, help)
        }
    }

    private var facts: Facts {
        switch self {
        case .missing(let file):
            Facts(
                "missing",
                file,
                "there is no such file",
                help: "check the path; a new store is made by 'apus seed' or by the app"
            )
        case .exists(let file):
            Facts("exists", file, "the file exists already", help: "choose another path, or remove the file first")
        case .brokenLink(let file):
            Facts("brokenLink", file, "the link leads to nothing", help: "mend it, or name the store itself")
        case .isDirectory(let file):
            Facts("isDirectory", file, "this is a folder, not a store", help: "name the SQLite file in it")
        case .notAFile(let file):
            Facts("notAFile", file, "this is a pipe, a socket or a device, and not read", help: "name the SQLite file")
        case .noPermission(let file):
            Facts(
                "noPermission",
                file,
                "the file may not be read",
                help: "look at its permissions and those of the folders that it lies in"
            )
        case .empty(let file):
            Facts(
                "empty",
                file,
                "the file is empty",
                help: "restore it from a copy; or remove it, then 'apus seed' or the app makes a new store"
            )
        case .notADatabase(let file):
            Facts(
                "notADatabase",
                file,
                "this is not an SQLite database",
                help: "check the path; an encrypted or damaged store looks like this too: restore it from a copy"
            )
        case .truncated(let file, let size, let expected):
            Facts(
                "truncated",
                file,
                "the end of the store is missing: it has \(size) bytes of \(expected)",
                help: "restore it from a copy; 'sqlite3 FILE .recover' tells what is left of it"
            )
        case .damaged(let file, let message):
            Facts(
                "damaged",
                file,
                "the store is damaged: \(message)",
                help: "restore it from a copy; 'sqlite3 FILE .recover' tells what is left of it"
            )
        case .diskFull(let file):
            Facts("diskFull", file, "the disk is full", help: "make room, then try again; nothing was changed")
        case .noRoom(let file, let needed, let free):
            Facts(
                "diskFull",
                file,
                "at least \(needed.shownAsBytes) of disk are needed, and \(free.shownAsBytes) are free",
                help: "make room, then try again; nothing was changed"
            )
        case .disk(let file, isWriting: true, let message):
            Facts(
                "disk",
                file,
                "the disk does not take what is written: \(message)",
                help: "look at its room, at quotas and at its health, then try again; nothing was changed"
            )
        case .disk(let file, isWriting: false, let message):
            Facts(
                "disk",
                file,
                "the disk does not give what is read: \(message)",
                help: "look at its health, and restore the store from a copy"
            )
        case .readOnly(let file):
            Facts(
                "readOnly",
                file,
                "the store, or the folder that it lies in, may not be written",
                help: "check that the folder is there, and its permissions and those of the file"
            )
        case .unreadableLog(let file):
            Facts(
                "unreadableLog",
                file,
                "what was written last stands in the '-wal' file, which cannot be read here: the folder may not be written",
                help: "copy both files to a folder that may be written, and look there; or change the permissions"
            )
        case .sqlite(let file, let message): Facts("sqlite", file, "SQLite: \(message)", help: "nothing was changed")
        case .notAStore(let file):
            Facts(
                "notAStore",
                file,
                "this SQLite database was not made by Apus",
                help: "check the path"
            )
        case .newerFormat(let file, let format):
            Facts(
                "newerFormat",
                file,
                "the store has format \(format), and this Apus knows format \(StoreFormat.number) at most",
                help: "use a newer Apus"
            )
        case .noSuchModel(let file, let model, let found):
            Facts(
                "noSuchModel",
                file,
                "the store holds no model '\(model)'"
                    + (found.isEmpty ? ", nor any other" : ", but \(Self.list(found))"),
                help: found.isEmpty
                    ? "restore the store from a copy" : "name the right store, or choose the model with --model"
            )
        case .severalModels(let file, let names):
            Facts(
                "severalModels",
                file,
                "the store holds several models: \(Self.list(names))",
                help: "choose one with --model"
            )
        case .unreadableMetadata(let file, let reason):
            Facts(
                "unreadableMetadata",
                file,
                "the store's description of itself cannot be read: \(reason)",
                help: "restore the store from a copy"
            )
        case .needsRecovery(let file):
            Facts(
                "needsRecovery",
                file,
                "the store needs recovery: a transaction was interrupted and is to be rolled back",
                help: "keep the '-journal' file beside it; 'apus migrate' or opening it in the app recovers it"
            )
        case .locked(let file):
            Facts("locked", file, "another process keeps the store locked", help: "close it there, then try again")
        case .cancelled(let file):
            Facts("cancelled", file, "stopped; the store is as it was", help: "run it again at any time")
        case .migratedMeanwhile(let file):
            Facts(
                "migratedMeanwhile",
                file,
                "another process has migrated the store since it was opened",
                help: "open the store again"
            )
        case .drifted(let file, let drifts):
            Facts(
                "drifted",
                file,
                "the store's tables are not those of its schema: "
                    + drifts.map(\.description).joined(separator: "; "),
                help: "run: apus verify, and mend what was changed by hand"
            )
        case .brokenProgram(let file, let isBefore, let message):
            Facts(
                "brokenProgram",
                file,
                (isBefore
                    ? "a view or trigger of the store is broken already: "
                    : "the migration would break a view or trigger: ")
                    + message,
                help: "drop it or mend it first, then migrate again"
            )
        case .wouldLose(let file, let message):
            Facts(
                "wouldLose",
                file,
                "the migration would lose what was added by hand: \(message)",
                help: "remove it or keep it elsewhere first"
            )
        case .unknownEntities(let file, let table, let found):
            Facts(
                "unknownEntities",
                file,
                "'\(table)' has rows of entities that the model does not have: "
                    + found.map { "'\($0)'" }.joined(separator: ", "),
                help: "run: apus verify, and mend what was changed by hand"
            )
        case .failedCheck(let file, let message):
            Facts(
                "failedCheck",
                file,
                "the migration did not give what it should, so nothing was kept: \(message)",
                help: "this is a fault in Apus or in the store; run: apus verify, and report it"
            )
        case .failedValues(let file, _): Facts("failedValues", file, "")
        case .planning(let file, _): Facts("planning", file, "")
        }
    }

    private static func list(_ names: [String]) -> String {
        names.map { "'\($0)'" }.joined(separator: ", ")
    }
}
