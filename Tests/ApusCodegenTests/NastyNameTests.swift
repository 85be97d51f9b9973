import ApusCodegen
import ApusDiagnostics
import ApusSchema
import Foundation
import Testing

/// Names that mean something in Swift, in its library, in Foundation or in Apus: what a model may have is generated so
/// that it compiles without a word, and the rest is refused with its location.
@Suite(.serialized)
struct NastyNameTests {
    private static let keywords: [String] = [
        "actor", "any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "consume",
        "continue",
        "convenience", "copy", "default", "defer", "deinit", "didSet", "do", "dynamic", "each", "else", "enum",
        "extension", "fallthrough", "false", "fileprivate", "final", "for", "func", "get", "guard", "if", "import",
        "in",
        "indirect", "init", "inout", "internal", "is", "isolated", "lazy", "let", "macro", "mutating", "nil",
        "nonisolated",
        "open", "operator", "optional", "override", "package", "postfix", "precedencegroup", "private", "protocol",
        "public",
        "repeat", "required", "rethrows", "return", "self", "sending", "set", "some", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "unowned", "var", "weak", "where", "while",
        "willSet", "yield",
        // Names in the generated code itself.
        "object", "value", "values", "row", "column", "context", "columns", "statement", "position", "newValue",
        "backing",
        "description", "debugDescription", "hash", "hasher", "id", "other", "lhs", "rhs", "encoder", "decoder",
        "rawValue",
    ]

    private static let library: [String] = [
        "Any", "AnyClass", "AnyKeyPath", "AnyObject", "Array", "Bool", "CaseIterable", "Character", "Codable",
        "CodingKey",
        "CodingKeys", "Collection", "Comparable", "Decodable", "Dictionary", "Double", "Encodable", "Encoder",
        "Equatable",
        "Error", "Float", "Hashable", "Hasher", "Identifiable", "Int", "Int16", "Int32", "Int64", "KeyPath",
        "MainActor",
        "Never", "Observable", "Optional", "PartialKeyPath", "Protocol", "Range", "RawRepresentable", "RawValue",
        "Result",
        "Self", "Sendable", "Sequence", "Set", "String", "Substring", "Swift", "Task", "Type", "UInt8", "Void",
        // Foundation
        "Data", "Date", "Decimal", "Foundation", "IndexSet", "Locale", "NSObject", "NSPredicate", "Predicate",
        "SortDescriptor", "URL", "UUID",
        // Apus
        "Apus", "AttributeColumn", "ColumnPath", "CompositeColumns", "EntityColumns", "EntityDescription",
        "ExternalValue",
        "FetchDescriptor", "ModelBacking", "ModelContainer", "ModelContext", "ModelObject", "ModelPredicate",
        "ModelValue",
        "PersistentIdentifier", "PersistentModel", "PredicateValue", "Property", "RelationshipEnd", "RowReader",
        "RowWriter",
        "Schema", "ToManyColumns", "GeneratedCode", "DataTransformer", "CodableTransformer", "Model", "ApusBacking",
        "ID", "ModelType",
        // With `Value`, the structure of an entity's values.
        "External", "ModelValueValue", "Persistent",
    ]

    @Test("Properties of an entity and of its values")
    func properties() throws {
        var seen: Set<String> = []
        let names = (Self.keywords + Self.library)
            .filter { isPossible(Self.schema(properties: [$0])) && Self.isNew($0, among: &seen) }
        #expect(names.count > 90)
        try check(Self.schema(properties: names))
    }

    @Test("Parts of a composite and cases of an enum")
    func parts() throws {
        func schema(_ names: [String]) -> Schema {
            var schema = Schema(model: "M", entities: [Self.user(of: [("p", "P"), ("e", "E")])])
            schema.composites = [Composite("P", attributes: names.map { Attribute($0, .string) })]
            schema.enumerations = [Enumeration("E", cases: names.map { Enumeration.Case($0, .string($0)) })]
            return schema
        }
        var seen: Set<String> = []
        let names = (Self.keywords + Self.library)
            .filter { isPossible(schema([$0])) && Self.isNew($0, among: &seen) }
        #expect(names.count > 90)
        try check(schema(names))
    }

    @Test("A type of another model in the same module")
    func otherModel() throws {
        for name in ["Sequence", "Predicate", "Int", "String", "Data", "Hashable", "PredicateValue", "Trip"] {
            var other = Schema(model: "Other", entities: [Entity(name, attributes: [Attribute("text", .string)])])
            other.entities[0].hasValueType = true
            let model = Self.schema(properties: ["text"])
            let models: [Generator.LocatedModel] = [(history(model), { _ in nil }), (history(other), { _ in nil })]
            let problems = Generator.problems(among: models)[1]
            let said = try Compiler.check((try files(model) + files(other)), [])
            #expect(said == "" || problems != [], "\(name): \(said.prefix(500))")
            #expect((name == "Trip") == (problems == []), "\(name)")
        }
    }

    /// Whether neither a name nor that of its values is another one that differs only in case.
    private static func isNew(_ name: String, among seen: inout Set<String>) -> Bool {
        let names: Set<String> = [name.lowercased(), name.lowercased() + "value"]
        guard seen.isDisjoint(with: names) else { return false }
        seen.formUnion(names)
        return true
    }

    private static func user(of types: [(name: String, type: String)]) -> Entity {
        var entity = Entity(
            "Owner",
            attributes: types.map { Attribute($0.name, .named($0.type)) }
                + types.map { Attribute("\($0.name)Optional", .named($0.type), isOptional: true) }
        )
        entity.hasValueType = true
        return entity
    }

    /// An entity with properties of these names, of every kind.
    private static func schema(properties names: [String]) -> Schema {
        var plain = Entity("Plain", attributes: names.map { Attribute($0, .int32) })
        plain.hasValueType = true
        var optional = Entity("Optionals", attributes: names.map { Attribute($0, .string, isOptional: true) })
        optional.hasValueType = true
        let related = Entity(
            "Related",
            relationships: names.map { .toOne($0, "Plain", isOptional: true) }
        )
        var lists = Entity("Lists", relationships: names.map { .toMany($0, "Plain") })
        for index in lists.relationships.indices { lists.relationships[index].isOrdered = index % 2 == 0 }
        var derived = Entity("Computed", attributes: names.map { Attribute($0, .date) } + [Attribute("text0", .string)])
        for index in names.indices { derived.attributes[index].defaultValue = .date(0) }
        derived.hasValueType = true
        return Schema(model: "M", entities: [plain, optional, related, lists, derived])
    }

    private func history(_ schema: Schema) -> History {
        History(model: schema.model, entries: [History.Entry(Schema.Version(1), schema)], head: schema)
    }

    private func isPossible(_ schema: Schema) -> Bool {
        schema.validate().allSatisfy { $0.severity != .error }
            && (try? Generator(history: history(schema), mappings: [], options: .init(versions: .all))) != nil
    }

    private func files(_ schema: Schema, _ access: AccessLevel = .internal) throws -> [String] {
        try Generator(history: history(schema), mappings: [], options: .init(access: access, versions: .all)).files()
            .map(\.contents)
    }

    private func check(_ schema: Schema) throws {
        for access in [AccessLevel.internal, .public] {
            let said = try Compiler.check(try files(schema, access), ["-default-isolation", "MainActor"])
            #expect(said == "", "\(said.prefix(4000))")
        }
    }
}
