import ApusSchema
public import Foundation

extension ModelPredicate {
    /// Creates a condition from a Foundation predicate.
    ///
    /// ```swift
    /// let long = ModelPredicate(#Predicate<Trip> { $0.nights > 7 && $0.leader?.name == "Ada" })
    /// ```
    ///
    /// Texts are compared by their bytes. Unwrapping a nil value (`!`) and dividing by zero give nil, which equals only
    /// nil. If a store cannot evaluate the predicate, fetching throws ``ModelError/unsupportedPredicate(_:reason:)``.
    public init(_ predicate: Predicate<Model>) {
        self.init(
            ExpressionFormat(.variable("0")),
            .equalTo,
            ExpressionFormat(.constant(.bool(true))),
            arguments: [PredicateArgument(.foundation(FoundationExpression(predicate)))]
        )
    }
}

extension SortColumn {
    /// Creates a sort key from a Foundation sort descriptor: `SortDescriptor(\.startDate, order: .reverse)`.
    ///
    /// The key path must point to a stored value: a property of the class or its superclasses, or one reached through
    /// to-one relationships and composites, such as `\.leader?.name`. Texts are sorted by their bytes, or in the user's
    /// language if the descriptor uses `.localizedStandard`, which is the default on Apple's platforms.
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
    /// The descriptor's order of texts; `nil` if no store supports it.
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
    /// Creates a fetch descriptor from Foundation's types, as in SwiftData.
    ///
    /// ```swift
    /// let long = FetchDescriptor<Trip>(
    ///     predicate: #Predicate { $0.nights > 7 },
    ///     sortBy: [SortDescriptor(\.startDate, order: .reverse)]
    /// )
    /// ```
    ///
    /// - Parameters:
    ///   - predicate: The condition that fetched objects fulfil; `nil` fetches all objects.
    ///   - order: The sort order, the most significant key first.
    public init(predicate: Predicate<Model>?, sortBy order: [SortDescriptor<Model>] = []) {
        self.init()
        self.predicate = predicate
        sortBy = order
    }

    /// Creates a descriptor that fetches all objects in the order of Foundation sort descriptors.
    public init(sortBy order: [SortDescriptor<Model>]) {
        self.init(predicate: nil, sortBy: order)
    }
}
