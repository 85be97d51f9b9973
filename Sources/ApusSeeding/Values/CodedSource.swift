import ApusSchema
import Foundation

/// Encoded values of a Swift type: JSON, or a property list.
struct CodedSource: ValueSource {
    var rank: Int { 9 }

    /// The Swift type to write as JSON, or `nil` for a property list.
    let jsonType: String?

    var capacity: Int? { nil }

    var extremes: [StoredValue] { [] }

    func value(_ random: inout SplitMix64) -> StoredValue {
        let text: String = jsonType.map { JSONText.json($0, &random) } ?? JSONText.propertyList(&random)
        return .blob(Data(text.utf8))
    }

    func distinct(_ number: Int, _ random: inout SplitMix64) -> StoredValue { value(&random) }
}

/// Texts that are stored as data because they may be in a file.
struct BytesSource: ValueSource {
    var rank: Int { texts.rank }

    /// The texts.
    let texts: any ValueSource

    var capacity: Int? { texts.capacity }

    var extremes: [StoredValue] { texts.extremes.map(Self.bytes) }

    func value(_ random: inout SplitMix64) -> StoredValue { Self.bytes(texts.value(&random)) }

    func distinct(_ number: Int, _ random: inout SplitMix64) -> StoredValue {
        Self.bytes(texts.distinct(number, &random))
    }

    private static func bytes(_ value: StoredValue) -> StoredValue {
        if case .text(let text) = value { .blob(Data(text.utf8)) } else { value }
    }
}
