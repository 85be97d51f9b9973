import ApusSchema

extension StoreState {
    /// Makes sure that a store can hold all that the schema says.
    ///
    /// - Throws: `PlanningError.unstorable` where it cannot.
    public func requireStorable() throws(PlanningError) {
        if !schema.problemsOfStoring().isEmpty { throw .unstorable(self) }
    }
}
