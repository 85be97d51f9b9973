import ApusProject
import Foundation

/// An argument that names a schema, with what was typed.
struct TypedArgument {
    /// What was typed.
    let text: String
    /// What it means.
    let meaning: SchemaArgument

    /// Reads what was typed.
    ///
    /// - Throws: `CommandFailure`.
    init(_ text: String) throws {
        self.text = text
        do throws(SchemaArgument.Problem) {
            meaning = try SchemaArgument(parsing: text)
        } catch {
            throw CommandFailure(error.diagnostics, code: CommandFailure.Codes.invalid)
        }
    }

    /// Whether it is a schema of a project's history.
    var isOfHistory: Bool {
        switch meaning {
        case .head, .version: true
        case .path, .git: false
        }
    }

    /// Whether it is a schema of a project's model as of a revision, for which the model need not be readable today.
    var isOfPast: Bool {
        switch meaning {
        case .git(_, .head), .git(_, .version): true
        case .head, .version, .path, .git(_, .path): false
        }
    }

    /// Whether it is taken for a store: a file that is not by its name a model's.
    var isStore: Bool {
        if case .path(let path) = meaning { PathKind(path) == .other } else { false }
    }

    /// Whether it is a model of Core Data's on disk.
    var isCoreData: Bool {
        if case .path(let path) = meaning { PathKind(path) == .coreData } else { false }
    }

    /// The help for somebody who meant a file, where one has the name of something else.
    var fileHelp: String? {
        if case .path = meaning { return nil }
        return FileManager.default.fileExists(atPath: text) ? "for the file of this name write './\(text)'" : nil
    }
}
