import ApusDiagnostics

/// The shape of an object in the JSON that a command prints, from which its schema and its documentation are made.
struct OutputShape: Sendable {
    /// A key of an object.
    struct Key: Sendable {
        let name: String
        /// Whether the key is left out if there is nothing to say.
        let isOptional: Bool
        let type: OutputType
        /// The type as it is written.
        let typeText: String
        /// What the value is.
        let meaning: String
    }

    /// The name, to which other shapes refer.
    let name: String
    /// What the object is about.
    let summary: String
    let keys: [Key]

    /// Reads a shape from lines of the form `key?: type  # meaning`.
    init(_ name: String, _ summary: String, _ lines: String) {
        self.name = name
        self.summary = summary
        keys = lines.split(separator: "\n").map { line in
            let parts = line.split(separator: "#", maxSplits: 1).map { Self.trimmed($0) }
            let sides = parts[0].split(separator: ":", maxSplits: 1).map { Self.trimmed($0) }
            return Key(
                name: sides[0].hasSuffix("?") ? String(sides[0].dropLast()) : sides[0],
                isOptional: sides[0].hasSuffix("?"),
                type: OutputType(sides.last ?? ""),
                typeText: sides.last ?? "",
                meaning: parts.count > 1 ? parts[1] : ""
            )
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    /// The shape as readable lines.
    var text: [String] {
        let names = keys.map { "\($0.name)\($0.isOptional ? "?" : "")" }
        let width = names.map(\.count).max() ?? 0
        let types = min(keys.map(\.typeText.count).max() ?? 0, 26)
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        return ["\(name): \(summary)"]
            + zip(names, keys).map { name, key in
                let line = "  \(padded(name, width))  \(padded(key.typeText, types))  \(key.meaning)"
                return trimmedEnd(line)
            }
    }

    private func trimmedEnd(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }
}

/// The type of a value in the JSON that a command prints: `string | null`, `[Finding]`, `done | open`.
indirect enum OutputType: Sendable {
    /// `string`, `integer`, `number`, `boolean`, or `null`.
    case plain(String)
    /// Any value.
    case any
    /// One of some words.
    case words([String])
    /// An object of a shape.
    case shape(String)
    /// An array of values.
    case list(OutputType)
    /// An object with any keys, and values of a type.
    case map(OutputType)
    /// One of several types.
    case either([OutputType])

    init(_ text: String) {
        let parts = text.split(separator: "|").map { String($0.filter { $0 != " " }) }
        let words = parts.filter {
            $0.first?.isLowercase == true && !Self.plainTypes.contains($0) && !$0.hasPrefix("map<")
        }
        let others = parts.filter { !words.contains($0) }.map { Self.single($0) }
        let all = (words.isEmpty ? [] : [OutputType.words(words)]) + others
        self = all.count == 1 ? all[0] : .either(all)
    }

    private static let plainTypes = ["string", "integer", "number", "boolean", "null", "any"]

    private static func single(_ text: String) -> OutputType {
        if text == "any" { return .any }
        if plainTypes.contains(text) { return .plain(text) }
        if text.hasPrefix("["), text.hasSuffix("]") { return .list(OutputType(String(text.dropFirst().dropLast()))) }
        if text.hasPrefix("map<"), text.hasSuffix(">") { return .map(OutputType(String(text.dropFirst(4).dropLast()))) }
        return .shape(text)
    }

    /// The names of the shapes that the type refers to.
    var shapes: [String] {
        switch self {
        case .plain, .any, .words: []
        case .shape(let name): [name]
        case .list(let element), .map(let element): element.shapes
        case .either(let types): types.flatMap(\.shapes)
        }
    }
}
