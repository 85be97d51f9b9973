import ApusSchema
import Foundation

extension MigrationFunction {
    /// A function that encodes a value with a transformer, for an attribute that is computed:
    /// `values: { Note.body: packed($source.body) }`.
    ///
    /// The mapping declares it as `{ takes: [string], gives: data, version: 1 }`, with the type of the transformer's values.
    ///
    /// - Parameters:
    ///   - name: The name by which expressions call it.
    ///   - version: The version that the mapping declares, at least 1.
    ///   - transformer: The transformer, which must go on to write the same bytes. An error that it throws stops the migration.
    /// - Returns: The function.
    public static func encoding<Transformer: AttributeTransformer & SendableMetatype>(
        _ name: String,
        version: Int,
        by transformer: Transformer.Type
    ) -> MigrationFunction where Transformer.Value: FunctionValue {
        MigrationFunction(name, version: version) { (value: Transformer.Value) throws -> Data in
            try Transformer.data(from: value)
        }
    }

    /// A function that decodes the value of an attribute with a transformer: `values: { Note.text: unpacked($source.body) }`.
    ///
    /// The mapping declares it as `{ takes: [data], gives: string, version: 1 }`, with the type of the transformer's values.
    ///
    /// - Parameters:
    ///   - name: The name by which expressions call it.
    ///   - version: The version that the mapping declares, at least 1.
    ///   - transformer: The transformer. An error that it throws stops the migration.
    /// - Returns: The function.
    public static func decoding<Transformer: AttributeTransformer & SendableMetatype>(
        _ name: String,
        version: Int,
        by transformer: Transformer.Type
    ) -> MigrationFunction where Transformer.Value: FunctionValue {
        MigrationFunction(name, version: version) { (data: Data) throws -> Transformer.Value in
            try Transformer.value(from: data)
        }
    }

    /// A function that decodes a value with one transformer and encodes it with another, whatever its type is:
    /// `values: { Note.body: repacked($source.body) }`.
    ///
    /// The mapping declares it as `{ takes: [data], gives: data, version: 1 }`.
    ///
    /// - Parameters:
    ///   - name: The name by which expressions call it.
    ///   - version: The version that the mapping declares, at least 1.
    ///   - older: The transformer of the older attribute.
    ///   - newer: The transformer of the newer attribute. An error that one of the two throws stops the migration.
    /// - Returns: The function.
    public static func recoding<
        Older: AttributeTransformer & SendableMetatype,
        Newer: AttributeTransformer & SendableMetatype
    >(
        _ name: String,
        version: Int,
        from older: Older.Type,
        to newer: Newer.Type
    ) -> MigrationFunction where Older.Value == Newer.Value {
        MigrationFunction(name, version: version) { (data: Data) throws -> Data in
            try Newer.data(from: Older.value(from: data))
        }
    }
}
