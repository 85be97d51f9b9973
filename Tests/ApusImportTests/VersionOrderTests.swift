import ApusDiagnostics
import ApusSchema
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
        ("Trips", ["2.0.3", "2.0.13", "3.2", "3.26"]),
        ("Trips", ["Trips 1.1", "Trips 2.0b1", "Trips 2.0 beta 2", "Trips 2.0-rc1", "Trips 2.0", "Trips 2.0.1"]),
        ("Trips", ["Trips", "Trips 2 alpha", "Trips 2 beta", "Trips 2"]),
        ("Trips", ["Trips", "Trips2", "Trips 3", "v4", "5-shared albums", "Trips_v6", "Trips 12 pets"]),
        ("Trips", ["Trips", "Trips 2", "Trips 2 copy", "Trips 3"]),
        ("Trips", ["Trips 2011-12-31", "Trips 2012-01-02", "Trips 2012-01-10"]),
        ("Trips", ["trips", "Trips_2", "trips 3"]),
    ])
    func guess(bundle: String, names: [String]) {
        let order = VersionOrder.guess(names.reversed(), bundle: bundle, current: names.last)
        #expect(order.names == names)
        #expect(order.basis == .numbers && order.doubt == nil)
    }

    @Test(
        arguments: [
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
        let pasted = names.map { "'\($0)'" }.joined(separator: " ")
        let findings = order.diagnostics(file: "T.xcdatamodeld")
        #expect(findings.map(\.message) == ["the order of the versions is not clear: \(doubt)"])
        #expect(findings.map(\.help) == [["write the order, oldest first; a guess: --order \(pasted)"]])
    }

    /// Where names begin in many ways, the guess goes by the numbers, so that little of it has to be moved by hand; what
    /// has no number, and differs from nothing, comes last.
    @Test func guessAcrossBeginnings() {
        let names: [String] = ["Trips", "Trips_v2", "Trips_pets_v3", "Trips notes", "Trips_cars_v10"]
        let order = VersionOrder.guess(names.sorted(), bundle: "Trips", current: "Trips_cars_v10")
        #expect(order.names == names)
        #expect(order.doubt != nil && order.basis == .similarity)
    }

    @Test(arguments: [
        ("Trips 3", "trips", [3]), ("Trips_v3", "trips", [3]), ("Trips 2.5.0", "trips", [2, 5]),
        ("Trips", "trips", [1]),
        ("Trips 2 2", "trips2", [2]), ("3.0 beta 2", "", [3, -2, 2]), ("3.0b1", "", [3, -2, 1]),
        ("3-rc1", "", [3, -1, 1]),
        ("Trips 2b", "trips2b", [1]), ("12-pets", "", [12]), ("Trips 3rd", "trips3rd", [1]), ("Trips v", "tripsv", [1]),
        ("Trips 99999999999999999999", "trips99999999999999999999", [1]), ("", "", [1]), ("...", "", [1]),
    ])
    func parts(name: String, prefix: String, number: [Int]) {
        let found = VersionName(name)
        #expect(found.prefix == prefix && found.number == number)
    }

    /// Git counts where the names say too little: for all versions, or for those that it knows.
    @Test(
        arguments: [
            (["a": 1, "b": 3, "c": 2], "b", ["a", "c", "b"], nil, []),
            // Together, by number.
            (["B": 1, "A 10": 2, "A 9": 2, "C": 3], "C", ["B", "A 9", "A 10", "C"], nil, []),
            // Not committed yet.
            (["a": 1, "c": 2, "b": nil], "b", ["a", "c", "b"], nil, []),
            // Only the end is in doubt.
            (
                ["a": 1, "c": 2, "b": 3], "c", ["a", "c", "b"], "the current version is 'c', but 'b' seems to be newer",
                []
            ),
            // Some were added together, such as those before the repository.
            (
                ["a": 1, "b": 1, "c": 1, "d": 2, "e": 3], "e", ["a", "b", "c", "d", "e"],
                "git has only added 'a', 'b', 'c' together", ["b", "c"]
            ),
        ] as [([String: Int?], String, [String], String?, Set<String>)]
    )
    func git(commits: [String: Int?], current: String, names: [String], doubt: String?, doubtful: Set<String>) {
        let order = VersionOrder.guess(
            commits.keys.sorted().reversed(),
            bundle: "Trips",
            current: current,
            appearances: commits.compactMapValues { $0 }
        )
        #expect(order.names == names)
        #expect(order.basis == .git && order.doubt == doubt && order.doubtful == doubtful)
    }

    /// In its guess, an entity does not go and come back, even if the versions would differ less.
    @Test func guessKeepsEntities() {
        func schema(_ entities: [String], _ attributes: Int) -> Schema {
            let all = (0..<attributes).map { Attribute("a\($0)", .string) }
            return Schema(model: "M", entities: entities.map { Entity($0, attributes: $0 == "A" ? all : []) })
        }
        let schemas: [String: Schema] = [
            "first": schema(["A"], 0), "third": schema(["A", "B"], 2), "second": schema(["A"], 5),
            "last": schema(["A", "B"], 9),
        ]
        let order = VersionOrder.guess(schemas.keys.sorted(), bundle: "first", current: "last") { schemas[$0] }
        #expect(order.names == ["first", "second", "third", "last"])
        #expect(order.doubtful == ["second", "third"])
    }

    @Test func doubtfulNamesAreMarked() {
        let order = VersionOrder.guess(["a", "b", "c"], bundle: "a", current: "c")
        #expect(order.diagnostics(file: "T").map(\.notes) == [["a guess is where these belong: 'b'"]])
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

    @Test func draft() {
        let order = VersionOrder.guess(["Trips", "Trips 2"], bundle: "Trips", current: "Trips")
        #expect(
            order.diagnostics(file: "T").map(\.description) == [
                """
                T: error: the order of the versions is not clear: the current version is 'Trips', but 'Trips 2' seems to \
                be newer
                  help: write the order, oldest first; a guess: --order 'Trips' 'Trips 2'
                  help: or, if 'Trips 2' is a draft that no app was released with, leave it out: --versions '..Trips'
                """
            ]
        )
    }

    @Test(
        "the current version comes last, if nothing puts others after it",
        arguments: [
            (["DB_v1", "DB_v2", "Trips 3"], "Trips 3", ["DB_v1", "DB_v2", "Trips 3"], [], false),
            (["Trips", "Trips copy", "Trips 2"], "Trips 2", ["Trips", "Trips copy", "Trips 2"], [], false),
            (["Trips", "Trips 2", "Trips 3"], "Trips 2", ["Trips", "Trips 2", "Trips 3"], ["Trips 3"], true),
            (
                ["Trips", "Trips 2", "Trips 3", "Old"], "Trips 2", ["Trips", "Old", "Trips 2", "Trips 3"],
                ["Trips 3"], false
            ),
        ]
    )
    func currentIsLast(names: [String], current: String, expected: [String], drafts: [String], isCertain: Bool) {
        let order = VersionOrder.guess(names.sorted(), bundle: "Trips", current: current)
        #expect(order.names == expected && order.drafts == drafts && order.doubt != nil)
        // Whoever leaves out the drafts decides nothing about the others.
        #expect((order.doubt(among: expected.filter { !drafts.contains($0) }) == nil) == isCertain)
        let help: [String] = order.diagnostics(file: "T").flatMap(\.help)
        #expect(help.contains { $0.contains("--versions '..Trips 2'") } == !drafts.isEmpty)
    }

    @Test("what git added after the current version may be drafts")
    func draftsInGit() {
        let order = VersionOrder.guess(
            ["a", "b", "c"],
            bundle: "Trips",
            current: "b",
            appearances: ["a": 1, "b": 2, "c": 3]
        )
        #expect(order.names == ["a", "b", "c"] && order.drafts == ["c"])
        #expect(order.doubt != nil && order.doubt(among: ["a", "b"]) == nil)
    }

    @Test("the line that imports the others of a confirmed guess can be run")
    func binaryVersionsOfAGuess() throws {
        let xml: String = tripXML(#"<attribute name="a" attributeType="String"/>"#)
        let bundle = try TemporaryBundle(versions: ["old": nil, "alpha": xml, "beta": tripXML()], current: "beta")
        let order = CoreDataImport.order(ofVersionsIn: bundle.path)
        #expect(order.doubt != nil)
        let found: [Diagnostic] = findings { try CoreDataImport.read(bundle.path, order: order.confirmed) }
        let help = "or, if no store of it is left, import the others: --order 'alpha' 'beta'"
        #expect(found.flatMap(\.help) == ["open it in Xcode and save again", help])
    }

    @Test("binary versions before the others are left out by a range")
    func binaryVersions() throws {
        let xml: String = tripXML(#"<attribute name="a" attributeType="String"/>"#)
        let bundle = try TemporaryBundle(
            versions: ["Trips": nil, "Trips 2": nil, "Trips 3": xml],
            current: "Trips 3"
        )
        let order = CoreDataImport.order(ofVersionsIn: bundle.path).confirmed
        let found: [Diagnostic] = findings { try CoreDataImport.read(bundle.path, order: order) }
        #expect(found.count == 1)
        #expect(found.flatMap(\.help).last?.hasSuffix("import the others: --versions 'Trips 3..'") == true)
        let rest = try CoreDataImport.read(bundle.path, order: order, only: ["Trips 3"])
        #expect(rest.versions.map(\.name) == ["Trips 3"] && rest.diagnostics.isEmpty)
    }
}
