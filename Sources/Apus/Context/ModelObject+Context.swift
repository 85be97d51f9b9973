extension ModelObject {
    /// The context that the object belongs to, where it belongs to one.
    public final var modelContext: ModelContext? { context as? ModelContext }

    /// The objects of a fetched property. Generated code calls it.
    ///
    /// What keeps the store from being read is an error of the context's next save, as with relationships.
    ///
    /// - Returns: The objects; none of an object that is in no context.
    @_spi(Generated)
    public final func apusFetch<Model>(_ descriptor: FetchDescriptor<Model>) -> [Model] {
        guard let context = modelContext else { return [] }
        do {
            return try context.fetch(descriptor)
        } catch {
            // What no store can answer has lost nothing.
            if case ModelError.unsupportedPredicate = error { return [] }
            if context.readingError == nil { context.readingError = error }
            return []
        }
    }
}
