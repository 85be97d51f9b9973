import ApusSchema
import Foundation

/// Random bytes.
struct DataSource: ValueSource {
    var rank: Int { 6 }

    private let size: ClosedRange<Int>
    let extremes: [StoredValue]

    /// Creates a source of bytes with usual sizes, optionally with a megabyte among the extremes.
    init(_ size: ClosedRange<Int>, isAdversarial: Bool, hasLarge: Bool) {
        self.size = size
        var edges: [Data] = []
        if isAdversarial {
            edges = [Data(), Data([0]), Data([0, 0xFF, 0]), Data("x'00'".utf8), Data(repeating: 0xFF, count: 5000)]
        }
        if hasLarge { edges.append(Self.megabyte) }
        extremes = edges.map { .blob($0) }
    }

    /// A megabyte that contains every byte value.
    private static let megabyte: Data = {
        var data = Data((0...255).map { UInt8($0) })
        while data.count < 1_048_576 { data += data }
        return data
    }()

    var capacity: Int? { nil }

    func value(_ random: inout SplitMix64) -> StoredValue { .blob(bytes(random.tailed(in: size), &random)) }

    func distinct(_ number: Int, _ random: inout SplitMix64) -> StoredValue {
        .blob(bytes(8, &random) + withUnsafeBytes(of: UInt64(number).bigEndian) { Data($0) })
    }

    private func bytes(_ count: Int, _ random: inout SplitMix64) -> Data {
        var data = Data(capacity: count + 7)
        for _ in 0..<(count + 7) / 8 { withUnsafeBytes(of: random.next().littleEndian) { data.append(contentsOf: $0) } }
        return data.prefix(count)
    }
}

/// Universally unique identifiers.
struct IdentifierSource: ValueSource {
    var rank: Int { 0 }

    let isAdversarial: Bool

    var capacity: Int? { nil }

    var extremes: [StoredValue] {
        isAdversarial ? [.blob(Data(repeating: 0, count: 16)), .blob(Data(repeating: 0xFF, count: 16))] : []
    }

    func value(_ random: inout SplitMix64) -> StoredValue { .blob(bytes(random.next(), random.next())) }

    func distinct(_ number: Int, _ random: inout SplitMix64) -> StoredValue {
        // The last six bytes are the scrambled number.
        .blob(bytes(random.next(), (random.next() & ~0xFFFF_FFFF_FFFF) | (UInt64(number) ^ 0x5DEE_CE66_D1CE)))
    }

    /// The bytes of a random UUID (RFC 9562, version 4).
    private func bytes(_ first: UInt64, _ second: UInt64) -> Data {
        let one: UInt64 = (first & ~0xF000) | 0x4000
        let two: UInt64 = (second & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
        var data = Data(capacity: 16)
        for half in [one, two] { withUnsafeBytes(of: half.bigEndian) { data.append(contentsOf: $0) } }
        return data
    }
}

/// URLs.
struct AddressSource: ValueSource {
    var rank: Int { 1 }

    let isAdversarial: Bool

    var capacity: Int? { nil }

    var extremes: [StoredValue] {
        guard isAdversarial else { return [] }
        let long = "https://example.org/" + String(repeating: "a/", count: 1000)
        return ["file:///tmp/%F0%9F%9B%AB?q=%27%22#end", "mailto:a@b.example", "/relative", "urn:x:%00", long]
            .map { .text($0) }
    }

    func value(_ random: inout SplitMix64) -> StoredValue { .text(TextWriter.url(nil, &random)) }

    func distinct(_ number: Int, _ random: inout SplitMix64) -> StoredValue {
        .text(TextWriter.url(number, &random))
    }
}

/// One of a list: an enum's raw values, or texts that match a pattern.
struct ChoiceSource: ValueSource {
    var rank: Int { 7 }

    /// The distinct values, the most frequent ones first.
    let values: [StoredValue]

    /// Whether all values are equally frequent.
    var isEven: Bool = true

    var capacity: Int? { values.count }

    var extremes: [StoredValue] { [] }

    func value(_ random: inout SplitMix64) -> StoredValue {
        values[isEven ? random.below(values.count) : random.tailed(in: 0...values.count - 1)]
    }

    func distinct(_ number: Int, _ random: inout SplitMix64) -> StoredValue { values[number] }
}
