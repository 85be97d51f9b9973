import ApusDiagnostics
import Testing

@testable import ApusImport

struct VersionOrderTests {
    @Test(arguments: [
        ("Trips", ["Trips"]),
        ("Trips", ["Trips", "Trips 2", "Trips 9", "Trips 10", "Trips 11"]),
        ("Trips", ["Trips 2", "Trips 3"]),
        ("Trips", ["Trips", "Journeys", "Journeys2", "Journeys3", "Journeys20"]),
        ("Trips", ["Trips", "Trips2", "Journeys 1.9", "Journeys 1.10", "Journeys 2.5", "Journeys 2.5.1"]),
        ("Trips", ["Trips", "Trips_v2", "Trips-v10"]),
        ("Trips", ["Journeys", "Journeys 2"]),
        ("Trips2.3", ["Trips2.3"]),
        ("Trips", ["v1", "v2", "v10"]),
    ])
    func guess(bundle: String, names: [String]) {
        let order = VersionOrder.guess(names.reversed(), bundle: bundle, current: names.last)
        #expect(order.names == names)
        #expect(order.basis == .numbers && order.doubt == nil)
    }

    @Test(
        arguments: [
            (["Trips", "Trips 2"], "Trips", "the current version is 'Trips', but 'Trips 2' seems to be newer"),
            (["Trips", "Trips 2"], "Trips 3", "the current version, 'Trips 3', is not in the model"),
            (["Trips", "Trips 2"], nil, "no '.xccurrentversion' contains the current version"),
            (["Trips", "Trips 1", "Trips 2"], "Trips 2", "'Trips' and 'Trips 1' have the same number"),
            (["Trips", "Trips 2", "Trips_v2"], "Trips_v2", "'Trips 2' and 'Trips_v2' have the same number"),
            (["Trips", "Trips 2", "Trips 2.0"], "Trips 2.0", "'Trips 2' and 'Trips 2.0' have the same number"),
            (["Trips 0.9", "Trips", "Trips 2"], "Trips 2", "'Trips 0.9' has a number below that of 'Trips'"),
            (["Trips", "A 2", "B 3"], "B 3", "the versions' names begin in 3 different ways"),
            (["A 2", "B 3"], "B 3", "the versions' names begin in 2 different ways"),
        ] as [([String], String?, String)]
    )
    func doubt(names: [String], current: String?, doubt: String) {
        let order = VersionOrder.guess(names, bundle: "Trips", current: current)
        let pasted: String = names.map { "'\($0)'" }.joined(separator: " ")
        #expect(
            order.diagnostics(file: "T.xcdatamodeld").map(\.description) == [
                """
                T.xcdatamodeld: error: the order of the versions is not clear: \(doubt)
                  help: write the order, oldest first; a guess: --order \(pasted)
                """
            ]
        )
    }

    /// Where names begin in many ways, the guess goes by the numbers, so that little of it has to be moved by hand.
    @Test func guessAcrossBeginnings() {
        let names: [String] = ["Trips", "Trips notes", "Trips_v2", "Trips_pets_v3", "Trips_cars_v10"]
        let order = VersionOrder.guess(names.sorted(), bundle: "Trips", current: "Trips_cars_v10")
        #expect(order.names == names)
        #expect(order.doubt != nil && order.basis == .similarity)
    }

    @Test func quotedForAShell() {
        let order = VersionOrder.guess(["Tom's 1", "Tom's 2"], bundle: "T", current: nil)
        #expect(
            order.diagnostics(file: "T").first?.help.first?.hasSuffix(#"--order 'Tom'\''s 1' 'Tom'\''s 2'"#) == true
        )
    }

    @Test func given() {
        let names: [String] = ["a", "b", "c"]
        let order = VersionOrder.given(["c", "a.xcdatamodel", "b"], names: names, current: "b", file: "T")
        #expect(order.names == ["c", "a", "b"])
        #expect(order.diagnostics(file: "T") == [])
        let doubtful = VersionOrder.given(["c", "b", "a"], names: names, current: "b", file: "T")
        #expect(
            doubtful.diagnostics(file: "T").map(\.description) == [
                "T: warning: the app's current version is 'b', but the order ends with 'a'"
            ]
        )
    }

    @Test func givenWrong() {
        let order = VersionOrder.given(
            ["Trips", "Trip 2", "Trips"],
            names: ["Trips", "Trips 2"],
            current: nil,
            file: "T"
        )
        #expect(
            order.diagnostics(file: "T").map(\.description) == [
                "T: error: the order contains 'Trip 2', but the model has no such version\n  help: did you mean 'Trips 2'?",
                "T: error: the order contains 'Trips' twice\n  help: write it once",
                "T: error: the order leaves out 'Trips 2'\n"
                    + "  help: list every version; in a copy of the model you can remove one that no store was created with",
            ]
        )
    }
}
