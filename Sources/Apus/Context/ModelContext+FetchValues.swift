import ApusSchema

extension ModelContext {
    /// Fetches values of objects, not the objects themselves, as fetches of dictionaries do in Core Data: what is not
    /// saved does not count. Generated code calls it.
    ///
    /// - Parameters:
    ///   - descriptor: The objects, and their order.
    ///   - paths: The properties, by their names, with points between them. Of a to-one relationship the object's
    ///     identifier is read.
    ///   - isDistinct: Whether equal results are given once.
    ///   - result: Makes a result of a row, whose columns are those of the properties, in order.
    /// - Returns: The results.
    /// - Throws: ``ModelError`` where the store cannot be read, or cannot answer.
    @_spi(Generated)
    public func fetchValues<Model, Result>(
        _ descriptor: FetchDescriptor<Model>,
        of paths: [String],
        distinct isDistinct: Bool,
        _ result: (RowReader) throws -> Result
    ) throws -> [Result] {
        let table: EntityTable = try table(of: Model.self)
        let query: Query = try self.query(descriptor, table)
        var values: [QueryExpression] = []
        var owners: [String] = []
        for path in paths {
            let columns: [QueryExpression] = try Query.columns(of: path, table, self)
            values += columns
            owners += columns.map { _ in path }
        }
        let places = UnsafeMutablePointer<Int32>.allocate(capacity: values.count)
        defer { places.deallocate() }
        for place in values.indices { (places + place).initialize(to: Int32(place)) }
        let (offset, limit) = descriptor.page
        var found: [Result] = []
        let statement = query.statement(
            .values(values, isDistinct: isDistinct),
            container,
            limit: limit,
            offset: offset
        )
        try rows(statement) { row in
            do {
                found.append(try result(RowReader(row, places)))
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
