import ApusStore
import ApusTesting
import Foundation

/// What holds for all commands of the process. Commands are values that the parser makes, so nothing can be handed to them.
enum Invocation {
    /// The folder that the process was started in.
    static let startFolder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)

    /// The functions and stages in Swift that the program has, by the names of models.
    static let ownCode = Locked<@Sendable (String) -> MigrationCode> { _ in MigrationCode() }

    /// The functions and stages in Swift that the program has for a model.
    static func code(of model: String) -> MigrationCode { ownCode.withLock { $0 }(model) }
}
