import ApusDiagnostics
import ApusSchema
import Testing

/// A schema and its findings, word for word. A finding's location is the path of the element that it points at.
struct ValidationCase: CustomTestStringConvertible, Sendable {
    let name: String
    let schema: Schema
    let expected: String

    init(_ name: String, _ schema: Schema, _ expected: String) {
        self.name = name
        self.schema = schema
        self.expected = expected
    }

    /// A case about some entities.
    init(_ name: String, _ entities: Entity..., expected: String) {
        self.init(name, Schema(model: "M", entities: entities), expected)
    }

    /// A case about an entity `A` with some attributes.
    init(_ name: String, _ attributes: Attribute..., expected: String) {
        self.init(name, Schema(model: "M", entities: [Entity("A", attributes: attributes)]), expected)
    }

    var testDescription: String { name }
}

extension Schema {
    /// What is found, as a person reads it.
    func findings(unreadable: Set<ModelPath> = []) -> String {
        located(unreadable: unreadable).map(\.description).joined(separator: "\n")
    }

    /// What is found, with the path of what it points at for a file.
    func located(unreadable: Set<ModelPath> = []) -> [Diagnostic] {
        validate(unreadable: unreadable) { SourceLocation(file: $0.description) }
    }
}

/// A value with something changed.
func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var copy: Value = value
    change(&copy)
    return copy
}
