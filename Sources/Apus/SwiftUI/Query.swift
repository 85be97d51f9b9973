#if canImport(SwiftUI)
public import Foundation
import Observation
public import SwiftUI

/// Fetches objects for a view, and again after each save of the view's context and each merge of other contexts' saves.
///
/// ```swift
/// @Query(sort: \Trip.startDate, order: .reverse) private var trips: [Trip]
/// ```
@MainActor @propertyWrapper
public struct Query<Element: PersistentModel>: @preconcurrency DynamicProperty {
    @Environment(\.knownModelContext) private var context
    @State private var results = QueryResults<Element>()
    private let request: QueryRequest<Element>

    /// The objects; none if the fetch failed, or no view above has a container.
    public var wrappedValue: [Element] { results.objects }

    /// The error of the last fetch.
    public var fetchError: (any Error)? { results.error }

    /// The context that fetches. A view above must have a container.
    public var modelContext: ModelContext { EnvironmentValues.needed(context) }

    /// Creates a query.
    public init(_ descriptor: FetchDescriptor<Element> = FetchDescriptor()) {
        request = QueryRequest(descriptor: descriptor)
    }

    /// Creates a query.
    ///
    /// - Parameters:
    ///   - filter: The condition that the objects fulfil; `nil` for all.
    ///   - descriptors: The order.
    public init(filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = []) {
        self.init(FetchDescriptor(predicate: filter, sortBy: descriptors))
    }

    /// Creates a query in the order of a property.
    ///
    /// - Parameters:
    ///   - filter: The condition that the objects fulfil; `nil` for all.
    ///   - keyPath: The property.
    ///   - order: Whether the order is ascending.
    public init<Value: Comparable>(
        filter: Predicate<Element>? = nil,
        sort keyPath: any KeyPath<Element, Value> & Sendable,
        order: SortOrder = .forward
    ) {
        self.init(filter: filter, sort: [SortDescriptor(keyPath, order: order)])
    }

    /// Creates a query in the order of a property that may have no value.
    ///
    /// - Parameters:
    ///   - filter: The condition that the objects fulfil; `nil` for all.
    ///   - keyPath: The property.
    ///   - order: Whether the order is ascending.
    public init<Value: Comparable>(
        filter: Predicate<Element>? = nil,
        sort keyPath: any KeyPath<Element, Value?> & Sendable,
        order: SortOrder = .forward
    ) {
        self.init(filter: filter, sort: [SortDescriptor(keyPath, order: order)])
    }

    /// Called by SwiftUI before the view is drawn.
    public func update() {
        results.update(request, in: context)
    }
}

/// What a query fetches: another object for each query that is created, because a view that is created again may have
/// another filter.
private final class QueryRequest<Element: PersistentModel> {
    let descriptor: FetchDescriptor<Element>

    init(descriptor: FetchDescriptor<Element>) { self.descriptor = descriptor }
}

/// The objects of a query, which a view observes.
@MainActor
private final class QueryResults<Element: PersistentModel>: Observable {
    private let registrar = ObservationRegistrar()
    private var context: ModelContext?
    private var request: QueryRequest<Element>?
    private var observers: [any NSObjectProtocol] = []
    private var isCurrent = false
    private var found: [Element] = []
    private(set) var error: (any Error)?

    nonisolated init() {}

    deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }

    var objects: [Element] {
        registrar.access(self, keyPath: \.objects)
        return found
    }

    /// Fetches, unless nothing has been saved since the same request.
    func update(_ request: QueryRequest<Element>, in context: ModelContext?) {
        guard let context else {
            self.context = nil
            (found, error) = ([], ModelError.noContainer)
            return
        }
        if self.context !== context { observe(context) }
        if isCurrent, self.request === request { return }
        self.request = request
        do {
            (found, error) = (try context.fetch(request.descriptor), nil)
        } catch {
            (found, self.error) = ([], error)
        }
        isCurrent = true
    }

    private func observe(_ context: ModelContext) {
        self.context = context
        isCurrent = false
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        observers = [ModelContext.didSave, ModelContext.didMerge].map { name in
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { [weak self] _ in
                // The main context posts them on the main thread.
                MainActor.assumeIsolated { self?.becomeStale() }
            }
        }
    }

    private func becomeStale() {
        registrar.withMutation(of: self, keyPath: \.objects) { isCurrent = false }
    }
}
#endif
