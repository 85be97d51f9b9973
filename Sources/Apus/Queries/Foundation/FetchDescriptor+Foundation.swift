import ApusSchema
public import Foundation

extension ModelPredicate {
    /// A condition in Foundation's words.
    ///
    /// ```swift
    /// let long = ModelPredicate(#Predicate<Trip> { $0.nights > 7 && $0.leader?.name == "Ada" })
    /// ```
    ///
    /// Texts are compared by their bytes. What is missing where the condition unwraps it (`!`), and a number divided by
    /// zero, is no value, and equal to nothing else. What no store can answer shows when objects are fetched:
    /// ``ModelError/unsupportedPredicate(_:reason:)``.
    public init(_ predicate: Predicate<Model>) {
        self.init(
            ExpressionFormat(.variable("0")),
            .equalTo,
            ExpressionFormat(.constant(.bool(true))),
            [PredicateArgument(.foundation(FoundationExpression(predicate)))]
        )
    }
}

extension SortColumn {
    /// A key in Foundation's words: `SortDescriptor(\.startDate, order: .reverse)`.
    ///
    /// The key path must lead to a value that a store keeps: a property of the class or of its superclasses, or one that
    /// to-one relationships and composites lead to, as `\.leader?.name`. Texts are in the order of their bytes, or as
    /// people sort them where the descriptor says `.localizedStandard`, which on Apple's systems it does by itself.
    public init(_ descriptor: SortDescriptor<Model>) {
        self.init(
            ExpressionFormat(.variable("0")),
            [PredicateArgument(.foundation(FoundationExpression(descriptor)))],
            isDescending: descriptor.order == .reverse,
            textOrder: descriptor.knownTextOrder ?? .bytes
        )
    }
}

extension SortDescriptor {
    /// The order of texts that the descriptor asks for; `nil` of one that no store has.
    var knownTextOrder: TextOrder? {
        guard var comparator = stringComparator else { return .bytes }
        comparator.order = .forward
        #if canImport(Darwin)
        if comparator == .localizedStandard { return .localizedStandard }
        #endif
        return comparator == .lexical ? .bytes : nil
    }
}

extension FetchDescriptor {
    /// Describes a fetch in Foundation's words, as SwiftData's descriptors do.
    ///
    /// ```swift
    /// let long = FetchDescriptor<Trip>(
    ///     predicate: #Predicate { $0.nights > 7 },
    ///     sortBy: [SortDescriptor(\.startDate, order: .reverse)]
    /// )
    /// ```
    ///
    /// - Parameters:
    ///   - predicate: Which objects; `nil` for all.
    ///   - order: Their order.
    public init(predicate: Predicate<Model>?, sortBy order: [SortDescriptor<Model>] = []) {
        self.init(where: predicate.map { ModelPredicate($0) }, sortBy: order.map { SortColumn($0) })
    }

    /// Describes a fetch of all objects in an order that is said in Foundation's words.
    public init(sortBy order: [SortDescriptor<Model>]) {
        self.init(predicate: nil, sortBy: order)
    }
}
