import ApusDiagnostics
import ApusFiles
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// Bad and good models, mutated at random.
///
/// `APUS_FUZZ_SECONDS=3600` goes on that long, from a seed of its own (`APUS_FUZZ_SEED`) that is printed; the input at
/// hand stands in a temporary file whose path is printed too, for the case that reading it ends the process.
@Suite("Mutated models")
struct FuzzTests {
    private static let environment: [String: String] = ProcessInfo.processInfo.environment

    private static let seeds: [String] = badModels.map(\.input) + written

    private static let written: [String] = (UInt64(0)..<60).map { ModelFile.write(SchemaGenerator.schema(seed: $0)) }

    /// What breaks readers: YAML's signs, keys, numbers at the edge, characters that are more or less than they seem.
    private static let tokens: [String] = [
        "\n", "\n  ", "\n      ", ": ", " #", "{", "}", "[", "]", ",", "\"", "'", "|", ">", "- ", "? ", "&a ", "*a",
        "!!str ",
        "---\n", "...\n", "%YAML 1.1\n", "\t", "\r\n", "\u{2028}", "\u{85}", "\u{301}", "\u{FEFF}", "\u{10FFFF}", "👩‍👩‍👧",
        "\\", "\\u0000",
        "null", "~", "true", "yes", "0x10", "1e999", "-0.0", "9223372036854775808", ".nan", "2026-02-30", "=", "?",
        "??",
        "model", "entities", "attributes", "relationships", "type", "optional", "default", "to", "toMany", "inverse",
        "parent",
        "unique", "indexes", "of", "where", "enums", "cases", "rawValue", "composites", "fetchRequests", "predicate",
        "variables",
        "string", "int16", "codable", "transformable", "undefined", "A", "B", "Trip", "name", "$X", "(", ")", "'x'",
        "==", "AND",
    ]

    @Test func nothingCrashesAndWhatIsReadIsWrittenBack() throws {
        let seconds: Double? = Self.environment["APUS_FUZZ_SECONDS"].flatMap(Double.init)
        let seed: UInt64 =
            Self.environment["APUS_FUZZ_SEED"].flatMap(UInt64.init)
            ?? (seconds == nil ? 7 : UInt64.random(in: 0...UInt64.max))
        var random = SplitMix64(seed: seed)
        let last: URL = FileManager.default.temporaryDirectory.appending(path: "apus-fuzz-\(seed).yaml")
        if seconds != nil { print("fuzzing with seed \(seed), the input at hand is in \(last.path)") }
        defer { try? FileManager.default.removeItem(at: last) }
        let end: Date? = seconds.map { Date(timeIntervalSinceNow: $0) }
        var (runs, valid): (Int, Int) = (0, 0)
        while end.map({ Date() < $0 }) ?? (runs < 500 * TestScale.factor) {
            let text: String = mutated(&random)
            if seconds != nil { try Data(text.utf8).write(to: last) }
            if try check(text) { valid += 1 }
            runs += 1
        }
        if seconds != nil { print("fuzzed \(runs) models, of which \(valid) were valid") }
        #expect(valid > 0)
    }

    /// Reads a text and holds what is read against the laws. Whether it was a valid model.
    private func check(_ text: String) throws -> Bool {
        let file = SourceFile(path: "T.yaml", text: text)
        let contents: ModelFile.Contents = ModelFile.contents(of: [file])
        let hasErrors: Bool = contents.diagnostics.contains { $0.severity == .error }
        #expect((contents.schema == nil) == hasErrors, "\(text.debugDescription)")
        for finding in contents.diagnostics {
            #expect(!finding.message.isEmpty && finding.location?.file == "T.yaml", "\(text.debugDescription)")
        }
        let fixed: Fixer.Result = Fixer.apply(contents.diagnostics.flatMap(\.fixes), to: file)
        if !fixed.applied.isEmpty { _ = ModelFile.contents(of: [fixed.file]) }
        guard let schema = contents.schema else { return false }
        let written: String = ModelFile.write(schema)
        let again: Schema? = ModelFile.read([SourceFile(path: "T.yaml", text: written)]).schema
        #expect(again == schema, "\(text.debugDescription)")
        #expect(again.map { ModelFile.write($0) } == written, "\(text.debugDescription)")
        #expect(try Schema(json: schema.json) == schema, "\(text.debugDescription)")
        return true
    }

    private func mutated(_ random: inout SplitMix64) -> String {
        var scalars: [Unicode.Scalar] = Array(
            random.pick(random.chance(50) ? Self.written : Self.seeds).unicodeScalars
        )
        for _ in 0..<(random.chance(60) ? 1 : 2 + random.below(4)) {
            let (one, two): (Int, Int) = (random.below(scalars.count + 1), random.below(scalars.count + 1))
            let near: Int = min(scalars.count, one + random.below(12))
            switch random.below(6) {
            case 0: scalars.removeSubrange(one..<near)
            case 1: scalars.insert(contentsOf: random.pick(Self.tokens).unicodeScalars, at: one)
            case 2: scalars.replaceSubrange(one..<near, with: random.pick(Self.tokens).unicodeScalars)
            case 3: scalars.insert(contentsOf: scalars[one..<near], at: two)
            case 4:
                scalars.insert(contentsOf: random.pick(Self.seeds).unicodeScalars.prefix(random.below(200)), at: one)
            default: if one < scalars.count { scalars[one] = Unicode.Scalar(UInt8(random.below(128))) }
            }
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
