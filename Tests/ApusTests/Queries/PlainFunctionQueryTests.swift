import Apus
import Foundation
import Testing

/// Functions that Core Data's format does not have, in predicates in code: in SQL as in memory.
struct PlainFunctionQueryTests {
    private let store: TemporaryStore
    private let context: ModelContext

    init() throws {
        store = try TemporaryStore()
        context = try store.open()
        for (index, name) in ["Ada  Lovelace", " Alps ", "Bob"].enumerated() {
            let trip = Trip(name: name)
            trip.nights = Int32(index)
            trip.destination = index == 2 ? nil : "to \(index)"
            context.insert(trip)
        }
    }

    private func reason(_ format: String) -> String {
        do {
            return "found \(try context.fetch(FetchDescriptor(where: ModelPredicate<Trip>(format: format))).count)"
        } catch ModelError.unsupportedPredicate(_, let reason) {
            return reason
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        ("trim(name) == 'Alps'", [1]), ("part(name, ' ', 0) == 'Ada'", [0]), ("part(name, ' ', 5) == NIL", [0, 1, 2]),
        ("name + '!' == 'Bob!'", [2]), ("name + destination == NIL", [2]), ("text(nights) + '' == '1'", [1]),
        ("ifNull(destination, name) == 'Bob'", [2]), ("nullIf(nights, 0) == NIL", [0]),
        ("substring(name, nights, 1) == 'b'", [2]), ("substring(name, nights, 1) == 'A'", [0, 1]),
        ("dateOrNull('2026-05-' + ('0' + text(nights + 1)), 'yyyy-MM-dd') > CAST(799286400, 'NSDate')", [1, 2]),
    ])
    func found(format: String, nights: [Int32]) throws {
        let descriptor = FetchDescriptor(where: ModelPredicate<Trip>(format: format))
        for _ in 0..<2 {
            #expect(try context.fetch(descriptor).map(\.nights).sorted() == nights)
            try context.save()
        }
    }

    @Test func whatCanFailIsRefused() {
        #expect(reason("date(name, 'yyyy') == NIL").contains("only a migration can compute 'date', which can fail"))
        #expect(reason("convert(name, 'parsed', 'int16') == 1").contains("only a migration can compute 'convert'"))
        #expect(reason("name + nights == 'x'").contains("'+' joins texts or adds numbers, but 'nights' is int32"))
    }
}
