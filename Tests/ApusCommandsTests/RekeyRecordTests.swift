import ApusStore
import Testing

@testable import ApusCommands

/// What `apus rekey` says about a store.
struct RekeyRecordTests {
    @Test("A dry run that was stopped does not say that values were encrypted")
    func stoppedDryRun() {
        let tried = RekeyRecord("s.sqlite", .tried, RekeyReport())
        #expect(tried.outcome == .stopped && tried.isDryRun == true)
        #expect(tried.text == "s.sqlite: stopped, 0 values would be encrypted again so far")
        let stopped = RekeyRecord("s.sqlite", .rekeyed, RekeyReport())
        #expect(stopped.text?.contains("0 values encrypted again in") == true && stopped.isDryRun == nil)
        #expect(RekeyRecord("s.sqlite", .tried, .nothing).text == "s.sqlite: no value would be encrypted again")
    }
}
