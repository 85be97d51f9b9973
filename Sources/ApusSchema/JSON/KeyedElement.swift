/// An element of a model whose canonical JSON form follows the list of its keys.
///
/// What is as usual is left out, so that a key added to the model later changes no text written before.
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
    ///   - others: Keys of the object that the caller reads.
    /// - Throws: `DecodingError` where a key is unknown, or its value is none of that key.
    mutating func readKeys(_ container: KeyedDecodingContainer<AnyKey>, besides others: [String] = []) throws {
        try container.refuseUnknownKeys(besides: Self.keys.map(\.name) + others)
        for key in Self.keys where container.contains(AnyKey(key.name)) {
            let name = AnyKey(key.name)
            switch key.form {
            case .text(let lens): lens.set(&self, try container.decode(String.self, forKey: name))
            case .flag(let lens, _): lens.set(&self, try container.decode(Bool.self, forKey: name))
            case .choice(let lens): lens.set(&self, try container.decode(Bool.self, forKey: name))
            case .count(let lens):
                // Foundation's own error of a fraction says neither what is wrong nor where.
                guard let count = try? container.decode(Int.self, forKey: name), count >= 0 else {
                    throw container.refusal(of: key.name, "\(key.name) is a whole number from 0 up")
                }
                lens.set(&self, count)
            case .names(let lens): lens.set(&self, try container.decode([String].self, forKey: name))
            case .texts(let lens): lens.set(&self, try container.decode([String: String].self, forKey: name))
            case .word(let words, let lens):
                let word: String = try container.decode(String.self, forKey: name)
                guard words.contains(word) else { throw container.refusal(of: key.name, "'\(word)' is no \(key.name)") }
                lens.set(&self, word)
            case .coded(let coding):
                let text: String = try container.decode(String.self, forKey: name)
                guard coding.read(&self, text) else {
                    throw container.refusal(of: key.name, "'\(text)' is not \(coding.expectation(self))")
                }
            case .structure: break
            }
        }
    }

    /// The canonical JSON form: the keys that have no structure of their own, and those that the caller gives.
    ///
    /// - Parameters:
    ///   - always: What is written whatever it is.
    ///   - lists: What is written where it has elements.
    /// - Returns: The element's object.
    func form(_ always: [String: JSONValue], lists: [String: [JSONValue]] = [:]) -> JSONValue {
        var object: [String: JSONValue] = always
        for (name, list) in lists where !list.isEmpty { object[name] = .list(list) }
        let keys: [Key<Self>] = Self.keys
        // By place: a loop over the keys would copy each of them, and a schema has thousands of elements.
        for place in keys.indices {
            if let value = keys[place].json(self) { object[keys[place].name] = value }
        }
        return .object(object)
    }
}

extension Key.Form {
    /// What a key of this form says of an element in canonical JSON; `nil` where that is as usual, or has a structure of
    /// its own.
    var json: @Sendable (Element) -> JSONValue? {
        switch self {
        case .text(let lens), .word(_, let lens): { lens.get($0).map { .text($0) } }
        case .flag(let lens, let usual): { lens.get($0) == usual ? nil : .truth(!usual) }
        case .choice(let lens): { lens.get($0).map { .truth($0) } }
        case .count(let lens): { lens.get($0).map { .number($0) } }
        case .names(let lens):
            { element in
                let names: [String] = lens.get(element)
                return names.isEmpty ? nil : .texts(names)
            }
        case .texts(let lens):
            { element in
                let texts: [String: String] = lens.get(element)
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
