import Testing

/// An input and what is said about it, word for word.
struct Golden: CustomTestStringConvertible {
    let name: String
    let input: String
    let expected: String

    init(_ name: String, _ input: String, _ expected: String) {
        self.name = name
        self.input = input
        self.expected = expected
    }

    var testDescription: String { name }
}
