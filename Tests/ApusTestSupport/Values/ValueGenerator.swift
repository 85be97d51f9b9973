package import ApusSchema
import Foundation

/// Makes values of every type, the extreme ones often.
package enum ValueGenerator {
    package static func value(of type: ScalarType, _ random: inout SplitMix64) -> Value {
        if random.chance(30) { return random.pick(extremes(of: type)) }
        switch type {
        case .int16, .int32, .int64:
            let bits = Int64(bitPattern: random.next())
            return .int(type == .int64 ? bits : type == .int32 ? bits >> 32 : bits >> 48)
        case .bool: return .bool(random.chance(50))
        case .double: return .double(number(&random) { Double(bitPattern: $0) })
        case .float: return .double(number(&random) { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) })
        case .date: return .date(date(&random))
        case .decimal: return .decimal(decimal(&random))
        case .string: return .string(string(&random))
        case .data: return .data(Data((0..<random.below(100)).map { _ in UInt8(random.below(256)) }))
        case .uuid: return .uuid(uuid(&random))
        case .url: return .url("https://example.org/\(random.next())?q=\(random.below(10))#f")
        }
    }

    package static func extremes(of type: ScalarType) -> [Value] {
        switch type {
        case .int16, .int32, .int64:
            let range: ClosedRange<Int64> = type.integerRange ?? 0...0
            return [.int(range.lowerBound), .int(range.upperBound), .int(0), .int(-1)]
        case .bool: return [.bool(true), .bool(false)]
        case .double:
            return [
                -0.0, 0.0, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
                .leastNormalMagnitude.nextDown, .greatestFiniteMagnitude, 0.1, 1e23, Double(Int64.max), .pi,
            ].map { .double($0) }
        case .float:
            let numbers: [Float] = [
                -0.0, 0.0, .infinity, -.infinity, .leastNonzeroMagnitude, .leastNormalMagnitude.nextDown,
                .greatestFiniteMagnitude, 0.1, 16_777_216, .pi,
            ]
            return numbers.map { .double(Double($0)) }
        case .date:
            return [
                -0.0, 0.0, 0.001, 0.0005, 799_286_400, 799_286_400.123, 799_286_400.1234567, -978_307_200,
                -63_145_699_200, 60_000_000_000.5, 1e300, -1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
                // Around the calendar reform of 1582, where some calendars have a gap.
                -13_197_600_000, -13_197_513_600.25, -13_198_464_000,
            ].map { .date($0) }
        case .decimal:
            let nines = String(repeating: "9", count: 38)
            let texts: [String] = ["0", "1", "-1", "0.1", "-12.50", "1000", nines, "-0." + nines]
            let numbers: [Decimal] = [
                .greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude,
                Decimal(sign: .plus, exponent: 127, significand: 1),
                Decimal(sign: .minus, exponent: -128, significand: 7),
                Decimal(sign: .plus, exponent: 127, significand: Decimal(string: nines) ?? 0),
                Decimal(sign: .plus, exponent: -128, significand: Decimal(string: nines) ?? 0),
            ]
            return texts.compactMap { Value(text: $0, type: .decimal) } + numbers.map { .decimal($0) }
        case .string:
            return [
                "", " ", "\0", "é", "e\u{301}", "\r\n", "\"\\/", "🏔️", "null", "true", "1", "\u{FEFF}", "\u{10FFFF}",
            ]
            .map { .string($0) }
        case .data: return [.data(Data()), .data(Data([0])), .data(Data(repeating: 255, count: 1000))]
        case .uuid: return ["0", "F"].compactMap { digit in uuid(of: digit).map { .uuid($0) } }
        case .url:
            return ["https://example.org", "mailto:a@b.example", "file:///tmp/a%20b", "/relative"].map { .url($0) }
        }
    }

    private static func number(_ random: inout SplitMix64, _ make: (UInt64) -> Double) -> Double {
        let number: Double = make(random.next())
        return number.isNaN ? 0.5 : number
    }

    private static func date(_ random: inout SplitMix64) -> Double {
        let year: Double = 31_556_952
        switch random.below(4) {
        case 0: return Double(random.below(100)) * year + Double(random.below(1_000_000))
        case 1: return Double(random.below(5000) - 2500) * year + Double(random.below(1000)) / 1000
        case 2: return Double(random.below(1_000_000_000)) + Double(random.below(1_000_000)) / 1_000_000
        default:
            let number = Double(bitPattern: random.next())
            return number.isFinite ? number : 1
        }
    }

    private static func decimal(_ random: inout SplitMix64) -> Decimal {
        let count: Int = 1 + random.below(38)
        let digits: String = (0..<count).map { _ in String(random.below(10)) }.joined()
        let exponent: Int = random.chance(50) ? random.below(20) - 10 : random.below(256) - 128
        let significand: Decimal = Decimal(string: digits) ?? 1
        let number = Decimal(
            sign: random.chance(50) ? .plus : .minus,
            exponent: exponent - significand.exponent,
            significand: significand
        )
        return number.isNaN ? significand : number
    }

    private static func string(_ random: inout SplitMix64) -> String {
        var text: String = ""
        for _ in 0..<random.below(20) {
            let limit: Int = random.pick([0x80, 0x800, 0x10000, 0x110000])
            if let scalar = Unicode.Scalar(UInt32(random.below(limit))) { text.unicodeScalars.append(scalar) }
        }
        return text
    }

    private static func uuid(_ random: inout SplitMix64) -> UUID {
        let (one, two): (UInt64, UInt64) = (random.next(), random.next())
        return withUnsafeBytes(of: (one, two)) { UUID(uuid: $0.load(as: uuid_t.self)) }
    }

    private static func uuid(of digit: String) -> UUID? {
        UUID(uuidString: [8, 4, 4, 4, 12].map { String(repeating: digit, count: $0) }.joined(separator: "-"))
    }
}

extension Value {
    /// Whether both are the same to the bit: of texts the bytes, of numbers the sign of zero.
    package func isSame(as other: Value?) -> Bool {
        switch (self, other) {
        case (.string(let one), .string(let two)), (.url(let one), .url(let two)): one.utf8.elementsEqual(two.utf8)
        case (.double(let one), .double(let two)), (.date(let one), .date(let two)): one.bitPattern == two.bitPattern
        default: self == other
        }
    }
}
