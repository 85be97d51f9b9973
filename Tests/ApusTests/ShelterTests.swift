import Apus
import Foundation
import GRDB
import Testing

/// Attributes that are `Int` in Swift, and enums that are nested in a class.
struct ShelterTests {
    private static func shelter(_ capacity: Int, age: Int? = nil, diet: Shelter.Diet = .default) -> Shelter {
        Shelter(capacity: capacity, age: age, diet: diet, stall: Stall(width: capacity / 2, feed: .hay))
    }

    private func store() throws -> TemporaryStore {
        let store = try TemporaryStore()
        let context = try store.open()
        let shelters = [Self.shelter(.min, age: .max), Self.shelter(.max, diet: .meat), Self.shelter(7, age: 0)]
        shelters[2].branches = [shelters[0], shelters[1]]
        shelters.forEach(context.insert)
        try context.save()
        return store
    }

    @Test func valuesAreReadAsTheyWereWritten() throws {
        let store = try store()
        let descriptor = FetchDescriptor<Shelter>(sortBy: [SortDescriptor(\.capacity)])
        let found = try store.open().fetch(descriptor)
        #expect(found.map(\.capacity) == [.min, 7, .max] && found.map(\.age) == [.max, 0, nil])
        #expect(found.map(\.beds) == [3, 3, 3] && found.map(\.branchCount) == [0, 2, 0])
        #expect(found.map(\.diet) == [.default, .default, .meat])
        #expect(found.map(\.stall) == [.min / 2, 3, .max / 2].map { Stall(width: $0, feed: .hay) })
        #expect(
            try store.ask("SELECT capacity, \"stall.width\", diet FROM Shelter WHERE age = 0")
                == [[7.databaseValue, 3.databaseValue, "default".databaseValue]]
        )
    }

    @Test func predicatesAndColumnsCompareNumbers() throws {
        let store = try store()
        defer { withExtendedLifetime(store) {} }
        let context = try store.open()
        let three = 3
        func capacities(_ predicate: Predicate<Shelter>) throws -> [Int] {
            try context.fetch(FetchDescriptor<Shelter>(predicate: predicate)).map(\.capacity)
        }
        #expect(try capacities(#Predicate { $0.capacity > 3 && $0.capacity < 100 }) == [7])
        #expect(try capacities(#Predicate { $0.stall.width == three }) == [7])
        #expect(try capacities(#Predicate { $0.age == nil }) == [.max])
        let meat = Shelter.Diet.meat
        #expect(try capacities(#Predicate { $0.diet == meat }) == [.max])
        let columns = Shelter.columns
        let large = FetchDescriptor(where: columns.capacity >= 7, sortBy: [columns.capacity.descending])
        #expect(try context.fetch(large).map(\.capacity) == [.max, 7])
        #expect(try context.fetchCount(FetchDescriptor<Shelter>(where: columns.diet == .meat)) == 1)
    }

    @Test func valueStructuresHaveThem() throws {
        let store = try store()
        defer { withExtendedLifetime(store) {} }
        let context = try store.open()
        let seven = try #require(try context.all(Shelter.self).first { $0.capacity == 7 })
        let value = try ShelterValue(seven)
        #expect(value.capacity == 7 && value.age == 0 && value.diet == .default)
    }
}
