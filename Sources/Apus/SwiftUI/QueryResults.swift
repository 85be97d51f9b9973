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
    private weak var context: ModelContext?
    private var request: QueryRequest<Element>?
    private var live: LiveFetch<Element>?
    private var isUpdating = false
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

    /// Fetches, unless nothing that the same request's result depends on has changed.
    func update(_ request: QueryRequest<Element>, in context: ModelContext?) {
        guard let context else {
            (self.context, self.request, live) = (nil, nil, nil)
            (found, failure) = ([], ModelError.noContainer)
            return
        }
        if self.context !== context || self.request !== request {
            (self.context, self.request) = (context, request)
            let live = LiveFetch(request.descriptor, in: context)
            live.notify { [weak self] in
                // Saves of other contexts notify on their threads.
                let work: @Sendable () -> Void = { MainActor.assumeIsolated { self?.becomeStale() } }
                if ContextThread.main.isCurrent { work() } else { DispatchQueue.main.async(execute: work) }
            }
            self.live = live
        }
        if context.coordinator.isClosed {
            (found, failure) = ([], ModelError.containerClosed)
            return
        }
        isUpdating = true
        defer {
            isUpdating = false
            // A save that came while the fetch ran: it has not seen it, and what it noted was not passed on.
            if live?.isRaised == true { DispatchQueue.main.async { [weak self] in self?.becomeStale() } }
        }
        do {
            if let change = try live?.change() { (found, failure) = (change.results, nil) }
        } catch {
            (found, failure) = ([], error)
        }
    }

    private func becomeStale() {
        // The fetch that follows sees what the update itself has noted.
        if isUpdating { return }
        let change = { self.registrar.withMutation(of: self, keyPath: \.objects) {} }
        request?.animate(change) ?? change()
    }
}
