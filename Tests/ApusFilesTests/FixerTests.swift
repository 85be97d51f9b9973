import ApusDiagnostics
import ApusFiles
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// Models with one slip, mended by the edits that the findings offer.
@Suite("Fixes")
struct FixerTests {
    /// A text with one slip, and what stood there.
    private struct Slip {
        let before: Substring
        let word: String
        let original: String
        let after: Substring

        var text: String { before + word + after }
    }

    private static let seeds: [UInt64] = TestScale.seeds(40)

    @Test("A misspelt word is corrected to the byte, or replaced by another word; nothing else changes")
    func slips() throws {
        var (offered, mended) = (0, 0)
        for seed in Self.seeds {
            var random = SplitMix64(seed: seed ^ 0x51)
            let (schema, text) = commented(seed, &random)
            for _ in 0..<3 {
                guard let slip = slip(in: text, &random) else { continue }
                let contents: ModelFile.Contents = Self.contents(slip.text)
                let fixes: [Fix] = contents.diagnostics.flatMap(\.fixes)
                guard fixes.count == 1, case .replace(_, let word, let other) = fixes[0] else { continue }
                let result: Fixer.Result = Fixer.apply(fixes, to: Self.file(slip.text))
                guard !result.applied.isEmpty else { continue }
                offered += 1
                let about: Comment = "seed \(seed): '\(slip.original)' → '\(slip.word)', fixed by \(fixes[0])"
                let after: ModelFile.Contents = Self.contents(result.file.text)
                if other == slip.original {
                    mended += 1
                    #expect(Self.errors(after) == 0, about)
                    #expect(result.file.text == text, about)
                    #expect(after.schema == schema, about)
                } else if word == slip.word {
                    // Another name was as near: it stands where the slip stood, and all else is as it was. Whether there are
                    // more errors then, and the edit is taken back, is seen where the files are written.
                    #expect(result.file.text == slip.before + other + slip.after, about)
                }
            }
        }
        print("FixerTests: \(offered) fixes of slips, \(mended) of them to the word that was there")
        #expect(mended * 6 > Self.seeds.count * 5 && mended * 2 > offered)
    }

    @Test("An inverse that was left out on one side comes back, in that line alone")
    func inverses() throws {
        var mended = 0
        for seed in Self.seeds {
            var random = SplitMix64(seed: seed ^ 0x1A)
            let (schema, text) = commented(seed, &random)
            let matches = text.matches(of: /, inverse: [^,{}"'\n]+(?=[,}]| })/)
            guard let match = random.pickAny(matches) else { continue }
            var slipped: String = text
            slipped.removeSubrange(match.range)
            let contents: ModelFile.Contents = Self.contents(slipped)
            let fixes: [Fix] = contents.diagnostics.flatMap(\.fixes)
            guard fixes.count == 1 else { continue }
            let result: Fixer.Result = Fixer.apply(fixes, to: Self.file(slipped))
            #expect(result.applied == fixes, "seed \(seed)")
            #expect(Self.contents(result.file.text).schema == schema, "seed \(seed): \(fixes[0])")
            let (lines, others) = (slipped.split(separator: "\n"), result.file.text.split(separator: "\n"))
            #expect(lines.count == others.count && zip(lines, others).count { $0 != $1 } == 1, "seed \(seed)")
            mended += 1
        }
        print("FixerTests: \(mended) inverses put back")
        #expect(mended * 4 > Self.seeds.count)
    }

    @Test("Line breaks of a file stay what they are", arguments: ["\n", "\r\n", "\r"])
    func lineBreaks(end: String) {
        let lines: [String] = [
            "model: T  # a comment\twith a tab", "entities:", "  A:", "    relationships:", "      b:", "        to: B",
            "        inverse: a", "  B:", "    relationships:", "      a:", "        # kept", "        to: A",
            "        optionl: true",
        ]
        for last in ["", end] {
            let text: String = lines.joined(separator: end) + last
            let result: Fixer.Result = Fixer.apply(
                Self.contents(text).diagnostics.flatMap(\.fixes),
                to: Self.file(text)
            )
            var expected: [String] = lines
            expected[12] = "        optional: true"
            expected.insert("        inverse: b", at: 11)
            #expect(Array(result.file.text.utf8) == Array((expected.joined(separator: end) + last).utf8))
        }
    }

    @Test("Very many fixes are carried out at once")
    func manyFixes() {
        let count: Int = TestScale.large(7_000)
        let entities = (0..<count).map { "  E\($0): { atributes: { a: string } }\n" }.joined()
        let file = Self.file("model: T\nentities:\n" + entities)
        let fixes: [Fix] = Self.contents(file.text).diagnostics.flatMap(\.fixes)
        let result: Fixer.Result = Fixer.apply(fixes, to: file)
        #expect(result.applied.count == count)
        #expect(result.file.text == file.text.replacing("atributes", with: "attributes"))
    }

    // MARK: Making models with slips

    private static func file(_ text: String) -> SourceFile { SourceFile(path: "T.yaml", text: text) }

    private static func contents(_ text: String) -> ModelFile.Contents { ModelFile.contents(of: [file(text)]) }

    private static func errors(_ contents: ModelFile.Contents) -> Int {
        contents.diagnostics.count { $0.severity == .error }
    }

    /// The model of a seed with comments here and there, which mean nothing.
    private func commented(_ seed: UInt64, _ random: inout SplitMix64) -> (schema: Schema, text: String) {
        let schema: Schema = SchemaGenerator.schema(seed: seed)
        var lines: [String] = ModelFile.write(schema).components(separatedBy: "\n")
        for number in 0..<(1 + random.below(5)) {
            var tried: [String] = lines
            tried.insert("  # comment \(number)\twith 'quotes: {", at: random.below(lines.count))
            // Inside a block of text a comment is text.
            if Self.contents(tried.joined(separator: "\n")).schema == schema { lines = tried }
        }
        return (schema, lines.joined(separator: "\n"))
    }

    /// The text with one letter of a key, a type, or a name that is referred to changed, doubled, left out or exchanged.
    private func slip(in text: String, _ random: inout SplitMix64) -> Slip? {
        let patterns: [Regex<(Substring, Substring)>] = [
            #/[{,\n] *([a-z][A-Za-z]{3,}): /#,
            #/: (string|int16|int32|int64|decimal|double|float|date|data|bool|uuid)\b/#,
            #/\b(?:to|toMany|to:|toMany:|parent:|entity:) ([A-Za-z][A-Za-z0-9]+)\b/#,
            #/\binverse: ([A-Za-z][A-Za-z0-9]+)\b/#,
        ]
        guard let match = random.pickAny(text.matches(of: random.pick(patterns))) else { return nil }
        var letters: [Character] = Array(match.output.1)
        let index: Int = random.below(letters.count)
        switch random.below(4) {
        case 0: letters[index] = random.pick(Array("aeiourst"))
        case 1: letters.insert(letters[index], at: index)
        case 2: letters.remove(at: index)
        default: letters.swapAt(index, min(index + 1, letters.count - 1))
        }
        let word = String(letters)
        guard word != match.output.1, !word.isEmpty else { return nil }
        let range: Range<String.Index> = match.output.1.startIndex..<match.output.1.endIndex
        return Slip(
            before: text[..<range.lowerBound],
            word: word,
            original: String(match.output.1),
            after: text[range.upperBound...]
        )
    }
}
