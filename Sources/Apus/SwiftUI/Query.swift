#if canImport(SwiftUI)
public import Foundation
public import SwiftUI

/// Fetches objects for a view, unsaved ones included, and again when its result may have changed: see
/// ``ModelContext/results(of:)``, on which it stands.
///
/// ```swift
/// @Query(sort: \Trip.startDate, order: .reverse, animation: .default) private var trips: [Trip]
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
    ///
    /// - Parameters:
    ///   - descriptor: What is fetched.
    ///   - transaction: How the view changes when the objects do.
    public init(_ descriptor: FetchDescriptor<Element>, transaction: Transaction? = nil) {
        request = QueryRequest(descriptor) { change in
            guard let transaction else { return change() }
            withTransaction(transaction, change)
        }
    }

    /// Creates a query whose changes are animated.
    ///
    /// - Parameters:
    ///   - descriptor: What is fetched.
    ///   - animation: How the view changes when the objects do.
    public init(_ descriptor: FetchDescriptor<Element>, animation: Animation) {
        self.init(descriptor, transaction: Transaction(animation: animation))
    }

    /// Creates a query.
    ///
    /// - Parameters:
    ///   - filter: The condition that the objects fulfil; `nil` for all.
    ///   - descriptors: The order.
    ///   - transaction: How the view changes when the objects do.
    public init(
        filter: Predicate<Element>? = nil,
        sort descriptors: [SortDescriptor<Element>] = [],
        transaction: Transaction? = nil
    ) {
        self.init(FetchDescriptor(predicate: filter, sortBy: descriptors), transaction: transaction)
    }

    /// Creates a query whose changes are animated.
    ///
    /// - Parameters:
    ///   - filter: The condition that the objects fulfil; `nil` for all.
    ///   - descriptors: The order.
    ///   - animation: How the view changes when the objects do.
    public init(
        filter: Predicate<Element>? = nil,
        sort descriptors: [SortDescriptor<Element>] = [],
        animation: Animation
    ) {
        self.init(FetchDescriptor(predicate: filter, sortBy: descriptors), animation: animation)
    }

    /// Creates a query in the order of a property.
    ///
    /// - Parameters:
    ///   - filter: The condition that the objects fulfil; `nil` for all.
    ///   - keyPath: The property.
    ///   - order: Whether the order is ascending.
    ///   - transaction: How the view changes when the objects do.
    public init<Value: Comparable>(
        filter: Predicate<Element>? = nil,
        sort keyPath: any KeyPath<Element, Value> & Sendable,
        order: SortOrder = .forward,
        transaction: Transaction? = nil
    ) {
        self.init(filter: filter, sort: [SortDescriptor(keyPath, order: order)], transaction: transaction)
    }

    /// Creates a query in the order of a property, whose changes are animated.
    ///
    /// - Parameters:
    ///   - filter: The condition that the objects fulfil; `nil` for all.
    ///   - keyPath: The property.
    ///   - order: Whether the order is ascending.
    ///   - animation: How the view changes when the objects do.
    public init<Value: Comparable>(
        filter: Predicate<Element>? = nil,
        sort keyPath: any KeyPath<Element, Value> & Sendable,
        order: SortOrder = .forward,
        animation: Animation
    ) {
        self.init(filter: filter, sort: [SortDescriptor(keyPath, order: order)], animation: animation)
    }

    /// Creates a query in the order of a property that may have no value.
    ///
    /// - Parameters:
    ///   - filter: The condition that the objects fulfil; `nil` for all.
    ///   - keyPath: The property.
    ///   - order: Whether the order is ascending.
    ///   - transaction: How the view changes when the objects do.
    public init<Value: Comparable>(
        filter: Predicate<Element>? = nil,
        sort keyPath: any KeyPath<Element, Value?> & Sendable,
        order: SortOrder = .forward,
        transaction: Transaction? = nil
    ) {
        self.init(filter: filter, sort: [SortDescriptor(keyPath, order: order)], transaction: transaction)
    }

    /// Creates a query in the order of a property that may have no value, whose changes are animated.
    ///
    /// - Parameters:
    ///   - filter: The condition that the objects fulfil; `nil` for all.
    ///   - keyPath: The property.
    ///   - order: Whether the order is ascending.
    ///   - animation: How the view changes when the objects do.
    public init<Value: Comparable>(
        filter: Predicate<Element>? = nil,
        sort keyPath: any KeyPath<Element, Value?> & Sendable,
        order: SortOrder = .forward,
        animation: Animation
    ) {
        self.init(filter: filter, sort: [SortDescriptor(keyPath, order: order)], animation: animation)
    }

    /// Called by SwiftUI before the view is drawn.
    public func update() {
        results.update(request, in: context)
    }
}
#endif
