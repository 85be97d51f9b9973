import ApusDiagnostics
import ApusSchema
import Foundation
import Testing

@testable import ApusImport

/// Files that are made to make a reader trap, hang or read what is not there.
struct HostileFileTests {
    private static let subset = "<!DOCTYPE m [ <!ENTITY a \"text\"> ]>"

    @Test(
        "A document type that declares something is refused, whatever is before it",
        arguments: [
            subset, "<!-- <!DOCTYPE x> -->" + subset, "<?xml version=\"1.0\"?>\n<!-- > -->\n" + subset,
            "<!DOCTYPE m SYSTEM \"a>b\" [ <!ENTITY a \"text\"> ]>", "<!DOCTYPE m SYSTEM 'a>b'[<!ENTITY a \"text\">]>",
            "<!DOCTYPE m [ <!ATTLIST m k CDATA \"v\"> ]>", "<!DOCTYPE m [ <!ELEMENT m ANY> ]>",
            "<!DOCTYPE m [ <!ENTITY % p \"text\"> ]>", "<!DOCTYPE m [ <!ENTITY a SYSTEM \"file:///etc/hostname\"> ]>",
            "\u{FEFF}" + subset, "<?p <!-- ?>" + subset, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + subset,
        ]
    )
    func declarations(prolog: String) {
        #expect(throws: DiagnosticsError.self) {
            try MarkupReader.read(Data("\(prolog)<m k=\"1\"/>".utf8), file: "contents")
        }
    }

    /// In the encoding that the file names, the text would declare what its bytes do not show.
    @Test func declarationsInAnotherEncoding() {
        let text =
            "<?xml version=\"1.0\" encoding=\"UTF-7\"?>+ADwAIQ-DOCTYPE m +AFsAPAAh-ENTITY a +ACI-x+ACIAPgBdAD4APA-m/+AD4-"
        #expect(throws: DiagnosticsError.self) { try MarkupReader.read(Data(text.utf8), file: "contents") }
    }

    @Test(
        "A document type that is only a name, or in a comment, is read",
        arguments: [
            "<!DOCTYPE m>", "<!-- <!DOCTYPE m [ <!ENTITY a \"b\"> ]> -->",
            "<!DOCTYPE m PUBLIC \"-//A//\" \"http://a/[b].dtd\"><!-- [ -->", "<!-- [ --><!DOCTYPE m SYSTEM \"a>b\">",
        ]
    )
    func harmless(prolog: String) throws {
        let root = try MarkupReader.read(Data("\(prolog)<m k=\"[\"/>".utf8), file: "contents")
        #expect(root.keys == ["k": "["])
    }

    private func bundle(current: Data) throws -> ModelBundle {
        let bundle = try TemporaryBundle(versions: ["Trips": tripXML()])
        try current.write(to: URL(filePath: bundle.path).appending(path: ModelBundle.currentFile))
        return ModelBundle(path: bundle.path)
    }

    @Test("The file with the current version is read or left out with a warning, and nothing else")
    func current() throws {
        let deep = "<plist>" + String(repeating: "<array>", count: 200_000)
        let closed = deep + String(repeating: "</array>", count: 200_000) + "</plist>"
        var files = [deep, closed, "", "x", "<plist><dict><key>_XCCurrentVersionName</key></dict></plist>"].map {
            Data($0.utf8)
        }
        files += MappingModelTests.hostileArchives.compactMap { Data(base64Encoded: $0) }
        files.append(Data("bplist00".utf8))
        files.append(Data("bplist00".utf8) + Data(repeating: 255, count: 64))
        for file in files {
            let found = try bundle(current: file)
            #expect(found.current == nil && found.findings.diagnostics.count == 1)
        }
        let key = ["_XCCurrentVersionName": "Trips 2.xcdatamodel"]
        for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
            let file = try PropertyListSerialization.data(fromPropertyList: key, format: format, options: 0)
            #expect(try bundle(current: file).current == "Trips 2")
        }
    }

    @Test("Binary property lists are read as Foundation reads them")
    func propertyLists() throws {
        let values: [String: Any] = [
            "text": "äöü", "ascii": "abc", "number": -5, "large": 1 << 40, "real": 1.5, "yes": true,
            "data": Data([1, 2]), "date": Date(timeIntervalSinceReferenceDate: 3), "list": ["a", "b"],
            "long": String(repeating: "x", count: 300),
        ]
        let list = try #require(
            BinaryPropertyList(
                PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
            )
        )
        func object(_ key: String) -> BinaryPropertyList.Object? {
            list.value(of: key, in: list.object(list.root)).flatMap(list.object)
        }
        #expect(object("text") == .string("äöü") && object("ascii") == .string("abc"))
        #expect(object("number") == .int(-5) && object("large") == .int(1 << 40))
        #expect(object("real") == .real(1.5) && object("yes") == .bool(true) && object("date") == .date(3))
        #expect(object("data") == .data(Data([1, 2])) && object("none") == nil)
        #expect(object("long") == .string(String(repeating: "x", count: 300)))
        guard case .array(let elements)? = object("list") else {
            Issue.record("no list")
            return
        }
        #expect(elements.map(list.object) == [.string("a"), .string("b")])
    }

    @Test("No damage of an archive makes the reader trap")
    func damaged() throws {
        let texts = MappingModelTests.hostileArchives + [MappingModelTests.instancesArchive]
        let archives = texts.compactMap { Data(base64Encoded: $0) }
        try #require(archives.count == texts.count && archives.count > 1 && !archives.contains(where: \.isEmpty))
        for archive in archives {
            for index in stride(from: 0, to: archive.count, by: max(1, archive.count / 200)) {
                for byte in [0, 0x7F, 0xFF] as [UInt8] {
                    var bytes = archive
                    bytes[index] = byte
                    _ = MappingExpression(archive: bytes.base64EncodedString())
                }
                _ = MappingExpression(archive: archive.prefix(index).base64EncodedString())
            }
        }
    }
}
