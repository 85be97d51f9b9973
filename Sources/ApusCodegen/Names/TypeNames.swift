import ApusSchema

/// The names of types that are not the model's, with their module where the model has an entity of that name.
struct TypeNames {
    private let entities: Set<String>

    /// The names for the classes of a schema.
    init(_ schema: Schema) {
        entities = Set(schema.entities.map(\.name))
    }

    /// A type of the runtime.
    func apus(_ name: String) -> String { qualified(name, "Apus") }

    /// A type of the standard library.
    func swift(_ name: String) -> String { qualified(name, "Swift") }

    /// A type of Foundation.
    func foundation(_ name: String) -> String { qualified(name, "Foundation") }

    private func qualified(_ name: String, _ module: String) -> String {
        entities.contains(name) ? "\(module).\(name)" : name
    }

    /// The Swift type of an attribute's values.
    func type(of type: ScalarType) -> String {
        switch type {
        case .int16: swift("Int16")
        case .int32: swift("Int32")
        case .int64: swift("Int64")
        case .double: swift("Double")
        case .float: swift("Float")
        case .string: swift("String")
        case .bool: swift("Bool")
        case .decimal: foundation("Decimal")
        case .date: foundation("Date")
        case .data: foundation("Data")
        case .uuid: foundation("UUID")
        case .url: foundation("URL")
        }
    }

    /// The Swift type of an attribute.
    func type(of attribute: Attribute) -> String {
        type(of: attribute.columnType) + (attribute.isOptional ? "?" : "")
    }
}

extension ScalarType {
    /// Whether the type is one of Foundation's.
    var isFoundation: Bool {
        switch self {
        case .decimal, .date, .data, .uuid, .url: true
        case .int16, .int32, .int64, .double, .float, .string, .bool: false
        }
    }
}
