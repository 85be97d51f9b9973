import ApusTestSupport
import Testing

@testable import Apus

/// The identity map, compared with a dictionary.
struct IdentityMapTests {
    @Test(arguments: TestScale.seeds(10)) func itIsADictionary(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let map = IdentityMap()
        var expected: [Int64: Tag] = [:]
        // Consecutive numbers, multiples of powers of two, and random ones.
        let rows: [Int64] = (0..<200).map { number in
            switch seed % 4 {
            case 0: Int64(number + 1)
            case 1: Int64(number + 1) << 12
            case 2: Int64(number + 1) << 32
            default: Int64(bitPattern: random.next()) | 1
            }
        }
        for _ in 0..<1000 {
            let row: Int64 = rows[random.below(rows.count)]
            if let object = expected[row] {
                #expect(map[row] === object, "seed \(seed)")
                map.remove(row)
                expected[row] = nil
            } else {
                let tag = Tag(name: "")
                tag.row = row
                map.insert(tag)
                expected[row] = tag
            }
            #expect(map.objects.count == expected.count, "seed \(seed)")
        }
        for row in rows { #expect(map[row] === expected[row], "seed \(seed), row \(row)") }
        #expect(Set(map.objects.map(\.rowOrNone)) == Set(expected.keys), "seed \(seed)")
    }
}
