public import ApusDiagnostics
public import ApusMigration
public import ApusSchema

extension StoreError {
    /// The diagnostics, each with the store as its location, because an app does not have the model's files.
    public var diagnostics: [Diagnostic] { diagnostics { _, _ in SourceLocation(file: path) } }

    /// The diagnostics: the problem, the reason, and what to do.
    ///
    /// - Parameter locate: Returns the location of an element of the schema after a stage, if a file has it.
    /// - Returns: The diagnostics; at least one.
    public func diagnostics(
        locating locate: (Stage.Point, ElementPath) -> SourceLocation?
    ) -> [Diagnostic] {
        let store = SourceLocation(file: path)
        switch reason {
        case .planning(let error): return error.diagnostics(of: store, locating: locate)
        case .failedValues(let failures): return failures.map { $0.diagnostic(at: store) }
        case .failedAssertions(let failed): return failed.map { $0.diagnostic(at: store) }
        case .invalidValues(let values): return values.map { $0.diagnostic(at: store) }
        default:
            let text = reason.text
            return [.error(text.message, at: store, help: [text.help])]
        }
    }
}

extension StoreError.Reason {
    /// A stable identifier of the reason, for scripts.
    public var kind: String { text.kind }

    /// The identifier and the text of a reason; planning errors and failed values have several diagnostics instead.
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
                help: "check the path; 'apus seed' or the app creates a new store"
            )
        case .exists:
            Text("exists", "the file already exists", help: "choose another path, or remove the file first")
        case .leftoverLog(let suffix):
            Text(
                "leftoverLog",
                "there is no such file, but a '\(suffix)' file of one that is gone, which SQLite would write into a new "
                    + "store",
                help: "move the store back if it was moved, or remove the '\(suffix)' file, or choose another path"
            )
        case .brokenLink:
            Text("brokenLink", "the link's target does not exist", help: "fix the link, or pass the store itself")
        case .isDirectory:
            Text("isDirectory", "this is a folder, not a store", help: "pass the SQLite file in it")
        case .notAFile:
            Text("notAFile", "this is a pipe, a socket or a device, and not read", help: "pass the SQLite file")
        case .companion(let suffix):
            Text(
                "companion",
                "'\(suffix)' next to it is not a file, but SQLite keeps its log there",
                help: "remove what has the store's name with '\(suffix)'"
            )
        case .severalNames(let suffix, let count, let others):
            Text(
                "severalNames",
                "the \(suffix.isEmpty ? "file" : "'\(suffix)' file") has \(count) names (hard links)"
                    + (others.isEmpty ? "" : ", also \(Self.list(others))")
                    + "; SQLite finds the log by the name, so changes would be lost",
                help: "keep the name that apps use, next to which the '-wal' file is, and remove the other names"
            )
        case .mounted:
            Text(
                "mounted",
                "the file itself is mounted here, without its folder; SQLite finds the log by the name, so changes would "
                    + "be lost",
                help: "mount the folder that contains the store"
            )
        case .noPermission:
            Text(
                "noPermission",
                "the file may not be read",
                help: "check its permissions and those of the folders above it"
            )
        case .empty:
            Text(
                "empty",
                "the file is empty",
                help: "restore it from a copy; or remove it, then 'apus seed' or the app creates a new store"
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
                "the store is truncated: it has \(size) bytes of \(expected)",
                help: "restore it from a copy; 'sqlite3 FILE .recover' shows what is left of it"
            )
        case .damaged(let message):
            Text(
                "damaged",
                "the store is damaged: \(message)",
                help: "restore it from a copy; 'sqlite3 FILE .recover' shows what is left of it"
            )
        case .diskFull:
            Text("diskFull", "the disk is full", help: "free some disk space, then try again; nothing was changed")
        case .insufficientSpace(let needed, let free):
            Text(
                "diskFull",
                "at least \(needed.shownAsBytes) of disk space are needed, but only \(free.shownAsBytes) are free",
                help: "free some disk space, then try again; nothing was changed"
            )
        case .disk(isWriting: true, let message):
            Text(
                "disk",
                "the disk cannot be written: \(message)",
                help: "check its free space, quotas, the file size limit (ulimit -f) and its health, then try again; "
                    + "nothing was changed"
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
                "the store or its folder is not writable",
                help: "check that the folder exists, and check the permissions of both"
            )
        case .unreadableLog:
            Text(
                "unreadableLog",
                "the newest changes are in the '-wal' file, which cannot be read here because the folder is not writable",
                help: "copy both files to a writable folder and use them there, or change the permissions"
            )
        case .externalFile(let message):
            Text("externalFile", message, help: "replace it by the file, or correct the row that names it: apus verify")
        case .unavailableFile(let message):
            Text(
                "unavailableFile",
                message,
                help:
                    "check its permissions, the limits of the process and the disk, then try again; nothing was changed"
            )
        case .keys(let problems):
            Text(
                "keys",
                "values are \(problems.map(\.reason).listed(separator: "; "))",
                help: Self.keyHelp(problems)
            )
        case .sealedValue(let message):
            Text(
                "sealedValue",
                message,
                help:
                    "give the key that it was encrypted with, or restore the store from a copy: apus verify --keys lists "
                    + "all such values"
            )
        case .wouldReveal(let path):
            Text(
                "wouldReveal",
                "values of '\(path)' are set aside as they are, or would be, although the attribute is encrypted",
                help:
                    "let the mapping drop them; keep those in the table apus_set_aside elsewhere, and delete them there"
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
                "the store has format \(format), but this version of Apus supports only formats up to \(StoreFormat.deferringNumber)",
                help: "use a newer version of Apus"
            )
        case .noSuchModel(let model, let found):
            Text(
                "noSuchModel",
                "the store does not contain the model '\(model)'"
                    + (found.isEmpty ? " or any other model" : ", but \(Self.list(found))"),
                help: found.isEmpty
                    ? "restore the store from a copy" : "pass another store, or choose the model with --model"
            )
        case .severalModels(let names):
            Text(
                "severalModels",
                "the store contains several models: \(Self.list(names))",
                help: "choose one with --model"
            )
        case .sharedStore(let names):
            Text(
                "sharedStore",
                "the store contains several models: \(Self.list(names)); a new store would have one of them only",
                help: "use another path, or delete the store if you need none of its rows"
            )
        case .unreadableMetadata(let fault):
            Text(
                "unreadableMetadata",
                "the store's metadata cannot be read: \(fault)",
                help: "restore the store from a copy"
            )
        case .needsRecovery:
            Text(
                "needsRecovery",
                "the store needs recovery: an interrupted transaction has to be rolled back",
                help: "keep the '-journal' file next to it; 'apus migrate' or opening it in the app recovers it"
            )
        case .locked:
            Text(
                "locked",
                "another process has locked the store",
                help: "close it in the other process, then try again"
            )
        case .cancelled:
            Text("cancelled", "cancelled; the store is unchanged", help: "run it again at any time")
        case .needsMigration(let from, let to):
            Text(
                "needsMigration",
                "the store has \(Self.version(from)) and needs a migration to \(Self.version(to)), but it is opened to be "
                    + "read only",
                help: "open it in the app that writes it, or run: apus migrate; then open it again"
            )
        case .replaced:
            Text(
                "replaced",
                "the store's file was removed or replaced while it is open",
                help: "close the store before its file is removed, and open it again"
            )
        case .writtenMeanwhile:
            Text(
                "writtenMeanwhile",
                "another process began to write to the store while it was read",
                help: "read it again"
            )
        case .migratedMeanwhile:
            Text(
                "migratedMeanwhile",
                "another process has migrated the store since it was opened",
                help: "open the store again"
            )
        case .drifted(let drifts):
            Text(
                "drifted",
                "the store's tables differ from its schema: "
                    + drifts.map(\.description).listed(separator: "; "),
                help: "run: apus verify, and revert what was changed by hand"
            )
        case .brokenViewOrTrigger(_, let message) where Self.isOfApp(message):
            Text(
                "brokenProgram",
                "Apus cannot run something that was added to the store, because it needs what only the app's own connections "
                    + "have: " + message,
                help: "drop it first, migrate, and let the app create it again"
            )
        case .brokenViewOrTrigger(let isBefore, let message):
            Text(
                "brokenProgram",
                (isBefore
                    ? "something that was added to the store is already broken: "
                    : "the migration would break something that was added by hand: ")
                    + message,
                help: "drop it or fix it first, then migrate again"
            )
        case .tooManyViews(let found, let limit):
            Text(
                "tooManyViews",
                "\(found) views were added by hand, but a migration can read \(limit) at most",
                help: "drop those that are not needed, then migrate again"
            )
        case .wouldLose(let loss):
            Text(
                "wouldLose",
                "the migration would lose something that was added by hand: \(loss)",
                help: "remove it or keep it elsewhere first"
            )
        case .encoding(let name):
            Text(
                "encoding",
                "the store keeps texts in \(name), but this migration needs their bytes in UTF-8, for a text in a file or "
                    + "as data",
                help: "load its dump ('sqlite3 FILE .dump') into a new database, which is in UTF-8, and set "
                    + "application_id and user_version there as they are here"
            )
        case .unknownEntities(let table, let found):
            Text(
                "unknownEntities",
                "'\(table)' has rows of entities that the model does not have: "
                    + Self.list(found),
                help: "run: apus verify, and revert what was changed by hand"
            )
        case .stage(let code, let object, let message):
            Text(
                "stage",
                "the stage \(code.name) failed\(object.map { " for \($0)" } ?? ""): \(message)",
                help: "the store is unchanged; change the values in the app or in the store first, or the code"
            )
        case .failedCheck(let message):
            Text(
                "failedCheck",
                "the migration was rolled back, because its result is not as expected: \(message)",
                help: "this is a bug in Apus or a problem with the store; run: apus verify, and report it"
            )
        case .failedValues: Text("failedValues", "")
        case .failedAssertions: Text("failedAssertions", "")
        case .invalidValues: Text("invalidValues", "")
        case .planning: Text("planning", "")
        }
    }

    private static func keyHelp(_ problems: [SealingError]) -> String {
        let isLost = problems.allSatisfy { if case .lostLookups = $0 { true } else { false } }
        if isLost { return "restore the store, or its table apus_lookup_key, from a copy. Nothing was changed" }
        let name = problems.first?.key ?? "name"
        return
            "pass it with '--key \(name)=FILE', or in the environment as APUS_KEY_\(name.uppercased()); an app gives it to its "
            + "ModelConfiguration. Nothing was changed"
    }

    private static func version(_ version: String?) -> String {
        version.map { "version \($0)" } ?? "an unreleased schema"
    }

    private static func list(_ names: [String]) -> String { names.map { "'\($0)'" }.listed() }
}

extension StoreError.Reason {
    /// Whether SQLite misses a function, a collation or a module that an app defines for its own connections.
    fileprivate static func isOfApp(_ message: String) -> Bool {
        ["no such function: ", "no such collation sequence: ", "unknown function: ", "no such module: "].contains {
            message.contains($0)
        }
    }
}
