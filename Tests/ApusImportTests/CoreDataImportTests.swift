import ApusDiagnostics
import ApusSchema
import Foundation
import Testing

@testable import ApusImport

/// Bundles on disk.
struct CoreDataImportTests {
    private let first: String = tripXML(#"<attribute name="start_date" attributeType="Date"/>"#)
    private let second: String = tripXML(#"<attribute name="start" attributeType="Date" elementID="start_date"/>"#)

    @Test func history() throws {
        let bundle = try TemporaryBundle(versions: ["Trips": first, "Trips 2": second], current: "Trips 2")
        let model: ImportedModel = try CoreDataImport.read(bundle.path + "/")
        #expect(model.model == "Trips")
        #expect(model.versions.map(\.name) == ["Trips", "Trips 2"])
        #expect(model.versions.allSatisfy { $0.schema.model == "Trips" })
        #expect(model.versions.last?.schema.entity("Trip")?.attribute("start")?.originalName == "start_date")
        #expect(model.diagnostics == [])
    }

    @Test func otherNameAndOrder() throws {
        let bundle = try TemporaryBundle(versions: ["Old": first, "New": second], current: "New")
        #expect(
            findings { try CoreDataImport.read(bundle.path) }.map(\.message) == [
                "the order of the versions is not clear: the versions' names begin in 2 different ways"
            ]
        )
        let order = CoreDataImport.order(ofVersionsIn: bundle.path, given: ["Old", "New"])
        let model: ImportedModel = try CoreDataImport.read(bundle.path, model: "Journeys", order: order)
        #expect(model.model == "Journeys")
        #expect(model.versions.map(\.name) == ["Old", "New"])
        #expect(model.versions.allSatisfy { $0.schema.model == "Journeys" })
    }

    @Test func loneVersion() throws {
        let bundle = try TemporaryBundle(versions: ["Trips": first])
        let model: ImportedModel = try CoreDataImport.read(bundle.path + "/Trips.xcdatamodel")
        #expect(model.versions.map(\.name) == ["Trips"])
        #expect(try CoreDataImport.read(bundle.path) == model)
    }

    @Test func everythingWrongAtOnce() throws {
        let bad: String = tripXML(#"<attribute name="a" attributeType="Integer 8"/>"#)
        let bundle = try TemporaryBundle(versions: ["A": bad, "B": nil, "C": bad], current: "A")
        let text = findings { try CoreDataImport.read(bundle.path) }.map(\.description).joined(separator: "\n")
        #expect(
            text.replacing(bundle.path, with: "T") == """
                T: error: the order of the versions is not clear: the versions' names begin in 2 different ways
                  help: write the order, oldest first; a guess: --order 'C' 'A'
                T: error: the version 'B' has no file 'contents'
                  note: Xcode before version 4 wrote binary files, 'elements' and 'layout', which only Xcode can read
                  help: open it in Xcode and save again
                  help: or, if no store of it is left, import the others: --order 'C' 'A'
                T/C.xcdatamodel/contents:4: error: 'attributeType' of attribute 'Trip.a' is 'Integer 8'
                  note: the same in 'A'
                  help: expected 'Integer 16', 'Integer 32', 'Integer 64', 'Decimal', 'Double', 'Float', 'String', \
                'Boolean', 'Date', 'Binary', 'UUID', 'URI', 'Transformable', 'Composite'
                """
        )
    }

    /// All of them are named at once, with the line that imports the others.
    @Test func binaryVersions() throws {
        let bundle = try TemporaryBundle(
            versions: ["Trips": nil, "Trips 2": nil, "Trips 10": nil, "Trips 11": first, "Trips 12": second],
            current: "Trips 12"
        )
        #expect(
            findings { try CoreDataImport.read(bundle.path) }.map(\.description) == [
                """
                \(bundle.path): error: 3 versions have no file 'contents': 'Trips', 'Trips 2', 'Trips 10'
                  note: Xcode before version 4 wrote binary files, 'elements' and 'layout', which only Xcode can read
                  help: open them in Xcode and save again
                  help: or, if no store of them is left, import the others: --versions 'Trips 11..'
                """
            ]
        )
        let order = CoreDataImport.order(ofVersionsIn: bundle.path)
        #expect(order.names == ["Trips 11", "Trips 12"] && order.doubt == nil)
        #expect(try CoreDataImport.read(bundle.path, order: order.confirmed, only: order.names).versions.count == 2)
        let all = try TemporaryBundle(versions: ["Trips": nil], current: "Trips")
        #expect(
            findings { try CoreDataImport.read(all.path) }.map(\.help) == [["open it in Xcode and save again"]]
        )
        let chosen = CoreDataImport.order(ofVersionsIn: bundle.path, given: ["Trips 11", "Trips 12"])
        #expect(
            chosen.diagnostics(file: "T").map(\.description) == [
                "\(bundle.path): warning: the order leaves out 'Trips', 'Trips 10', 'Trips 2', which cannot be read"
            ]
        )
    }

    /// Version control leaves out the binary version of some old apps, or a download does.
    @Test func missingVersion() throws {
        let bundle = try TemporaryBundle(versions: [:], current: "Trips")
        #expect(
            findings { try CoreDataImport.read(bundle.path) }.map(\.description) == [
                """
                \(bundle.path): error: the model has no version: 'Trips.xcdatamodel', its current one, is not in the folder
                  help: take the whole bundle from version control, or from the app's project
                """
            ]
        )
    }

    @Test func strangeFile() throws {
        let bundle = try TemporaryBundle(versions: ["Trips": first])
        try bundle.write("x", to: URL(filePath: bundle.path).appending(path: "README"))
        try bundle.write("x", to: URL(filePath: bundle.path).appending(path: ".DS_Store"))
        let model: ImportedModel = try CoreDataImport.read(bundle.path)
        #expect(model.diagnostics.map(\.message) == ["'README' is not part of a model and is ignored"])
    }

    @Test func brokenCurrentVersion() throws {
        let bundle = try TemporaryBundle(versions: ["Trips": first])
        try bundle.write("<plist/>", to: URL(filePath: bundle.path).appending(path: ".xccurrentversion"))
        #expect(
            findings { try CoreDataImport.read(bundle.path) }.map(\.message) == [
                "the file does not contain the current version"
            ]
        )
    }

    @Test func noModel() throws {
        let empty = try TemporaryBundle(versions: [:])
        #expect(findings { try CoreDataImport.read(empty.path) }.map(\.message) == ["the model has no version"])
        let gone: String = empty.path + "/no.xcdatamodeld"
        #expect(findings { try CoreDataImport.read(gone) }.map(\.message) == ["no such file or folder"])
        let folder: String = empty.folder.path
        #expect(findings { try CoreDataImport.read(folder) }.map(\.message) == ["not a Core Data model"])
    }
}
