import ApusFuzzing
import ApusTestSupport
import Foundation
import Testing

/// Inputs that once broke a law or reach deep, and mutations of them, keep the laws of each target.
///
/// `APUS_FUZZ_SECONDS=3600` mutates that long per target, from a seed of its own (`APUS_FUZZ_SEED`) that is printed; the
/// input at hand is in a temporary file whose path is printed too, for the case that it ends the process. `Scripts/fuzz`
/// looks for inputs that reach new code.
@Suite("Random input") struct FuzzTests {
    private static let environment: [String: String] = ProcessInfo.processInfo.environment

    private static let corpus: URL = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

    /// The committed inputs of a target, by the names of their files.
    private func committed(_ target: FuzzTarget) throws -> [(name: String, input: [UInt8])] {
        let folder = Self.corpus.appending(path: target.name)
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return try files.sorted { $0.path < $1.path }.map { ($0.lastPathComponent, Array(try Data(contentsOf: $0))) }
    }

    @Test func everyFolderOfTheCorpusIsThatOfATarget() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
        #expect(Set(names).subtracting(FuzzTarget.all.map(\.name)).isEmpty)
    }

    /// Targets run side by side, but the inputs of one do not, because they have its files in common.
    @Test(arguments: FuzzTarget.all) func committedAndMutatedInputs(target: FuzzTarget) throws {
        for (name, input) in try committed(target) {
            do { try target.run(input) } catch { Issue.record("\(target), \(name): \(error)") }
        }
        try runMutatedInputs(target)
    }

    private func runMutatedInputs(_ target: FuzzTarget) throws {
        let seconds = Self.environment["APUS_FUZZ_SECONDS"].flatMap(Double.init)
        let seed =
            Self.environment["APUS_FUZZ_SEED"].flatMap(UInt64.init)
            ?? (seconds == nil ? 7 : UInt64.random(in: 0...UInt64.max))
        let seeds = try target.seeds() + committed(target).map(\.input)
        var mutator = Mutator(of: target, seeds: seeds, seed: seed)
        let last = FileManager.default.temporaryDirectory.appending(path: "apus-fuzz-\(target)-\(seed)")
        if seconds != nil { print("fuzzing \(target) with seed \(seed), the input at hand is in \(last.path)") }
        defer { try? FileManager.default.removeItem(at: last) }
        let end = seconds.map { Date(timeIntervalSinceNow: $0) }
        var runs = 0
        while end.map({ Date() < $0 }) ?? (runs < target.usualRuns * TestScale.factor) {
            let input = mutator.next()
            if seconds != nil { try Data(input).write(to: last) }
            do { try target.run(input) } catch {
                Issue.record(
                    "\(target), seed \(seed), run \(runs): \(error)\nbase64: \(Data(input).base64EncodedString())"
                )
                return
            }
            runs += 1
        }
        if seconds != nil { print("fuzzed \(target): \(runs) inputs") }
    }
}
