import Apus
import Foundation
import Testing

/// NaN in queries is what it is in Swift: it equals nothing, not even itself or nil, in SQL as in memory.
struct NotANumberTests {
    private static let values: [Double?] = [nil, 1, -.infinity]

    private func everything(_ value: Double?) -> Everything {
        let object = Everything(
            int16Value: 0,
            int32Value: 0,
            int64Value: 0,
            decimalValue: 0,
            doubleValue: value ?? 0,
            floatValue: 0,
            stringValue: "",
            boolValue: false,
            dateValue: Foundation.Date(timeIntervalSinceReferenceDate: 0),
            dataValue: Foundation.Data(),
            uuidValue: UUID(),
            urlValue: URL(filePath: "/")
        )
        object.doubleOrNil = value
        object.floatOrNil = value.map { Float($0) }
        object.decimalOrNil = value.flatMap { $0.isFinite ? Decimal($0) : nil }
        object.dateOrNil = value.flatMap { $0.isFinite ? Foundation.Date(timeIntervalSinceReferenceDate: $0) : nil }
        return object
    }

    @Test func comparisonsAreSwifts() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let objects = Self.values.map { everything($0) }
        for object in objects { context.insert(object) }
        func expect(
            _ predicate: ModelPredicate<Everything>,
            _ holds: (Everything) -> Bool,
            _ line: Int = #line
        ) throws {
            let found = try context.fetch(FetchDescriptor(where: predicate))
            #expect(found == objects.filter(holds), "line \(line), \(predicate)")
            let others = try context.fetch(FetchDescriptor(where: !predicate))
            #expect(others == objects.filter { !holds($0) }, "line \(line), not \(predicate)")
        }
        let columns = Everything.columns
        // Unsaved, which is evaluated in memory, and saved.
        for _ in 0..<2 {
            for other: Double? in [.nan, nil, 1] {
                try expect(columns.doubleOrNil == other) { $0.doubleOrNil == other }
                try expect(columns.doubleOrNil != other) { $0.doubleOrNil != other }
                try expect(columns.doubleOrNil.isIn([other])) { [other].contains($0.doubleOrNil) }
                try expect(columns.doubleOrNil.isIn([other, 1, .nan])) { [other, 1, .nan].contains($0.doubleOrNil) }
                try expect(ModelPredicate(#Predicate { $0.doubleOrNil == other })) { $0.doubleOrNil == other }
                try expect(ModelPredicate(#Predicate { $0.doubleOrNil != other })) { $0.doubleOrNil != other }
                let float = other.map { Float($0) }
                try expect(columns.floatOrNil == float) { $0.floatOrNil == float }
                try expect(columns.floatOrNil != float) { $0.floatOrNil != float }
                let decimal = other.map { Decimal($0) }
                try expect(columns.decimalOrNil != decimal) { $0.decimalOrNil != decimal || decimal?.isNaN == true }
                try expect(columns.decimalOrNil == decimal) { $0.decimalOrNil == decimal && decimal?.isNaN != true }
                let date = other.map { Foundation.Date(timeIntervalSinceReferenceDate: $0) }
                try expect(columns.dateOrNil == date) { $0.dateOrNil == date }
                try expect(columns.dateOrNil != date) { $0.dateOrNil != date }
                try expect(ModelPredicate(format: "doubleOrNil == $X", ["X": other])) { $0.doubleOrNil == other }
                try expect(ModelPredicate(format: "doubleOrNil IN $X", ["X": [other]])) { $0.doubleOrNil == other }
            }
            // The compiler warns about comparisons with a constant of the name `nan`.
            let none = Double.nan
            // In a computation, it is no value.
            try expect(ModelPredicate(#Predicate { ($0.doubleOrNil ?? none) == 1 })) { $0.doubleOrNil == 1 }
            try expect(columns.doubleOrNil + none == nil) { _ in true }
            try expect(ModelPredicate(format: "max:({doubleValue, $X}) == 1", ["X": none])) { $0.doubleValue == 1 }
            try expect(columns.doubleOrNil < none) { _ in false }
            try expect(columns.doubleOrNil >= none) { _ in false }
            try expect(ModelPredicate(#Predicate { $0.doubleValue <= none })) { _ in false }
            try context.save()
        }
    }

    @Test func aPartOfACompositeEqualsNothing() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let contact = Contact(
            home: Address(street: "", city: "x", place: Point(latitude: 1, longitude: 2)),
            colour: Colour(red: 0, name: ""),
            label: Label(text: "", colour: Colour(red: 0, name: "")),
            words: []
        )
        let other = Contact(
            home: Address(street: "", city: "x"),
            colour: Colour(red: 0, name: ""),
            label: Label(text: "", colour: Colour(red: 0, name: "")),
            words: [],
            rating: 2
        )
        for one in [contact, other] {
            one.team = [contact, other]
            context.insert(one)
        }
        var address = contact.home
        address.place?.latitude = .nan
        for _ in 0..<2 {
            #expect(try context.fetchCount(FetchDescriptor(where: Contact.columns.home == contact.home)) == 1)
            #expect(try context.fetchCount(FetchDescriptor(where: Contact.columns.home == address)) == 0)
            #expect(try context.fetchCount(FetchDescriptor(where: Contact.columns.home != address)) == 2)
            try context.save()
        }
    }

    @Test func anUnsavedNaNIsNotNil() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let object = everything(.nan)
        context.insert(object)
        let column = Everything.columns.doubleOrNil
        #expect(try context.fetchCount(FetchDescriptor(where: column == nil)) == 0)
        #expect(try context.fetchCount(FetchDescriptor(where: column == .nan)) == 0)
        #expect(try context.fetchCount(FetchDescriptor(where: column != nil)) == 1)
        #expect(try context.fetchCount(FetchDescriptor(where: column.isIn([1, .nan]))) == 0)
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(error?.description.contains("'doubleOrNil' is NaN, which a store cannot keep") == true)
    }
}
