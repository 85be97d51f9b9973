import ApusDiagnostics
import ApusMigration
import ApusSchema
import Testing

@testable import ApusFiles

/// Inverses that only one side names.
struct PairedInverseTests {
    /// A model in which a trip has items, with or without an inverse on each side.
    private static func text(items: String = "", trip: String = "", more: String = "", name: String = "items") -> String
    {
        """
        model: Trips
        entities:
          Trip:
            relationships:
              \(name): { toMany: Item\(items) }
        \(more)
          Item:
            relationships:
              trip: { to: Trip, optional: true\(trip) }
        """
    }

    private static let both: String = text(items: ", inverse: trip", trip: ", inverse: items")
    private static let separate: String = "'Trip.items' has the inverse 'Item.trip', but that one has no inverse"

    /// Reads a head after a version that an older Apus may have frozen.
    private func read(_ head: String, after version: String? = nil) -> HistoryFiles.Contents {
        let frozen = version.map { SourceFile(path: "S/Trips/versions/1.yaml", text: $0) }
        let digest = frozen.flatMap(ModelFile.draft(of:)).map(Digest.of) ?? ""
        let chain = String(repeating: "a", count: 64)
        return HistoryFiles(
            model: "Trips",
            folder: "S/Trips",
            heads: [SourceFile(path: "S/Trips/Trips.yaml", text: head)],
            versions: [frozen].compactMap { $0 },
            lock: frozen.map { _ in
                SourceFile(path: "S/Trips/versions.lock", text: "# x\n# y\n1 \(digest) - \(chain)\n")
            }
        ).read()
    }

    private func head(_ text: String, after version: String? = nil) throws -> Schema {
        let contents = read(text, after: version)
        #expect(contents.diagnostics.map(\.message) == [])
        return try #require(contents.history?.head)
    }

    @Test(arguments: [(", inverse: trip", ""), ("", ", inverse: items")])
    func oneSideIsEnough(items: String, trip: String) throws {
        let both = try head(Self.both)
        let one = try head(Self.text(items: items, trip: trip))
        #expect(one == both)
        #expect(Digest.of(one) == Digest.of(both))
        // What is frozen says both sides, so it needs no inference, and the head is not changed after it.
        let frozen = ModelFile.write(one)
        #expect(ModelFile.read([SourceFile(path: "1.yaml", text: frozen)]).schema == both)
        let later = read(Self.text(items: items, trip: trip), after: frozen)
        #expect(later.history?.hasUnreleasedHead == false)
        #expect(later.history?.head == both)
    }

    @Test func whatTheNewestVersionSeparatesStaysSeparate() throws {
        let text = Self.text(items: ", inverse: trip")
        for head in [text, Self.text(items: ", inverse: trip", more: "    attributes: { name: string? }")] {
            let contents = read(head, after: text)
            #expect(contents.diagnostics.map(\.message) == [Self.separate])
            let schema = try #require(contents.history?.head)
            #expect(schema.entity("Item")?.relationship("trip")?.inverse == nil)
            #expect(contents.history?.hasUnreleasedHead == (head != text))
        }
    }

    @Test func aRenameUnitesNothing() throws {
        let renamed = Self.text(items: ", inverse: trip, originalName: items", name: "things")
        let contents = read(renamed, after: Self.text(items: ", inverse: trip"))
        #expect(contents.history?.head?.entity("Item")?.relationship("trip")?.inverse == nil)
        let entity = Self.text(items: ", inverse: trip").replacing("Trip:", with: "Tour:\n    originalName: Trip")
            .replacing("to: Trip", with: "to: Tour")
        let other = read(entity, after: Self.text(items: ", inverse: trip"))
        #expect(other.history?.head?.entity("Item")?.relationship("trip")?.inverse == nil)
    }

    @Test func aNewLineUnites() throws {
        let schema = try head(Self.text(items: ", inverse: trip"), after: Self.text())
        #expect(schema.entity("Item")?.relationship("trip")?.inverse == "items")
        let other = try head(Self.both, after: Self.text(items: ", inverse: trip"))
        #expect(other.entity("Item")?.relationship("trip")?.inverse == "items")
    }

    @Test func anInverseThatTwoNameIsNotGuessed() throws {
        let contents = read(
            Self.text(items: ", inverse: trip", more: "      more: { toMany: Item, inverse: trip }")
        )
        #expect(contents.history?.head?.entity("Item")?.relationship("trip")?.inverse == nil)
        #expect(
            contents.diagnostics.map(\.message)
                == [Self.separate, Self.separate.replacing("Trip.items", with: "Trip.more")]
        )
    }

    @Test("A transient relationship is not paired with one that is stored")
    func transient() throws {
        let contents = read(Self.text(items: ", inverse: trip, transient: true"))
        #expect(contents.history?.head?.entity("Item")?.relationship("trip")?.inverse == nil)
        #expect(contents.diagnostics.map(\.message) == [Self.separate])
    }

    @Test func withoutAnInverseThereIsNone() throws {
        let schema = try head(Self.text())
        #expect(schema.entities.flatMap(\.relationships).allSatisfy { $0.inverse == nil })
    }

    @Test("A file that is read alone is a head, unless it is in a folder of versions")
    func filesAlone() {
        for (path, role) in [
            ("Trips.yaml", ModelFile.Role.head(after: nil)), ("versions.yaml", .head(after: nil)),
            ("S/Trips/versions/1.yaml", .version), ("S\\Trips\\versions\\1.yaml", .version),
        ] {
            #expect(ModelFile.Role.alone([SourceFile(path: path, text: "")]) == role, "\(path)")
        }
    }
}
