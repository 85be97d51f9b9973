#if canImport(SwiftUI)
import SwiftUI

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

/// A scene whose views have a container.
struct ModelContainerScene<Content: Scene>: Scene {
    let content: Content
    let setup: ModelContainerSetup

    @State private var opened = OpenedContainer()

    var body: some Scene {
        content.environment(\.knownModelContext, opened.container(setup, opened.ownUndoManager)?.mainContext)
    }
}
#endif
