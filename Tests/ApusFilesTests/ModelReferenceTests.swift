import ApusCodegen
import ApusDiagnostics
import ApusFiles
import ApusSchema
import Foundation
import Testing

/// `Documentation/Model.md` says of every key what is true, and shows nothing that is not.
@Suite("The model reference")
struct ModelReferenceTests {
    @Test("Examples are valid models, or show exactly what is wrong with them", arguments: ReferencePage.model.examples)
    func example(_ example: ReferencePage.Example) throws {
        let (schema, findings) = ModelFile.read(example.files, as: .head(after: nil))
        var text = findings.map(\.description).joined(separator: "\n")
        // A reader does not see the text around a fragment, so its findings are shown without locations.
        if example.isFragment { text = text.replacing(#/(?m)^Trips\.yaml:[0-9:]+ /#, with: "") }
        #expect(text == example.expected, "Documentation/Model.md:\(example.line)")
        #expect((schema == nil) == example.showsError, "Documentation/Model.md:\(example.line)")
        guard let schema else { return }
        let again = ModelFile.read([SourceFile(path: "Trips.yaml", text: ModelFile.write(schema))])
        #expect(again.schema == schema, "Documentation/Model.md:\(example.line)")
    }

    @Test("Short and long forms of the table mean the same", arguments: ReferencePage.model.forms)
    func form(_ row: [String]) throws {
        let (place, head) = try #require(Self.surroundings(of: row[0]))
        let schemas: [Schema?] = row[1...2].map { form in
            let depth: Int = head.split(separator: "\n").count { $0.hasSuffix(":") }
            let text: String = head + String(repeating: "  ", count: depth) + form
            return ModelFile.read(ReferencePage.Example(place: place, text: text + "\n").files).schema
        }
        #expect(schemas[0] != nil)
        #expect(schemas[0] == schemas[1])
    }

    @Test("Every key has its row, its paragraph and an example, and every row a key")
    func keys() {
        check("The model", Schema.keys, of: Schema(model: "Trips"))
        check("Entities", Entity.keys, of: Entity("Trip"))
        check("Attributes", Attribute.keys, of: Attribute("name", .string))
        check("Relationships", Relationship.keys, of: .toOne("trip", "Trip"))
        check("Indexes", Entity.Index.keys, of: Entity.Index("byName", []))
        check("Fetch requests", FetchRequest.keys, of: FetchRequest("recent", "Trip"))
        check("Fetched properties", FetchedProperty.keys, of: FetchedProperty(FetchRequest("recent", "Trip")))
        check("Composites", Composite.keys, of: Composite("Address"))
        check("Enums", Enumeration.keys, of: Enumeration("Status"))
        check("Cases of enums", Enumeration.Case.keys, of: Enumeration.Case("open", .string("open")))
        check("Configurations", Configuration.keys, of: Configuration("Cloud", entities: []))
    }

    @Test("The lists of types and of a part's keys are complete")
    func lists() {
        let page: ReferencePage = .model
        #expect(page.rows(of: "type", in: "Attributes").map(\.[0]) == AttributeType.reservedNames)
        let lines: [String] = page.section("Composites")?.lines ?? []
        let parts: String = lines.drop { !$0.hasPrefix("A part's keys: ") }.prefix { !$0.isEmpty }
            .joined(separator: " ")
        #expect(ReferencePage.code(in: parts) == Attribute.partKeys.map(\.name))
    }

    @Test("Classes carry all examples; the box on top says of what nothing is made")
    func carried() {
        // The examples have every key.
        let schemas: [Schema] = ReferencePage.model.examples.compactMap { ModelFile.read($0.files).schema }
        let refused: [String] = schemas.flatMap { schema -> [String] in
            do {
                let history = History(model: schema.model, entries: [], head: schema)
                return try Generator(history: history, mappings: []).files().isEmpty ? ["nothing"] : []
            } catch {
                return (error as? DiagnosticsError)?.diagnostics.map(\.message) ?? ["\(error)"]
            }
        }
        #expect(schemas.count > 20 && refused == [])
        let box = ReferencePage.model.sections[0].lines.filter { $0.hasPrefix(">") }.joined(separator: " ")
        #expect(box.contains("`allowsCloudEncryption`") && !box.contains("configurations"))
    }

    @Test("Predicates and expressions of the page are valid")
    func predicates() {
        let predicates: [String] = ReferencePage.model.lines(of: "text predicate")
        let expressions: [String] = ReferencePage.model.lines(of: "text expression")
        #expect(predicates.count > 10)
        #expect(expressions.count > 5)
        let requests: [String] = predicates.enumerated().map { number, text in
            let variables: String = text.contains("$SINCE") ? ", variables: { SINCE: date }" : ""
            return "      p\(number): { entity: Trip, predicate: '\(text)'\(variables) }\n"
        }
        let indexes: [String] = expressions.enumerated().map { "      e\($0): { of: ['\($1)'] }\n" }
        let model: String = Self.trips
            .replacing("REQUESTS\n", with: requests.joined()).replacing("INDEXES\n", with: indexes.joined())
        let (_, findings) = ModelFile.read([SourceFile(path: "Trips.yaml", text: model)])
        // An index is where an expression can stand, but cannot hold each of them.
        #expect(findings.filter { !$0.message.contains(/so (no|an) index/) }.map(\.description) == [])
    }

    /// What the predicates of the page speak of.
    private static let trips: String = """
        model: Trips
        entities:
          Trip:
            attributes: { name: string, startDate: date?, nights: int32, status: Status, code: string, isOver: bool,
              price: decimal, latitude: double }
            relationships:
              guide: to Person?
              items: toMany Item
            fetchedProperties:
        REQUESTS
            indexes:
        INDEXES
          Person: { attributes: { name: string } }
          Item: { attributes: { price: decimal, isPacked: bool } }
        enums: { Status: [planned, booked] }

        """

    @Test("Links within the page lead somewhere")
    func links() {
        let page: ReferencePage = .model
        let targets: [String] = page.text.matches(of: /\]\(#([^)]+)\)/).map { String($0.1) }
        #expect(targets.count > 10)
        for target in targets { #expect(page.anchors.contains(target), "#\(target)") }
        // Of several headings of one name GitHub gives the plain anchor to the first.
        let titles: [String] = page.sections.map(\.title).filter { targets.contains(ReferencePage.anchor(of: $0)) }
        for title in titles { #expect(page.headings(like: title).first == "## " + title) }
    }

    /// Where a row of the table of forms stands.
    private static func surroundings(of element: String) -> (place: String, head: String)? {
        switch element {
        case let name where name.hasSuffix("relationship"): ("relationships", "")
        case let name where name.contains("attribute"): ("attributes", "")
        case "constraint over one property": ("entity", "attributes: { email: string }\n")
        case "index": ("entity", "attributes: { startDate: date }\nindexes:\n")
        case "enum": ("model", "enums:\n")
        case "case of an enum": ("model", "enums:\n  Kind:\n    cases:\n")
        case "configuration": ("model", "configurations:\n")
        default: nil
        }
    }

    /// Compares an element's section with its keys.
    private func check<Element>(_ title: String, _ keys: [Key<Element>], of sample: Element) {
        let page: ReferencePage = .model
        guard let section = page.section(title) else {
            Issue.record("there is no section '\(title)'")
            return
        }
        let rows: [[String]] = page.rows(of: "key", in: title)
        #expect(rows.map(\.[0]) == keys.map(\.name), "the table of '\(title)'")
        let headings: [String] = (section.lines + (page.section("Keys that elements share")?.lines ?? []))
            .filter { $0.hasPrefix("###") }.flatMap(ReferencePage.code(in:))
        let examples = page.examples.filter { $0.section == title }.map(\.text).joined(separator: "\n")
        for (key, row) in zip(keys, rows) where row.count == 5 {
            let (type, usual) = Self.form(of: key, in: sample)
            if let type { #expect(row[1] == type, "the type of '\(key.name)' in '\(title)'") }
            if let usual { #expect(row[2] == usual, "the default of '\(key.name)' in '\(title)'") }
            if case .word(let words, _) = key.form {
                let named: [String] = section.lines.flatMap(ReferencePage.code(in:))
                for word in words { #expect(named.contains(word), "'\(word)' of '\(key.name)' in '\(title)'") }
            }
            // Fetched properties share the paragraphs of fetch requests.
            let isShared = title == "Fetched properties" && FetchRequest.keys.contains { $0.name == key.name }
            #expect(headings.contains(key.name) || isShared, "'\(key.name)' has no paragraph in '\(title)'")
            let isShown = Self.says(key.name, examples)
            #expect(isShown || isShared, "no example in '\(title)' has '\(key.name)'")
        }
    }

    /// What the table must say of a key's type and default, where its form tells.
    private static func form<Element>(of key: Key<Element>, in sample: Element) -> (type: String?, usual: String?) {
        switch key.form {
        case .text: return ("text", nil)
        case .flag(_, let usual): return ("flag", String(usual))
        case .choice: return ("flag", nil)
        case .count: return ("number", nil)
        case .names: return ("names", nil)
        case .texts: return ("texts by name", "none")
        case .coded, .structure: return (nil, nil)
        case .word(let words, let lens):
            let usual: String? = words.first { word in
                var copy: Element = sample
                lens.set(&copy, word)
                return lens.get(copy) == nil
            }
            return ("word", usual)
        }
    }

    private static func says(_ key: String, _ examples: String) -> Bool {
        examples.split(whereSeparator: \.isNewline).contains { line in
            line.ranges(of: key + ":").contains { range in
                range.lowerBound == line.startIndex || " {,".contains(line[line.index(before: range.lowerBound)])
            }
        }
    }
}
