/// A key of an object in the canonical JSON form.
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
    /// Throws if there are keys that this release does not know, because they would be lost silently.
    func refuseUnknownKeys(besides known: [String]) throws {
        let names = Set(known)
        guard let unknown = allKeys.map(\.stringValue).sorted().first(where: { !names.contains($0) }) else { return }
        throw refusal(of: unknown, "unknown key '\(unknown)'; a newer release may have written it")
    }

    /// Returns the error about the value of a key.
    func refusal(of key: String, _ problem: String) -> DecodingError {
        .dataCorruptedError(forKey: AnyKey(key), in: self, debugDescription: problem)
    }

    /// Reads the value of a key; `nil` if the key is missing. A null is an error, because the form has none.
    func value<Value: Decodable>(_ key: String, _: Value.Type = Value.self) throws -> Value? {
        contains(AnyKey(key)) ? try decode(Value.self, forKey: AnyKey(key)) : nil
    }
}
