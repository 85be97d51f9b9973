import ApusDiagnostics
import ApusFiles
import ApusMerging
import ApusSchema
import Testing

/// What two people changed in one file of a model.
@Suite struct ModelMergeTests {
    private static let base: String = """
        # The trips that people take.
        model: Trips
        entities:
          # A journey of one person.
          Trip:
            attributes:
              name: string              # shown in lists
              nights: int32 = 1
              # when it begins
              startDate: date
            relationships:
              guide: { to: Person, optional: true, inverse: trips }
            unique: [name]
            indexes: { byStart: [startDate desc] }

          Person:
            attributes:
              name: string

              born: date?
            relationships:
              trips: { toMany: Trip, inverse: guide }
        fetchRequests:
          long: { entity: Trip, predicate: "nights > 7 AND guide.name BEGINSWITH 'A'" }
        # The end.

        """

    private static func merge(_ ours: String, _ theirs: String, base: String = base) throws -> MergedFile {
        let files: [SourceFile] = [base, ours, theirs].map { SourceFile(path: "Trips.yaml", text: $0) }
        return try #require(ModelFile.merge(base: files[0], ours: files[1], theirs: files[2]))
    }

    private static func edited(_ changes: (String, String)...) -> String {
        changes.reduce(base) { text, change in
            #expect(text.contains(change.0))
            return text.replacing(change.0, with: change.1)
        }
    }

    @Test("Their unreadable file is not taken over")
    func unreadableTheirs() throws {
        for theirs in [Self.base + "<<<<<<< ours\n", ""] {
            let merged = try Self.merge(Self.base, theirs)
            #expect(merged.text == Self.base)
            #expect(merged.findings.map(\.message) == ["their file cannot be read, so ours is left as it is"])
            #expect(merged.findings.first?.notes.first?.hasPrefix("theirs: ") == true)
            // What is unreadable on our side is ours to correct.
            #expect(try Self.merge(theirs, Self.base).findings.isEmpty)
        }
    }

    @Test func oneSideAloneIsTakenAsItIs() throws {
        let edited: String = Self.edited(
            ("nights: int32 = 1", "nights: int64 = 1   # many"),
            ("# The end.", "# The End.")
        )
        for (one, other) in [(Self.base, edited), (edited, Self.base), (edited, edited)] {
            let merged: MergedFile = try Self.merge(one, other)
            #expect(merged.text == edited)
            #expect(merged.findings == [])
        }
    }

    @Test func neighbouringLinesAreNoConflict() throws {
        let ours: String = Self.edited(("name: string              # shown", "name: string?             # shown"))
        let theirs: String = Self.edited(
            ("nights: int32 = 1\n", "nights: int64 = 1\n      # in euros\n      price: decimal?\n")
        )
        let merged: MergedFile = try Self.merge(ours, theirs)
        #expect(merged.findings == [])
        #expect(
            merged.text
                == Self.edited(
                    ("name: string              # shown", "name: string?             # shown"),
                    ("nights: int32 = 1\n", "nights: int64 = 1\n      # in euros\n      price: decimal?\n")
                )
        )
    }

    @Test func settingsOfOneLineComeTogether() throws {
        let ours: String = Self.edited(("nights: int32 = 1", "nights: int32 = 7"))
        let theirs: String = Self.edited(("nights: int32 = 1", "nights: int64 = 1     # many"))
        #expect(try Self.merge(ours, theirs).text == Self.edited(("nights: int32 = 1", "nights: int64 = 7  # many")))
        #expect(try Self.merge(theirs, ours).text == Self.edited(("nights: int32 = 1", "nights: int64 = 7  # many")))
    }

    @Test func whatOneSideRenamesTheOtherOneChangesAndUses() throws {
        let ours: String = Self.edited(
            ("  Person:\n", "  Guide:\n    originalName: Person\n"),
            ("to: Person", "to: Guide"),
            (
                "    attributes:\n      name: string\n",
                "    attributes:\n      fullName: { type: string, originalName: name }\n"
            ),
            ("guide.name", "guide.fullName")
        )
        let theirs: String = Self.edited(
            (
                "      born: date?\n",
                "      # of birth\n      born: date\n      email: string?\n    unique: [[name, born]]\n"
            ),
            ("fetchRequests:\n", "  Visit:\n    relationships:\n      host: to Person\nfetchRequests:\n"),
            ("nights > 7", "nights > 8"),
            ("# The end.", "  guides: { entity: Person, sortBy: [name] }\n# The end.")
        )
        for (one, other) in [(ours, theirs), (theirs, ours)] {
            let merged: MergedFile = try Self.merge(one, other)
            #expect(merged.findings == [])
            #expect(
                merged.text.hasSuffix(
                    """
                      Guide:
                        originalName: Person
                        attributes:
                          fullName: { type: string, originalName: name }

                          # of birth
                          born: date
                          email: string?
                        unique: [[fullName, born]]
                        relationships:
                          trips: { toMany: Trip, inverse: guide }
                      Visit:
                        relationships:
                          host: to Guide
                    fetchRequests:
                      long: { entity: Trip, predicate: nights > 8 AND guide.fullName BEGINSWITH 'A' }
                      guides: { entity: Guide, sortBy: [fullName] }
                    # The end.

                    """
                ),
                "\(merged.text)"
            )
        }
    }

    @Test func aUidFollowsTheRenamingOfItsAttribute() throws {
        let ours: String = Self.edited(
            ("      name: string              # shown", "      title: { type: string, originalName: name }  # shown"),
            ("    unique: [name]", "    unique: [title]")
        )
        let theirs: String = Self.edited(("  Trip:\n", "  Trip:\n    uid: name\n    values: true\n"))
        for (one, other) in [(ours, theirs), (theirs, ours)] {
            let merged: MergedFile = try Self.merge(one, other)
            #expect(merged.findings == [])
            #expect(merged.text.contains("    uid: title\n") && !merged.text.contains("uid: name"), "\(merged.text)")
        }
    }

    @Test func theHistoryOfOneSideIsKept() throws {
        let ours: String = Self.edited(("model: Trips\n", "model: Trips\nhistory: true\n"))
        let theirs: String = Self.edited(("nights: int32 = 1", "nights: int64 = 1"))
        for (one, other) in [(ours, theirs), (theirs, ours)] {
            let merged: MergedFile = try Self.merge(one, other)
            #expect(merged.findings == [])
            #expect(merged.text.contains("model: Trips\nhistory: true\n") && merged.text.contains("int64 = 1"))
        }
        // One ends it, the other one keeps a value of deletions: what they changed is apart.
        let end: MergedFile = try Self.merge(
            Self.edited(("model: Trips\n", "model: Trips\n")),
            ours.replacing(
                "      name: string   ",
                with: "      name: { type: string, preserveValueOnDeletion: true }   "
            ),
            base: ours
        )
        #expect(end.findings == [])
        #expect(!end.text.contains("history: true") && end.text.contains("preserveValueOnDeletion: true"))
    }

    @Test func whatBothChangedStandsBetweenMarks() throws {
        let ours: String = Self.edited(("nights: int32 = 1", "nights: int64 = 1"), ("born: date?", "born: date"))
        let theirs: String = Self.edited(
            ("      nights: int32 = 1\n", ""),
            ("      name: string\n", "      name: string?\n")
        )
        let merged: MergedFile = try Self.merge(ours, theirs)
        #expect(
            merged.text
                == Self.edited(
                    (
                        "      nights: int32 = 1\n",
                        """
                        <<<<<<< ours
                              nights: int64 = 1
                        ||||||| base
                              nights: int32 = 1
                        =======
                        >>>>>>> theirs

                        """
                    ),
                    ("born: date?", "born: date"),
                    ("      name: string\n", "      name: string?\n")
                )
        )
        let finding: Diagnostic = try #require(merged.findings.first)
        #expect(merged.findings.count == 1)
        #expect(finding.location == SourceLocation(file: "Trips.yaml", line: 8))
        #expect(finding.message == "both sides changed 'Trip.nights'")
        #expect(finding.notes == ["base: nights: int32 = 1", "ours: nights: int64 = 1", "theirs: not there"])
    }

    @Test func aReferenceToWhatTheOtherSideRemovedIsFound() throws {
        let ours: String = Self.edited(
            ("fetchRequests:\n", "  Visit:\n    relationships:\n      trip: to Trip?\nfetchRequests:\n")
        )
        var theirs: String =
            "model: Trips\nentities:\n  Person:\n    attributes:\n      name: string\n      born: date?\n"
        theirs = String(theirs)
        let merged: MergedFile = try Self.merge(ours, theirs)
        #expect(merged.findings.map(\.message).contains { $0.contains("'Trip'") }, "\(merged)")
    }

    @Test("An error that both sides have is not one of the merge, whatever each changed behind it")
    func sharedError() throws {
        func text(_ more: String) -> String {
            let rest = "{ to: Foo, optional: true\(more) }"
            return "model: M\nentities:\n  A:\n    relationships:\n      b: \(rest)\n"
        }
        let merged = try Self.merge(text(", userInfo: { k: v }"), text(", deleteRule: cascade"), base: text(""))
        #expect(merged.findings == [], "\(merged)")
        #expect(merged.text.contains("userInfo") && merged.text.contains("cascade"))
    }

    @Test func twoElementsOfOneNameAreNotGuessedAt() throws {
        let ours: String = Self.edited(
            ("      nights: int32 = 1\n", "      days: { type: int32, originalName: nights }\n")
        )
        let theirs: String = Self.edited(("      nights: int32 = 1\n", "      nights: int32 = 1\n      days: string\n"))
        let files: [SourceFile] = [Self.base, ours, theirs].map { SourceFile(path: "Trips.yaml", text: $0) }
        #expect(ModelFile.merge(base: files[0], ours: files[1], theirs: files[2]) == nil)
    }

    @Test func whatOneSideRemovedIsMarkedAsAWhole() throws {
        let base: String = """
            model: T
            entities:
              Other:
                relationships:
                  trip: to Trip?
              Trip:
                attributes:
                  code: string

            """
        let ours: String = base.replacing("code: string", with: "code: string?")
        let theirs = "model: T\nentities:\n  Other:\n    attributes:\n      a: string\n"
        let merged: MergedFile = try Self.merge(ours, theirs, base: base)
        #expect(
            merged.text.hasSuffix(
                """
                <<<<<<< ours
                  Trip:
                    attributes:
                      code: string?
                ||||||| base
                  Trip:
                    attributes:
                      code: string
                =======
                >>>>>>> theirs

                """
            )
        )
    }

    @Test func whatOneSideMovedAndTheOtherOneRemovedIsLeftToLines() throws {
        let base: String = """
            model: T
            entities:
              Base:
                attributes:
                  x: string
              Trip:
                parent: Base
                attributes:
                  code: string?
                  other: string

            """
        let removed: String = base.replacing("      code: string?\n", with: "")
        let moved: String = removed.replacing("x: string\n", with: "x: string\n      code: string?\n")
        // And down: it was declared above.
        let down: String = removed.replacing("other: string", with: "code: string?\n      other: string")
        for (base, ours, theirs) in [
            (base, moved, removed), (base, removed, moved), (moved, down, removed), (moved, removed, down),
        ] {
            let files: [SourceFile] = [base, ours, theirs].map { SourceFile(path: "T.yaml", text: $0) }
            #expect(ModelFile.merge(base: files[0], ours: files[1], theirs: files[2]) == nil)
        }
    }

    @Test("An error of one entity does not hide the same error that a merge makes in another one")
    func sameErrorOfAnotherElement() throws {
        let base: String = """
            model: T
            entities:
              One:
                attributes:
                  count: int32
                  Count: int32
              Other:
                attributes:
                  name: string

            """
        let merged = try Self.merge(
            base.replacing("      name: string\n", with: "      count: int32\n      name: string\n"),
            base.replacing("      name: string\n", with: "      name: string\n      Count: int32\n"),
            base: base
        )
        #expect(merged.findings.map { $0.location?.line } == [11])
    }

    @Test func commentsInALongFormStay() throws {
        let base: String = """
            model: T
            entities:
              Trip:
                attributes:
                  code:
                    type: int32   # never negative
                    # the law wants it
                    documentation: |
                      # not a comment

            """
        let merged: MergedFile = try Self.merge(
            base.replacing("int32", with: "int64"),
            base.replacing("documentation", with: "default: 7\n        documentation"),
            base: base
        )
        #expect(
            merged.text
                == """
                model: T
                entities:
                  Trip:
                    attributes:
                      # never negative
                      # the law wants it
                      code:
                        type: int64
                        default: 7
                        documentation: |
                          # not a comment

                """
        )
    }

    @Test func commentsOfOneSideStayInLinesOfTheOther() throws {
        let base: String = """
            model: T
            entities:
              A: { attributes: { x: string? } }
              B:
                attributes:
                  one: string?
                  two: string?
                  three: string?

            """
        let commented: String =
            base.replacing("{ x: string? } }", with: "{ x: string? } } # flow")
            .replacing("one: string?", with: "one: string? # in seconds").replacing(
                "two: string?",
                with: "two: string? # mine"
            )
        let other: String =
            base.replacing("A: { attributes: { x: string? } }", with: "A: { attributes: { x: string } }")
            .replacing(
                "one: string?",
                with: "uno:\n        type: string\n        optional: true\n        originalName: one"
            )
            .replacing("two: string?", with: "two: int32? # theirs")
        let merged: String = """
            model: T
            entities:
              A: { attributes: { x: string } }  # flow
              B:
                attributes:
                  uno:  # in seconds
                    type: string
                    optional: true
                    originalName: one
                  # mine
                  two: int32? # theirs
                  three: string?

            """
        #expect(try Self.merge(commented, other, base: base).text == merged)
        #expect(try Self.merge(other, commented, base: base).text == merged)
    }

    @Test func bothSidesBeganTheFile() throws {
        let merged: MergedFile = try Self.merge(
            "model: T\nentities:\n  # ours\n  A:\n    attributes:\n      a: string\n",
            "model: T\nentities:\n  A:\n    attributes:\n      b: string   # theirs\n",
            base: ""
        )
        #expect(
            merged.text
                == "model: T\nentities:\n  # ours\n  A:\n    attributes:\n      a: string\n      b: string   # theirs\n"
        )
        #expect(merged.findings.isEmpty)
    }
}
