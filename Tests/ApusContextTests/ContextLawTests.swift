import Foundation
import Testing

/// Long random sequences of calls on several contexts and containers of one store, and of changes by other processes,
/// compared with a plain reference after every save.
struct ContextLawTests {
    @Test(arguments: 0..<UInt64(8)) func contextsKeepTheirPromises(_ part: UInt64) async {
        let law = ContextLaw(part: part, of: 8, 100, length: 1000) { $0.isMultiple(of: 3) ? .history : .plain }
        if let problem = await law.run() { Issue.record("\(problem)") }
    }

    /// The results, sections, counts, sums and values of contexts, pinned ones as well, and of their container: after each call they
    /// are what a fetch returns, by the steps from what they were before, and nothing arrives of what cannot have changed.
    @Test(arguments: 0..<UInt64(4)) func liveResultsAreWhatAFetchReturns(_ part: UInt64) async {
        let law = ContextLaw(part: part, of: 4, 12, length: 400) { _ in .live }
        if let problem = await law.run() { Issue.record("\(problem)") }
    }
}
