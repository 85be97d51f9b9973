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
