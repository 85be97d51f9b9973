import ApusMigration
import ApusReports
import Foundation
import Testing

/// What a program reads.
@Suite struct StageRecordTests {
    private func text(_ report: StageReport) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(report.record()), as: UTF8.self)
            .replacingOccurrences(of: " : ", with: ": ")
    }

    private func object(_ report: StageReport) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(report.record())) as? [String: Any])
    }

    private func items(_ report: StageReport) throws -> [[String: Any]] {
        try #require(try object(report)["changes"] as? [[String: Any]])
    }

    @Test func theStage() throws {
        let record: [String: Any] = try object(.mapped)
        #expect(record["format"] as? Int == 2)
        #expect(record["model"] as? String == "Trips")
        #expect(record["from"] as? String == "3")
        #expect(record["to"] as? String == "head")
        #expect(record["verdict"] as? String == "mapped")
        #expect(
            record["summary"] as? String
                == "13 changes, mapped, 1 value filled, 1 value computed, 1 conversion, 1 requirement, "
                + "3 losses accepted"
        )
        #expect(record["losses"] as? [String] == ["Trip.legacyCode", "Draft", "Status.archived"])
        #expect((record["decisions"] as? [Any])?.isEmpty == true)
        #expect(try object(.refused)["verdict"] as? String == "refused")
        let empty = StageReport(model: "M", from: "1", to: "2", changes: [])
        #expect(try object(empty)["verdict"] as? String == "lightweight")
        #expect(try object(empty)["summary"] as? String == "no change of the store")
    }

    @Test func aChange() throws {
        let items: [[String: Any]] = try items(.mapped)
        #expect(
            items[2] as? [String: String] == [
                "code": "AP205", "kind": "typeChanged", "entity": "Journey", "property": "nights", "subject": "nights",
                "from": "double", "to": "int32", "detail": "double → int32, rounded", "verdict": "mapped",
                "convert": "rounded",
            ]
        )
        #expect(
            items[0] as? [String: String] == [
                "code": "AP104", "kind": "entityRenamed", "entity": "Journey", "subject": "Trip → Journey",
                "from": "Trip", "to": "Journey", "detail": "entity renamed", "verdict": "lightweight",
            ]
        )
        #expect(items[3]["fill"] as? String == "uuid()")
        #expect(items[4]["require"] as? Bool == true)
        #expect(items[5]["verdict"] as? String == "accepted")
        #expect(items[6]["values"] as? String == "uppercase($source.name)")
    }

    @Test func aRefusal() throws {
        let items: [[String: Any]] = try items(.refused)
        #expect(items[14]["verdict"] as? String == "refused")
        #expect(items[14]["refusal"] as? String == "AP203")
        let decisions: [[String: Any]] = try #require(try object(.refused)["decisions"] as? [[String: Any]])
        #expect(decisions.map { $0["code"] as? String } == ["AP203", "AP404"])
        #expect(decisions[0]["element"] as? String == "Item.beginDate")
        #expect(
            decisions[0]["reason"] as? String == "'beginDate' is new and 'startDate' is gone, both date: a rename?"
        )
        let answers: [[[String: Any]]] = try decisions.map { try #require($0["answers"] as? [[String: Any]]) }
        #expect(answers[0].map { $0["kind"] as? String } == ["originalName", "lines"])
        #expect(answers[0].map { $0["yaml"] as? String } == ["originalName: startDate", "accept: [Item.startDate]"])
        #expect(answers[1].map { $0["description"] as? String } == ["remove the line"])
        #expect(try object(.refused)["suggestion"] == nil)
        #expect(try object(.undecided)["suggestion"] as? String == "accept:\n  - Trip.code\n  - Trip.nights\n")
    }

    @Test("Keys are sorted and the same twice")
    func isStable() throws {
        #expect(try text(.refused) == text(.refused))
    }
}
