import Foundation

/// How a view or a scene opens its container.
struct ModelContainerSetup {
    let modelTypes: [any PersistentModel.Type]
    let inMemory: Bool
    let isAutosaveEnabled: Bool
    let isUndoEnabled: Bool
    let onSetup: (Result<ModelContainer, any Error>) -> Void

    /// Opens the container.
    @MainActor func open(_ undoManager: UndoManager?) -> ModelContainer? {
        let result = Result {
            let configuration = ModelConfiguration(isStoredInMemoryOnly: inMemory)
            let container = try ModelContainer(for: modelTypes, configurations: [configuration])
            container.mainContext.autosaveEnabled = isAutosaveEnabled
            if isUndoEnabled { container.mainContext.undoManager = undoManager }
            return container
        }
        onSetup(result)
        return try? result.get()
    }
}

/// A container that is opened once.
@MainActor
final class OpenedContainer {
    private var result: ModelContainer??
    private weak var undoManager: UndoManager?

    /// The undo manager of a scene, which has no window to take one from.
    private(set) lazy var ownUndoManager = UndoManager()

    nonisolated init() {}

    /// Opens the container when it is called first.
    ///
    /// - Parameters:
    ///   - setup: How to open it.
    ///   - undoManager: The undo manager of the main context, if the setup wants one.
    /// - Returns: The container; `nil` if it could not be opened.
    func container(_ setup: ModelContainerSetup, _ undoManager: UndoManager?) -> ModelContainer? {
        let isNew = undoManager !== self.undoManager
        self.undoManager = undoManager
        if let result {
            // There may be none before there is a window.
            if setup.isUndoEnabled, isNew, let undoManager { result?.mainContext.undoManager = undoManager }
            return result
        }
        let container = setup.open(undoManager)
        result = .some(container)
        return container
    }
}
