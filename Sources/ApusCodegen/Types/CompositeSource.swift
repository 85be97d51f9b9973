import ApusSchema

/// The Swift of a composite.
struct CompositeSource {
    let composite: Composite
    let schema: Schema
    let access: AccessLevel
    let types: TypeNames
    private let parts: [AttributeSource]

    /// Creates the Swift of a composite of a valid schema.
    init(_ composite: Composite, in schema: Schema, access: AccessLevel, types: TypeNames) {
        self.composite = composite
        self.schema = schema
        self.access = access
        self.types = types
        parts = composite.attributes.map { AttributeSource($0, in: schema, types: types) }
    }

    /// The access of the parts with types of Foundation; `nil` if there are none.
    var foundation: AccessLevel? { .foundation(parts.map { ($0, access) }) }

    /// The access of the parts with the user's own types; `nil` if there are none.
    var own: AccessLevel? { .own(parts.map { ($0, access) }) }

    private var name: String { types.named(composite.name) }

    /// Adds the structure's declaration.
    func addDeclaration(to text: inout SourceText) {
        text.document(composite.documentation ?? "A value of the composite \(composite.name).")
        // The conformances of the user's own types are unknown.
        let conformances =
            composite.attributes.contains { schema.isForeign($0) }
            ? "" : ": " + ["Hashable", "Codable", "Sendable"].map(types.swift).joined(separator: ", ")
        text.block("nonisolated \(access.modifier)struct \(swiftName(composite.name))\(conformances)") { text in
            for part in parts {
                text.gap()
                text.document(part.attribute.documentation ?? "The part `\(part.attribute.name)`.")
                text.add("\(access.modifier)var \(part.name): \(part.type)")
            }
            text.gap()
            text.document("Creates a value from its parts.")
            let parameters: [String] = parts.map {
                "\($0.name): \($0.type)" + ($0.argumentDefault.map { " = \($0)" } ?? "")
            }
            text.list("\(access.modifier)init(", parameters, ") {")
            text.indented { text in
                for part in parts { text.add("self.\(part.name) = \(part.name)") }
            }
            text.add("}")
        }
    }

    /// Adds the conformances for reading and writing rows, and for fetches.
    func addConformance(to text: inout SourceText) {
        let conformance = [types.apus("CompositeValue"), types.apus("PredicateValue")].joined(separator: ", ")
        text.block("nonisolated extension \(name): \(conformance)") { text in
            addRows(to: &text)
            text.gap()
            addColumns(to: &text)
        }
    }

    private func addRows(to text: inout SourceText) {
        let (reader, writer): (String, String) = (types.apus("RowReader"), types.apus("RowWriter"))
        text.document("Reads the value from a row.")
        let head = "\(access.modifier)init(apusRow row: \(reader), _ column: \(types.swift("Int"))) throws"
        text.block(head) { text in
            var column = RowColumn(base: "column", offset: 0)
            for part in parts {
                text.add("self.\(part.name) = \(part.read(column))")
                column = column.advanced(by: part.columnCount)
            }
        }
        text.gap()
        text.document("Binds the value to a statement.")
        text.block("\(access.modifier)func apusBind(to statement: inout \(writer))") { text in
            for part in parts { text.add(part.bind("self.\(part.name)")) }
        }
        text.gap()
        text.document("The parts, by their names in the model.")
        let pair = "(name: \(types.swift("String")), keyPath: \(types.swift("AnyKeyPath")))"
        let pairs: [String] = parts.map { part in
            "(\(stringLiteral(part.attribute.name)), \\\(name).\(memberName(part.attribute.name)))"
        }
        text.block("\(access.modifier)static var apusParts: [\(pair)]") { text in
            text.list("[", pairs, "]", trailingComma: true)
        }
    }

    /// Adds the structure with a member for each part.
    private func addColumns(to text: inout SourceText) {
        text.document("The parts, for use in fetches.")
        let head =
            "nonisolated \(access.modifier)struct ApusColumns<ApusRoot: \(types.apus("PersistentModel"))>: "
            + types.apus("CompositeColumns")
        text.block(head) { text in
            text.add("\(access.modifier)typealias ApusValue = \(name)")
            text.gap()
            addColumnPath(access, types, to: &text)
            for part in parts {
                text.gap()
                text.document(part.attribute.documentation ?? "The part `\(part.attribute.name)`.")
                text.add(part.column(access))
            }
        }
    }
}

extension Schema {
    /// Whether an attribute, or a part of its composite, has a type that the model does not define.
    func isForeign(_ attribute: Attribute, within: Set<String> = []) -> Bool {
        if attribute.type.isForeign { return true }
        guard case .named(let name) = attribute.type, let composite = composite(name), !within.contains(name) else {
            return false
        }
        return composite.attributes.contains { isForeign($0, within: within.union([name])) }
    }
}
