package import ApusSchema
package import Foundation

extension Column.Seal {
    /// What has a value, as it is authenticated: the attribute, and the object's identity.
    ///
    /// It is part of the format of encrypted values, so it must not change.
    package func context(of identity: Int64) -> Data { Data("apus 1\n\(subject)\n\(identity)".utf8) }

    /// Encrypts a value of an object.
    ///
    /// - Parameters:
    ///   - value: The value as a column without encryption would hold it.
    ///   - identity: The object's identity.
    ///   - keys: The keys; `nil` if there are none.
    /// - Returns: The value as the column holds it. Null stays null.
    /// - Throws: The reason why the key cannot be used.
    package func sealed(_ value: StoredValue, of identity: Int64, _ keys: StoreKeys?) throws(SealingError)
        -> StoredValue
    {
        guard let plain = value.sealedForm else { return .null }
        guard let keys else { throw .noKey(key) }
        return .blob(try keys.sealer.seal(plain, key: key, context: context(of: identity)))
    }

    /// Decrypts a value of an object.
    ///
    /// - Parameters:
    ///   - value: The value as the column holds it.
    ///   - identity: The object's identity.
    ///   - storage: The storage type that the column would have without encryption.
    ///   - keys: The keys; `nil` if there are none.
    /// - Returns: The value as a column without encryption would hold it. Null stays null.
    /// - Throws: The reason why it cannot be read.
    package func opened(
        _ value: StoredValue,
        of identity: Int64,
        as storage: StorageType,
        _ keys: StoreKeys?
    ) throws(SealingError) -> StoredValue {
        if value == .null { return .null }
        guard case .blob(let bytes) = value else { throw .notSealed }
        guard let keys else { throw .noKey(key) }
        let plain = try keys.sealer.open(bytes, key: key, context: context(of: identity))
        guard let opened = StoredValue(sealedForm: plain, as: storage) else { throw .notAuthentic }
        return opened
    }
}

extension StoredValue {
    /// The type of a column for values of this class; ``StorageType/any`` for null.
    var storage: StorageType {
        switch self {
        case .null: .any
        case .integer: .integer
        case .real: .real
        case .text: .text
        case .blob: .blob
        }
    }

    /// The value as it is encrypted: a byte for its storage class, then its bytes, numbers with the highest byte first; `nil` for null.
    ///
    /// It is part of the format of encrypted values, so it must not change.
    var sealedForm: Data? {
        switch self {
        case .null: nil
        case .integer(let number): Data([Self.integerClass]) + withUnsafeBytes(of: number.bigEndian) { Data($0) }
        case .real(let number): Data([Self.realClass]) + withUnsafeBytes(of: number.bitPattern.bigEndian) { Data($0) }
        case .text(let text): Self.sealedForm(Self.textClass, text.utf8)
        case .blob(let bytes): Self.sealedForm(Self.blobClass, bytes)
        }
    }

    /// The bytes of a value behind its class, copied once.
    private static func sealedForm(_ valueClass: UInt8, _ value: some Collection<UInt8>) -> Data {
        var form = Data(count: 1 + value.count)
        form.withUnsafeMutableBytes { bytes in
            bytes[0] = valueClass
            UnsafeMutableRawBufferPointer(rebasing: bytes.dropFirst()).copyBytes(from: value)
        }
        return form
    }

    /// Reads a value; `nil` if it is none of the storage type.
    fileprivate init?(sealedForm bytes: Data, as storage: StorageType) {
        guard let first = bytes.first else { return nil }
        let rest = bytes.dropFirst()
        var number: UInt64? { rest.count == 8 ? rest.reduce(0) { $0 << 8 | UInt64($1) } : nil }
        switch (storage, first) {
        case (.integer, Self.integerClass):
            guard let number else { return nil }
            self = .integer(Int64(bitPattern: number))
        case (.real, Self.realClass):
            guard let number else { return nil }
            self = .real(Double(bitPattern: number))
        case (.text, Self.textClass):
            let text = String(decoding: rest, as: UTF8.self)
            guard text.hasUTF8(rest) else { return nil }
            self = .text(text)
        case (.blob, Self.blobClass): self = .blob(Data(rest))
        default: return nil
        }
    }

    private static let integerClass: UInt8 = 1
    private static let realClass: UInt8 = 2
    private static let textClass: UInt8 = 3
    private static let blobClass: UInt8 = 4
}

extension Schema {
    /// Whether a store encrypts some attribute.
    package var encryptsValues: Bool {
        entities.contains { $0.attributes.contains { $0.encryptionKey != nil } }
            || composites.contains { $0.attributes.contains { $0.encryptionKey != nil } }
    }
}

extension Layout {
    /// The names of the keys with which columns are encrypted.
    package var keyNames: Set<String> { Set(tables.flatMap(\.columns).compactMap(\.seal?.key)) }

    /// The columns of lookups.
    var lookups: [(table: Table, column: Column, lookup: Column.Lookup)] {
        tables.flatMap { table in
            table.columns.compactMap { column in column.lookup.map { (table, column, $0) } }
        }
    }
}
