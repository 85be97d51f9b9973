/// A key of an object of the canonical JSON form.
struct AnyKey: CodingKey {
    let stringValue: String

    var intValue: Int? { nil }

    init(_ name: String) {
        stringValue = name
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        return nil
    }
}

extension KeyedDecodingContainer<AnyKey> {
    /// Refuses keys that this release does not know: what they say would be lost without a word.
    func refuseUnknownKeys(besides known: [String]) throws {
        let names: Set<String> = Set(known)
        guard let unknown = allKeys.map(\.stringValue).sorted().first(where: { !names.contains($0) }) else { return }
        throw refusal(of: unknown, "unknown key '\(unknown)'; a newer release may have written it")
    }

    /// The error that says what is wrong with the value of a key.
    func refusal(of key: String, _ problem: String) -> DecodingError {
        .dataCorruptedError(forKey: AnyKey(key), in: self, debugDescription: problem)
    }

    /// Reads the value of a key, or `nil` where there is no such key. A null is no value: the form has none.
    func value<Value: Decodable>(_ key: String, _: Value.Type = Value.self) throws -> Value? {
        contains(AnyKey(key)) ? try decode(Value.self, forKey: AnyKey(key)) : nil
    }
}
