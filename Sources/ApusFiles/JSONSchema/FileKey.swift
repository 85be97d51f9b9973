/// A key of a file that is no model: its name, what it says, and the shape of its value.
struct FileKey: Hashable, Sendable {
    /// The key's name.
    let name: String

    /// What it says, in a sentence without a full stop at the end.
    let summary: String

    /// The JSON Schema of its value.
    let shape: OrderedJSON

    init(_ name: String, _ summary: String, _ shape: OrderedJSON) {
        self.name = name
        self.summary = summary
        self.shape = shape
    }
}

extension OrderedJSON {
    /// The keys of a list, and no other.
    static func keys(_ keys: [FileKey], required: [String] = [], canBeEmpty: Bool = false) -> OrderedJSON {
        .keys(
            keys.map { Member($0.name, $0.shape.described($0.summary)) },
            required: required,
            canBeEmpty: canBeEmpty
        )
    }
}
