import ApusSchema
import ApusStore
import Foundation

/// Writes large values into files beside the store.
struct SeedFiles {
    /// The folder, which is made for the first file.
    let folder: ExternalFiles

    /// The files that were written.
    private(set) var count: Int = 0

    /// How many files there are at most; what comes later stays in the store.
    static let most: Int = 100

    init(folder: URL) {
        self.folder = ExternalFiles(folder: folder)
    }

    /// The value as a column holds it: the name of a file, where it is large.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - column: The table and the column.
    ///   - row: The row's identity.
    /// - Returns: The value, or a file's name that follows from all that.
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
