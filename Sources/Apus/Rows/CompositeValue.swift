/// A value of several parts, each of which has a column. Generated code conforms the structures of composites.
public protocol CompositeValue {
    /// Reads the value from a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - column: The first of the value's columns.
    /// - Throws: ``ModelError`` where a column holds what its type cannot be.
    init(apusRow row: RowReader, _ column: Int) throws

    /// Gives the value to a statement, a parameter a column.
    func apusBind(to statement: inout RowWriter)

    /// The parts, by their names in the model.
    static var apusParts: [(name: String, keyPath: AnyKeyPath)] { get }
}
