/// How many objects a to-many relationship may contain.
package struct CountConstraint: Sendable {
    /// Whether there must be at least one object.
    package let isRequired: Bool
    /// The minimum if there is an object at all, as in Core Data.
    package let minimum: Int?
    /// The maximum.
    package let maximum: Int?

    /// The constraint of a relationship; `nil` if any number of objects is valid.
    package init?(_ relationship: Relationship) {
        isRequired = relationship.needsObject
        minimum = relationship.minimumModelCount
        // 0 means no limit, as in Core Data.
        maximum = relationship.maximumModelCount.flatMap { $0 > 0 ? $0 : nil }
        let isOpen = !isRequired && minimum ?? 0 <= 1 && maximum == nil
        if !relationship.isToMany || isOpen { return nil }
    }

    /// What is wrong with a number of objects, to follow "is"; `nil` if the number is valid.
    package func breach(of count: Int) -> String? {
        if count == 0 { return isRequired ? "empty (expected at least one object)" : nil }
        if let minimum, count < minimum {
            return "too short (expected at least \(minimum) objects, found \(count))"
        }
        if let maximum, count > maximum { return "too long (expected at most \(maximum) objects, found \(count))" }
        return nil
    }
}
