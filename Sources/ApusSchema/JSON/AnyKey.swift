extension Decoder {
    /// Refuses keys that this release does not know: what they say would be lost without a word.
    func refuseUnknownKeys<Key: CodingKey & CaseIterable>(besides known: Key.Type) throws {
        let names: Set<String> = Set(Key.allCases.map(\.stringValue))
        let container = try container(keyedBy: AnyKey.self)
        guard let unknown = container.allKeys.first(where: { !names.contains($0.stringValue) }) else { return }
        throw DecodingError.dataCorruptedError(
            forKey: unknown,
            in: container,
            debugDescription: "unknown key '\(unknown.stringValue)'; a newer release may have written it"
        )
    }
}

/// Any key of an object.
private struct AnyKey: CodingKey {
    let stringValue: String

    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        return nil
    }
}
