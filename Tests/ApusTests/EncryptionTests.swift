@_spi(Generated) import Apus
import ApusEncryption
import ApusSchema
import ApusStore
import Foundation
import GRDB
import Testing

/// The features' model with all attributes encrypted that can be.
private enum EncryptedFeatures: SchemaMigrationPlan {
    static let modelName = FeaturesSchema.modelName
    static let entities = FeaturesSchema.entities
    static let versions = FeaturesSchema.versions
    static let mappings = FeaturesSchema.mappings

    static let head: FrozenSchema? = {
        guard let plain = FeaturesSchema.head, var schema = try? Schema(json: Data(plain.json.utf8)) else { return nil }
        for index in schema.entities.indices {
            guard ["Everything", "Trip", "Contact", "Document"].contains(schema.entities[index].name) else { continue }
            for number in schema.entities[index].attributes.indices {
                var attribute = schema.entities[index].attributes[number]
                let isCompared = [
                    "nights", "name", "status", "rating", "since", "home", "work", "label", "colour", "title",
                ]
                .contains(attribute.name)
                if isCompared || !attribute.isKept || attribute.derivation != nil { continue }
                attribute.encryptionKey = "own"
                schema.entities[index].attributes[number] = attribute
            }
        }
        guard let label = schema.composites.firstIndex(where: { $0.name == "Label" }) else { return nil }
        schema.composites[label].attributes[0].encryptionKey = "own"
        precondition(schema.validate().filter { $0.severity == .error }.isEmpty, "\(schema.validate())")
        return FrozenSchema("head", json: String(decoding: schema.json, as: UTF8.self))
    }()
}

/// Objects with encrypted attributes.
struct EncryptionTests {
    private let store: TemporaryStore
    private static let key = EncryptionKey.random()
    private static let keys = StoreKeys { (name: String) -> EncryptionKey? in name == "own" ? key : nil }

    init() throws { store = try TemporaryStore() }

    private func open(_ keys: StoreKeys? = Self.keys) throws -> ModelContext {
        let configuration = ModelConfiguration(url: store.url, keys: keys)
        return ModelContext(try ModelContainer(for: EncryptedFeatures.self, configurations: configuration))
    }

    @Test func aResetFillsEncryptedValues() throws {
        struct Failure: Error {}
        func document(_ byte: UInt8) -> Document {
            Document(title: "d", scan: Data(repeating: byte, count: 300_000), colours: [])
        }
        func bytes() throws -> [UInt8?] {
            // Large values are read on demand, which needs the context.
            let context = try open()
            return try withExtendedLifetime(context) {
                try context.fetch(FetchDescriptor<Document>()).map { $0.scan.first }
            }
        }
        let context = try open()
        context.insert(document(7))
        try context.save()
        #expect(throws: Failure.self) {
            try context.container.reset { filling in
                filling.insert(document(8))
                try filling.save()
                throw Failure()
            }
        }
        #expect(try bytes() == [7])
        try context.container.reset { $0.insert(document(9)) }
        #expect(try bytes() == [9])
        #expect(try store.lines("SELECT count(*) FROM Document") == ["1"])
        let files = try FileManager.default.contentsOfDirectory(atPath: store.url.path + "-files")
        #expect(files.count == 1)
        // Sealed with the key, as what other contexts save.
        let stored = try Data(contentsOf: URL(filePath: store.url.path + "-files/\(files[0])"))
        #expect(stored.range(of: Data(repeating: 9, count: 20)) == nil)
        #expect(throws: (any Error).self) { try open(nil) }
    }

    @Test func everyTypeIsReadBack() throws {
        let context = try open()
        let object = ValueTests.everything()
        let text = "a\0b\u{301}🧳 'quoted'\r\n" + String(repeating: "x", count: 100_000)
        object.stringOrNil = text
        object.dataOrNil = Data([0, 1, 255])
        object.dateOrNil = .distantFuture
        object.doubleOrNil = -.infinity
        context.insert(object)
        let contact = Contact(
            home: Address(street: "s", city: "c"),
            colour: Colour(red: 1, name: "red"),
            label: Label(text: "t", colour: Colour(red: 0.5, name: "rose")),
            words: ["a"]
        )
        contact.team = [
            contact,
            Contact(
                home: Address(street: "s", city: "c"),
                colour: Colour(red: 1, name: "red"),
                label: Label(text: "t", colour: Colour(red: 0.5, name: "rose")),
                words: ["a"]
            ),
        ]
        for other in contact.team { other.team = contact.team }
        contact.rating = 2
        contact.mood = Size.large
        context.insert(contact)
        try context.save()

        let types = try store.lines(
            "SELECT DISTINCT typeof(stringOrNil), typeof(int16Value), typeof(boolOrNil) FROM Everything"
        )
        #expect(types == ["blob|blob|null"])
        let again = try open()
        let found = try #require(try again.all(Everything.self).first)
        #expect(found.stringOrNil.map { Array($0.utf8) } == Array(text.utf8))
        #expect(found.int16Value == .min && found.int64Value == .min && found.decimalValue == 0 && !found.boolValue)
        #expect(found.doubleValue == .leastNonzeroMagnitude && found.doubleOrNil == -.infinity)
        #expect(found.dataOrNil == Data([0, 1, 255]) && found.dateOrNil == .distantFuture && found.boolOrNil == nil)
        #expect(found.uuidValue == object.uuidValue && found.urlValue == object.urlValue && found.dataValue.isEmpty)
        #expect(found.stringDefault1 == object.stringDefault1 && found.decimalDefault0 == object.decimalDefault0)
        let person = try #require(try again.all(Contact.self).first { $0.rating == 2 })
        #expect(
            person.label.text == "t" && person.mood == Size.large && person.colour.name == "red"
                && person.words == ["a"]
        )

        // Changes, deletions undone, and what another context reads.
        found.stringOrNil = "changed"
        found.int64Value = 5
        try again.save()
        let third = try open()
        let changed = try #require(try third.all(Everything.self).first)
        #expect(changed.stringOrNil == "changed" && changed.int64Value == 5 && changed.int16Value == .min)
    }

    @Test func batchesEncryptWhatTheyCompute() throws {
        let context = try open()
        for name in ["Rome", "O\0slo é"] { context.insert(Trip(name: name, nights: 3)) }
        try context.save()
        let columns = Trip.columns
        try context.batchUpdate(model: Trip.self, set: columns.destination.to(columns.name))
        #expect(try store.lines("SELECT DISTINCT typeof(destination) FROM Trip") == ["blob"])
        #expect(try store.lines("SELECT count(DISTINCT destination) FROM Trip") == ["2"])
        let trips = try open().all(Trip.self)
        #expect(trips.map { $0.destination.map { Array($0.utf8) } } == trips.map { Array($0.name.utf8) })
        try context.batchUpdate(model: Trip.self, set: columns.destination.to(nil))
        #expect(try store.lines("SELECT DISTINCT typeof(destination) FROM Trip") == ["null"])
        // What is encrypted is not read by a batch.
        let error = #expect(throws: ModelError.self) {
            try context.batchUpdate(model: Trip.self, set: columns.name.to(columns.destination))
        }
        #expect(error?.description.contains("'destination' are encrypted") == true, "\(error?.description ?? "")")
    }

    @Test func aStoreWithoutItsKeyIsNotOpened() throws {
        for keys: StoreKeys? in [nil, StoreKeys { (_: String) -> EncryptionKey? in nil }] {
            #expect(throws: (any Error).self) { try open(keys) }
            #expect(!FileManager.default.fileExists(atPath: store.url.path))
        }
        let context = try open()
        context.insert(Trip(name: "Rome", destination: "secret"))
        try context.save()
        for keys: StoreKeys? in [nil, StoreKeys { (_: String) -> EncryptionKey? in nil }] {
            #expect(throws: (any Error).self) { try open(keys) }
        }
        // The key is there, but it is another one.
        #expect(throws: (any Error).self) {
            try open(StoreKeys { (_: String) -> EncryptionKey? in EncryptionKey.random() })
        }
    }

    @Test func aValueOfAnotherObjectIsNotRead() throws {
        let context = try open()
        context.insert(Trip(name: "Rome", destination: "secret"))
        context.insert(Trip(name: "Oslo", destination: "other"))
        try context.save()
        try store.tell("UPDATE Trip SET destination = (SELECT destination FROM Trip WHERE _id = 2) WHERE _id = 1")
        let other = try open()
        let error = #expect(throws: ModelError.self) { try other.all(Trip.self) }
        guard case .unreadableEncryptedValue(let object, "destination", _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(object == PersistentIdentifier(entityName: "Trip", row: 1))
        // What needs no key is read; and what cannot be read is not overwritten.
        #expect(try other.fetchCount(FetchDescriptor<Trip>()) == 2)
        let before = try store.lines("SELECT hex(destination) FROM Trip WHERE _id = 1")
        let fault = other.model(for: PersistentIdentifier(entityName: "Trip", row: 1)) as? Trip
        fault?.name = "Paris"
        #expect(throws: (any Error).self) { try other.save() }
        #expect(try store.lines("SELECT hex(destination), name FROM Trip WHERE _id = 1") == before.map { $0 + "|Rome" })
    }

    @Test func aStoreIsMigratedWhenItIsOpened() async throws {
        let context = try store.open()
        context.insert(Trip(name: "Rome", destination: "Grüße"))
        try context.save()
        try await context.container.close()
        let trip = try #require(try open().all(Trip.self).first)
        #expect(trip.destination == "Grüße" && trip.name == "Rome")
        #expect(try store.lines("SELECT typeof(destination) FROM Trip") == ["blob"])
    }

    @Test func predicatesOnlyAskWhetherThereIsAValue() throws {
        let context = try open()
        context.insert(Trip(name: "Rome", destination: "secret"))
        context.insert(Trip(name: "Paris"))
        try context.save()
        func named(_ format: String) throws -> [String] {
            try context.fetch(FetchDescriptor<Trip>(where: ModelPredicate(format: format))).map(\.name)
        }
        #expect(try named("destination == nil") == ["Paris"] && named("destination != nil") == ["Rome"])
        for format in [
            "destination == 'secret'", "destination BEGINSWITH 's'", "destination IN {'secret'}", "destination < 'x'",
        ] {
            let error = #expect(throws: ModelError.self) { try named(format) }
            let text = error?.description ?? ""
            #expect(text.contains("encrypted"), "\(format): \(text)")
        }
        #expect(throws: ModelError.self) { try context.fetchObjects(named: "Trip", sortBy: ["destination"]) }
    }

    @Test func aValueOfAnotherObjectIsNotReadInItsPlace() throws {
        let context = try open()
        context.insert(Trip(name: "Rome", destination: "one"))
        context.insert(Trip(name: "Paris", destination: "two"))
        try context.save()
        try store.tell("UPDATE Trip SET destination = (SELECT destination FROM Trip WHERE _id = 1) WHERE _id = 2")
        let again = try open()
        #expect(throws: ModelError.self) { try again.all(Trip.self) }
        #expect((again.model(for: PersistentIdentifier(entityName: "Trip", row: 1)) as? Trip)?.destination == "one")
    }

    // MARK: Values in files

    private static let photo = Data("a photo of something secret".utf8) + Data((0..<300_000).map { UInt8($0 % 251) })

    private func document() -> Document {
        let document = Document(title: "Contract", scan: Self.photo, colours: [Colour(red: 1, name: "red")])
        document.photo = Data("small, and in its row".utf8)
        document.text = String(repeating: "Grüße ", count: 30_000)
        return document
    }

    private func fileContents() throws -> [Data] {
        let folder = store.url.deletingLastPathComponent().appending(path: store.url.lastPathComponent + "-files")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .compactMap { FileManager.default.contents(atPath: folder.appending(path: $0).path) }
    }

    @Test func largeValuesAreEncryptedInTheirFiles() throws {
        let context = try open()
        context.insert(document())
        try context.save()
        #expect(try store.lines("SELECT typeof(scan), typeof(photo), typeof(text) FROM Document") == ["text|blob|text"])
        let contents = try fileContents() + [Data(contentsOf: store.url)]
        #expect(contents.count == 3)
        for plain in ["a photo of something", "small, and in", "Grüße Grüße"] {
            #expect(contents.allSatisfy { $0.range(of: Data(plain.utf8)) == nil }, "\(plain)")
        }
        let again = try open()
        let found = try #require(try again.all(Document.self).first)
        #expect(found.scan == Self.photo && found.photo == Data("small, and in its row".utf8))
        #expect(found.text?.hasSuffix("Grüße ") == true && found.colours == [Colour(red: 1, name: "red")])

        // Other sizes, and none.
        found.photo = Self.photo
        found.scan = Data("small now".utf8)
        found.text = nil
        try again.save()
        let third = try open()
        let changed = try #require(try third.all(Document.self).first)
        #expect(changed.photo == Self.photo && changed.scan == Data("small now".utf8) && changed.text == nil)
        #expect(try fileContents().count == 1)
        third.delete(changed)
        try third.save()
        #expect(try store.lines("SELECT count(*) FROM Document") == ["0"])
    }

    @Test func anEncryptedFileOfAnotherObjectIsNotRead() throws {
        let context = try open()
        for _ in 1...2 { context.insert(document()) }
        try context.save()
        try store.tell("UPDATE Document SET scan = (SELECT scan FROM Document WHERE _id = 2) WHERE _id = 1")
        let other = try open()
        let found = try other.all(Document.self).sorted { $0.persistentModelID < $1.persistentModelID }
        #expect(found[1].scan == Self.photo)
        let before = try store.lines("SELECT hex(scan) FROM Document")
        let third = try open()
        #expect(throws: ModelError.self) { try third.fetchModels(DocumentValue.self) }
        for _ in 1...2 { #expect(throws: ModelError.self) { try DocumentValue(found[0]) } }
        #expect(try DocumentValue(found[1]).scan == Self.photo)
        other.rollback()
        #expect(found[0].scan.isEmpty)
        found[0].title = "other"
        let error = #expect(throws: ModelError.self) { try other.save() }
        guard case .unreadableEncryptedValue(_, "scan", _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try store.lines("SELECT hex(scan) FROM Document") == before)
    }

    /// Keys that can be taken away while a store is open.
    private final class Switch: ValueSealer, @unchecked Sendable {
        private let inner: any ValueSealer
        var isOff = false

        init(_ inner: any ValueSealer) { self.inner = inner }

        func checkKey(_ key: String) throws(SealingError) {
            if isOff { throw .noKey(key) }
            try inner.checkKey(key)
        }
        func seal(_ value: Data, key: String, context: Data) throws(SealingError) -> Data {
            if isOff { throw .noKey(key) }
            return try inner.seal(value, key: key, context: context)
        }
        func open(_ sealed: Data, key: String, context: Data) throws(SealingError) -> Data {
            if isOff { throw .noKey(key) }
            return try inner.open(sealed, key: key, context: context)
        }
    }

    @Test func aValueWhoseKeyIsMissingIsNoEmptyOne() throws {
        let keys = Switch(Self.keys.sealer)
        let context = try open(StoreKeys(keys))
        context.insert(document())
        context.insert(Trip(name: "Rome", destination: "secret"))
        try context.save()
        let before = try store.lines("SELECT hex(scan), hex(photo) FROM Document")
        let other = try open(StoreKeys(keys))
        let found = try #require(try other.all(Document.self).first)
        let trip = try #require(other.model(for: PersistentIdentifier(entityName: "Trip", row: 1)) as? Trip)
        keys.isOff = true
        for _ in 1...2 {
            let error = #expect(throws: ModelError.self) { try DocumentValue(found) }
            guard case .unreadableEncryptedValue(_, _, let reason)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(reason == SealingError.noKey("own").reason)
            #expect(throws: (any Error).self) { try TripValue(trip) }
            #expect(throws: (any Error).self) { try other.fetchModels(DocumentValue.self) }
        }
        keys.isOff = false
        #expect(throws: ModelError.self) { try other.save(TripValue(name: "x")) }
        other.rollback()
        let value = try DocumentValue(found)
        #expect(value.scan == Self.photo && value.photo == Data("small, and in its row".utf8))
        #expect(try TripValue(trip).destination == "secret")
        #expect(try store.lines("SELECT hex(scan), hex(photo) FROM Document") == before)
    }

    @Test func theKeyOfFilesIsChangedWhileTheyAreUsed() async throws {
        let context = try open(Self.both)
        context.mergePolicy = .error
        let old = try open()
        old.insert(document())
        try old.save()
        let found = try #require(try context.all(Document.self).first)
        let unread = try #require(try old.all(Document.self).first)
        found.scan = Data("changed".utf8)
        found.title = "changed"
        let before = Set(try fileContents())
        // Once by another process, so that the files of this context's objects are gone.
        #expect(try Rekeyer(keys: Self.both).rekey(store.url).isComplete)
        #expect(try before.isDisjoint(with: fileContents()))
        #expect(found.text?.hasPrefix("Grüße ") == true)
        // The older file is gone, so nothing shows that the value in the new one is the same.
        #expect(throws: ModelError.self) { try context.save() }
        context.mergePolicy = .objectWins
        try context.save()
        let next = try open(StoreKeys(KeyClosure { _ in [Self.newKey] }))
        let saved = try #require(try next.all(Document.self).first)
        #expect(saved.scan == Data("changed".utf8) && saved.title == "changed")
        #expect(saved.text?.hasPrefix("Grüße ") == true)
        // Without the new key, nothing is read, and nothing is overwritten.
        let isEmpty = unread.scan.isEmpty
        unread.title = "other"
        #expect(isEmpty)
        #expect(throws: ModelError.self) { try old.save() }
    }

    @Test(arguments: [false, true]) func aValueInAnotherFileIsNoSameValue(isSet: Bool) throws {
        func scan(_ byte: UInt8) -> Data { Data(repeating: byte, count: 200_000) }
        let (first, second) = (try open(), try open())
        first.insert(document())
        try first.save()
        second.mergePolicy = .error
        let mine = try #require(try first.all(Document.self).first)
        let theirs = try #require(try second.all(Document.self).first)
        if isSet { theirs.scan = scan(2) } else { theirs.title = "changed" }
        mine.scan = scan(1)
        try first.save()
        if isSet {
            let error = #expect(throws: ModelError.self) { try second.save() }
            guard case .conflict(let conflicts)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(conflicts.map(\.properties) == [["scan"]])
            second.mergePolicy = .storeWins
        }
        try second.save()
        #expect(theirs.scan == scan(1))
        let next = try open()
        let saved = try #require(try next.all(Document.self).first)
        #expect(saved.scan == scan(1) && (saved.title == "changed") != isSet)
    }

    @Test func aPinnedContextReadsItsFilesAfterItsKeyWasChanged() throws {
        let old = try open()
        old.insert(document())
        try old.save()
        let context = try open(Self.both)
        try context.pin()
        let found = try #require(try context.all(Document.self).first)
        let report = try Rekeyer(keys: Self.both).rekey(store.url)
        guard case .incomplete = report.purge else {
            Issue.record("\(report.purge)")
            return
        }
        #expect(try report.isComplete && fileContents().count == 4)
        #expect(found.scan == Self.photo && found.text?.hasPrefix("Grüße ") == true)
        context.unpin()
        let again = try Rekeyer(keys: Self.both).rekey(store.url)
        #expect(try again.count == 0 && again.purge == .done && fileContents().count == 2)
        let next = try open(StoreKeys(KeyClosure { _ in [Self.newKey] }))
        #expect(try next.all(Document.self).first?.scan == Self.photo)
    }

    @Test(arguments: [true, false]) func anUnsavedChangeIsUndoneAfterTheKeyWasChanged(isRead: Bool) async throws {
        let old = try open()
        old.insert(document())
        try old.save()
        let context = try open(Self.both)
        context.undoManager = UndoManager()
        let found = try #require(try context.all(Document.self).first)
        found.scan = Data("changed".utf8)
        context.processPendingChanges()
        let report = try await context.container.rekey()
        #expect(try report.purge == .done && fileContents().count == 2)
        context.undoManager?.undo()
        // Otherwise, the save looks for the value, whose file is gone.
        if isRead { #expect(found.scan == Self.photo) }
        try context.save()
        let next = try open(StoreKeys(KeyClosure { _ in [Self.newKey] }))
        #expect(try next.all(Document.self).first?.scan == Self.photo)
    }

    // MARK: Changing the key

    private static let newKey = EncryptionKey.random()
    private static let both = StoreKeys(KeyClosure { _ in [newKey, key] })

    private func fill() async throws {
        let context = try open()
        for number in 1...1500 { context.insert(Trip(name: "trip \(number)", destination: "secret \(number)")) }
        let contact = Contact(
            home: Address(street: "s", city: "c"),
            colour: Colour(red: 1, name: "red"),
            label: Label(text: "label", colour: Colour(red: 0.5, name: "rose")),
            words: ["a"]
        )
        contact.team = [
            contact,
            Contact(
                home: Address(street: "s", city: "c"),
                colour: Colour(red: 1, name: "red"),
                label: Label(text: "t", colour: Colour(red: 0.5, name: "rose")),
                words: ["a"]
            ),
        ]
        for other in contact.team { other.team = contact.team }
        contact.mood = Size.large
        context.insert(contact)
        context.insert(ValueTests.everything())
        try context.save()
        try await context.container.close()
    }

    @Test func aContainerChangesItsKeyWhileItIsUsed() async throws {
        try await fill()
        let context = try open(Self.both)
        context.mergePolicy = .error
        let trips = try context.all(Trip.self).sorted { $0.persistentModelID < $1.persistentModelID }
        trips[0].destination = "changed"
        trips[1].name = "renamed"
        let report = try await context.container.rekey()
        #expect(report.isComplete && report.purge == .done && report.unreadable.isEmpty)
        #expect(report.values.contains { $0.table == "Trip" && $0.column == "destination" && $0.count == 1500 })
        #expect(report.values.contains { $0.table == "Contact" && $0.column.hasPrefix("label") && $0.count == 2 })
        #expect(report.values.contains { $0.table == "Everything" && $0.count == 1 })
        // Nothing has changed for objects, and what is not saved is no conflict.
        #expect(trips[0].destination == "changed" && trips[2].destination == "secret 3")
        try context.save()
        let next = try open(StoreKeys(KeyClosure { _ in [Self.newKey] }))
        let saved = try next.all(Trip.self).sorted { $0.persistentModelID < $1.persistentModelID }
        #expect(saved.count == 1500 && saved[0].destination == "changed" && saved[1].name == "renamed")
        #expect(saved.dropFirst().enumerated().allSatisfy { $1.destination == "secret \($0 + 2)" })
        #expect(try next.all(Contact.self).contains { $0.label.text == "label" && $0.mood == Size.large })
        #expect(try next.all(Everything.self).first?.int64Value == .min)
        #expect(try await context.container.rekey().count == 0)
    }

    @Test func anotherProcessChangesTheKeyWhileAContainerIsUsed() async throws {
        try await fill()
        let context = try open(Self.both)
        context.mergePolicy = .error
        let old = try open()
        let trips = try context.all(Trip.self).sorted { $0.persistentModelID < $1.persistentModelID }
        trips[0].destination = "changed"
        trips[1].name = "renamed"
        #expect(try Rekeyer(keys: Self.both).rekey(store.url).isComplete)
        try context.save()
        let next = try open(StoreKeys(KeyClosure { _ in [Self.newKey] }))
        let saved = try next.all(Trip.self).sorted { $0.persistentModelID < $1.persistentModelID }
        #expect(saved[0].destination == "changed" && saved[1].name == "renamed" && saved[2].destination == "secret 3")
        // One that does not have the new key reads nothing, and overwrites nothing.
        let error = #expect(throws: ModelError.self) { try old.all(Trip.self) }
        guard case .unreadableEncryptedValue? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func aKeyIsChangedInMemory() async throws {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true, keys: Self.both)
        let container = try ModelContainer(for: EncryptedFeatures.self, configurations: configuration)
        let context = ModelContext(container)
        context.insert(Trip(name: "Rome", destination: "secret"))
        try context.save()
        let report = try await container.rekey()
        #expect(report.isComplete && report.count == 0 && report.purge == .notNeeded)
        #expect(try context.all(Trip.self).first?.destination == "secret")
    }

    @Test func changingAKeyCanBeCancelledAndRefused() async throws {
        try await fill()
        let container = try open(Self.both).container
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await container.rekey()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await container.rekey().count > 1500)
        try await container.close()
        await #expect(throws: ModelError.containerClosed) { try await container.rekey() }
        let configuration = ModelConfiguration(url: store.url, allowsSave: false, keys: Self.both)
        let reader = try ModelContainer(for: EncryptedFeatures.self, configurations: configuration)
        await #expect(throws: ModelError.readOnly) { try await reader.rekey() }
    }
}
