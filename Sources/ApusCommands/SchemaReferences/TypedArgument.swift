import ApusProject
import Foundation

/// An argument that selects a schema, with its text.
struct TypedArgument {
    /// The text as it was typed.
    let text: String
    /// The meaning of the text.
    let meaning: SchemaArgument

    /// Parses an argument.
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

    /// Whether it is a schema in a project's history.
    var isOfHistory: Bool {
        switch meaning {
        case .head, .version: true
        case .path, .git: false
        }
    }

    /// Whether it is a schema of a project's model at a git revision. The current model may have errors then.
    var isOfPast: Bool {
        switch meaning {
        case .git(_, .head), .git(_, .version): true
        case .head, .version, .path, .git(_, .path): false
        }
    }

    /// Whether it is taken for a store: a file whose name is not that of a model file.
    var isStore: Bool {
        if case .path(let path) = meaning { PathKind(path) == .other } else { false }
    }

    /// Whether it is a Core Data model on disk.
    var isCoreData: Bool {
        if case .path(let path) = meaning { PathKind(path) == .coreData } else { false }
    }

    /// How to write the argument if the user meant a file of that name, and there is one.
    var fileHelp: String? {
        if case .path = meaning { return nil }
        return FileManager.default.fileExists(atPath: text) ? "for the file with this name, write './\(text)'" : nil
    }
}
