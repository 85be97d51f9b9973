import ApusSchema
import Testing

@testable import ApusMigration

/// A name that a mapping declares means its function, also if a later release of Apus has one of that name. `find`, whose
/// arguments are parsed in a way of their own, is such a name here.
@Suite struct DeclaredNameTests {
    private static let names = ["search", "find"]
    private static let name = Attribute("name", .string)

    private static func declaration(_ name: String) -> Mapping.Line {
        let text = FunctionDeclaration.ValueType(.string)
        return .function(FunctionDeclaration(name, version: 1, takes: [text, text], gives: text))
    }

    @Test("A condition that asks for an entity which no object has is refused", arguments: names)
    func condition(_ name: String) {
        let kinds: [Entity] = [.of("Animal", Self.name), Entity("Cat", parent: "Animal")]
        let condition = "\(name)(name, 'b') == 'x' AND entity.name == 'Dog'"
        let stage = Stage(
            from: Schema(model: "M", entities: kinds),
            to: Schema(model: "M", entities: kinds + [.of("Note", Self.name)]),
            from: .version(Schema.Version(1)),
            to: .unreleased,
            mapping: Mapping(
                from: Schema.Version(1),
                to: nil,
                [Self.declaration(name), .entity("Note", [Mapping.Origin(["Animal"], where: condition)])]
            )
        )
        #expect(stage.refusals.count == 1)
    }

    @Test("A line is lent if what it reads is declared alike, whatever its texts are", arguments: names)
    func lent(_ name: String) {
        func schema(_ attributes: Attribute...) -> IndexedSchema {
            IndexedSchema(Schema(model: "M", entities: [Entity("A", attributes: [Self.name] + attributes)]))
        }
        let lines = LentLines(
            from: schema(Attribute("code", .string)),
            to: schema(Attribute("code", .int32)),
            head: schema(Attribute("code", .string), Attribute("shown", .string, isOptional: true))
        )
        let line = Mapping.Line.value(ElementPath("A", "shown"), "\(name)(name, 'code')")
        let mapping = Mapping(from: Schema.Version(1), to: nil, [Self.declaration(name), line])
        #expect(lines.lines(of: mapping)[.values] == [line])
    }
}
