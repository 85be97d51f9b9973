extension ModelObject {
    /// The context that the object belongs to, if any.
    public final var modelContext: ModelContext? { context as? ModelContext }

    /// Returns the objects of a fetched property. Generated code calls it.
    ///
    /// If the store cannot be read, the context's next save throws the error, as with relationships.
    ///
    /// - Returns: The objects; none if this object is in no context.
    @_spi(Generated)
    public final func apusFetch<Model>(_ descriptor: FetchDescriptor<Model>) -> [Model] {
        guard let context = modelContext else { return [] }
        do {
            return try context.fetch(descriptor)
        } catch {
            // An unsupported predicate loses no data, so it does not prevent a save.
            if case ModelError.unsupportedPredicate = error { return [] }
            if context.readingError == nil { context.readingError = error }
            return []
        }
    }
}
