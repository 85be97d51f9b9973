import ApusTestSupport
import Foundation
import Testing

@testable import Apus

/// What `PropertyListTransformer` reads and writes. On Linux, Foundation's reader ends the process at most of what is refused
/// here.
struct PropertyListTests {
    private struct Palette: Codable, Equatable {
        var colours: [Int]
        var weights: [String: Double]
        var bytes: Data
        var date: Date
        var name: String
        var inner: [Palette]?
        var largest: UInt64
        var isShared: Bool
    }

    private typealias Transformer = PropertyListTransformer<Palette>

    private static func palette(_ random: inout SplitMix64, depth: Int = 0) -> Palette {
        Palette(
            colours: (0..<Int.random(in: 0...20, using: &random)).map { _ in
                Int.random(in: .min ... .max, using: &random)
            },
            weights: ["é": Double.random(in: -1...1, using: &random), "": 0.5],
            bytes: Data((0..<Int.random(in: 0...300, using: &random)).map { UInt8(truncatingIfNeeded: $0) }),
            date: Date(timeIntervalSinceReferenceDate: Double(Int.random(in: -9999...9999, using: &random))),
            name: String(repeating: "grüße 😀", count: Int.random(in: 0...5, using: &random)),
            inner: depth < 2 ? [palette(&random, depth: depth + 1), palette(&random, depth: 2)] : nil,
            largest: .max,
            isShared: Bool.random(using: &random)
        )
    }

    @Test func whatIsWrittenIsRead() throws {
        var random = SplitMix64(seed: 27)
        for _ in 0..<50 {
            let palette = Self.palette(&random)
            #expect(try Transformer.value(from: Transformer.data(from: palette)) == palette)
        }
        #expect(try PropertyListTransformer<[Int]>.value(from: PropertyListTransformer<[Int]>.data(from: [])) == [])
    }

    @Test(arguments: [
        Data(), Data("bplist00".utf8), Data(count: 100), Data("{}".utf8), SampleArchives.cycle, SampleArchives.colour,
        Data("<?xml version=\"1.0\"?><plist version=\"1.0\"><array/></plist>".utf8),
    ])
    func otherBytesAreAnError(data: Data) {
        #expect(throws: DecodingError.self) { try Transformer.value(from: data) }
        #expect(throws: DecodingError.self) { try PropertyListTransformer<[String: Int]>.value(from: data) }
    }

    /// A list of an array whose elements are all the same object, or of many objects with the same bytes.
    private static func list(_ objects: [[UInt8]], offsets: [Int], referenceSize: UInt8) -> Data {
        func bytes(_ number: Int, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        var data = Array("bplist00".utf8) + objects.joined()
        let table = data.count
        for offset in offsets { data += bytes(offset, 4) }
        data += [0, 0, 0, 0, 0, 0, 4, referenceSize] + bytes(offsets.count, 8) + bytes(0, 8) + bytes(table, 8)
        return Data(data)
    }

    private static func counted(_ kind: UInt8, _ count: Int, _ content: [UInt8]) -> [UInt8] {
        [kind << 4 | 15, 0x12] + (0..<4).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } + content
    }

    @Test("A small list that is large, or takes long, when it is read is an error") func hostileLists() {
        let (count, size) = (160_000, 500_000)
        let array = Self.counted(10, count, Array(repeating: 1, count: count))
        let text = Self.counted(5, size, Array(repeating: 97, count: size))
        let shared = Self.list([array, text], offsets: [8, 8 + array.count], referenceSize: 1)
        #expect(throws: DecodingError.self) { try PropertyListTransformer<[String]>.value(from: shared) }
        let same = Self.list(
            [Self.counted(10, count, Array(repeating: 0, count: count * 4))],
            offsets: Array(repeating: 8, count: 150_000),
            referenceSize: 4
        )
        #expect(throws: DecodingError.self) { try PropertyListTransformer<[String]>.value(from: same) }
    }

    @Test("Bytes in which Foundation sees a list in another format are an error") func otherBeginnings() throws {
        var data = try PropertyListTransformer<[Int]>.data(from: [1])
        #expect(try PropertyListTransformer<[Int]>.value(from: data) == [1])
        data[6] = UInt8(ascii: "=")
        #expect(throws: DecodingError.self) { try PropertyListTransformer<[Int]>.value(from: data) }
    }

    @Test func damagedBytesAreReadOrAreAnError() throws {
        var random = SplitMix64(seed: 28)
        let data = try Transformer.data(from: Self.palette(&random))
        for _ in 0..<4000 {
            var damaged = data
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                // Most of the numbers of a list are at its end.
                let count = Bool.random(using: &random) ? data.count : min(data.count, 80)
                damaged[data.count - Int.random(in: 1...count, using: &random)] = UInt8.random(
                    in: 0...255,
                    using: &random
                )
            }
            _ = try? Transformer.value(from: damaged)
            _ = try? Transformer.value(from: damaged.prefix(Int.random(in: 0...data.count, using: &random)))
        }
    }

    private struct Nested: Codable {
        var inner: [Nested]
    }

    @Test func aValueThatCouldNotBeReadIsNotWritten() throws {
        var nested = Nested(inner: [])
        for _ in 0..<150 { nested = Nested(inner: [nested]) }
        #expect(throws: DecodingError.self) { try PropertyListTransformer<Nested>.data(from: nested) }
        #expect(throws: EncodingError.self) { try PropertyListTransformer<Int>.data(from: 5) }
    }

    @Test func transformersAreFunctionsOfMappings() throws {
        typealias Texts = PropertyListTransformer<[String]>
        let functions: [MigrationFunction] = [
            .encoding("packed", version: 1, by: TextTransformer.self),
            .decoding("unpacked", version: 2, by: TextTransformer.self),
            .recoding("repacked", version: 3, from: Texts.self, to: CodableTransformer<[String]>.self),
        ]
        #expect(
            functions.map { "\($0.declaration)" } == [
                "packed(string) → data, version 1", "unpacked(data) → string, version 2",
                "repacked(data) → data, version 3",
            ]
        )
    }
}

/// A transformer whose values expressions have, too.
private enum TextTransformer: AttributeTransformer {
    static func data(from value: String) throws -> Data { Data(value.utf8.reversed()) }

    static func value(from data: Data) throws -> String { String(decoding: data.reversed(), as: UTF8.self) }
}
