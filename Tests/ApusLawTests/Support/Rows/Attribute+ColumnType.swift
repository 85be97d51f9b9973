import ApusSchema

extension Attribute {
    /// The type of the column that keeps the values of an attribute whose type the schema does not name.
    var columnType: ScalarType { type.scalar ?? .data }
}
