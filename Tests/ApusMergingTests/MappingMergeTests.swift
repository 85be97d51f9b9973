import ApusDiagnostics
import ApusFiles
import ApusMerging
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
}
