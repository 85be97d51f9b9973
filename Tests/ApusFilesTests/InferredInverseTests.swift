import ApusDiagnostics
import ApusFiles
import ApusSchema
import Testing

@Suite("An inverse that one side names")
struct InferredInverseTests {
    private static func text(items: String = "inverse: trip", trip: String = "", more: String = "") -> String {
        """
        model: T
        entities:
          Trip:
            attributes: { name: string }
            relationships:
              items: { toMany: Item, \(items) }
        \(more)
          Item:
            attributes: { title: string }
            relationships:
              trip: { to: Trip, optional: true\(trip) }
        """
    }

    private static let both: String = text(trip: ", inverse: items")

    private func read(head: String, frozen: String? = nil) -> HistoryFiles.Contents {
        let digest = String(repeating: "a", count: 64)
        return HistoryFiles(
            model: "T",
            folder: "S/T",
            heads: [SourceFile(path: "S/T/T.yaml", text: head)],
            versions: frozen.map { [SourceFile(path: "S/T/versions/1.yaml", text: $0)] } ?? [],
            lock: frozen.map { _ in SourceFile(path: "S/T/versions.lock", text: "1 \(digest) - \(digest)\n") }
        ).read()
    }

    private func said(_ contents: HistoryFiles.Contents) -> [String] { contents.diagnostics.map(\.description) }

    @Test("A head means the same whether one side names the inverse or both do")
    func head() throws {
        let one = read(head: Self.text())
        let schema = try #require(one.history?.head)
        #expect(said(one).isEmpty)
        #expect(schema == read(head: Self.both).history?.head)
        #expect(schema.entity("Item")?.relationship("trip")?.inverse == "items")
        let text = ModelFile.write(schema)
        #expect(ModelFile.read([SourceFile(path: "1.yaml", text: text)]).schema == schema)
        #expect(schema.withoutInferredInverses == schema)
    }

    @Test("A frozen version means what it says")
    func frozen() throws {
        let contents = read(head: Self.both, frozen: Self.text())
        let frozen = try #require(contents.history?.newest?.schema)
        #expect(frozen.entity("Item")?.relationship("trip")?.inverse == nil)
        #expect(said(contents).isEmpty)
    }

    @Test("A head that differs from its version because of the inverse says so, at the inverse")
    func released() throws {
        let contents = read(head: Self.text(), frozen: Self.text())
        let history = try #require(contents.history)
        #expect(history.head != history.newest?.schema)
        #expect(
            said(contents) == [
                """
                S/T/T.yaml:6:39: warning: 'Trip.items' and 'Item.trip' are two sides of one relationship, because 'Trip.items' \
                names its inverse; in version 1 they are separate
                  note: 'apus diff' shows what happens to the references
                  help: to confirm it, add 'inverse: items' to 'Item.trip'; to keep them separate, remove 'inverse' from 'Trip.items'
                """
            ]
        )
        #expect(said(read(head: Self.text(), frozen: Self.both)).isEmpty)
        #expect(said(read(head: Self.text(items: "ordered: true"), frozen: Self.text())).isEmpty)
    }

    @Test("A schema that is written as a head is read as the same one")
    func written() throws {
        let separate = try #require(ModelFile.read([SourceFile(path: "1.yaml", text: Self.text())]).schema)
        let head = ModelFile.write(separate.withoutInferredInverses)
        let schema = try #require(read(head: head).history?.head)
        #expect(schema.entity("Trip")?.relationship("items")?.inverse == nil)
        #expect(schema.entity("Item")?.relationship("trip")?.inverse == nil)
    }

    @Test(
        "Where it is not certain what is meant, nothing is inferred",
        arguments: [
            text(more: "      extras: { toMany: Item, inverse: trip }"),
            text(items: "transient: true, inverse: trip"),
            text().replacing("to: Trip,", with: "to: Item,"),
        ]
    )
    func uncertain(text: String) throws {
        let schema = try #require(read(head: text).history?.head)
        #expect(schema.entity("Item")?.relationship("trip")?.inverse == nil)
    }
}
