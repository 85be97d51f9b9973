public import ApusDiagnostics
public import ApusMigration
public import ApusSchema

extension StoreError {
    /// The findings, each at the store: an app has no files of the model.
    public var diagnostics: [Diagnostic] { diagnostics { _, _ in SourceLocation(file: path) } }

    /// The error's findings: what, why, and what to do.
    ///
    /// - Parameter locate: Gives the location of an element of the schema after a stage, if a file has it.
    /// - Returns: The findings, one at least.
    public func diagnostics(
        locating locate: (Stage.Point, ElementPath) -> SourceLocation?
    ) -> [Diagnostic] {
        let store = SourceLocation(file: path)
        switch reason {
        case .planning(let error): return error.diagnostics(of: store, locating: locate)
        case .failedValues(let failures): return failures.map { $0.diagnostic(at: store) }
        default:
            let text: Reason.Text = reason.text
            return [.error(text.message, at: store, help: [text.help])]
        }
    }
}

extension StoreError.Reason {
    /// The reason in one word, for programs: it stays the same from release to release.
    public var kind: String { text.kind }

    /// The reason as a finding says it; that of a plan or of values is made of many.
    fileprivate struct Text {
        let kind: String
        let message: String
        let help: String

        init(_ kind: String, _ message: String, help: String = "") {
            (self.kind, self.message, self.help) = (kind, message, help)
        }
    }

    fileprivate var text: Text {
        switch self {
        case .missing:
            Text(
                "missing",
                "there is no such file",
                help: "check the path; a new store is made by 'apus seed' or by the app"
            )
        case .exists:
            Text("exists", "the file exists already", help: "choose another path, or remove the file first")
        case .brokenLink:
            Text("brokenLink", "the link's target does not exist", help: "mend it, or name the store itself")
        case .isDirectory:
            Text("isDirectory", "this is a folder, not a store", help: "name the SQLite file in it")
        case .notAFile:
            Text("notAFile", "this is a pipe, a socket or a device, and not read", help: "name the SQLite file")
        case .noPermission:
            Text(
                "noPermission",
                "the file may not be read",
                help: "look at its permissions and those of the folders above it"
            )
        case .empty:
            Text(
                "empty",
                "the file is empty",
                help: "restore it from a copy; or remove it, then 'apus seed' or the app makes a new store"
            )
        case .notADatabase:
            Text(
                "notADatabase",
                "this is not an SQLite database",
                help: "check the path; an encrypted or damaged store looks like this too: restore it from a copy"
            )
        case .truncated(let size, let expected):
            Text(
                "truncated",
                "the end of the store is missing: it has \(size) bytes of \(expected)",
                help: "restore it from a copy; 'sqlite3 FILE .recover' shows what is left of it"
            )
        case .damaged(let message):
            Text(
                "damaged",
                "the store is damaged: \(message)",
                help: "restore it from a copy; 'sqlite3 FILE .recover' shows what is left of it"
            )
        case .diskFull:
            Text("diskFull", "the disk is full", help: "make room, then try again; nothing was changed")
        case .noRoom(let needed, let free):
            Text(
                "diskFull",
                "at least \(needed.shownAsBytes) of disk are needed, and \(free.shownAsBytes) are free",
                help: "make room, then try again; nothing was changed"
            )
        case .disk(isWriting: true, let message):
            Text(
                "disk",
                "the disk cannot be written: \(message)",
                help: "check its free space, quotas and health, then try again; nothing was changed"
            )
        case .disk(isWriting: false, let message):
            Text(
                "disk",
                "the disk cannot be read: \(message)",
                help: "check its health, and restore the store from a copy"
            )
        case .readOnly:
            Text(
                "readOnly",
                "the store, or its folder, may not be written",
                help: "check that the folder is there, and its permissions and those of the file"
            )
        case .unreadableLog:
            Text(
                "unreadableLog",
                "the newest changes are in the '-wal' file, which cannot be read here because the folder may not be written",
                help: "copy both files to a folder that may be written and use them there, or change the permissions"
            )
        case .sqlite(let message): Text("sqlite", "SQLite: \(message)", help: "nothing was changed")
        case .notAStore:
            Text(
                "notAStore",
                "this SQLite database was not made by Apus",
                help: "check the path"
            )
        case .newerFormat(let format):
            Text(
                "newerFormat",
                "the store has format \(format), and this Apus knows format \(StoreFormat.number) at most",
                help: "use a newer Apus"
            )
        case .noSuchModel(let model, let found):
            Text(
                "noSuchModel",
                "the store holds no model '\(model)'"
                    + (found.isEmpty ? ", nor any other" : ", but \(Self.list(found))"),
                help: found.isEmpty
                    ? "restore the store from a copy" : "name the right store, or choose the model with --model"
            )
        case .severalModels(let names):
            Text(
                "severalModels",
                "the store holds several models: \(Self.list(names))",
                help: "choose one with --model"
            )
        case .unreadableMetadata(let fault):
            Text(
                "unreadableMetadata",
                "the store's description of itself cannot be read: \(fault)",
                help: "restore the store from a copy"
            )
        case .needsRecovery:
            Text(
                "needsRecovery",
                "the store needs recovery: a transaction was interrupted and has to be rolled back",
                help: "keep the '-journal' file beside it; 'apus migrate' or opening it in the app recovers it"
            )
        case .locked:
            Text("locked", "another process keeps the store locked", help: "close it there, then try again")
        case .cancelled:
            Text("cancelled", "stopped; the store is as it was", help: "run it again at any time")
        case .migratedMeanwhile:
            Text(
                "migratedMeanwhile",
                "another process has migrated the store since it was opened",
                help: "open the store again"
            )
        case .drifted(let drifts):
            Text(
                "drifted",
                "the store's tables are not those of its schema: "
                    + drifts.map(\.description).listed(separator: "; "),
                help: "run: apus verify, and mend what was changed by hand"
            )
        case .brokenProgram(let isBefore, let message):
            Text(
                "brokenProgram",
                (isBefore
                    ? "a view or trigger of the store is broken already: "
                    : "the migration would break a view or trigger: ")
                    + message,
                help: "drop it or mend it first, then migrate again"
            )
        case .wouldLose(let loss):
            Text(
                "wouldLose",
                "the migration would lose what was added by hand: \(loss)",
                help: "remove it or keep it elsewhere first"
            )
        case .unknownEntities(let table, let found):
            Text(
                "unknownEntities",
                "'\(table)' has rows of entities that the model does not have: "
                    + Self.list(found),
                help: "run: apus verify, and mend what was changed by hand"
            )
        case .failedCheck(let message):
            Text(
                "failedCheck",
                "the migration did not give the expected result, so nothing was kept: \(message)",
                help: "this is a fault in Apus or in the store; run: apus verify, and report it"
            )
        case .failedValues: Text("failedValues", "")
        case .planning: Text("planning", "")
        }
    }

    private static func list(_ names: [String]) -> String { names.map { "'\($0)'" }.listed() }
}
