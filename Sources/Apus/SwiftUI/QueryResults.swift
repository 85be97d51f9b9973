import Foundation
import Observation

/// What a query fetches: another object for each query that is created, because a view that is created again may have
/// another filter.
final class QueryRequest<Element: PersistentModel> {
    let descriptor: FetchDescriptor<Element>

    /// Carries out a change of the view.
    let animate: (() -> Void) -> Void

    init(_ descriptor: FetchDescriptor<Element>, animate: @escaping (() -> Void) -> Void) {
        (self.descriptor, self.animate) = (descriptor, animate)
    }
}

/// The objects of a query, which a view observes. Nothing here needs SwiftUI.
@MainActor
final class QueryResults<Element: PersistentModel>: Observable {
    private let registrar = ObservationRegistrar()
    private var context: ModelContext?
    private var request: QueryRequest<Element>?
    private var observation: NotificationObservation?
    private var isCurrent = false
    private var found: [Element] = []
    private var failure: (any Error)?

    nonisolated init() {}

    var objects: [Element] {
        registrar.access(self, keyPath: \.objects)
        return found
    }

    /// The error of the last fetch.
    var error: (any Error)? {
        registrar.access(self, keyPath: \.objects)
        return failure
    }

    /// Fetches, unless nothing has changed since the same request.
    func update(_ request: QueryRequest<Element>, in context: ModelContext?) {
        guard let context else {
            observe(nil)
            (found, failure) = ([], ModelError.noContainer)
            return
        }
        if self.context !== context { observe(context) }
        if isCurrent, self.request === request { return }
        self.request = request
        do {
            (found, failure) = (try context.fetch(request.descriptor), nil)
        } catch {
            (found, failure) = ([], error)
        }
        isCurrent = true
    }

    private func observe(_ context: ModelContext?) {
        self.context = context
        isCurrent = false
        let names = [ModelContext.objectsDidChange, ModelContext.didSave, ModelContext.didMerge]
        observation = context.map { context in
            NotificationObservation(of: names, by: context) { [weak self] in
                // The main context posts them on the main thread.
                MainActor.assumeIsolated { self?.becomeStale() }
            }
        }
    }

    private func becomeStale() {
        let change = { self.registrar.withMutation(of: self, keyPath: \.objects) { self.isCurrent = false } }
        request?.animate(change) ?? change()
    }
}

/// Observes notifications for as long as it lives. It is no part of the class above, whose `deinit` may run on any thread.
private final class NotificationObservation {
    private let tokens: [any NSObjectProtocol]

    init(of names: [Notification.Name], by object: AnyObject, _ body: @escaping @Sendable () -> Void) {
        tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { _ in body() }
        }
    }

    deinit {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
}
