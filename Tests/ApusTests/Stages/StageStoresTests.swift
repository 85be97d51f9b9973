import ApusStore
import Testing

/// Code of stages in a container with several stores, in each of which it runs.
@Suite struct StageStoresTests {
    @Test("Objects that belong to another store are refused before the commit", arguments: [false, true])
    func strays(isOwn: Bool) throws {
        var trial = try StageTrial([("Alps", "Bern-Chur")])
        let before = try trial.content()
        // What the container's configuration keeps in this store.
        trial.code.roots = isOwn ? ["Trip", "Stop"] : ["Stop"]
        let failure = trial.failure()
        if isOwn {
            #expect(failure == nil)
        } else {
            #expect(failure?.contains("objects of 'Trip' belong to another store") == true, "\(failure ?? "")")
            #expect(try trial.content() == before)
        }
    }
}
