import Foundation
import Testing

@testable import ApusPictures

#if canImport(FoundationXML)
import FoundationXML
#endif

/// What a model or a store contains is shown, and nothing else happens.
struct HostilePageTests {
    /// Each replaces all names and texts of an album.
    static let texts = [
        "</script><script>alert(1)</script>", "</style><img src=x onerror=alert(1)>", "]]>", "-->", "<!--", "<![CDATA[",
        "\" onload=\"alert(1)", "' onclick='alert(1)", "javascript:alert(1)", "&lt;b&gt;&amp;", "<b>x</b>",
        "a\nb\u{0}\u{8}c", "\u{202E}abc",
        "\u{2028}\u{2029}", "../../../etc/passwd", "//host/x", "{{x}}${x}`", String(repeating: "long", count: 500), "",
        " ", "__proto__",
        "\u{FFFE}", "日本語のとても長い名前です", "e\u{301}\u{327}\u{302}", "👩‍👩‍👧‍👦",
    ]

    /// A name that begins like one of Core Data's tables hides a card, and a text may be too short to be cut.
    private static let optional: Set = ["g data-system"]

    // As a part of each name, so that names stay different, and instead of it.
    private static let spellings: [@Sendable (String, String) -> String] = [{ $0 + $1 }, { $1 + $0 }, { $1 }]

    private static let harmless = spellings.map { spell in Drawn(SampleAlbum { spell($0, "x") }.album) }

    @Test(arguments: texts) func aTextIsNoMarkup(text: String) throws {
        for (spell, harmless) in zip(Self.spellings, Self.harmless) {
            let drawn = Drawn(SampleAlbum { spell($0, text) }.album)
            #expect(drawn.page.styles == harmless.page.styles)
            #expect(drawn.page.scripts.count == 2)
            #expect(drawn.page.scripts.last == harmless.page.scripts.last)
            for (file, expected) in zip([drawn.page] + drawn.frames, [harmless.page] + harmless.frames) {
                let (shape, expected) = (try Shape(file.markup), try Shape(expected.markup))
                let isAbsolute = spell("x", text).hasPrefix("/") || spell("x", text).isEmpty
                // The path of a file is a text then.
                let links: Set = isAbsolute ? ["a", "a href", "a class", "span", "span class"] : []
                let different = shape.names.symmetricDifference(expected.names).subtracting(Self.optional)
                #expect(different.isSubset(of: links))
                let icons = expected.addresses.count { $0.hasPrefix("data:") }
                #expect(shape.addresses.count == (isAbsolute ? icons : expected.addresses.count))
                for address in shape.addresses {
                    #expect(address.hasPrefix("./") || address.hasPrefix("data:image/svg+xml,"))
                }
            }
        }
    }
}

/// All files of an album.
private struct Drawn {
    var page: PageParts
    var frames: [PageParts]

    init(_ album: Album) {
        let drawing = Drawing(album)
        page = PageParts(Page(drawing: drawing).text)
        frames = album.frames.indices.map { PageParts(drawing.svg(of: $0)) }
    }
}

/// The elements and attributes of a file that is XML.
private final class Shape: NSObject, XMLParserDelegate {
    /// Each element with an attribute, once.
    private(set) var names: Set<String> = []
    /// What links point to.
    private(set) var addresses: [String] = []

    init(_ text: String) throws {
        super.init()
        // XML does not know HTML's document type.
        let parser = XMLParser(data: Data(text.replacing("<!DOCTYPE html>", with: "").utf8))
        parser.delegate = self
        try #require(parser.parse(), "\(String(describing: parser.parserError)), line \(parser.lineNumber)")
    }

    func parser(
        _ parser: XMLParser,
        didStartElement element: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        // A title is there if a text is cut.
        if element != "title" { names.insert(element) }
        for (name, value) in attributes {
            names.insert("\(element) \(name)")
            if ["href", "src"].contains(name) { addresses.append(value) }
        }
    }
}
