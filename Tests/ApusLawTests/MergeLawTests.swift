import ApusDiagnostics
import ApusFiles
import ApusMerging
import ApusMigration
import ApusProject
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// Two people edit one real model at random; what they did is put together.
@Suite struct MergeLawTests {
    private static let count = 15 * TestScale.factor

    /// What one side alone writes at the end of its file.
    private static let end: String = "# the end\n"

    /// A schema's text, with a comment above some of its lines that tells what stands there.
    private static func file(_ schema: Schema) -> SourceFile {
        let lines: [String] = ModelFile.write(schema).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        let commented: [String] = lines.flatMap { line in
            let sum: Int = line.utf8.reduce(0) { $0 + Int($1) }
            guard sum % 5 == 0, line.hasSuffix("}") || line.hasSuffix(":") else { return [line] }
            return [String(line.prefix { $0 == " " }) + "# about \(line.trimmingPrefix { $0 == " " })", line]
        }
        return SourceFile(path: "M.yaml", text: commented.joined(separator: "\n"))
    }

    private static func comments(_ file: SourceFile) -> Set<String> {
        Set(
            file.text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.filter { $0.hasPrefix("#") }.map(
                String.init
            )
        )
    }

    /// The statements of a schema, by their paths.
    private static func statements(_ schema: Schema) throws -> [String: String] {
        var statements: [String: String] = [:]
        func add(_ value: Any, _ path: String) {
            switch value {
            case let object as [String: Any]: for (key, inner) in object { add(inner, "\(path)/\(key)") }
            case let list as [Any]:
                let names: [String] = list.compactMap { ($0 as? [String: Any])?["name"] as? String }
                if names.count == list.count {
                    for (name, inner) in zip(names, list) { add(inner, "\(path)/\(name)") }
                } else {
                    statements[path] = "\(list)"
                }
            default: statements[path] = "\(value)"
            }
        }
        add(try JSONSerialization.jsonObject(with: schema.normalized.json), "")
        return statements
    }

    private static func edited(_ base: Schema, _ random: inout SplitMix64, lastNumber: Int) -> StageDraft? {
        let draft: StageDraft = .edited(base, &random, most: 3, lastNumber: lastNumber)
        let isValid = !draft.schema.validate().contains { $0.severity == .error }
        return isValid && !draft.story.isEmpty ? draft : nil
    }

    @Test("both sides' edits, each comment, and the same whoever merges")
    func merges() throws {
        let seed: UInt64 = TestSeed.chosen()
        var random = SplitMix64(seed: seed)
        var (tried, whole, conflicting, left): (Int, Int, Int, Int) = (0, 0, 0, 0)
        while tried < Self.count {
            guard let model = random.pickAny(CorpusModels.all), let version = random.pickAny(model.versions),
                let ours = Self.edited(version.schema, &random, lastNumber: 0),
                let theirs = Self.edited(version.schema, &random, lastNumber: 500)
            else { continue }
            tried += 1
            let context: String =
                "APUS_LAW_SEED=\(seed), number \(tried), \(model.path) \(version.name): \(ours.story) | \(theirs.story)"
            let (base, one, other) = (Self.file(version.schema), Self.file(ours.schema), Self.file(theirs.schema))
            let (ended, more) = (SourceFile(path: "M.yaml", text: base.text + Self.end), one.text + Self.end)
            #expect([nil, more].contains(ModelFile.merge(base: base, ours: one, theirs: ended)?.text), "\(context)")
            #expect([nil, more].contains(ModelFile.merge(base: base, ours: ended, theirs: one)?.text), "\(context)")
            let same = SourceFile(path: "M.yaml", text: more)
            #expect([nil, more].contains(ModelFile.merge(base: base, ours: one, theirs: same)?.text), "\(context)")
            guard let merged = ModelFile.merge(base: base, ours: one, theirs: other),
                let mirrored = ModelFile.merge(base: base, ours: other, theirs: one)
            else {
                left += 1
                print("left to lines: \(context)")
                continue
            }
            guard !merged.text.contains("<<<<<<<") else {
                conflicting += 1
                #expect(mirrored.text.contains("<<<<<<<"), "\(context)")
                #expect(!merged.findings.isEmpty)
                continue
            }
            whole += 1
            let (before, mine, yours) = (Self.comments(base), Self.comments(one), Self.comments(other))
            let kept: Set<String> = mine.subtracting(before).union(yours.subtracting(before))
                .union(before.intersection(mine).intersection(yours))
            let file = SourceFile(path: "M.yaml", text: merged.text)
            // A comment goes with what it is about.
            let lost: [String] = kept.subtracting(Self.comments(file)).filter { comment in
                merged.text.contains(" \(comment.dropFirst("# about ".count))\n")
            }
            #expect(lost == [], "\(context)\n\(merged.text)")
            // What neither side says alone may be an error; that is told.
            guard let schema = ModelFile.read([file]).schema else {
                #expect(!merged.findings.isEmpty, "\(context)")
                continue
            }
            let mirror: Schema? = ModelFile.read([SourceFile(path: "M.yaml", text: mirrored.text)]).schema
            #expect(mirror.map(schema.means) == true, "\(context)")
            // What has another name is merged with what it was, so its statements are elsewhere.
            let isRenamed = [ours, theirs].contains { side in
                side.story.contains { $0.contains("name") } || Self.hasNewNames(side.schema, version.schema)
            }
            if !isRenamed {
                try Self.compare(
                    base: version.schema,
                    ours: ours.schema,
                    theirs: theirs.schema,
                    merged: schema,
                    context: context
                )
            }
        }
        print("merges, seed \(seed): \(whole) whole, \(conflicting) conflicting, \(left) left to lines")
        #expect(whole > left)
    }

    /// Whether an entity of a schema has a name that its base does not have, and says what it was called.
    private static func hasNewNames(_ schema: Schema, _ base: Schema) -> Bool {
        schema.entities.contains { entity in
            entity.originalName != nil && !base.entities.contains { $0.name == entity.name }
        }
    }

    /// Each statement is that of the side that changed it.
    private static func compare(
        base: Schema,
        ours: Schema,
        theirs: Schema,
        merged: Schema,
        context: String
    ) throws {
        let (before, one, other) = (try statements(base), try statements(ours), try statements(theirs))
        let found: [String: String] = try statements(merged)
        for path in Set(before.keys).union(one.keys).union(other.keys).union(found.keys) {
            // Sets are put together element by element.
            if path.hasSuffix("/unique") { continue }
            let expected: String? = one[path] == before[path] ? other[path] : one[path]
            #expect(found[path] == expected, "\(context): \(path)")
        }
    }
}
