import Foundation

/// Decodes a value from nothing: `false`, zeros, empty texts and lists, `nil`, and the first case of an enum that is
/// `CaseIterable`.
struct EmptyDecoder: Decoder {
    /// The error of a type that contains itself, or that rejects what is empty.
    private struct NoValue: Error {}

    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private init(_ codingPath: [any CodingKey]) throws {
        if codingPath.count > 50 { throw NoValue() }
        self.codingPath = codingPath
    }

    /// The empty value of a type; `nil` if it has none.
    static func value<Value>(of type: Value.Type) -> Value? {
        if let object = emptyObjects.lazy.compactMap({ $0() as? Value }).first, Value.self is AnyObject.Type {
            return object
        }
        guard let type = type as? any Decodable.Type else { return nil }
        return try? value(of: type, []) as? Value
    }

    /// The classes that Foundation archives, which are not `Decodable`.
    private static var emptyObjects: [() -> AnyObject] {
        [
            { NSString() }, { NSNumber(value: 0) }, { NSArray() }, { NSDictionary() }, { NSSet() }, { NSData() },
            { NSDate(timeIntervalSinceReferenceDate: 0) }, { NSNull() },
            { NSUUID(uuidString: ModelValue.emptyUUID.uuidString) ?? NSUUID() },
            { NSURL(fileURLWithPath: "/") },
        ]
    }

    fileprivate static func value<Value: Decodable>(of type: Value.Type, _ path: [any CodingKey]) throws -> Value {
        let known: [Any] = [ModelValue.emptyURL, ModelValue.emptyUUID, ModelValue.emptyDate, ModelValue.emptyData]
        if let value = known.lazy.compactMap({ $0 as? Value }).first { return value }
        if let type = type as? any CaseIterable.Type, let value = firstCase(of: type) as? Value { return value }
        return try Value(from: EmptyDecoder(path))
    }

    private static func firstCase<Value: CaseIterable>(of type: Value.Type) -> Value? { type.allCases.first }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed<Key>(codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { Unkeyed(codingPath: codingPath) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(codingPath: codingPath) }

    private struct Key: CodingKey {
        let stringValue = "super"
        var intValue: Int? { nil }
        init() {}
        init?(stringValue: String) { nil }
        init?(intValue: Int) { nil }
    }

    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let codingPath: [any CodingKey]
        var allKeys: [Key] { [] }

        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) -> Bool { true }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try EmptyDecoder.value(of: type, codingPath + [key])
        }
        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> {
            KeyedDecodingContainer(EmptyDecoder.Keyed<Nested>(codingPath: codingPath + [key]))
        }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            Unkeyed(codingPath: codingPath + [key])
        }
        func superDecoder() throws -> any Decoder { try EmptyDecoder(codingPath + [EmptyDecoder.Key()]) }
        func superDecoder(forKey key: Key) throws -> any Decoder { try EmptyDecoder(codingPath + [key]) }
    }

    private struct Unkeyed: UnkeyedDecodingContainer {
        let codingPath: [any CodingKey]
        var count: Int? { 0 }
        var isAtEnd: Bool { true }
        var currentIndex: Int { 0 }

        func decodeNil() -> Bool { true }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try EmptyDecoder.value(of: type, codingPath + [EmptyDecoder.Key()])
        }
        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> {
            KeyedDecodingContainer(Keyed<Nested>(codingPath: codingPath + [EmptyDecoder.Key()]))
        }
        func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            Unkeyed(codingPath: codingPath + [EmptyDecoder.Key()])
        }
        func superDecoder() throws -> any Decoder { try EmptyDecoder(codingPath + [EmptyDecoder.Key()]) }
    }

    private struct Single: SingleValueDecodingContainer {
        let codingPath: [any CodingKey]

        func decodeNil() -> Bool { true }
        func decode(_ type: Bool.Type) throws -> Bool { false }
        func decode(_ type: String.Type) throws -> String { "" }
        func decode(_ type: Double.Type) throws -> Double { 0 }
        func decode(_ type: Float.Type) throws -> Float { 0 }
        func decode(_ type: Int.Type) throws -> Int { 0 }
        func decode(_ type: Int8.Type) throws -> Int8 { 0 }
        func decode(_ type: Int16.Type) throws -> Int16 { 0 }
        func decode(_ type: Int32.Type) throws -> Int32 { 0 }
        func decode(_ type: Int64.Type) throws -> Int64 { 0 }
        func decode(_ type: UInt.Type) throws -> UInt { 0 }
        func decode(_ type: UInt8.Type) throws -> UInt8 { 0 }
        func decode(_ type: UInt16.Type) throws -> UInt16 { 0 }
        func decode(_ type: UInt32.Type) throws -> UInt32 { 0 }
        func decode(_ type: UInt64.Type) throws -> UInt64 { 0 }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try EmptyDecoder.value(of: type, codingPath + [EmptyDecoder.Key()])
        }
    }
}
