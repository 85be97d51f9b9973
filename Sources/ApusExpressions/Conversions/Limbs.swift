/// A non-negative integer of any size, for the powers of two and five in a binary number.
struct Limbs {
    private static let base: UInt64 = 1_000_000_000
    /// Limbs of nine decimal digits, with the least significant first.
    private var limbs: [UInt64]

    init(_ number: UInt64) {
        limbs = [number % Self.base, number / Self.base % Self.base, number / Self.base / Self.base]
    }

    mutating func multiply(by factor: UInt64, times count: Int) {
        // 5^12 and 2^12 still fit beside nine digits.
        for step in stride(from: 0, to: count, by: 12) {
            let power: UInt64 = (0..<min(12, count - step)).reduce(1) { product, _ in product * factor }
            var carry: UInt64 = 0
            for index in limbs.indices {
                let product: UInt64 = limbs[index] * power + carry
                limbs[index] = product % Self.base
                carry = product / Self.base
            }
            if carry > 0 { limbs.append(carry) }
        }
    }

    var digits: [UInt8] {
        limbs.reversed().flatMap { limb in
            let text = String(limb)
            return [UInt8](repeating: 0, count: 9 - text.utf8.count) + text.utf8.map { $0 - UInt8(ascii: "0") }
        }
    }
}
