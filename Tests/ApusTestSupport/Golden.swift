/// An input and what is said about it, word for word.
package struct Golden: CustomStringConvertible {
    package let name: String
    package let input: String
    package let expected: String

    package init(_ name: String, _ input: String, _ expected: String) {
        self.name = name
        self.input = input
        self.expected = expected
    }

    package var description: String { name }
}
