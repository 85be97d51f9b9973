import ApusSchema

extension ModelContext {
    /// Fetches property values instead of objects, as Core Data does with `dictionaryResultType`; unsaved changes are
    /// ignored. Generated code calls it.
    ///
    /// - Parameters:
    ///   - descriptor: The objects and their order.
    ///   - paths: The key paths of the properties. For a to-one relationship, the related object's identifier is read.
    ///   - isDistinct: Whether duplicate results are removed.
    ///   - result: Creates a result from a row, whose columns are those of the properties, in order.
    /// - Returns: The results.
    /// - Throws: ``ModelError`` if the store cannot be read, or cannot evaluate the descriptor.
    @_spi(Generated)
    public func fetchValues<Model, Result>(
        _ descriptor: FetchDescriptor<Model>,
        of paths: [String],
        distinct isDistinct: Bool,
        _ result: (RowReader) throws -> Result
    ) throws -> [Result] {
        let table = try table(of: Model.self)
        let query = try self.query(descriptor, table)
        var values: [QueryExpression] = []
        var owners: [String] = []
        for path in paths {
            let columns = try CompiledQuery.columns(of: path, table, self)
            values += columns
            owners += columns.map { _ in path }
        }
        let columnIndexes = UnsafeMutablePointer<Int32>.allocate(capacity: values.count)
        defer { columnIndexes.deallocate() }
        for index in values.indices { (columnIndexes + index).initialize(to: Int32(index)) }
        let (offset, limit) = descriptor.page
        var found: [Result] = []
        let statement = query.statement(
            .values(values, isDistinct: isDistinct),
            coordinator,
            limit: limit,
            offset: offset
        )
        try rows(statement, in: table) { row in
            do {
                found.append(try RowReader.read(row, columnIndexes, result))
            } catch let failure as RowReader.Failure {
                throw ModelError.unreadableResult(
                    entity: table.entity.name,
                    property: owners[failure.column],
                    expected: failure.expected
                )
            }
        }
        return found
    }
}
