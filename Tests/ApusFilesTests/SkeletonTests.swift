import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusReports
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// The mapping that `apus mapping new` writes says nothing, and each of its choices settles its decision.
@Suite("Mappings with choices as comments")
struct SkeletonTests {
    private static let pages: [ChangePage] = ChangeCatalogue.pages.filter { page in
        (try? stage(of: page).refusals.isEmpty) == false
    }

    @Test("Each choice of the catalogue's refusals settles its decision", arguments: pages)
    func settlesPage(_ page: ChangePage) throws {
        try check(Self.stage(of: page), page.code)
    }

    @Test("The catalogue's refusals have choices, unless only the model can settle them")
    func hasChoices() throws {
        let without: Set<String> = Set(
            try Self.pages.filter { page in
                // An example about a line of a mapping has nothing else to decide.
                try Self.stage(of: page).skeleton() == nil
            }.map(\.code)
        )
        #expect(without == ["AP401", "AP402"])
    }

    @Test("Of two relationships that exclude each other, one choice settles both")
    func sharesChoices() throws {
        func schema(_ inverses: (String?, String?)) -> Schema {
            Schema(
                model: "M",
                entities: [
                    Entity("A", relationships: [.toMany("b", "B", inverse: inverses.0)]),
                    Entity("B", relationships: [.toMany("a", "A", inverse: inverses.1)]),
                ]
            )
        }
        let stage: Stage = Self.stage(from: schema((nil, nil)), to: schema(("a", "b")))
        #expect(stage.refusals.map(\.code) == ["AP307", "AP307"])
        #expect(Set(stage.decisions.map { $0.settlements.map(\.lines) }).count == 1)
        try check(stage, "two sides")
    }

    @Test("Documentation/Mappings.md shows what is written")
    func documentation() throws {
        let before = """
            model: Trips
            entities:
              Trip: { attributes: { nights: double, countryName: string } }
            """
        let after = """
            model: Trips
            entities:
              Trip:
                attributes: { nights: int32 }
                relationships: { country: { to: Country, inverse: trips } }
              Country:
                attributes: { name: string }
                relationships: { trips: { toMany: Trip, inverse: country } }
            """
        let stage = try Stage(
            from: Self.schema(before),
            to: Self.schema(after),
            from: .version(Schema.Version(2)),
            to: .version(Schema.Version(3)),
            mapping: nil
        )
        let root: URL = (1...3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let page = try String(contentsOf: root.appending(path: "Documentation/Mappings.md"), encoding: .utf8)
        #expect(page.contains("```\n\(try #require(stage.skeleton()))```"))
    }

    static let seeds: [UInt64] = {
        let first: UInt64 = TestSeed.chosen()
        return (0..<UInt64(20 * TestScale.factor)).map { first + $0 }
    }()

    @Test("Each choice between random schemas settles its decision", arguments: seeds)
    func settlesRandom(seed: UInt64) throws {
        var scope = HistoryGenerator.Scope()
        scope.versions = 6
        let history: GeneratedHistory = HistoryGenerator.history(seed: seed, scope) { stage, _, _ in stage.mapping }
        for (number, stage) in history.stages.enumerated() {
            try check(Self.stage(from: stage.older, to: stage.newer), "seed \(seed), stage \(number)", seed: seed)
        }
    }

    @Test("Attributes of several entities become one entity by one choice", arguments: seeds)
    func promotesSeveral(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let names: [String] = ["City", "Lake", "River"].prefix(random.pick([2, 3])).map(\.self)
        let isHierarchy: Bool = random.pick([true, false])
        let isToOne: Bool = random.pick([true, false, false])
        let attributes: [Attribute] = names.map { _ in
            Attribute(random.pick(["country", "countryName"]), .string, isOptional: random.pick([true, false]))
        }
        var spot = Entity("Spot")
        spot.isAbstract = true
        let parent: [Entity] = isHierarchy ? [spot] : []
        func entity(_ name: String, _ attributes: [Attribute], _ relationships: [Relationship] = []) -> Entity {
            Entity(
                name,
                parent: isHierarchy ? "Spot" : nil,
                attributes: [Attribute("title", .string)] + attributes,
                relationships: relationships
            )
        }
        let before = Schema(
            model: "M",
            entities: parent + zip(names, attributes).map { entity($0, [$1]) }
        )
        let after = Schema(
            model: "M",
            entities: parent
                + names.map { name in
                    let inverse: String = name.lowercased() + "s"
                    return entity(name, [], [.toOne("country", "Country", isOptional: true, inverse: inverse)])
                } + [
                    Entity(
                        "Country",
                        attributes: [Attribute("name", .string)],
                        relationships: names.map { name in
                            let inverse: String = name.lowercased() + "s"
                            return isToOne
                                ? .toOne(inverse, name, isOptional: true, inverse: "country")
                                : .toMany(inverse, name, inverse: "country")
                        }
                    )
                ]
        )
        let stage: Stage = Self.stage(from: before, to: after)
        let choices: [[[Mapping.Line]]] = stage.decisions.map { $0.settlements.map(\.lines) }
        let made: Set<[Mapping.Line]> = Set(choices.joined().filter { $0.contains { $0.key == .entities } })
        #expect(!made.isEmpty && made.allSatisfy { $0.filter { $0.key == .entities }.count == 1 }, "seed \(seed)")
        #expect(
            made.allSatisfy { lines in
                lines.flatMap { $0.origins ?? [] }.flatMap(\.sources).sorted() == names.sorted()
            },
            "seed \(seed)"
        )
        try check(stage, "seed \(seed)", seed: seed)
    }

    // MARK: The law

    /// Uncomments the first choices of all decisions, then each other choice in its turn, then random ones.
    func check(_ stage: Stage, _ name: String, seed: UInt64 = 1) throws {
        guard let text = stage.skeleton(below: ["a comment"]) else { return }
        let (nothing, findings) = Self.read(text)
        #expect(nothing?.isEmpty == true && findings.isEmpty, "\(name): \(findings)\n\(text)")
        let decisions: [[String]] = Self.labels(in: text)
        var random = SplitMix64(seed: seed)
        let first: [String] = decisions.map { $0[0] }
        var choices: [[String]] = [first]
        for (index, labels) in decisions.enumerated() {
            for label in labels.dropFirst() {
                choices.append([label] + first.enumerated().filter { $0.offset != index }.map(\.element))
            }
        }
        for _ in 0..<3 { choices.append(random.shuffled(decisions.map { random.pick($0) })) }
        for labels in choices {
            let chosen: String = Self.uncomment(labels, in: text)
            let (mapping, findings) = Self.read(chosen)
            let checked: MappingCheck? = mapping.map { MappingCheck($0, older: stage.old, newer: stage.new) }
            #expect(
                findings.isEmpty && checked?.diagnostics.isEmpty == true,
                "\(name): \(findings), \(checked?.diagnostics ?? [])\n\(chosen)"
            )
            let left = Self.stage(from: stage.old, to: stage.new, mapping).refusals.filter { refusal in
                // What only the model settles has no choice, and one choice may settle what another line is for.
                let isOfModel = refusal.settlements.allSatisfy(\.lines.isEmpty)
                let isNeedless = refusal.needlessLine != nil && labels != first
                return !isNeedless && !(isOfModel && stage.refusals.contains(refusal))
            }
            #expect(left.map(\.message) == [], "\(name), \(labels)\n\(chosen)")
        }
    }

    /// The labels of the choices of each decision, in order.
    private static func labels(in text: String) -> [[String]] {
        var labels: [[String]] = []
        for line in text.split(separator: "\n") {
            guard let match = line.firstMatch(of: #/^#   (\d+[a-z]*(?:, \d+[a-z]*)*): /#) else { continue }
            let all: [String] = match.1.split(separator: ", ").map(String.init)
            guard let number = Int(all[0].filter(\.isNumber)) else { continue }
            while labels.count < number { labels.append([]) }
            labels[number - 1] += all
        }
        return labels
    }

    /// Uncomments the lines of some choices, unless a decision was settled by those before.
    private static func uncomment(_ labels: [String], in text: String) -> String {
        var lines: [String] = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        func owners(_ line: String) -> [String] {
            guard line.hasPrefix("  "), let mark = line.range(of: "  # ", options: .backwards) else { return [] }
            return line[mark.upperBound...].split(separator: ", ").map(String.init)
        }
        func number(_ label: String) -> String { label.filter(\.isNumber) }
        for label in labels {
            let all: [String: [Int]] = lines.indices.reduce(into: [:]) { all, index in
                for owner in owners(lines[index]) { all[owner, default: []].append(index) }
            }
            let isSettled = all.contains { owner, indices in
                number(owner) == number(label) && indices.allSatisfy { !lines[$0].hasPrefix("  # ") }
            }
            if isSettled { continue }
            for index in all[label] ?? [] where lines[index].hasPrefix("  # ") {
                lines[index] = "  " + lines[index].dropFirst(4)
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func read(_ text: String) -> (mapping: Mapping?, findings: [String]) {
        let file = SourceFile(path: "Migrations/Example/1-2.yaml", text: text)
        let (mapping, findings) = MappingFile.read(file, from: Schema.Version(1), to: Schema.Version(2))
        return (mapping, findings.map(\.description))
    }

    private static func stage(of page: ChangePage) throws -> Stage {
        stage(from: try schema("model: Example\n" + page.before), to: try schema("model: Example\n" + page.after))
    }

    private static func schema(_ text: String) throws -> Schema {
        try #require(ModelFile.read([SourceFile(path: "Example.yaml", text: text)]).schema)
    }

    static func stage(from older: Schema, to newer: Schema, _ mapping: Mapping? = nil) -> Stage {
        Stage(
            from: older,
            to: newer,
            from: .version(Schema.Version(1)),
            to: .version(Schema.Version(2)),
            mapping: mapping
        )
    }
}
