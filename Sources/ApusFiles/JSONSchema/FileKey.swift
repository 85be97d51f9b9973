/// A key of a mapping file or the project file: its name, its meaning and the shape of its value.
struct FileKey: Hashable, Sendable {
    /// The key's name.
    let name: String

    /// The meaning, as a sentence without a period at the end.
    let summary: String

    /// The JSON Schema of the value.
    let shape: OrderedJSON

    init(_ name: String, _ summary: String, _ shape: OrderedJSON) {
        self.name = name
        self.summary = summary
        self.shape = shape
    }
}

extension OrderedJSON {
    /// An object with the keys of a list and no others.
    static func keys(_ keys: [FileKey], required: [String] = [], canBeEmpty: Bool = false) -> OrderedJSON {
        .keys(
            keys.map { Member($0.name, $0.shape.described($0.summary)) },
            required: required,
            canBeEmpty: canBeEmpty
        )
    }
}
