import ApusDiagnostics

/// An element of a model whose canonical JSON form follows the list of its keys.
///
/// Defaults are left out, so that a key that is added in a later release does not change existing JSON.
protocol KeyedElement {
    static var keys: [Key<Self>] { get }

    /// The canonical JSON form.
    var form: JSONValue { get }
}

extension KeyedElement {
    /// Reads the keys that have no structure of their own.
    ///
    /// - Parameters:
    ///   - container: The element's object.
    ///   - others: The keys that the caller reads.
    /// - Throws: `DecodingError` if a key is unknown or its value is invalid.
    mutating func readKeys(_ container: KeyedDecodingContainer<AnyKey>, besides others: [String] = []) throws {
        try container.refuseUnknownKeys(besides: Self.keys.map(\.name) + others)
        for key in Self.keys where container.contains(AnyKey(key.name)) {
            let name = AnyKey(key.name)
            switch key.form {
            case .text(let lens): lens.set(&self, try container.decode(String.self, forKey: name))
            case .flag(let lens, _): lens.set(&self, try container.decode(Bool.self, forKey: name))
            case .choice(let lens): lens.set(&self, try container.decode(Bool.self, forKey: name))
            case .count(let lens):
                // Foundation's error about a fraction contains neither the problem nor the key.
                guard let count = try? container.decode(Int.self, forKey: name), (0...Int.greatestRead).contains(count)
                else {
                    throw container.refusal(
                        of: key.name,
                        "\(key.name) is not a non-negative whole number of \(Int.digitsLimit)"
                    )
                }
                lens.set(&self, count)
            case .names(let lens): lens.set(&self, try container.decode([String].self, forKey: name))
            case .texts(let lens): lens.set(&self, try container.decode([String: String].self, forKey: name))
            case .word(let words, let lens):
                let word = try container.decode(String.self, forKey: name)
                guard words.contains(word) else {
                    throw container.refusal(of: key.name, "'\(word)' is not a valid \(key.name)")
                }
                lens.set(&self, word)
            case .coded(let coding):
                let text = try container.decode(String.self, forKey: name)
                guard coding.read(&self, text) else {
                    throw container.refusal(of: key.name, "'\(text)' is not \(coding.expectation(self))")
                }
            case .structure: break
            }
        }
    }

    /// Returns the canonical JSON form: the keys that have no structure of their own, and those of the caller.
    ///
    /// - Parameters:
    ///   - always: Keys and values that are always written.
    ///   - lists: Keys and lists that are written unless they are empty.
    /// - Returns: The element's object.
    func form(_ always: [String: JSONValue], lists: [String: [JSONValue]] = [:]) -> JSONValue {
        var object = always
        for (name, list) in lists where !list.isEmpty { object[name] = .list(list) }
        let keys = Self.keys
        // By index, because a loop over the keys would copy each of them, and a schema has thousands of elements.
        for index in keys.indices {
            if let value = keys[index].json(self) { object[keys[index].name] = value }
        }
        return .object(object)
    }
}

extension Key.Form {
    /// Returns an element's value in canonical JSON; `nil` for a default or a structure of its own.
    var json: @Sendable (Element) -> JSONValue? {
        switch self {
        case .text(let lens), .word(_, let lens): { lens.get($0).map { .text($0) } }
        case .flag(let lens, let usual): { lens.get($0) == usual ? nil : .truth(!usual) }
        case .choice(let lens): { lens.get($0).map { .truth($0) } }
        case .count(let lens): { lens.get($0).map { .number($0) } }
        case .names(let lens):
            { element in
                let names = lens.get(element)
                return names.isEmpty ? nil : .texts(names)
            }
        case .texts(let lens):
            { element in
                let texts = lens.get(element)
                return texts.isEmpty ? nil : .object(texts.mapValues { .text($0) })
            }
        case .coded(let coding): { coding.text($0).map { .text($0) } }
        case .structure: { _ in nil }
        }
    }
}

extension Schema: KeyedElement {}
extension Entity: KeyedElement {}
extension Entity.Index: KeyedElement {}
extension Attribute: KeyedElement {}
extension Relationship: KeyedElement {}
extension FetchedProperty: KeyedElement {}
extension FetchRequest: KeyedElement {}
extension Composite: KeyedElement {}
extension Enumeration: KeyedElement {}
extension Configuration: KeyedElement {}
