#if canImport(SwiftUI)
public import SwiftUI

extension EnvironmentValues {
    /// The context of the views: the main context of the container that `modelContainer(_:)` sets.
    ///
    /// A view above must have a container, as one must have an environment object: reading it without is a programming error, which
    /// stops the app. A ``Query`` without a container has no objects, and ``ModelError/noContainer`` as its `fetchError`.
    public var modelContext: ModelContext {
        get { Self.needed(knownModelContext) }
        set { knownModelContext = newValue }
    }

    /// The context of the views; `nil` if no view above has a container.
    var knownModelContext: ModelContext? {
        get { self[ModelContextKey.self].context }
        set { self[ModelContextKey.self] = ModelContextKey.Held(context: newValue) }
    }

    static func needed(_ context: ModelContext?) -> ModelContext {
        guard let context else {
            preconditionFailure("no view above has a container: use the modifier 'modelContainer(for:)'")
        }
        return context
    }
}

private struct ModelContextKey: EnvironmentKey {
    /// A context, which only the main actor uses.
    struct Held: @unchecked Sendable {
        var context: ModelContext?
    }

    static let defaultValue = Held()
}

@MainActor
extension View {
    /// Sets the container of the view and those below it: its main context is their `modelContext`.
    public func modelContainer(_ container: ModelContainer) -> some View {
        environment(\.modelContext, container.mainContext)
    }

    /// Sets the context of the view and those below it.
    public func modelContext(_ modelContext: ModelContext) -> some View {
        environment(\.modelContext, modelContext)
    }

    /// Opens the container of some classes when the view appears first: see
    /// `modelContainer(for:inMemory:isAutosaveEnabled:isUndoEnabled:onSetup:)`.
    public func modelContainer(
        for modelType: any PersistentModel.Type,
        inMemory: Bool = false,
        isAutosaveEnabled: Bool = true,
        isUndoEnabled: Bool = false,
        onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> some View {
        modelContainer(
            for: [modelType],
            inMemory: inMemory,
            isAutosaveEnabled: isAutosaveEnabled,
            isUndoEnabled: isUndoEnabled,
            onSetup: onSetup
        )
    }

    /// Opens the container of some classes when the view appears first.
    ///
    /// If the container cannot be opened, `onSetup` gets the error, and the view is not shown.
    ///
    /// - Parameters:
    ///   - modelTypes: Classes of one model.
    ///   - inMemory: Whether the store is in memory.
    ///   - isAutosaveEnabled: Whether the main context saves its changes by itself.
    ///   - isUndoEnabled: Whether the main context has the undo manager of the environment.
    ///   - onSetup: Called with the container, or the error.
    /// - Returns: The view, which is empty if the container cannot be opened.
    public func modelContainer(
        for modelTypes: [any PersistentModel.Type],
        inMemory: Bool = false,
        isAutosaveEnabled: Bool = true,
        isUndoEnabled: Bool = false,
        onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> some View {
        modifier(
            ModelContainerModifier(
                setup: ModelContainerSetup(
                    modelTypes: modelTypes,
                    inMemory: inMemory,
                    isAutosaveEnabled: isAutosaveEnabled,
                    isUndoEnabled: isUndoEnabled,
                    onSetup: onSetup
                )
            )
        )
    }
}

@MainActor
extension Scene {
    /// Sets the container of the scene's views: its main context is their `modelContext`.
    public func modelContainer(_ container: ModelContainer) -> some Scene {
        environment(\.modelContext, container.mainContext)
    }

    /// Opens the container of a class when the scene appears first: see
    /// `modelContainer(for:inMemory:isAutosaveEnabled:isUndoEnabled:onSetup:)`.
    public func modelContainer(
        for modelType: any PersistentModel.Type,
        inMemory: Bool = false,
        isAutosaveEnabled: Bool = true,
        isUndoEnabled: Bool = false,
        onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> some Scene {
        modelContainer(
            for: [modelType],
            inMemory: inMemory,
            isAutosaveEnabled: isAutosaveEnabled,
            isUndoEnabled: isUndoEnabled,
            onSetup: onSetup
        )
    }

    /// Opens the container of some classes when the scene appears first.
    ///
    /// If the container cannot be opened, `onSetup` gets the error, and the scene is shown without a container: its queries
    /// have no objects, and reading `modelContext` stops the app. To show something else then, open the container in the view.
    ///
    /// - Parameters:
    ///   - modelTypes: Classes of one model.
    ///   - inMemory: Whether the store is in memory.
    ///   - isAutosaveEnabled: Whether the main context saves its changes by itself.
    ///   - isUndoEnabled: Whether the main context has an undo manager. It is not that of a window, because a scene has none.
    ///   - onSetup: Called with the container, or the error.
    /// - Returns: The scene.
    public func modelContainer(
        for modelTypes: [any PersistentModel.Type],
        inMemory: Bool = false,
        isAutosaveEnabled: Bool = true,
        isUndoEnabled: Bool = false,
        onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> some Scene {
        ModelContainerScene(
            content: self,
            setup: ModelContainerSetup(
                modelTypes: modelTypes,
                inMemory: inMemory,
                isAutosaveEnabled: isAutosaveEnabled,
                isUndoEnabled: isUndoEnabled,
                onSetup: onSetup
            )
        )
    }

    /// Sets the context of the scene's views.
    public func modelContext(_ modelContext: ModelContext) -> some Scene {
        environment(\.modelContext, modelContext)
    }
}
#endif
