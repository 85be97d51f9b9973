/// Values of an attribute that a mapping computes from those of the older object.
package struct ValuesComputed: Difference {
    /// The newer name of the attribute.
    package let name: String

    /// The expression, as the mapping has it.
    package let expression: String

    /// Creates the difference.
    package init(name: String, expression: String) {
        self.name = name
        self.expression = expression
    }

    /// The property, case or part that changes.
    package var property: String? { name }

    /// The stable code.
    package static let code = "AP224"
}
