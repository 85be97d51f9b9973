import ApusTestSupport
import Testing

@testable import Apus

/// A list of objects is an array without repetitions, however objects come and go.
struct ObjectListTests {
    @Test(arguments: TestScale.seeds(30)) func anyChangesAreAnArrays(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let objects = (0..<[4, 20, 60].randomElement(using: &random)!).map { Tag(name: "\($0)") }
        var expected: [Tag] = objects.filter { _ in Bool.random(using: &random) }
        var list = ObjectList(expected)
        for step in 0..<400 {
            let object = objects.randomElement(using: &random)!
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                let isNew = !expected.contains(object)
                if isNew, Bool.random(using: &random) { list.appendNew(object) } else { list.append(object) }
                if isNew { expected.append(object) }
            case 2, 3:
                list.remove(object)
                expected.removeAll { $0 === object }
            case 4:
                #expect(list.contains(object) == expected.contains(object), "seed \(seed), step \(step)")
                #expect(list.isEmpty == expected.isEmpty, "seed \(seed), step \(step)")
            default:
                if Bool.random(using: &random) {
                    #expect(list.objects.elementsEqual(expected, by: ===), "seed \(seed), step \(step)")
                }
            }
        }
        #expect(list.objects.elementsEqual(expected, by: ===), "seed \(seed), at the end")
    }
}
