import Apus
import Foundation
import GRDB
import Testing

/// The values of every type are read back bit for bit.
struct ValueTests {
    static func everything() -> Everything {
        Everything(
            int16Value: .min,
            int32Value: .min,
            int64Value: .min,
            decimalValue: 0,
            doubleValue: .leastNonzeroMagnitude,
            floatValue: .leastNonzeroMagnitude,
            stringValue: "",
            boolValue: false,
            dateValue: Foundation.Date(timeIntervalSinceReferenceDate: -0.1),
            dataValue: Foundation.Data(),
            uuidValue: UUID(),
            urlValue: URL(filePath: "/a b")
        )
    }

    @Test("A URL whose text no URL has is refused when it is saved") func unreadableURLs() throws {
        let store = try TemporaryStore()
        let port = try #require(URL(dataRepresentation: Foundation.Data("http://a:x".utf8), relativeTo: nil))
        for url in [try #require(URL(string: "a/..")).standardized, port] {
            // What a platform reads, it may write.
            guard url.absoluteString.isEmpty || URL(string: url.absoluteString, encodingInvalidCharacters: false) == nil
            else { continue }
            let context = try store.open()
            let object = Self.everything()
            object.urlOrNil = url
            context.insert(object)
            let error = #expect(throws: ModelError.self) { try context.save() }
            #expect(
                error?.description.contains(
                    "'urlOrNil' cannot be encoded: the text '\(url.absoluteString)' is not a URL"
                )
                    == true,
                "\(error?.description ?? "no error")"
            )
            object.urlOrNil = URL(string: "a/")
            try context.save()
        }
    }

    @Test func extremesSurviveReopening() throws {
        let store = try TemporaryStore()
        let object = Self.everything()
        let text = "a\0b\u{301}🧳 'quoted' \"twice\"\r\n" + String(repeating: "x", count: 100_000)
        let decimal = try #require(Decimal(string: "-99999999999999999999999999999999999999"))
        let url = try #require(URL(string: "https://example.com/%20?q=%2F#f"))
        object.int16OrNil = .max
        object.int32OrNil = .max
        object.int64OrNil = .max
        object.decimalOrNil = decimal
        object.doubleOrNil = -.infinity
        object.floatOrNil = .greatestFiniteMagnitude
        object.stringOrNil = text
        object.boolOrNil = true
        object.dateOrNil = .distantFuture
        object.dataOrNil = Data([0, 1, 255])
        object.uuidOrNil = object.uuidValue
        object.urlOrNil = url
        let (uuid, file) = (object.uuidValue, object.urlValue)
        let context = try store.open()
        context.insert(object)
        try context.save()

        let found = try #require(try store.open().firstAndOnly(Everything.self))
        let again: Everything = found.object
        #expect(again.int16Value == .min && again.int16OrNil == .max)
        #expect(again.int32Value == .min && again.int32OrNil == .max)
        #expect(again.int64Value == .min && again.int64OrNil == .max)
        #expect(again.decimalValue == 0 && again.decimalOrNil == decimal)
        #expect(again.doubleValue == .leastNonzeroMagnitude && again.doubleOrNil == -.infinity)
        #expect(again.floatValue == .leastNonzeroMagnitude && again.floatOrNil == .greatestFiniteMagnitude)
        #expect(again.stringValue.isEmpty && again.stringOrNil.map { Array($0.utf8) } == Array(text.utf8))
        #expect(!again.boolValue && again.boolOrNil == true)
        #expect(again.dateValue.timeIntervalSinceReferenceDate == -0.1 && again.dateOrNil == .distantFuture)
        #expect(again.dataValue.isEmpty && again.dataOrNil == Data([0, 1, 255]))
        #expect(again.uuidValue == uuid && again.uuidOrNil == uuid)
        #expect(again.urlValue == file && again.urlOrNil == url)
    }

    @Test func missingValuesStayMissing() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        context.insert(Self.everything())
        try context.save()
        let found = try store.open().firstAndOnly(Everything.self)
        let again: Everything = try #require(found).object
        #expect(again.int64OrNil == nil && again.decimalOrNil == nil && again.doubleOrNil == nil)
        #expect(again.stringOrNil == nil && again.boolOrNil == nil && again.dateOrNil == nil)
        #expect(again.dataOrNil == nil && again.uuidOrNil == nil && again.urlOrNil == nil)
        let columns: [[DatabaseValue]] = try store.ask("SELECT dataValue, dataOrNil, stringValue FROM Everything")
        #expect(columns == [[Data().databaseValue, .null, "".databaseValue]])
    }

    @Test func defaultsAreTheModels() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        context.insert(Self.everything())
        try context.save()
        let found = try store.open().firstAndOnly(Everything.self)
        let object: Everything = try #require(found).object
        #expect(object.int16Default0 == -32768 && object.int16Default1 == 7)
        #expect(object.int64Default0 == .min && object.int64Default1 == .max)
        #expect(object.decimalDefault0 == Decimal(string: "-12345678901234567890.123456789012345678"))
        #expect(object.doubleDefault0 == .leastNonzeroMagnitude && object.doubleDefault1 == -.infinity)
        #expect(object.floatDefault0 == 0.1 && object.floatDefault1 == .infinity)
        #expect(object.stringDefault1 == "tab\t \"quoted\" \\(no) \u{202E}é🧳\0\r\n")
        #expect(object.boolDefault0 && object.boolDefault1 == false)
        #expect(object.dateDefault0.timeIntervalSinceReferenceDate == 0.1)
        #expect(object.dataDefault0.isEmpty && object.dataDefault1 == Data([0, 255, 1]))
        #expect(object.uuidDefault0.uuidString == "01020304-0506-0708-090A-0B0C0D0E0FFF")
        #expect(object.urlDefault0.absoluteString == "https://example.com/a?b=c#d")
        #expect(object.urlDefault1?.absoluteString == "relative/path")
    }

    @Test func onlyChangedColumnsAreWritten() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let trip = Trip(name: "a", destination: "b")
        context.insert(trip)
        try context.save()
        try store.tell("UPDATE Trip SET destination = 'somebody else''s'")
        trip.name = "c"
        #expect(trip.hasChanges && context.hasChanges)
        try context.save()
        #expect(!trip.hasChanges && !context.hasChanges)
        #expect(
            try store.ask("SELECT name, destination FROM Trip").first
                == ["c".databaseValue, "somebody else's".databaseValue]
        )
    }

    @Test func notANumberIsRefusedByName() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let object = Self.everything()
        object.doubleValue = .nan
        object.floatOrNil = .nan
        object.dateValue = Foundation.Date(timeIntervalSinceReferenceDate: .nan)
        object.decimalOrNil = .nan
        context.insert(object)
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(
            error?.description == """
                new Everything: 'doubleValue' is NaN, which a store cannot keep
                new Everything: 'dateValue' is NaN, which a store cannot keep
                new Everything: 'decimalOrNil' is NaN, which a store cannot keep
                new Everything: 'floatOrNil' is NaN, which a store cannot keep
                """
        )
        #expect(try store.ask("SELECT count(*) FROM Everything") == [[0.databaseValue]])
        object.doubleValue = 1
        object.floatOrNil = nil
        object.dateValue = .now
        object.decimalOrNil = nil
        try context.save()
        #expect(try store.ask("SELECT count(*) FROM Everything") == [[1.databaseValue]])
    }

    @Test func aValueThatItsTypeCannotBeIsAnErrorWithItsLocation() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        context.insert(Trip(name: "a"))
        try context.save()
        try store.tell("DROP TRIGGER apus_rules_update_Trip; UPDATE Trip SET nights = 9999999999")
        let error = #expect(throws: ModelError.self) { try store.open().all(Trip.self) }
        #expect(error?.description == "the stored value of 'nights' of Trip 1 is not a valid int32")
    }

    @Test func everyWordOfSwiftCanNameAProperty() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let object = Keywords(class: "c", `inout`: "i", newValue: "n", id: "d")
        object.`default` = "x"
        context.insert(object)
        try context.save()
        let found = try store.open().firstAndOnly(Keywords.self)
        let again: Keywords = try #require(found).object
        #expect(again.class == "c" && again.inout == "i" && again.newValue == "n" && again.id == "d")
        #expect(again.default == "x" && again.Any == nil && again.row == nil && again.context == nil)
    }
}

/// An object with its context.
struct Found<Model: PersistentModel> {
    let context: ModelContext
    let object: Model
}

extension ModelContext {
    /// The only object of a class, with its context, which must live as long.
    func firstAndOnly<Model: PersistentModel>(_ type: Model.Type) throws -> Found<Model>? {
        let objects: [Model] = try all(type)
        return objects.count == 1 ? objects.first.map { Found(context: self, object: $0) } : nil
    }
}
