import ApusDiagnostics
import ApusFiles
import ApusMerging
import ApusSchema
import Testing

/// What two people wrote in one mapping.
@Suite struct MappingMergeTests {
    private static let base: String = """
        # Reviewed by Ada.
        accept:
          # never shown
          - Trip.code
          - Trip.legacy
        fill:
          Trip.id: uuid()

        """

    private static func merge(_ ours: String, _ theirs: String, base: String = base) throws -> MergedFile {
        let files: [SourceFile] = [base, ours, theirs].map { SourceFile(path: "1-head.yaml", text: $0) }
        return try #require(MappingFile.merge(base: files[0], ours: files[1], theirs: files[2]))
    }

    @Test("Their unreadable file is not taken over")
    func unreadableTheirs() throws {
        for theirs in [Self.base + "<<<<<<< ours\n"] {
            let merged = try Self.merge(Self.base, theirs)
            #expect(merged.text == Self.base)
            #expect(merged.findings.map(\.message) == ["their file cannot be read, so ours is left as it is"])
            #expect(merged.findings.first?.notes.first?.hasPrefix("theirs: ") == true)
            // What is unreadable on our side is ours to correct.
            #expect(try Self.merge(theirs, Self.base).findings.isEmpty)
        }
    }

    @Test("A value that differs in its bytes only is a change")
    func differentBytes() throws {
        func text(_ fill: String) -> String { Self.base.replacing("uuid()", with: fill) }
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        for (ours, theirs) in [(decomposed, composed), (composed, decomposed)] {
            let merged = try Self.merge(text(ours), text(theirs), base: text(composed))
            #expect(merged.text.utf8.elementsEqual(text(decomposed).utf8))
            // Also where both sides changed the file.
            let more = try Self.merge(text(ours) + "# ours\n", "# theirs\n" + text(theirs), base: text(composed))
            let both = "# theirs\n" + text(decomposed) + "# ours\n"
            #expect(more.findings.isEmpty && more.text.utf8.elementsEqual(both.utf8))
        }
    }

    @Test func linesOfBothSidesStand() throws {
        let ours: String = Self.base.replacing("  - Trip.legacy\n", with: "  - Trip.legacy\n  # ours\n  - Stay\n")
        let theirs: String =
            Self.base.replacing("  - Trip.legacy\n", with: "  - Person.*   # theirs\n")
            .replacing("uuid()\n", with: "uuid()\n  Trip.year: 2026\nrequire:\n  - Stay.trip\n")
        #expect(
            try Self.merge(ours, theirs).text
                == """
                # Reviewed by Ada.
                accept:
                  # never shown
                  - Trip.code
                  - Person.*   # theirs
                  # ours
                  - Stay
                fill:
                  Trip.id: uuid()
                  Trip.year: 2026
                require:
                  - Stay.trip

                """
        )
    }

    @Test func bothBeganTheFile() throws {
        let merged: MergedFile = try Self.merge(
            "accept: [A, B]\n",
            "accept:\n  - C   # gone\nfill: { D.e: 1 }\n",
            base: ""
        )
        #expect(merged.text == "# gone\naccept:\n  - A\n  - B\n  - C\nfill: { D.e: 1 }\n")
        #expect(merged.findings == [])
    }

    @Test func twoFillsOfOneValueConflict() throws {
        let merged: MergedFile = try Self.merge(
            Self.base.replacing("uuid()", with: "A"),
            Self.base.replacing("uuid()", with: "B")
        )
        #expect(
            merged.text.hasSuffix(
                "fill:\n<<<<<<< ours\n  Trip.id: A\n||||||| base\n  Trip.id: uuid()\n=======\n  Trip.id: B\n>>>>>>> theirs\n"
            )
        )
        #expect(merged.findings.map(\.message) == ["both sides changed 'Trip.id'"])
    }

    @Test("Lines of every key are merged, whatever the key", arguments: Mapping.Key.allCases)
    func everyKey(_ key: Mapping.Key) throws {
        let values: [JSONValue?] =
            switch key.definition.value {
            case .fill: [.text("1"), .text("2"), .text("3")]
            case .conversion: [.text("exact"), .text("rounded"), .text("parsed")]
            case .expression: [.text("1"), .text("$source.a + 1"), .text("'x'")]
            case .duplicates: [.text("first"), .text("newest"), .text("first")]
            case .origins:
                [
                    [Mapping.Origin(["A"])], [Mapping.Origin(["A"], where: "a != nil", values: ["b": "c"], as: "d")],
                    [Mapping.Origin(["A"]), Mapping.Origin(["B", "C"])],
                ].map { Mapping.Line.entity("", $0).json }
            case .message: [.text("a: b"), .text("b # c"), .text("d")]
            case .function: (1...3).map { FunctionDeclaration("", version: $0, takes: [], gives: .init(.int64)).json }
            case .version: (1...3).map { .number($0) }
            case nil: [nil, nil, nil]
            }
        func line(_ name: String, _ index: Int = 0) -> Mapping.Line {
            if key == .assert { return Mapping.Line(key, ElementPath("\(name).count > 0"), values[index]) }
            let isOwner = key.definition.subjects.areOwners || [.functions, .swift].contains(key)
            return Mapping.Line(key, isOwner ? ElementPath(name) : ElementPath("Trip", name), values[index])
        }
        let (from, to) = (Schema.Version(1), Schema.Version(2))
        func merged(_ sides: [Mapping.Line]...) throws -> MergedFile {
            let texts: [String] = sides.map { MappingFile.write(Mapping(from: from, to: to, $0)) }
            return try Self.merge(texts[1], texts[2], base: texts[0])
        }
        if key == .swift {
            // A mapping has one line: the sides agree, or are in conflict.
            let moved = try merged([line("a")], [line("a")], [line("a", 1)])
            #expect(moved.findings == [] && moved.text.contains("version: 2"))
            let files = ["a", "ours", "theirs"].map { name in
                SourceFile(path: "1-2.yaml", text: MappingFile.write(Mapping(from: from, to: to, [line(name)])))
            }
            let conflict = MappingFile.merge(base: files[0], ours: files[1], theirs: files[2])
            #expect(conflict == nil)
            return
        }
        let result = try merged(
            [line("a"), line("b")],
            [line("a"), line("b"), line("ours")],
            [line("b"), line("theirs")]
        )
        #expect(result.findings == [])
        let mapping = MappingFile.read(SourceFile(path: "1-2.yaml", text: result.text), from: from, to: to).mapping
        #expect(mapping.map { Set($0.lines) } == [line("b"), line("ours"), line("theirs")])
        // Both sides cannot change a choice between two to something else.
        if Set(values).count < 3 { return }
        let conflict = try merged([line("a", 0)], [line("a", 1)], [line("a", 2)])
        #expect(conflict.findings.map(\.message) == ["both sides changed '\(line("a").path)'"])
    }

    @Test("Assertions of both sides stand, as each side wrote them")
    func assertions() throws {
        let base: String = """
            assert:
              # reviewed
              - { that: "A.count == 1", message: one }
              - that: B.count > 1
                message: many   # or more

            """
        let ours: String = base + "  - { that: C.count > 1, message: ours }\n"
        let theirs: String = base.replacing("message: one", with: "message: \"theirs\"")
        #expect(
            try Self.merge(ours, theirs, base: base).text
                == """
                assert:
                  # reviewed
                  - { that: "A.count == 1", message: "theirs" }
                  - that: B.count > 1
                    message: many   # or more
                  - { that: C.count > 1, message: ours }

                """
        )
    }

    @Test("The lines of an entity's origins stay as each side wrote them")
    func origins() throws {
        let base: String = """
            # Reviewed by Ada.
            entities:
              # Contacts had two numbers.
              Phone:
                - { from: Contact, as: home, where: "home != nil", values: { number: $source.home } }
                - { from: Contact, as: work, where: "work != nil" }   # to be checked
              Client: { from: [Customer, Prospect] }
              Old: { from: Contact }

            """
        let ours: String = base.replacing("  Old: { from: Contact }\n", with: "")
            .replacing("   # to be checked\n", with: "\n    - { from: Fax }\n")
        let theirs: String =
            base.replacing("[Customer, Prospect] }", with: "Customer }   # no prospects")
            + "  Address:\n    # of a contact\n    from: Contact\n    where: street != nil\n"
        #expect(
            try Self.merge(ours, theirs, base: base).text
                == """
                # Reviewed by Ada.
                entities:
                  # Contacts had two numbers.
                  Phone:
                    - { from: Contact, as: home, where: "home != nil", values: { number: $source.home } }
                    - { from: Contact, as: work, where: "work != nil" }
                    - { from: Fax }
                  Client: { from: Customer }   # no prospects
                  Address:
                    # of a contact
                    from: Contact
                    where: street != nil

                """
        )
    }
}
