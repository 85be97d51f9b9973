import ApusDiagnostics
import ApusMigration
import ApusSchema
import Testing

@testable import ApusImport

struct RenamingTests {
    /// Versions of an entity `Trip` with attributes; `b(a)` is an attribute `b` with the renaming identifier `a`.
    private func history(_ versions: String...) -> CoreDataHistory {
        CoreDataHistory(
            versions.enumerated().map { index, attributes in
                let lines: [String] = attributes.split(separator: " ").map(String.init).map(attributeXML)
                let xml: String = modelXML([#"<entity name="Trip">"#] + lines + ["</entity>"])
                return read(xml, name: "v\(index + 1)").version
            }
        )
    }

    private func attributeXML(_ text: String) -> String {
        let parts: [Substring] = text.split(whereSeparator: { "()".contains($0) })
        let identifier: String = parts.count > 1 ? #" elementID="\#(parts[1])""# : ""
        return #"<attribute name="\#(parts[0])" attributeType="String"\#(identifier)/>"#
    }

    /// The attributes of each version, `b(a)` where the original name is `a`.
    private func originalNames(_ history: CoreDataHistory) -> [String] {
        history.versions.map { version in
            (version.schema.entity("Trip")?.attributes ?? []).map { attribute in
                attribute.name + (attribute.originalName.map { "(\($0))" } ?? "")
            }.joined(separator: " ")
        }
    }

    @Test(arguments: [
        // A chain, each identifier the first name.
        (["a", "b(a)", "c(a)"], ["a", "b(a)", "c(b)"]),
        // The first name for ever: an original name only where the name changes.
        (["a", "b(a) x", "b(a) y", "c(a)"], ["a", "b(a) x", "b y", "c(b)"]),
        // A swap.
        (["a b", "a(b) b(a)"], ["a b", "a(b) b(a)"]),
        // The older side carries the identifier.
        (["b(a)", "a(a)"], ["b", "a(b)"]),
        (["b(a)", "a"], ["b", "a(b)"]),
        // An identifier of something new means nothing.
        (["x", "x b(a)"], ["x", "x b"]),
        // The old name comes back as something else.
        (["a", "b(a)", "b(a) x", "b(a) a(z)"], ["a", "b(a)", "b x", "b a"]),
        // An identifier may be the own name.
        (["a", "a(a) x"], ["a", "a x"]),
    ])
    func clear(given: [String], expected: [String]) {
        let history: CoreDataHistory = self.history(given)
        #expect(originalNames(history) == expected)
        #expect(history.findings.diagnostics.map(\.description) == [])
    }

    private func history(_ versions: [String]) -> CoreDataHistory {
        switch versions.count {
        case 2: history(versions[0], versions[1])
        case 3: history(versions[0], versions[1], versions[2])
        case 4: history(versions[0], versions[1], versions[2], versions[3])
        default: history(versions[0], versions[1], versions[2], versions[3], versions[4])
        }
    }

    @Test func staleIdentifierKeepsTheName() {
        let history: CoreDataHistory = history("a", "a(z) b")
        #expect(originalNames(history) == ["a", "a b"])
        #expect(
            history.findings.diagnostics.map(\.description) == [
                """
                contents:4: warning: 'Trip.a' has the renaming identifier 'z', and 'a' in 'v1'
                  note: Core Data would treat it as new and drop the values; Apus keeps them
                """
            ]
        )
    }

    /// Core Data goes from the first versions straight to the last one.
    @Test(arguments: [
        (["a", "b(a)", "b x", "d(a) x"], ["a", "b(a)", "b x", "d(b) x"]),
        // Twice forgotten.
        (["a", "b(a)", "b x", "b x y", "d(a) x y"], ["a", "b(a)", "b x", "b x y", "d(b) x y"]),
        // Two claim the same one.
        (["a(x)", "a(y)", "a z", "b(x) c(y)"], ["a", "a z", "b c"]),
        // What bears the name itself is something else.
        (["a", "b(a)", "b x", "b x a"], ["a", "b(a)", "b x", "b x a"]),
        // Its own name was the identifier that it had before.
        (["b", "b(a) x", "c(b) x y"], ["b", "b x", "c(b) x y"]),
    ])
    func anIdentifierThatIsWrittenAgainAfterItWasForgotten(given: [String], expected: [String]) {
        let history: CoreDataHistory = self.history(given)
        #expect(originalNames(history) == expected)
    }

    /// Core Data goes from the first versions straight to the one that has the identifier.
    @Test(arguments: [
        (["a", "b", "b(a) x"], ["a", "b(a)", "b x"]),
        (["a x", "b x", "b x y", "c(b) x y", "c(a) x"], ["a x", "b(a) x", "b x y", "c(b) x y", "c x"]),
        (["a", "b(a)", "c", "c(a) x"], ["a", "b(a)", "c(b)", "c x"]),
        // The identifier that the dropped one had before.
        (["a", "b(a)", "b(z) x", "c x", "c(a) x y"], ["a", "b(a)", "b x", "c(b) x", "c x y"]),
    ])
    func anIdentifierThatComesLate(given: [String], expected: [String]) {
        let history: CoreDataHistory = self.history(given)
        #expect(originalNames(history) == expected)
        #expect(history.versions.allSatisfy { $0.lossNotes.isEmpty })
    }

    @Test func aLateIdentifierIsReported() {
        #expect(
            history("a", "b", "b(a) x").findings.diagnostics.map(\.description) == [
                """
                contents:4: warning: 'Trip.b' has the renaming identifier 'a' only in 'v3', and is read as 'Trip.a' under a \
                new name in 'v2'
                  note: Core Data keeps the values when it migrates 'v1' directly to 'v3'
                """,
                """
                contents:4: warning: 'Trip.b' has the renaming identifier 'a', and 'b' in 'v2'
                  note: Core Data would treat it as new and drop the values; Apus keeps them
                """,
            ]
        )
    }

    /// What an original name cannot say is open, and what comes back is lost.
    @Test(arguments: [
        // It existed beside the other one.
        (["a b", "b", "b(a)"], 1, "Trip.a", "'Trip.a' may be 'Trip.b' under a new name", true),
        // Two claim it.
        (["a", "b c", "b(a) c", "b c y", "b c(a) y"], 1, "Trip.a", "'Trip.a' may be 'Trip.b' under a new name", true),
        // Two became one.
        (["a x", "b", "b(a)", "b(x)"], 1, "Trip.x", "'Trip.x' may be 'Trip.b' under a new name", true),
        (["a x", "x", "a x"], 1, "Trip.a", "'Trip.a' comes back in 'v3'", false),
        (["a x", "x", "x y", "b(a) x"], 1, "Trip.a", "'Trip.a' comes back as 'Trip.b' in 'v4'", false),
    ])
    func whatCoreDataKeepsDirectly(given: [String], index: Int, path: String, text: String, isOpen: Bool) throws {
        let history: CoreDataHistory = self.history(given)
        let notes = history.versions[index].lossNotes
        let note = try #require(ElementPath(parsing: path).flatMap { notes[$0] })
        #expect(note.text.hasPrefix(text) && note.isOpen == isOpen, "\(note.text)")
        #expect(history.versions.enumerated().allSatisfy { $0 == index || $1.lossNotes.isEmpty })
    }

    /// Core Data matches inherited properties, too; Apus leaves what moved and got another name to the user.
    @Test(arguments: [true, false])
    func aLateIdentifierInAHierarchy(isPulledUp: Bool) {
        let (memo, note, late) = (
            attributeXML("memo"), attributeXML("note"), attributeXML("note(memo)") + attributeXML("x")
        )
        let models = [(memo, ""), ("", note), ("", late)].map { before, after in
            let (parent, child) = isPulledUp ? (after, before) : (before, after)
            return modelXML(
                "<entity name=\"Parent\">\(parent)</entity><entity name=\"Child\" parentEntity=\"Parent\">\(child)</entity>"
            )
        }
        let history = CoreDataHistory(models.enumerated().map { read($1, name: "v\($0 + 1)").version })
        let notes = history.versions[1].lossNotes
        #expect(notes.mapValues(\.isOpen) == [ElementPath(isPulledUp ? "Child" : "Parent", "memo"): true])
    }

    /// What was imported before keeps the names that it has.
    @Test func aLateIdentifierOfAFrozenVersion() {
        let versions = ["a", "b", "b(a) x"].enumerated().map { number, text in
            let lines = text.split(separator: " ").map { attributeXML(String($0)) }
            return read(modelXML([#"<entity name="Trip">"#] + lines + ["</entity>"]), name: "v\(number + 1)").version
        }
        let before = CoreDataHistory(Array(versions.prefix(2))).versions.map(\.schema)
        let updated = CoreDataHistory(versions, frozen: before)
        #expect(originalNames(updated) == ["a", "b", "b x"])
        #expect(
            updated.findings.diagnostics.first?.message
                == "'Trip.b' has the renaming identifier 'a' only in 'v3', but 'v2', which is frozen, does not say that it was "
                + "'Trip.a'"
        )
        let all = CoreDataHistory(versions).versions.map(\.schema)
        #expect(CoreDataHistory(versions, frozen: all).versions.map(\.schema) == all)
    }

    @Test func entitiesWithALateIdentifier() throws {
        func entity(_ name: String, _ keys: String, _ attribute: String) -> String {
            "<entity name=\"\(name)\" \(keys)>\(attributeXML("x") + attributeXML(attribute))</entity>"
        }
        let models = [
            entity("Old", "", "a"), entity("New", "", "b"),
            entity("New", #"elementID="Old""#, "b(a)") + entity("Other", "", "y"),
        ]
        let history = CoreDataHistory(models.enumerated().map { read(modelXML($1), name: "v\($0 + 1)").version })
        let entities = history.versions.compactMap(\.schema.entities.first)
        #expect(entities.map(\.originalName) == [nil, "Old", nil])
        #expect(entities.map { $0.attributes.last?.originalName } == [nil, "a", nil])
        #expect(history.findings.diagnostics.count { $0.message.contains("only in 'v3'") } == 2)
    }

    @Test func theOnlyClaimantThatNamesLeaveIsTheRenamedOne() {
        #expect(originalNames(history("a b", "b(a) c(a)")) == ["a b", "b c(a)"])
        #expect(originalNames(history("a", "b(a) c(a)")) == ["a", "b c"])
    }

    @Test func identifierThatNamesALaterNameIsNoRename() {
        let history: CoreDataHistory = history("a", "b(a)", "c(b)")
        #expect(originalNames(history) == ["a", "b(a)", "c"])
        #expect(
            history.findings.diagnostics.map(\.description) == [
                """
                contents:4: warning: 'Trip.c' has the renaming identifier 'b', but in 'v2' that one has the identifier 'a'
                  note: Core Data treats it as new and drops the values of 'b', and so does the import
                """
            ]
        )
    }

    /// Core Data says nothing of two elements with one identifier. The values stay under their names.
    @Test(arguments: [
        (["a", "a b(a)"], ["a", "a b"], ["2: b"]),
        (["a", "b(a) a"], ["a", "b a"], ["2: b"]),
        // The identifier was kept when the old name came back.
        (["a", "b(a)", "b(a) a"], ["a", "b(a)", "b a"], ["3: b"]),
        (["a", "b(a)", "b(a) a", "b(a)"], ["a", "b(a)", "b a", "b"], ["3: b"]),
        (["b(a)", "b(a) a", "b(a) a x"], ["b", "b a", "b a x"], ["2: b", "3: b"]),
        // The one that bears the name was renamed later.
        (["b(a) a", "c(a)"], ["b a", "c(a)"], ["1: b"]),
        (["a", "b(a) c(a)"], ["a", "b c"], ["2: c"]),
    ])
    func ambiguousIdentifiers(given: [String], expected: [String], warnings: [String]) {
        let history: CoreDataHistory = self.history(given)
        #expect(originalNames(history) == expected)
        let found = history.findings.diagnostics.filter { $0.message.contains("renaming identifier 'a'") }
        #expect(found.count == history.findings.diagnostics.count && found.allSatisfy { $0.severity == .warning })
        let shown = Set(warnings.map { "'Trip.\($0.dropFirst(3))'" })
        #expect(Set(found.map { String($0.message.prefix { $0 != " " }) }) == shown)
    }

    @Test func ambiguousIdentifierIsReported() {
        #expect(
            history("a", "a b(a)").findings.diagnostics.map(\.description) == [
                """
                contents:5: warning: 'Trip.b' has the renaming identifier 'a', and so has 'Trip.a'
                  note: Core Data does not say which of them it takes for the older one; Apus goes by their names, and by the \
                identifier if that leaves only one
                """
            ]
        )
    }

    @Test func swapOfASwapCannotBeSaid() {
        let history: CoreDataHistory = history("a b", "a(b) b(a)", "a b")
        #expect(
            history.findings.diagnostics.map(\.message) == [
                "'Trip.a' was 'b' in 'v2', where 'a' had just been renamed from 'b' too: "
                    + "an 'originalName' cannot tell the two renames apart",
                "'Trip.b' was 'a' in 'v2', where 'b' had just been renamed from 'a' too: "
                    + "an 'originalName' cannot tell the two renames apart",
            ]
        )
    }

    @Test func swapAcrossARepeatedVersionCannotBeSaidEither() {
        #expect(history("a b", "a(b) b(a)", "a(b) b(a)", "a b").findings.hasErrors)
        #expect(!history("a b", "a(b) b(a)", "a(b) b(a) x", "a b").findings.hasErrors)
    }

    @Test func repeatedVersionsBecomeOne() {
        let history: CoreDataHistory = history("a", "b(a)", "b(b)", "c(b)")
        #expect(originalNames(history) == ["a", "b(a)", "c(b)"])
        #expect(history.versions.map(\.name) == ["v1", "v2", "v4"])
        #expect(
            history.findings.diagnostics.map(\.message) == [
                "'Trip.b' has the renaming identifier 'b', and 'a' in 'v2'",
                "'v3' is equal to 'v2' before it, so both become one version",
            ]
        )
    }

    /// Core Data matches what an entity has, inherited properties too.
    @Test("a property that moves in its hierarchy and gets another name", arguments: [true, false])
    func movedAndRenamed(isPulledUp: Bool) throws {
        func model(parent: String, child: String) -> String {
            modelXML(
                [#"<entity name="Parent">"#, parent, "</entity>"]
                    + [#"<entity name="Child" parentEntity="Parent">"#, child, "</entity>"]
                    + [#"<entity name="Other" parentEntity="Parent">"#, "</entity>"]
            )
        }
        let before: String = #"<attribute name="memo" optional="YES" attributeType="String"/>"#
        let after: String = #"<attribute name="note" optional="YES" attributeType="String" elementID="memo"/>"#
        let models: [String] =
            isPulledUp
            ? [model(parent: "", child: before), model(parent: after, child: "")]
            : [model(parent: before, child: ""), model(parent: "", child: after)]
        let history = CoreDataHistory(models.enumerated().map { read($1, name: "v\($0 + 1)").version })
        let versions: [Schema] = history.versions.map(\.schema)
        try #require(versions.count == 2)
        let attribute: Attribute? = versions[1].entity(isPulledUp ? "Parent" : "Child")?.attributes.first
        #expect(attribute?.originalName == "memo")
        #expect(history.findings.diagnostics == [])
        let stage = Stage(from: versions[0], to: versions[1], from: .unreleased, to: .unreleased)
        // Pulled down, the values of the others go.
        #expect(
            stage.losses == (isPulledUp ? [] : [ElementPath("Parent", "memo"), ElementPath("Other", "memo")]),
            "\(stage.refusals)"
        )
    }

    @Test func entitiesAndRelationships() throws {
        func entity(_ name: String, _ keys: String, _ properties: String...) -> [String] {
            [#"<entity name="\#(name)" \#(keys)>"#] + properties + ["</entity>"]
        }
        func relationship(_ name: String, _ keys: String) -> String {
            #"<relationship name="\#(name)" optional="YES" maxCount="1" deletionRule="Deny" destinationEntity="Home" \#(keys)/>"#
        }
        let first: [String] =
            entity("Journey", "", relationship("house", ""), #"<attribute name="memo" attributeType="String"/>"#)
            + entity("Home", "")
        let second: [String] =
            entity("Home", "")
            + entity(
                "Trip",
                #"elementID="Journey""#,
                relationship("home", #"elementID="house""#),
                #"<attribute name="note" attributeType="String" elementID="memo"/>"#
            )
        let third: [String] =
            second + entity("Extra", "", #"<attribute name="note" attributeType="String" elementID="memo"/>"#)
        let history = CoreDataHistory(
            [first, second, third].enumerated().map { read(modelXML($0.element), name: "v\($0.offset + 1)").version }
        )
        #expect(history.findings.diagnostics == [])
        try #require(history.versions.count == 3)
        let trip: Entity = try #require(history.versions[1].schema.entity("Trip"))
        #expect(trip.originalName == "Journey")
        #expect(trip.relationship("home")?.originalName == "house")
        #expect(trip.attribute("note")?.originalName == "memo")
        #expect(history.versions[1].schema.entity("Home")?.originalName == nil)
        #expect(
            history.versions[2].schema.entities.allSatisfy { entity in
                entity.originalName == nil && entity.properties.allSatisfy { $0.originalName == nil }
            }
        )
    }

    @Test func composites() {
        func version(_ name: String, _ xml: String) -> CoreDataVersion {
            read(
                modelXML(
                    #"<entity name="Trip"><attribute name="at" attributeType="Composite" composite="\#(name)"/></entity>"#,
                    xml
                ),
                name: name
            ).version
        }
        let history = CoreDataHistory([
            version("Spot", #"<composite name="Spot"><attribute name="lat" attributeType="Double"/></composite>"#),
            version(
                "Point",
                #"<composite name="Point" elementID="Spot"><attribute name="y" attributeType="Double" elementID="lat"/></composite>"#
            ),
        ])
        #expect(history.findings.diagnostics == [])
        #expect(history.versions.last?.schema.composites.first?.originalName == "Spot")
        #expect(history.versions.last?.schema.composites.first?.attributes.first?.originalName == "lat")
        let twice: String =
            #"<composite name="A"><attribute name="x" attributeType="Double"/><attribute name="y" attributeType="Double" elementID="x"/></composite>"#
        #expect(
            CoreDataHistory([version("A", twice)]).findings.diagnostics.map(\.message) == [
                "'A.y' has the renaming identifier 'x', and so has 'A.x'"
            ]
        )
    }

    /// What an entity inherits is renamed where it is declared, and what moves keeps its name.
    @Test func hierarchies() throws {
        func version(_ name: String, _ base: String, _ trip: String) -> CoreDataVersion {
            let xml: String = modelXML(
                #"<entity name="Base">"#,
                base,
                "</entity>",
                #"<entity name="Trip" parentEntity="Base">"#,
                trip,
                "</entity>"
            )
            return read(xml, name: name).version
        }
        let memo: String = #"<attribute name="memo" attributeType="String"/>"#
        let note: String = #"<attribute name="note" attributeType="String" elementID="memo"/>"#
        let history = CoreDataHistory([version("1", memo, ""), version("2", note, ""), version("3", "", note)])
        #expect(history.findings.diagnostics == [])
        #expect(history.versions[1].schema.entity("Base")?.attribute("note")?.originalName == "memo")
        #expect(history.versions[2].schema.entity("Trip")?.attribute("note")?.originalName == nil)
    }
}
