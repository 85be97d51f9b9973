import ApusSchema
import ApusStore
import Foundation

/// Writes large values to files beside the store.
struct SeedFiles {
    /// The folder, which is created with the first file.
    let folder: ExternalFiles

    /// The number of files written.
    private(set) var count: Int = 0

    /// The greatest number of files. Further values are kept in the store.
    static let most: Int = 100

    init(folder: URL) {
        self.folder = ExternalFiles(folder: folder)
    }

    /// Writes a large value to a file.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - column: The table and the column.
    ///   - row: The row's identity.
    /// - Returns: The value, or the name of the file, which depends only on the parameters.
    /// - Throws: A file error.
    mutating func keeping(_ value: StoredValue, of column: [String], row: Int) throws -> StoredValue {
        guard case .blob(let data) = value, data.count >= ExternalFiles.threshold, count < Self.most else {
            return value
        }
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in data { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        var random: SplitMix64 = RandomStream(seed: digest, column).numbers(of: row)
        let words: [UInt64] = [random.next(), random.next()]
        let bytes: [UInt8] = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) } }
        let id: UUID = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        let name: String = try folder.write(data, as: id)
        count += 1
        return .text(name)
    }
}
