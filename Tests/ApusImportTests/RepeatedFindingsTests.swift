import ApusDiagnostics
import Foundation
import Testing

@testable import ApusImport

struct RepeatedFindingsTests {
    private func error(_ message: String, _ line: Int) -> Diagnostic {
        .error(message, at: SourceLocation(file: "f", line: line))
    }

    @Test func countsAndKeepsTheFirstLocation() {
        let folded: [Diagnostic] = RepeatedFindings.folded([
            ("v1", [error("a", 1), error("a", 2)]), ("v2", [error("b", 3), error("a", 4)]), ("v3", [error("a", 5)]),
        ])
        #expect(
            folded.map(\.description) == [
                "f:1: error: a\n  note: the same in 2 more versions, up to 'v3'", "f:2: error: a", "f:3: error: b",
            ]
        )
    }

    @Test func warningsOfOneKindBecomeOne() {
        func warning(_ message: String, _ line: Int, _ subject: String, _ kind: String...) -> Diagnostic {
            .warning(message, about: Topic("'\(subject)'", kind), at: SourceLocation(file: "f", line: line))
        }
        let names: [String] = ["A", "B", "C", "D", "E"]
        let indexes: [Diagnostic] = names.enumerated().map { number, name in
            warning("the index '\(name).byDay' contains 'day', and is left out", number + 1, "\(name).byDay", "index")
        }
        let grouped: [Diagnostic] = RepeatedFindings.grouped(
            indexes + [
                error("'x' of 'A'", 6), error("'y' of 'A'", 7),
                warning("'minCount' of 'A.x' is '-1'", 8, "A.x", "minCount"),
                warning("'maxCount' of 'A.x' is '-1'", 9, "A.x", "maxCount"),
                // A quote in a value is no quote of the message.
                warning("'minCount' of 'A.y' is 'it's'", 10, "A.y", "minCount"),
                .warning("'colour' of 'A.x'"), .warning("'colour' of 'A.y'"),
            ]
        )
        #expect(
            grouped.map(\.description) == [
                "f:1: warning: the index 'A.byDay' contains 'day', and is left out\n"
                    + "  note: 4 more like it: 'B.byDay', 'C.byDay', 'D.byDay', …",
                "f:6: error: 'x' of 'A'", "f:7: error: 'y' of 'A'",
                "f:8: warning: 'minCount' of 'A.x' is '-1'\n  note: 1 more like it: 'A.y'",
                "f:9: warning: 'maxCount' of 'A.x' is '-1'", "warning: 'colour' of 'A.x'",
                "warning: 'colour' of 'A.y'",
            ]
        )
    }

    @Test func unknownKeysAndElementsOfAModelAreGrouped() {
        let xml = """
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                <entity name="A" abstract="YES" colour="it's">
                    <attribute name="x" attributeType="String" optional="YES" optoinal="YES" tint="'"/>
                    <shape/>
                    <form/>
                    <attribute name="y" attributeType="String" minValueString="it's" optional1="YES"/>
                </entity>
                <entity name="B" shade="dark"><shape name="s"/></entity>
            </model>
            """
        let version = ContentsReader.read(Data(xml.utf8), name: "v", file: "f", model: "M")
        #expect(
            RepeatedFindings.grouped(version.diagnostics).filter { $0.severity == .warning }.map(\.description) == [
                "f:2: warning: 'abstract' of entity 'A' is unknown to Apus and is left out\n  help: did you mean 'isAbstract'?",
                "f:2: warning: 'colour' of entity 'A' is unknown to Apus and is left out\n"
                    + "  note: 3 more like it: 'optoinal' of 'A.x', 'tint' of 'A.x', 'shade' of 'B'",
                "f:4: warning: the element 'shape' in entity 'A' is unknown to Apus and is left out\n"
                    + "  note: 1 more like it: in 'B'",
                "f:5: warning: the element 'form' in entity 'A' is unknown to Apus and is left out",
                "f:6: warning: 'minValueString' of attribute 'A.y' is 'it's' and is left out\n"
                    + "  note: expected a number of characters, of at most 15 digits",
                "f:6: warning: 'optional1' of attribute 'A.y' is unknown to Apus and is left out\n"
                    + "  help: did you mean 'optional'?",
            ]
        )
    }
}
