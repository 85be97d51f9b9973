import ApusMigration
import Testing

@testable import Apus

/// Sums that the store computes and that do not fit.
struct DerivedSumTests {
    /// A store with a meter of one reading.
    private func meter() throws -> (store: TemporaryStore, context: ModelContext, meter: Meter) {
        let store = try TemporaryStore()
        let context = try store.open()
        let meter = Meter(name: "gas")
        context.insert(meter)
        let reading = Reading(amount: 1, steps: 1)
        reading.meter = meter
        try context.save()
        return (store, context, meter)
    }

    private func readings(_ store: TemporaryStore) throws -> [String] {
        try store.lines("SELECT total, steps FROM Meter") + store.lines("SELECT amount, steps FROM Reading ORDER BY 1")
    }

    @Test func aSumOfMoreThan64BitsIsReportedByName() throws {
        let (store, context, meter) = try meter()
        let reading = Reading(amount: .max)
        reading.meter = meter
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(error == .sumDoesNotFit(attributes: ["Meter.total"]))
        #expect(error?.description.hasPrefix("the sum 'Meter.total' does not fit its type") == true)
        #expect(try readings(store) == ["1|1", "1|1"])
        // What is corrected is saved.
        reading.amount = .max - 1
        try context.save()
        #expect(meter.total == .max)
    }

    @Test func aSumThatDoesNotFitItsTypeIsReportedByName() throws {
        let (store, context, meter) = try meter()
        let reading = Reading(amount: 1, steps: .max)
        reading.meter = meter
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(error == .sumDoesNotFit(attributes: ["Meter.steps"]))
        #expect(error?.description.hasPrefix("the sum 'Meter.steps' does not fit its type") == true)
        #expect(try readings(store) == ["1|1", "1|1"])
        context.delete(reading)
        try context.save()
        #expect(try readings(store) == ["1|1", "1|1"])
    }

    /// SQLite's `sum()` says nothing of the column that it is for. Triggers call it where they cannot add to the last sum.
    @Test func anOverflowOnTheWayIsReportedWithAllSums() throws {
        let head = try FeaturesSchema.planner().state(of: .head)
        let sums = DerivedSums(of: head.schema, in: head.layout)
        let error = sums.error(for: "integer overflow")
        #expect(error == .sumDoesNotFit(attributes: ["Meter.total", "Meter.steps"]))
        #expect(error?.description.hasPrefix("one of the sums 'Meter.total', 'Meter.steps' does not fit") == true)
        #expect(sums.error(for: "cannot store REAL value in INTEGER column Reading.steps") == nil)
    }

    @Test func otherErrorsAreAsTheyWere() throws {
        let (store, context, meter) = try meter()
        try store.tell(
            "CREATE TRIGGER mine BEFORE UPDATE ON Meter WHEN NEW.name = 'no' BEGIN SELECT RAISE(ABORT, 'mine'); END"
        )
        meter.name = "no"
        let error = #expect(throws: ModelError.self) { try context.save() }
        guard case .database(_, "mine", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
