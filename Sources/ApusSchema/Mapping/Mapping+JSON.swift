import Foundation

// The canonical form, which generated code holds: an object with the keys that have lines. A line is the element, or a
// list of the element and the value.

extension Mapping {
    /// Why a text is not the canonical form of a mapping.
    package enum JSONError: Error, Hashable {
        /// A key that no mapping has, or a newer release added.
        case unknownKey(String)
        /// A key whose value is not a list of lines, a line that its key cannot have, or a second one about an element.
        case unreadableLine(key: String)
    }

    /// The canonical JSON: one line, keys in the order of their bytes, lines in their own. The versions are not in it.
    public var json: String {
        let sections: [(String, JSONValue)] = Key.allCases.compactMap { key in
            let lines: [Line] = self[key]
            return lines.isEmpty ? nil : (key.rawValue, .list(lines.map(\.form)))
        }
        return String(decoding: JSONValue.object(Dictionary(uniqueKeysWithValues: sections)).data, as: UTF8.self)
    }

    /// Reads the canonical JSON that ``json`` writes.
    ///
    /// - Parameters:
    ///   - from: The older version.
    ///   - to: The newer version; `nil` for the head.
    ///   - json: The text.
    /// - Throws: `DecodingError` if the text is not JSON, ``JSONError`` if it is not a mapping.
    package init(from: Schema.Version, to: Schema.Version?, json: String) throws {
        let sections: [String: JSONValue] = try JSONDecoder().decode([String: JSONValue].self, from: Data(json.utf8))
        if let unknown = sections.keys.sorted().first(where: { Key(rawValue: $0) == nil }) {
            throw JSONError.unknownKey(unknown)
        }
        self.init(from: from, to: to)
        for key in Key.allCases {
            guard let section = sections[key.rawValue] else { continue }
            guard let lines = section.elements, lines.count == 1 || key.definition.subjects != .code else {
                throw JSONError.unreadableLine(key: key.rawValue)
            }
            for form in lines {
                guard let line = Line(key, form), self.line(key, line.path, isWildcard: line.isWildcard) == nil else {
                    throw JSONError.unreadableLine(key: key.rawValue)
                }
                add(line)
            }
        }
    }

    /// What the lock's digest of a mapping is made of; the order of the lines does not count. It never changes for what a
    /// mapping can say.
    package var digestText: String { lines.map(\.digestText).sorted().joined(separator: "\n") }
}

extension Mapping.JSONError: CustomStringConvertible {
    /// What is wrong, in a sentence.
    package var description: String {
        switch self {
        case .unknownKey(let key): "unknown key '\(key)'; a newer release may have written it"
        case .unreadableLine(let key): "a line below '\(key)' cannot be read"
        }
    }
}

extension Mapping.Line {
    fileprivate var form: JSONValue {
        json.map { .list([.text(subject), $0]) } ?? .text(subject)
    }

    fileprivate init?(_ key: Mapping.Key, _ form: JSONValue) {
        let definition = key.definition
        let elements = definition.value == nil ? [form] : form.elements ?? []
        let count = definition.value == nil ? 1 : 2
        guard let subject = elements.first?.text, elements.count == count else { return nil }
        // Neither a condition nor a name with dots is the path of an element.
        let isWhole = definition.subjects == .statements || definition.subjects == .code && SwiftStage.isName(subject)
        let isWildcard = !isWhole && subject.hasSuffix(".*")
        let name = isWildcard ? String(subject.dropLast(2)) : subject
        guard let path = isWhole ? ElementPath(subject) : ElementPath(parsing: name),
            definition.subjects.allows(path, isWildcard: isWildcard)
        else { return nil }
        let value = elements.dropFirst().first
        if let value, definition.value?.accepts(value) != true { return nil }
        if definition.value == .duplicates, (value?.elements == nil) != (path.property != nil) { return nil }
        self.init(key, path, isWildcard: isWildcard, value)
    }

    fileprivate var digestText: String {
        // Conditions have spaces, and may have several lines.
        if key.definition.subjects == .statements {
            return "\(key.rawValue) \(String(decoding: form.data, as: UTF8.self))"
        }
        let value: String? = json.flatMap { key.definition.value?.digestText(of: $0) }
        return ([key.rawValue, subject] + (value.map { [$0] } ?? [])).joined(separator: " ")
    }
}
