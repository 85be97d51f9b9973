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
        "\" onload=\"alert(1)", "' onclick='alert(1)", "javascript:alert(1)", "&lt;b&gt;&amp;", "<b>x</b>", "a\nb\u{0}\u{8}c", "\u{202E}abc",
        "\u{2028}\u{2029}", "../../../etc/passwd", "//host/x", "{{x}}${x}`", String(repeating: "long", count: 500), "", " ", "__proto__",
        "\u{FFFE}", "日本語のとても長い名前です", "e\u{301}\u{327}\u{302}", "👩‍👩‍👧‍👦",
    ]

    @Test(arguments: texts) func aTextIsNoMarkup(text: String) throws {
        // As a part of each name, so that names stay different, and instead of it.
        for spell: (String) -> String in [{ $0 + text }, { text + $0 }, { _ in text }] {
            let album = SampleAlbum(spell: spell).album
            let (page, harmless) = (PageParts(album.page), PageParts(SampleAlbum(spell: { _ in "harmless" }).album.page))
            let (shape, expected) = (try Shape(page.markup), try Shape(harmless.markup))
            #expect(shape.names == expected.names)
            #expect(page.styles == harmless.styles)
            #expect(page.scripts.count == 2)
            #expect(page.scripts.last == harmless.scripts.last)
            for address in shape.addresses { #expect(address.hasPrefix("./") || address.hasPrefix("data:image/svg+xml,")) }
            for frame in album.frames.indices {
                let (drawn, expected) = (
                    try Shape(PageParts(album.svg(of: frame)).markup),
                    try Shape(PageParts(SampleAlbum(spell: { _ in "harmless" }).album.svg(of: frame)).markup)
                )
                #expect(drawn.names == expected.names)
            }
        }
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
