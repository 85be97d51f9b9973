import ApusDiagnostics
import ApusSchema
import Testing

@testable import ApusImport

/// The original names that the import writes, read by the rules of matching, give what Core Data's identifiers say.
struct RenamingLawTests {
    /// A reproducible source of numbers (SplitMix64).
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed: UInt64 = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private typealias Names = [(name: String, tag: String?)]

    /// Core Data's rule, then the same name, then an identifier that an older element had before.
    private func coreData(_ older: Names, _ newer: Names, had: [String: Set<String>]) -> [String: String] {
        var result: [String: String] = [:]
        for one in newer {
            for other in older where (one.tag ?? one.name) == (other.tag ?? other.name) {
                result[one.name] = other.name
            }
        }
        for one in newer where result[one.name] == nil {
            if older.contains(where: { $0.name == one.name }), !result.values.contains(one.name) {
                result[one.name] = one.name
            }
        }
        var pairs: [(one: String, other: String)] = []
        for one in newer where result[one.name] == nil {
            guard let tag = one.tag, !older.contains(where: { ($0.tag ?? $0.name) == tag }) else { continue }
            let others = older.filter { other in
                had[other.name]?.contains(tag) == true && !result.values.contains(other.name)
                    && (other.name == tag || !older.contains { $0.name == tag })
            }
            pairs += others.map { (one.name, $0.name) }
        }
        for (one, other) in pairs where pairs.count(where: { $0.one == one || $0.other == other }) == 1 {
            result[one] = other
        }
        return result
    }

    /// The rules of matching over original names, to the letter; `nil` where they make an error of it.
    private func apus(_ older: Names, _ newer: Names) -> [String: String]? {
        var result: [String: String] = [:]
        for one in newer {
            guard let tag = one.tag, older.contains(where: { $0.name == tag }) else { continue }
            if older.contains(where: { $0.name == one.name && $0.tag == tag }) { continue }
            if older.contains(where: { $0.name != tag && $0.name != one.name && $0.tag == tag }) { return nil }
            result[one.name] = tag
        }
        for one in newer where result[one.name] == nil {
            if older.contains(where: { $0.name == one.name }), !result.values.contains(one.name) {
                result[one.name] = one.name
            }
        }
        for one in newer where result[one.name] == nil {
            guard let tag = one.tag else { continue }
            for other in older where other.tag == tag && !result.values.contains(other.name) {
                result[one.name] = other.name
            }
        }
        return result
    }

    private func version(_ number: Int, _ names: Names) -> CoreDataVersion {
        let attributes: [Attribute] = names.map { Attribute($0.name, .string) }
        var version = CoreDataVersion(
            name: "v\(number)",
            file: "contents",
            schema: Schema(model: "M", entities: [Entity("E", attributes: attributes)])
        )
        for name in names { version.identifiers[.entity("E").element("attributes", name.name)] = name.tag }
        return version
    }

    @Test(arguments: 1...20)
    func sameMatch(seed: UInt64) throws {
        var random = Seeded(state: seed)
        var unsayable = 0
        for _ in 0..<500 {
            let steps: [Names] = (0..<3).map { _ in
                ["a", "b", "c", "d"].shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)).map {
                    name in
                    (name, Bool.random(using: &random) ? ["a", "b", "c", "d"].randomElement(using: &random) : nil)
                }
            }
            let effective: [[String]] = steps.map { $0.map { $0.tag ?? $0.name } }
            guard effective.allSatisfy({ Set($0).count == $0.count }) else { continue }
            let first = version(1, steps[0])
            let second = RenamingStep(from: first, to: version(2, steps[1]))
            let third = RenamingStep(from: second.newer, to: version(3, steps[2]))
            var had: [String: Set<String>] = [:]
            for (step, index) in [(second, 1), (third, 2)] {
                let older: Names = step.older.schema.entities[0].attributes.map { ($0.name, $0.originalName) }
                let newer: Names = step.newer.schema.entities[0].attributes.map { ($0.name, $0.originalName) }
                let wanted: [String: String] = coreData(steps[index - 1], steps[index], had: had)
                func effective(_ name: String, in names: Names) -> String {
                    names.first { $0.name == name }?.tag ?? name
                }
                had = wanted.reduce(into: [:]) { result, match in
                    result[match.key] = Set([effective(match.value, in: steps[index - 1])])
                        .union(had[match.value] ?? []).subtracting([effective(match.key, in: steps[index])])
                }
                let given: [String: String]? = apus(older, newer)
                if step.findings.hasErrors {
                    unsayable += 1
                    #expect(given != wanted, "seed \(seed): refused without need: \(steps)")
                } else {
                    #expect(given == wanted, "seed \(seed): \(steps)")
                }
            }
        }
        // Otherwise the refusal would never have been tried.
        #expect(unsayable > 0, "seed \(seed)")
    }
}
