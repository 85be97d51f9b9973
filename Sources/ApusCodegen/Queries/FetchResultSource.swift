import ApusSchema

/// The Swift of the results of a fetch request for dictionaries: a structure with a property for each fetched one.
struct FetchResultSource {
    /// The structure's name.
    let name: String

    private let source: FetchSource
    let fields: [Field]

    /// A property of the structure.
    struct Field {
        /// The key path in the model.
        let path: String
        /// The attribute that is read; `nil` for a to-one relationship.
        let attribute: AttributeSource?

        /// The name in Swift: `author.name` becomes `authorName`.
        var name: String {
            let words = path.split(separator: ".")
            return String(words.first ?? "") + words.dropFirst().map { String($0).capitalizedFirst }.joined()
        }
    }

    init(_ source: FetchSource) {
        self.source = source
        name = source.request.name.capitalizedFirst + "Result"
        fields = source.request.propertiesToFetch.map { Self.field($0, of: source) }
    }

    /// Returns the field at a key path, in a valid schema.
    static func field(_ path: String, of source: FetchSource) -> Field {
        var names = path.split(separator: ".").map(String.init)[...]
        var entity: Entity? = source.schema.entity(source.request.entity)
        var isOptional = false
        while let name = names.popFirst(), let owner = entity {
            if let relationship = source.schema.relationship(name, of: owner)?.relationship {
                // Even a required relationship can be empty at times.
                isOptional = true
                if names.isEmpty { return Field(path: path, attribute: nil) }
                entity = source.schema.entity(relationship.destination)
                continue
            }
            var attribute: Attribute? = source.schema.attribute(name, of: owner)
            while let part = names.popFirst(), case .named(let type)? = attribute?.type {
                isOptional = isOptional || attribute?.isOptional == true
                attribute = source.schema.composite(type)?.attributes.first { $0.name == part }
            }
            if var attribute {
                attribute.isOptional = attribute.isOptional || isOptional
                return Field(path: path, attribute: AttributeSource(attribute, in: source.schema, types: source.types))
            }
        }
        return Field(path: path, attribute: nil)
    }

    /// Adds the structure's declaration.
    func add(_ access: AccessLevel, to text: inout SourceText) {
        text.document("A result of the fetch request `\(source.request.name)`.")
        // The conformances of the user's own types are unknown.
        let isForeign = fields.contains { $0.attribute.map { source.schema.isForeign($0.attribute) } ?? false }
        let conformances =
            isForeign ? "" : ": " + ["Hashable", "Sendable"].map(source.types.swift).joined(separator: ", ")
        text.block("nonisolated \(access.modifier)struct \(name)\(conformances)") { text in
            for field in fields {
                text.document("The value of `\(field.path)`.")
                let type = field.attribute?.type ?? "\(source.types.apus("PersistentIdentifier"))?"
                text.add("\(access.modifier)let \(swiftName(field.name)): \(type)")
            }
            text.gap()
            text.block("fileprivate init(apusRow row: \(source.types.apus("RowReader"))) throws") { text in
                var column = RowColumn(base: nil, offset: 0)
                for field in fields {
                    let read = field.attribute?.read(column) ?? "row.identifier(\(column))"
                    text.add("self.\(swiftName(field.name)) = \(read)")
                    // An object is read as its identity and its entity.
                    column = column.advanced(by: field.attribute?.columnCount ?? 2)
                }
            }
        }
    }
}
