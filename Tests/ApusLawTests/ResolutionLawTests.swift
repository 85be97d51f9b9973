import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema
import ApusTestSupport
import Testing

/// Questions and answers over generated histories.
@Suite("Resolving") struct ResolutionLawTests {
    /// The files of a project with one version and a head.
    private static func files(_ older: Schema, _ head: Schema) -> HistoryFiles {
        let version = Schema.Version(1)
        let digest = Digest.of(older)
        let line = LockFile.Line(
            version,
            schema: digest,
            mapping: nil,
            chain: Digest.chain(after: nil, version, schema: digest, mapping: nil)
        )
        return HistoryFiles(
            model: older.model,
            folder: "Schemas/M",
            heads: [SourceFile(path: "Schemas/M/M.yaml", text: ModelFile.write(head))],
            versions: [SourceFile(path: "Schemas/M/versions/1.yaml", text: ModelFile.write(older))],
            lock: SourceFile(path: "Schemas/M/versions.lock", text: LockFile(lines: [line]).write())
        )
    }

    /// The schema as an author who does not know `originalName` writes it.
    private static func forgetful(_ schema: Schema, _ random: inout SplitMix64) -> Schema {
        var schema = schema
        for index in schema.entities.indices {
            if random.below(2) == 0 { schema.entities[index].originalName = nil }
            for number in schema.entities[index].attributes.indices where random.below(3) > 0 {
                schema.entities[index].attributes[number].originalName = nil
            }
            for number in schema.entities[index].relationships.indices where random.below(3) > 0 {
                schema.entities[index].relationships[number].originalName = nil
            }
        }
        return schema
    }

    /// The result of answering every question with an offered answer.
    private struct Result {
        var answers = 0
        var renames = 0
        var unanswered: [String] = []
        var resolution: Resolution
    }

    private static func resolved(_ files: HistoryFiles, limit: Int) throws -> Result {
        var result = Result(resolution: try Resolution(files, migrations: "Migrations/M", .head))
        var given: Set<StageQuestion.Identity> = []
        while let question = result.resolution.questions.first(where: { !given.contains($0.identity) }) {
            var isAnswered = false
            for choice in question.choices {
                do throws(UnusableAnswer) {
                    try result.resolution.answer(question.identity, with: choice.answer)
                    isAnswered = true
                    result.answers += 1
                    if case .originalName = choice.answer { result.renames += 1 }
                    break
                } catch {
                    result.unanswered.append("\(question.refusal.message): \(choice.answer): \(error.reason)")
                }
            }
            // A question that only an edit by hand settles is left.
            if !isAnswered { given.insert(question.identity) }
            guard result.answers <= limit else { break }
        }
        return result
    }

    @Test("answering every question with its first offered answer ends, and nothing is refused then")
    func ends() throws {
        var (questions, renames, byHand, settled) = (0, 0, 0, 0)
        for seed in TestScale.seeds(12, from: TestSeed.chosen()) {
            let history = HistoryGenerator.history(seed: seed)
            var random = SplitMix64(seed: seed)
            for (number, stage) in history.stages.enumerated() {
                let context = "APUS_LAW_SEED=\(seed), stage \(number + 1)"
                let head = Self.forgetful(stage.newer, &random)
                if stage.older.means(head) || head.validate().contains(where: { $0.severity == .error }) { continue }
                let files = Self.files(stage.older, head)
                guard let first = try? Resolution(files, migrations: "Migrations/M", .head) else { continue }
                let count = first.count
                let result = try Self.resolved(files, limit: 20 + 10 * count)
                #expect(result.answers <= 20 + 10 * count, "\(context): there is an end")
                questions += count
                renames += result.renames
                if !result.resolution.isSettled {
                    byHand += 1
                    // What is left, only a person can settle: conflicts of names take edits of several elements at once.
                    for question in result.resolution.questions {
                        #expect(
                            question.choices.isEmpty || ["AP401", "AP402"].contains(question.refusal.code),
                            "\(context): \(question.refusal.message)\n\(question.choices)\n\(result.unanswered)"
                        )
                    }
                    continue
                }
                settled += 1
                // The files, read again from their texts, are refused nothing, and say what the head said besides the names.
                let edited = result.resolution.edits
                #expect(edited.isEmpty == (count == 0), "\(context)")
                for edit in edited where edit.path.hasPrefix("Schemas") {
                    #expect(edit.before != nil, "\(context)")
                }
            }
        }
        print(
            "resolving: \(questions) questions, \(renames) renames, \(settled) stages settled, \(byHand) left to a person"
        )
        #expect(questions > 20 && renames > 3 && settled > byHand)
    }
}
