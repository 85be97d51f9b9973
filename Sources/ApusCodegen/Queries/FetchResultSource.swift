import ApusSchema

/// The Swift of what a fetch request of dictionaries gives: a structure with a property for each that is fetched.
struct FetchResultSource {
    /// The structure's name.
    let name: String

    private let source: FetchSource
    private let fields: [Field]

    /// A property of the structure.
    struct Field {
        /// The way to it, as the model says it.
        let path: String
        /// What is read; `nil` of a to-one relationship.
        let attribute: AttributeSource?

        /// The name that Swift has of it: `author.name` is `authorName`.
        var name: String {
            let words: [Substring] = path.split(separator: ".")
            return String(words.first ?? "") + words.dropFirst().map { String($0).capitalizedFirst }.joined()
        }
    }

    init(_ source: FetchSource) {
        self.source = source
        name = source.request.name.capitalizedFirst + "Result"
        fields = source.request.propertiesToFetch.map { Self.field($0, source) }
    }

    /// What a path leads to, in a valid schema.
    static func field(_ path: String, _ source: FetchSource) -> Field {
        var names: ArraySlice<String> = path.split(separator: ".").map(String.init)[...]
        var entity: Entity? = source.schema.entity(source.request.entity)
        var isOptional: Bool = false
        while let name = names.popFirst(), let owner = entity {
            if let relationship = source.schema.relationship(name, of: owner)?.relationship {
                // Whatever the model wants, there is a time when a required one leads to nothing.
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
                return Field(path: path, attribute: AttributeSource(attribute, source.schema, source.types))
            }
        }
        return Field(path: path, attribute: nil)
    }

    /// Adds the structure's declaration.
    func add(_ access: AccessLevel, to text: inout SourceText) {
        text.document("What `\(source.request.name)` gives of an object.")
        // Whether a type of the user's own is any of these is not known here.
        let isForeign: Bool = fields.contains { $0.attribute.map { source.schema.isForeign($0.attribute) } ?? false }
        let conformances: String =
            isForeign ? "" : ": " + ["Hashable", "Sendable"].map(source.types.swift).joined(separator: ", ")
        text.block("nonisolated \(access.modifier)struct \(name)\(conformances)") { text in
            for field in fields {
                text.document("The value of `\(field.path)`.")
                let type: String = field.attribute?.type ?? "\(source.types.apus("PersistentIdentifier"))?"
                text.add("\(access.modifier)let \(swiftName(field.name)): \(type)")
            }
            text.gap()
            text.block("fileprivate init(apusRow row: \(source.types.apus("RowReader"))) throws") { text in
                var column = RowColumn(base: nil, offset: 0)
                for field in fields {
                    let read: String = field.attribute?.read(column) ?? "row.identifier(\(column))"
                    text.add("self.\(swiftName(field.name)) = \(read)")
                    // Of an object its identity and its kind are read.
                    column = column.advanced(by: field.attribute?.columnCount ?? 2)
                }
            }
        }
    }
}
