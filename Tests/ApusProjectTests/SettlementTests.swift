import ApusFiles
import ApusMigration
import ApusSchema
import Testing

@testable import ApusProject

/// The mapping that a stage needs but does not have.
@Suite struct SettlementTests {
    @Test func whatIsLostInTwoWaysIsAcceptedOnce() throws {
        var outputs: Relationship = .toMany("outputs", "B")
        outputs.isOrdered = true
        let older: [Entity] = [Entity("A", relationships: [outputs]), Entity("S", parent: "A"), Entity("B")]
        let newer: [Entity] = [
            Entity("A"), Entity("S", parent: "A", relationships: [.toMany("outputs", "B")]), Entity("B"),
        ]
        let entries: [History.Entry] = [older, newer].enumerated().map { number, entities in
            History.Entry(Schema.Version(number + 1), Schema(model: "M", entities: entities))
        }
        let settlement = Settlement(from: entries[0], to: entries[1], in: History(model: "M", entries: entries))
        #expect(settlement.stage.refusals.isEmpty)
        #expect(Set(settlement.mapping[.accept].map(\.path)).count == settlement.mapping[.accept].count)
        let file = SourceFile(path: "1-2.yaml", text: MappingFile.write(settlement.mapping))
        let (mapping, findings) = MappingFile.read(file, from: Schema.Version(1), to: Schema.Version(2))
        #expect(mapping?[.accept].map(\.path) == settlement.mapping[.accept].map(\.path))
        #expect(findings.isEmpty)
    }

    /// The settlement of the stage between two schemas.
    private func settlement(
        _ older: [Entity],
        _ newer: [Entity],
        ownCode: OwnCode? = nil,
        fills: [ElementPath: String] = [:]
    ) -> Settlement {
        let entries: [History.Entry] = [older, newer].enumerated().map { number, entities in
            History.Entry(Schema.Version(number + 1), Schema(model: "M", entities: entities))
        }
        let history = History(model: "M", entries: entries)
        return Settlement(from: entries[0], to: entries[1], in: history, ownCode: ownCode, fills: fills)
    }

    private func a(_ attributes: Attribute...) -> [Entity] { [Entity("A", attributes: attributes)] }

    private let path = ElementPath("A", "x")
    private let name = Attribute("name", .string)

    @Test(
        "No value is invented: a new attribute, and one that becomes required, is required as in Core Data",
        arguments: ScalarType.allCases.map { AttributeType.scalar($0) } + [.transformable]
    )
    func nothingIsInvented(type: AttributeType) {
        var unique = Attribute("x", type)
        unique.isUnique = true
        let isScalar = type != .transformable
        for attribute in [Attribute("x", type)] + (isScalar ? [unique] : []) {
            let new: Settlement = settlement(a(name), a(name, attribute))
            #expect(new.mapping.lines == [.require(path)] && !new.isUndecided && new.obstacles.isEmpty)
            let optional = Attribute("x", type, isOptional: true)
            #expect(settlement(a(name, optional), a(name, attribute)).mapping.lines == [.require(path)])
        }
    }

    @Test("What a mapping model gives is filled; what is none of the type is not")
    func given() {
        let (older, newer) = (a(name), a(name, Attribute("x", .int16)))
        #expect(settlement(older, newer, fills: [path: "5"]).mapping.lines == [.fill(path, .literal("5"))])
        let wrong: Settlement = settlement(older, newer, fills: [path: "five"])
        #expect(wrong.mapping.lines == [.require(path)] && !wrong.isUndecided)
    }

    @Test(
        "Values of another type are computed; what has several meanings is left to the author",
        arguments: [
            (.double, .int32, "exact"), (.int64, .int16, "exact"), (.double, .decimal, "digits"),
            (.int32, .bool, "exact"), (.string, .int32, "parsed"), (.string, .date, "parsed"), (.int32, .date, nil),
            (.date, .int64, nil), (.bool, .string, nil),
        ] as [(ScalarType, ScalarType, String?)]
    )
    func conversions(from: ScalarType, to: ScalarType, name: String?) {
        let found: Settlement = settlement(a(Attribute("x", .scalar(from))), a(Attribute("x", .scalar(to))))
        #expect(found.mapping.lines == (name.map { [.convert(path, $0)] } ?? []))
        #expect(found.isUndecided == (name == nil) && found.obstacles.isEmpty)
        #expect(found.hasFile)
    }

    @Test("A file without lines is a comment, below which lines can be written")
    func fileWithoutLines() throws {
        let found: Settlement = settlement(a(Attribute("x", .int32)), a(Attribute("x", .date)))
        let text: String = MappingFile.write(found.mapping, comment: found.comment)
        #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("# ") })
        let file = SourceFile(path: "1-2.yaml", text: text + "accept: [A.x]\n")
        let (mapping, findings) = MappingFile.read(file, from: Schema.Version(1), to: Schema.Version(2))
        #expect(mapping?[.accept].map(\.path) == [path] && findings.isEmpty)
    }

    @Test("A date beside a date that is gone is a question", arguments: [ScalarType.date, .string])
    func rename(type: ScalarType) {
        let found: Settlement = settlement(
            a(Attribute("startDate", .scalar(type))),
            a(Attribute("created", .scalar(type)))
        )
        #expect(found.mapping.lines == [.accept(ElementPath("A", "startDate")), .require(ElementPath("A", "created"))])
        #expect(found.likelyRenames == ["perhaps 'A.created' is 'startDate' under a new name"])
        #expect(found.comment.contains("A rename? Perhaps 'A.created' is 'startDate' under a new name."))
    }

    @Test("One question names all that a new property may have been")
    func renames() {
        let text: (String) -> Attribute = { Attribute($0, .string, isOptional: true) }
        let found: Settlement = settlement(a(text("author"), text("desc"), name), a(text("details"), name))
        #expect(found.likelyRenames == ["perhaps 'A.details' is 'author' or 'desc' under a new name"])
    }

    @Test("What an app's own code did is neither accepted nor required")
    func ownCode() {
        let code = OwnCode(location: "M.xcmappingmodel", work: [OwnCode.Work(path: ElementPath("A"), text: "it did")])
        let b = Entity("B", attributes: [Attribute("y", .double)])
        let found: Settlement = settlement(
            a(name, Attribute("gone", .int16)) + [b],
            a(name, Attribute("x", .int16))
                + [Entity("B", attributes: [Attribute("y", .int16), Attribute("z", .date)])],
            ownCode: code
        )
        let y = ElementPath("B", "y")
        #expect(
            found.mapping.lines == [
                .convert(y, "exact"), .require(ElementPath("B", "z")), .undecided(ElementPath("A")),
            ]
        )
        #expect(found.isUndecided && found.obstacles.isEmpty && found.losses.isEmpty)
        #expect(found.comment.prefix(3).last == "To be written: it did.")
    }
}
