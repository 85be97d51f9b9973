import ApusSchema
import Testing

@testable import ApusMerging

/// What follows from the tables of keys: a key that is added to them merges as its form says.
@Suite struct MergeKeysTests {
    @Test func listsWithoutAnOrder() {
        let expected = ["unique", "entities", "propertiesToFetch", "relationshipKeyPathsForPrefetching"]
        #expect(MergeKeys.sets == Set(expected))
    }

    @Test(
        "What is merged element by element",
        arguments: [
            (["entities"], true), (["composites"], true), (["enums"], true), (["fetchRequests"], true),
            (["configurations"], true), (["localization"], true), (["model"], false), (["documentation"], false),
            (["entities", "Trip"], true), (["enums", "Kind"], true), (["fetchRequests", "long"], false),
            (["entities", "Trip", "attributes"], true), (["entities", "Trip", "indexes"], true),
            (["enums", "Kind", "cases"], true), (["entities", "Trip", "unique"], false),
            (["entities", "Trip", "userInfo"], false), (["entities", "Trip", "attributes", "name"], false),
        ]
    )
    func apart(_ path: [String], _ isApart: Bool) {
        #expect(MergeKeys.isApart(path) == isApart)
    }
}
