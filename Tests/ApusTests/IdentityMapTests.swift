import ApusTestSupport
import Testing

@testable import Apus

/// The identity map, compared with a dictionary.
struct IdentityMapTests {
    @Test(arguments: TestScale.seeds(10)) func itIsADictionary(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let map = IdentityMap(isObservable: false)
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
                // It leaves the map when it is removed, and when it is deallocated.
                if random.below(2) == 0 { map.remove(object) }
                expected[row] = nil
            } else {
                let tag = Tag(name: "")
                tag.row = row
                tag.home = map
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

    @Test func theEndsOfItsObjectsDoNotFindThem() {
        let map = IdentityMap(isObservable: false)
        var probes: [Probe] = []
        for row in 1...3 {
            let probe = Probe(apusBacking: Tag.ApusBacking())
            probe.row = Int64(row)
            probe.home = map
            map.insert(probe)
            probes.append(probe)
        }
        var found: [Int] = []
        Probe.end = { found.append((1...3).count { map[$0] != nil }) }
        // An object that is being deallocated is not found, although it has not left the map yet.
        probes.removeFirst()
        #expect(found == [2] && map.count == 2)
        map.removeAll { _ in }
        probes = []
        #expect(found == [2, 0, 0])
        Probe.end = {}
    }

    /// The end of an object that has been removed puts another one into a slot that was looked at before.
    @Test func allObjectsAreRemovedWhateverTheirEndsInsert() {
        let map = IdentityMap(isObservable: false)
        func probe(_ row: Int) -> Probe {
            let probe = Probe(apusBacking: Tag.ApusBacking())
            probe.row = Int64(row)
            probe.home = map
            map.insert(probe)
            return probe
        }
        // As many as are removed at a time.
        var held = Dictionary(uniqueKeysWithValues: (1...64).map { (Int64($0), probe($0)) })
        var late: Probe?
        Probe.end = { if late == nil { late = probe(5) } }
        var removed = 0
        var isLateRemoved = false
        map.removeAll { object in
            removed += 1
            if object === late { isLateRemoved = true }
            held[object.rowOrNone] = nil
        }
        #expect(removed == 65 && isLateRemoved && map.count == 0 && map[5] == nil)
        Probe.end = {}
    }
}
