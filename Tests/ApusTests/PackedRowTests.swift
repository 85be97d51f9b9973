import ApusTestSupport
import Foundation
import GRDB
import Observation
import Testing

@_spi(Generated) @testable import Apus

/// Fetches that pack rows, whose values are made when they are read.
struct PackedRowTests {
    private let store: TemporaryStore

    init() throws { store = try TemporaryStore() }

    private static func sample(_ number: Int, _ text: String = "text") -> Sample {
        let sample =
            number % 3 == 0
            ? LabelledSample(
                int16Value: .min,
                int32Value: .max,
                int64Value: .min,
                intValue: number,
                doubleValue: .infinity,
                floatValue: 0.1,
                stringValue: text,
                boolValue: true,
                dateValue: Date(timeIntervalSinceReferenceDate: 0.1),
                dataValue: Data([0, 255]),
                uuidValue: UUID(),
                label: "label \(number)"
            )
            : Sample(
                int16Value: 0,
                int32Value: -1,
                int64Value: .max,
                intValue: number,
                doubleValue: -0.5,
                floatValue: .greatestFiniteMagnitude,
                stringValue: "",
                boolValue: false,
                dateValue: Date(timeIntervalSinceReferenceDate: -1e9),
                dataValue: Data(),
                uuidValue: UUID()
            )
        if number % 2 == 0 {
            (sample.int16OrNil, sample.int32OrNil, sample.int64OrNil, sample.intOrNil) = (0, 0, 0, 0)
            (sample.doubleOrNil, sample.floatOrNil, sample.boolOrNil) = (0, 0, false)
            (sample.stringOrNil, sample.dataOrNil, sample.uuidOrNil) = ("", Data(), UUID())
            sample.dateOrNil = Date(timeIntervalSinceReferenceDate: 0)
        }
        return sample
    }

    /// All values of an object as text.
    private static func description(_ sample: Sample) -> [String] {
        let numbers: [Any?] = [
            sample.int16Value, sample.int16OrNil, sample.int32Value, sample.int32OrNil, sample.int64Value,
            sample.int64OrNil,
            sample.intValue, sample.intOrNil, sample.doubleValue.bitPattern, sample.doubleOrNil?.bitPattern,
            sample.floatValue.bitPattern, sample.floatOrNil?.bitPattern, sample.boolValue, sample.boolOrNil,
        ]
        let others: [Any?] = [
            Array(sample.stringValue.utf8), sample.stringOrNil.map { Array($0.utf8) },
            sample.dateValue.timeIntervalSinceReferenceDate.bitPattern,
            sample.dateOrNil?.timeIntervalSinceReferenceDate.bitPattern, Array(sample.dataValue),
            sample.dataOrNil.map(Array.init), sample.uuidValue, sample.uuidOrNil, (sample as? LabelledSample)?.label,
            sample.next?.persistentModelID,
        ]
        return (numbers + others).map { $0.map { "\($0)" } ?? "nil" }
    }

    private func insert(_ samples: [Sample]) throws -> [[String]] {
        let context = try store.open()
        for (sample, next) in zip(samples, samples.dropFirst()) { sample.next = next }
        for sample in samples { context.insert(sample) }
        try context.save()
        return samples.map(Self.description)
    }

    private var ascending: FetchDescriptor<Sample> { FetchDescriptor(sortBy: [SortDescriptor(\.intValue)]) }

    @Test func allValuesAreReadBack() throws {
        // More than one buffer of rows, some too long to be packed.
        let texts = ["\0é🧳", String(repeating: "long ", count: 10_000), "", String(repeating: "é", count: 1900)]
        let written = try insert((0..<400).map { Self.sample($0, texts[$0 / 3 % 4]) })
        let context = try store.open()
        #expect(try context.fetch(FetchDescriptor<Sample>()).map(Self.description).elementsEqual(written))
        let backwards = FetchDescriptor<Sample>(sortBy: [SortDescriptor(\.intValue, order: .reverse)])
        let others = [try store.open(), try store.open()]
        #expect(try others[0].fetch(backwards).reversed().map(Self.description).elementsEqual(written))
        let labelled = try others[1].fetch(FetchDescriptor<LabelledSample>())
        let own = written.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
        #expect(labelled.map { Self.description($0) }.elementsEqual(own))
    }

    /// Whatever values of SQLite a damaged store has, a fetch that packs rows finds what one finds that does not.
    @Test func packedRowsAreReadAsOthersAre() throws {
        var random = SplitMix64(seed: 7)
        _ = try insert((0..<300).map { Self.sample($0) })
        let columns = try damage()
        let context = try store.open()
        try DatabaseQueue(path: store.url.path).write { db in
            for row in 1...300 where row % 4 != 0 {
                let column = columns[Int.random(in: 0..<columns.count, using: &random)]
                let value = [
                    "NULL", "0", "1", "-1", "32768", "9223372036854775807", "2147483648", "0.0", "1.5", "1e300", "''",
                    "'7'",
                    "'text'", "'1234567890123456'", "x''", "x'00'", "x'ff'", "zeroblob(16)", "zeroblob(17)",
                ]
                .randomElement(using: &random)
                try db.execute(sql: "UPDATE Sample SET \"\(column)\" = \(value ?? "NULL") WHERE _id = \(row)")
            }
        }
        func found(_ read: () throws -> Sample?) -> [String] {
            do {
                return try read().map(Self.description) ?? []
            } catch {
                return ["\(error)"]
            }
        }
        let one = try store.open()
        var errors = 0
        for row in 1...300 {
            let id = PersistentIdentifier(entityName: row % 3 == 1 ? "LabelledSample" : "Sample", row: Int64(row))
            let unpacked = found { try one.fetch(Sample.self, id: id) }
            var page = FetchDescriptor<Sample>()
            (page.fetchOffset, page.fetchLimit) = (row - 1, 1)
            let packed = found { try context.fetch(page).first }
            #expect(packed == unpacked, "row \(row)")
            if packed.count == 1 { errors += 1 }
            if row % 3 != 1 { continue }
            let byStatement = found {
                try context.fetch(FetchDescriptor<LabelledSample>(predicate: #Predicate { $0.persistentModelID == id }))
                    .first
            }
            #expect(byStatement == unpacked, "row \(row)")
        }
        #expect(errors > 30 && errors < 200)
    }

    /// A fetch of new objects only has its statement pack the rows, in whatever order it returns them.
    @Test func statementsPackRows() throws {
        let texts = ["short", String(repeating: "long ", count: 2000)]
        let written = try insert((0..<300).map { Self.sample($0, texts[$0 / 3 % 2]) })
        let own = written.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
        let context = try store.open()
        let backwards = FetchDescriptor<LabelledSample>(sortBy: [SortDescriptor(\.intValue, order: .reverse)])
        var found: [LabelledSample] = []
        #expect(try isPackedByStatement(context) { found = try context.fetch(backwards) })
        #expect(found.reversed().map(Self.description).elementsEqual(own))
        // Known objects keep what they have.
        found[0].stringValue = "mine"
        #expect(try !isPackedByStatement(context) { _ = try context.fetch(FetchDescriptor<LabelledSample>()) })
        var page = backwards
        (page.fetchOffset, page.fetchLimit) = (1, 2)
        let other = try store.open()
        #expect(try !isPackedByStatement(other) { found = try other.fetch(page) })
        #expect(found.map(Self.description).elementsEqual([own[98], own[97]]))
    }

    /// Whether statements of a closure call the function that packs rows.
    private func isPackedByStatement(_ context: ModelContext, _ body: () throws -> Void) throws -> Bool {
        final class Log: @unchecked Sendable { var isCalled = false }
        let log = Log()
        let connections = context.coordinator.stores[0].connections
        // The same connection is used again.
        try connections.read {
            $0.database.trace { event in
                if "\(event)".contains(PackingFunction.name) { log.isCalled = true }
            }
        }
        try body()
        try connections.read { $0.database.trace(options: []) }
        return log.isCalled
    }

    /// Lets the table have any values.
    ///
    /// - Returns: The columns of the attributes.
    private func damage() throws -> [String] {
        let queue = try DatabaseQueue(path: store.url.path)
        defer { try? queue.close() }
        return try queue.writeWithoutTransaction { db in
            let triggers = try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
            for trigger in triggers { try db.execute(sql: "DROP TRIGGER \"\(trigger)\"") }
            try db.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = ON")
            try db.execute(
                sql: """
                    UPDATE sqlite_schema SET sql = replace(replace(sql, ' NOT NULL', ''), ') STRICT', ')')
                    WHERE name = 'Sample'
                    """
            )
            try db.execute(sql: "PRAGMA writable_schema = RESET")
            return try db.columns(in: "Sample").map(\.name).filter { $0.hasSuffix("Value") || $0.hasSuffix("OrNil") }
        }
    }

    @Test func objectsThatOutliveTheirContextHaveTheirValues() throws {
        let written = try insert((0..<300).map { Self.sample($0) })
        let samples = try store.open().fetch(ascending)
        for (sample, values) in zip(samples, written) {
            #expect(Self.description(sample).dropLast() == values.dropLast() && sample.next == nil)
        }
        samples[1].stringValue = "free"
        #expect(samples[1].stringValue == "free" && samples[1].intValue == 1)
    }

    @Test func aFetchHasTheValuesOfItsTime() throws {
        _ = try insert((0..<3).map { Self.sample($0) })
        let (context, other) = (try store.open(), try store.open())
        let samples = try context.fetch(ascending)
        for sample in try other.fetch(ascending) { sample.stringOrNil = "changed" }
        try other.save()
        #expect(samples[1].stringOrNil == nil)
        // What was packed and has been read since is as good an original as what was read at once.
        samples[2].stringOrNil = "mine"
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(error?.description.contains("stringOrNil") == true)
        context.rollback()
        #expect(try context.fetch(ascending).map(\.stringOrNil) == ["changed", "changed", "changed"])
    }

    @Test func savesOfOthersReachObjectsThatNothingHasRead() throws {
        _ = try insert((0..<4).map { Self.sample($0) })
        let context = try store.open()
        let other = ModelContext(context.container)
        let samples = try context.fetch(ascending)
        let others = try other.fetch(ascending)
        others[1].int32Value = 77
        others[2].next = nil
        other.delete(others[3])
        try other.save()
        #expect(try context.fetch(ascending).count == 3)
        #expect(samples[3].isDeleted)
        #expect(samples[1].int32Value == 77 && samples[0].int32Value == .max)
    }

    @Test func aNestedContextChangesObjectsThatItsParentHasNotRead() throws {
        _ = try insert((0..<4).map { Self.sample($0) })
        let parent = try store.open()
        let samples = try parent.fetch(ascending)
        let child = ModelContext(parent: parent)
        try child.fetch(ascending)[2].stringValue = "child"
        try child.save()
        #expect(samples[2].stringValue == "child" && samples[2].hasChanges && !samples[1].hasChanges)
        try parent.save()
        let other = try store.open()
        #expect(try other.fetch(ascending)[2].stringValue == "child")
    }

    @Test func theFirstChangeOfAPackedObjectIsUndone() throws {
        let written = try insert((0..<6).map { Self.sample($0) })
        let context = try store.open()
        let undoManager = UndoManager()
        context.undoManager = undoManager
        let samples = try context.fetch(ascending)
        let labelled = try #require(samples[3] as? LabelledSample)
        labelled.extra11 = 1
        samples[4].int64OrNil = nil
        samples[5].next = samples[0]
        #expect(labelled.hasChanges && labelled.extra11 == 1 && labelled.extra10 == 10)
        undoManager.undo()
        #expect(samples.map(Self.description).elementsEqual(written) && labelled.extra11 == 11)
        undoManager.redo()
        try context.save()
        let other = try store.open()
        let found = try other.fetch(ascending)
        #expect((found[3] as? LabelledSample)?.extra11 == 1 && found[4].int64OrNil == nil && found[5].next === found[0])
    }

    @Test func oneEntityOfAHierarchyIsNotPacked() throws {
        let context = try store.open()
        for number in 0..<10 {
            let sample = Self.sample(number)
            guard number % 2 == 1 else {
                context.insert(sample)
                continue
            }
            context.insert(
                PricedSample(
                    int16Value: 1,
                    int32Value: 2,
                    int64Value: 3,
                    intValue: number,
                    doubleValue: 5,
                    floatValue: 6,
                    stringValue: "7",
                    boolValue: true,
                    dateValue: Date(timeIntervalSinceReferenceDate: 8),
                    dataValue: Data([9]),
                    uuidValue: UUID(),
                    price: Decimal(number) / 4
                )
            )
        }
        try context.save()
        let other = try store.open()
        let samples = try other.fetch(ascending)
        #expect(samples.map(\.intValue) == Array(0..<10))
        for (number, sample) in samples.enumerated() {
            #expect((sample as? PricedSample)?.price == (number % 2 == 1 ? Decimal(number) / 4 : nil))
            #expect((sample as? LabelledSample)?.label == (number % 6 == 0 ? "label \(number)" : nil))
        }
    }

    /// The end of an object may be the first that needs its values, and it has them also if the fetch fails after it.
    @Test(arguments: [false, true]) func aClassUsesItsValuesAtItsEnd(_ isElsewhere: Bool) async throws {
        _ = try insert((0..<9).map { Self.sample($0) })
        try await DatabaseQueue(path: store.url.path).write {
            try $0.execute(
                sql:
                    "DROP TRIGGER IF EXISTS apus_rules_update_Sample; UPDATE Sample SET int32OrNil = 1 << 40 WHERE _id = 7"
            )
        }
        let ended: Box<[String]> = Box([])
        let context = try store.open()
        let end: @Sendable (LabelledSample) -> Void = {
            ended.value.append("\($0.label) \($0.next == nil) \($0.persistentModelID)")
            $0.label = "ended"
        }
        noting(end) {
            _ = #expect(throws: ModelError.self) { try context.fetch(ascending) }
        }
        #expect(ended.value.sorted() == ["label 0 false LabelledSample 1", "label 3 false LabelledSample 4"])
        ended.value = []
        var first: FetchDescriptor<Sample> = ascending
        first.fetchLimit = 4
        let kept: Box<[Sample]> = Box(try context.fetch(first))
        if isElsewhere {
            await Task.detached { noting(end) { kept.value = [] } }.value
        } else {
            noting(end) { kept.value = [] }
        }
        #expect(ended.value.sorted().map { $0.prefix(7) } == ["label 0", "label 3"] && !context.hasChanges)
        #expect(try context.fetch(first).compactMap { ($0 as? LabelledSample)?.label } == ["label 0", "label 3"])
    }

    @Test func eachChangeOfAPackedObjectIsSaved() throws {
        _ = try insert((0..<6).map { Self.sample($0) })
        let context = try store.open()
        var samples = try context.fetch(ascending)
        #expect(!context.hasChanges && samples.allSatisfy { !$0.hasChanges && !$0.isDeleted })
        samples[0].boolOrNil = nil
        samples[1].next = samples[4]
        context.delete(samples[2])
        context.refresh(samples[3])
        try context.save()
        let other = try store.open()
        samples = try other.fetch(ascending)
        #expect(samples.map(\.intValue) == [0, 1, 3, 4, 5] && samples[0].boolOrNil == nil)
        #expect(samples[1].next === samples[3] && samples[2].next === samples[3] && samples[0].next === samples[1])
        // The changes of an object that was packed are undone with the others.
        samples[4].int16Value = 7
        other.rollback()
        let again = try context.fetch(ascending)
        again[4].int16Value = 8
        context.rollback()
        #expect(again[4].int16Value == 0 && !again[4].hasChanges)
    }

    @Test func aPackedObjectCanBeObserved() throws {
        _ = try insert((0..<2).map { Self.sample($0) })
        let context = try store.open(isObservable: true)
        let samples = try context.fetch(ascending)
        let seen = Box(0)
        withObservationTracking {
            _ = samples[1].int32Value
        } onChange: {
            seen.value += 1
        }
        samples[1].int32OrNil = 1
        #expect(seen.value == 0)
        samples[1].int32Value = 1
        #expect(seen.value == 1)
    }
}

/// Runs work at the end of objects that are deallocated meanwhile.
private func noting(_ end: @escaping @Sendable (LabelledSample) -> Void, _ work: () -> Void) {
    LabelledSample.$whenEnding.withValue(end, operation: work)
}
