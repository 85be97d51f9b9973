import ApusSchema

/// The names of types in generated code. A type of another module is qualified if the model has a type of that name.
struct TypeNames {
    private let taken: Set<String>
    private let classes: [String: String]
    private let parents: Set<String>
    private let enclosing: [String: String]
    /// The modules of the user's own types.
    let modules: [String]
    /// The prefix of the model's types: empty, or the namespace of a version with a dot.
    private let prefix: String

    /// Creates the names for the code of a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - modules: The modules of the user's own types.
    ///   - namespace: The type that the model's types are members of; `nil` if they are at the top level.
    ///   - head: The schema whose types are at the top level, if it is another one.
    init(_ schema: Schema, modules: [String] = [], in namespace: String? = nil, beside head: Schema? = nil) {
        classes = Dictionary(schema.entities.map { ($0.name, $0.className ?? $0.name) }) { first, _ in first }
        parents = Set(schema.entities.compactMap(\.parent))
        enclosing = Dictionary(
            schema.enumerations.compactMap { type in type.enclosingEntity.map { (type.name, $0) } }
        ) { first, _ in first }
        taken = schema.typeNames.union(head?.typeNames ?? [])
        self.modules = modules
        prefix = namespace.map { $0 + "." } ?? ""
    }

    /// Whether the class of an entity has subclasses.
    func isParent(_ entity: String) -> Bool { parents.contains(entity) }

    /// Whether the model has a type of that name.
    func isTaken(_ name: String) -> Bool { taken.contains(name) }

    /// The generated schema of a model, or that of the version.
    func plan(of model: String) -> String { prefix.isEmpty ? "\(model)Schema" : String(prefix.dropLast()) }

    /// The class of an entity.
    func `class`(of entity: String) -> String { prefix + declared(entity) }

    /// The class of an entity in its declaration.
    func declared(_ entity: String) -> String { swiftName(classes[entity] ?? entity) }

    /// An enum or a composite.
    func named(_ name: String) -> String {
        (enclosing[name].map { `class`(of: $0) + "." } ?? prefix) + swiftName(name)
    }

    /// A type of the runtime.
    func apus(_ name: String) -> String { qualified(name, "Apus") }

    /// A type of the standard library.
    func swift(_ name: String) -> String { qualified(name, "Swift") }

    /// A type of Foundation.
    func foundation(_ name: String) -> String { qualified(name, "Foundation") }

    private func qualified(_ name: String, _ module: String) -> String {
        taken.contains(name) ? "\(module).\(name)" : name
    }

    /// The Swift type of a scalar.
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
}

extension Schema {
    /// The names of all types that are generated for the schema.
    fileprivate var typeNames: Set<String> {
        let classes = entities.map { $0.className ?? $0.name }
        let values = zip(entities, classes).filter(\.0.hasValueType).map { $1 + "Value" }
        return Set(["\(model)Schema"] + classes + values + composites.map(\.name) + enumerations.map(\.name))
    }
}

extension ScalarType {
    /// Whether the type is declared in Foundation.
    var isFoundation: Bool {
        switch self {
        case .decimal, .date, .data, .uuid, .url: true
        case .int16, .int32, .int64, .double, .float, .string, .bool: false
        }
    }

    /// Whether a column of the right storage class can hold something that is not a value of this type.
    var canFailToRead: Bool {
        switch self {
        case .int16, .int32, .decimal, .uuid, .url: true
        case .int64, .double, .float, .string, .bool, .date, .data: false
        }
    }
}
