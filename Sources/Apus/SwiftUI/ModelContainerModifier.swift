#if canImport(SwiftUI)
import SwiftUI

/// How a view opens its container.
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

/// Shows a view's content if its container can be opened.
struct ModelContainerModifier: ViewModifier {
    let setup: ModelContainerSetup

    @State private var opened = OpenedContainer()
    @Environment(\.undoManager) private var undoManager

    func body(content: Content) -> some View {
        Group {
            if let container = opened.container(setup, undoManager) { content.modelContainer(container) }
        }
    }
}

/// A container that is opened once.
@MainActor
private final class OpenedContainer {
    private var result: ModelContainer??
    private weak var undoManager: UndoManager?

    nonisolated init() {}

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
#endif
