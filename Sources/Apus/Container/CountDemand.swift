import ApusSchema

/// How many objects a to-many relationship leads to.
struct CountDemand: Sendable {
    /// Whether there must be one at all.
    let isRequired: Bool
    /// The fewest that there may be where there is one at all, as in Core Data.
    let minimum: Int?
    /// The most.
    let maximum: Int?

    /// What a relationship demands; `nil` where any number will do.
    init?(_ relationship: Relationship) {
        isRequired = !relationship.isOptional
        minimum = relationship.minimumModelCount
        // 0 means no limit, as in Core Data.
        maximum = relationship.maximumModelCount.flatMap { $0 > 0 ? $0 : nil }
        let isOpen: Bool = !isRequired && minimum ?? 0 <= 1 && maximum == nil
        if !relationship.isToMany || isOpen { return nil }
    }

    /// What is wrong with a number of objects, to follow an `is`.
    func breach(of count: Int) -> String? {
        if count == 0 { return isRequired ? "empty, but must lead to an object" : nil }
        if let minimum, count < minimum {
            return "too short: it leads to \(count), but must lead to \(minimum) or more"
        }
        if let maximum, count > maximum { return "too long: it leads to \(count), but may lead to \(maximum) at most" }
        return nil
    }
}
