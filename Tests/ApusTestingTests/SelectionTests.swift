import ApusSchema
import Foundation
import Synchronization
import Testing

@testable import ApusTesting

@Suite struct SelectionTests {
    @Test func oldVersionsAreTestedWithOneStore() {
        let usual = SeededStore.Selection(rows: nil, seeds: nil)
        #expect(usual.stores(ofAge: 9).map(\.title) == ["empty", "10 typical", "100 typical", "100 adversarial"])
        #expect(usual.stores(ofAge: 10).map(\.title) == ["100 typical"])
    }

    @Test func aGivenNumberHoldsForAllVersions() {
        let given = SeededStore.Selection(rows: 20, seeds: 2)
        let titles = ["empty", "2 typical", "20 typical", "20 adversarial", "20 typical #2", "20 adversarial #2"]
        #expect(given.stores(ofAge: 0).map(\.title) == titles)
        #expect(given.stores(ofAge: 80).map(\.title) == titles)
        #expect(given.main?.title == "20 typical")
        #expect(SeededStore.Selection(rows: 0, seeds: 3).stores(ofAge: 0).map(\.title) == ["empty"])
        #expect(SeededStore.Selection(rows: 0, seeds: nil).main?.title == "empty")
    }

    @Test(arguments: [1, 2, 7, 100])
    func workersDoEachElementOnce(jobs: Int) {
        let order = Mutex<[Int]>([])
        let results = Workers.map(Array(0..<50), jobs: jobs) { done, _ in
            order.withLock { $0.append(done) }
        } _: { number in
            number * 2
        }
        #expect(results == (0..<50).map { $0 * 2 })
        #expect(order.withLock { $0 } == Array(1...50))
    }

    @Test func noElementsAreDone() {
        #expect(Workers.map([Int](), jobs: 4) { $0 } == [])
    }
}
