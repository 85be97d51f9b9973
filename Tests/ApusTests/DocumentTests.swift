import Apus
import Foundation
import GRDB
import Testing

/// Large values in external files, and derived attributes.
struct DocumentTests {
    private static let large = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    private func files(_ store: TemporaryStore) -> [String] {
        let path: String = store.url.path + "-files"
        return (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    }

    private func document(_ title: String = "Ça", scan: Data = Data([1])) -> Document {
        Document(title: title, scan: scan, colours: [])
    }

    @Test func aLargeValueIsInAFileAndIsReadOnDemand() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let document = document(scan: Self.large)
        document.text = String(repeating: "é", count: 60_000)
        document.photo = Data([1, 2])
        document.colours = [Colour(red: 1, name: String(repeating: "x", count: 110_000))]
        context.insert(document)
        try context.save()
        #expect(files(store).count == 3)
        #expect(
            try store.ask("SELECT typeof(scan), typeof(text), typeof(photo), typeof(colours) FROM Document")
                == [["text".databaseValue, "text".databaseValue, "blob".databaseValue, "text".databaseValue]]
        )
        let other = try store.open()
        let found = try #require(try other.all(Document.self).first)
        #expect(found.scan == Self.large && found.text == document.text && found.photo == Data([1, 2]))
        #expect(found.colours == document.colours && !other.hasChanges)
    }

    @Test func aFileGoesWithItsValue() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let document = document(scan: Self.large)
        document.photo = Self.large
        context.insert(document)
        try context.save()
        let before: [String] = files(store)
        document.scan = Data(Self.large.reversed())
        document.title = "changed"
        try context.save()
        let after: [String] = files(store)
        #expect(before.count == 2 && after.count == 2 && Set(before).intersection(after).count == 1)
        document.photo = nil
        document.scan = Data()
        try context.save()
        #expect(files(store) == [] && document.photo == nil && document.scan == Data())
        document.scan = Self.large
        try context.save()
        context.delete(document)
        #expect(files(store).count == 1)
        try context.save()
        #expect(files(store) == [])
    }

    @Test func aSaveThatFailsLeavesNoFile() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let document = document(scan: Self.large)
        context.insert(document)
        try context.save()
        let before: [String] = files(store)
        try store.tell("CREATE UNIQUE INDEX titles ON Document (title)")
        document.scan = Data(Self.large.reversed())
        context.insert(self.document(document.title, scan: Self.large))
        #expect(throws: ModelError.self) { try context.save() }
        #expect(files(store) == before)
        context.rollback()
        #expect(document.scan == Self.large)
    }

    @Test func aFileThatIsGoneIsSaidUnlessTheRowHasAnotherValue() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        context.insert(document(scan: Self.large))
        try context.save()
        let (late, other) = (try store.open(), try store.open())
        let found = try #require(try late.all(Document.self).first)
        let changed = try #require(try other.all(Document.self).first)
        changed.scan = Data([7])
        try other.save()
        #expect(found.scan == Data([7]))

        changed.scan = Self.large
        try other.save()
        let third = try store.open()
        let lost = try #require(try third.all(Document.self).first)
        let name: String = try #require(files(store).first)
        try FileManager.default.removeItem(atPath: store.url.path + "-files/" + name)
        #expect(lost.scan == Data())
        lost.title = "x"
        let error = #expect(throws: ModelError.self) { try third.save() }
        #expect(
            error?.description
                == "the value of 'scan' of Document 1 cannot be read: the external file '\(name)' is missing"
        )
    }

    @Test func aFileIsOneRows() throws {
        let store = try TemporaryStore()
        var first: ModelContext? = try store.open()
        first?.insert(document(scan: Self.large))
        try first?.save()
        first = try store.open()
        let moved = try #require(try first?.all(Document.self).first)
        first = nil
        // An object whose context was deallocated can be inserted into another one, with a new row and a new file.
        let second = try store.open()
        second.insert(moved)
        try second.save()
        let names = try store.ask("SELECT scan FROM Document")
        #expect(names.count == 2 && names[0] != names[1] && files(store).count == 2 && moved.scan == Self.large)

        let third = try store.open()
        let gone = try #require(try third.all(Document.self).first)
        third.delete(gone)
        try third.save()
        #expect(gone.title == "Ça" && gone.scan == Data() && gone.photo == nil)
        third.insert(gone)
        let error = #expect(throws: (any Error).self) { try third.save() }
        #expect(error.map { "\($0)" }?.contains("is missing") == true)
        #expect(files(store).count == 1)
    }

    @Test func whatWasNeverReadIsNotWritten() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let document = document()
        context.insert(document)
        try context.save()
        let other = try store.open()
        let fault = try #require(other.model(for: document.persistentModelID) as? Document)
        other.delete(fault)
        try other.save()
        other.insert(fault)
        let error = #expect(throws: ModelError.self) { try other.save() }
        #expect(error?.description.contains("its values were never read from the store") == true)
        #expect(try store.ask("SELECT count(*) FROM Document") == [[0.databaseValue]])
    }

    @Test func whatTheStoreComputesFollowsEverySave() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let document = document()
        document.pages = [Page(price: 1.5), Page(price: 2)]
        context.insert(document)
        #expect(document.searchTitle == nil && document.pageCount == 0)
        let before = Date()
        try context.save()
        #expect(document.searchTitle == "ca" && document.pageCount == 2 && document.total == 3.5)
        #expect(
            document.pages[0].heading == "Ça" && document.savedAt.map { $0 >= before.addingTimeInterval(-1) } == true
        )
        document.pages[0].price = 10
        document.title = "X"
        document.scan = Data([9])
        #expect(document.pageCount == 2 && document.total == 3.5)
        try context.save()
        document.scan = Data([10])
        #expect(document.total == 12 && document.searchTitle == "x" && document.pages[1].heading == "X")
        // Unsaved changes are not lost when derived attributes are read.
        #expect(document.scan == Data([10]) && document.hasChanges)
        context.delete(document.pages[0])
        try context.save()
        #expect(document.pageCount == 1 && document.total == 2)
        let found = try #require(try store.open().all(Document.self).first)
        #expect(found.pageCount == 1 && found.total == 2 && found.scan == Data([10]))
    }
}
