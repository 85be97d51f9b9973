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

    /// An object whose end looks into the map.
    private final class Probe: ModelObject {
        nonisolated(unsafe) static var end: () -> Void = {}
        deinit { Probe.end() }
    }

    @Test func theEndsOfItsObjectsFindAnEmptyMap() {
        let map = IdentityMap()
        for row in 1...3 {
            let probe = Probe(apusBacking: Tag.ApusBacking())
            probe.row = Int64(row)
            map.insert(probe)
        }
        var found: [Bool] = []
        Probe.end = { found += (1...3).map { map[$0] != nil } }
        map.removeAll { _ in Issue.record("nothing else references them") }
        #expect(found == [Bool](repeating: false, count: 9))
        Probe.end = {}
    }
}
