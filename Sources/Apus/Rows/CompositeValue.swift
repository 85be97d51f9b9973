/// A value with several parts, each in its own column. The generated structures of composites conform to it.
public protocol CompositeValue {
    /// Reads the value from a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - column: The first of the value's columns.
    /// - Throws: ``ModelError`` if a column's value does not have its part's type.
    init(apusRow row: RowReader, _ column: Int) throws

    /// Binds the value to a statement, with a parameter per column.
    func apusBind(to statement: inout RowWriter)

    /// The parts, with their names in the model.
    static var apusParts: [(name: String, keyPath: AnyKeyPath)] { get }
}
