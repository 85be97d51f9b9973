import ApusReports
import ApusSchema
import Foundation
import Testing

@testable import ApusPictures

struct PageTests {
    private let page = SampleAlbum().album.page

    /// A page is opened from a disk, sent by mail, put into a pull request.
    @Test func theScriptIsSmall() {
        #expect(PackageResources.page_js.count < 20_000)
    }

    @Test func thePolicyAllowsOurStyleAndScriptOnly() throws {
        let parts = PageParts(page)
        #expect(parts.styles.count == 1 && parts.scripts.count == 2)
        func digest(_ text: String) -> String {
            "'sha256-\(Data(SHA256.hash(Array(text.utf8))).base64EncodedString())'"
        }
        let policy = try #require(page.firstMatch(of: /http-equiv="Content-Security-Policy" content="([^"]*)"/)).1
        #expect(
            policy.split(separator: "; ").map(String.init)
                == [
                    "default-src 'none'", "style-src \(digest(parts.styles[0]))",
                    "script-src \(digest(parts.scripts[1]))", "img-src data:",
                    "base-uri 'none'", "form-action 'none'",
                ].map(\.xml)
        )
        // It does not allow what is inline.
        #expect(page.firstMatch(of: /\ (style|on[a-z]+)="/) == nil)
    }

    @Test func nothingIsLoaded() {
        let addresses = page.matches(of: /\ (?:href|src|data|action|poster|srcset)="([^"]*)"/).map { String($0.1) }
        #expect(addresses.count > 5)
        #expect(addresses.allSatisfy { $0.hasPrefix("./") || $0.hasPrefix("data:image/svg+xml,") })
        let style = PageParts(page).styles[0]
        #expect(!style.contains("url(") && !style.contains("@import") && !style.contains("@font-face"))
    }

    @Test func theNumbersAreNumbers() throws {
        let text = PageParts(page).scripts[0]
        #expect(text.allSatisfy { $0.isNumber || "{}[],:-\n\"".contains($0) || $0.isLetter })
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object.keys.sorted() == ["box", "cards", "count", "edges", "first", "whole"])
        #expect(object["count"] as? Int == 3)
        #expect(object["whole"] as? Int == 1)
        let cards = try #require(object["cards"] as? [[Any]])
        #expect(cards.count == 6)
        // The last card is in the last frame only.
        #expect((cards[5].last as? [[Int]])?.map(\.first) == [0, 2])
        // The first two frames show the same of 'Stop'.
        #expect((cards[2].last as? [[Int]])?.map(\.first) == [0, 2])
    }

    @Test func aPageOfOneFrameHasNoSlider() {
        var album = SampleAlbum().album
        album.frames.removeLast(2)
        #expect(!album.page.contains("ui-frame"))
        #expect(page.contains("id=\"ui-frame\"") && page.contains("id=\"ui-whole\""))
    }

    @Test func onlyADifferenceOfItsStagesIsAWhole() {
        var album = SampleAlbum().album
        album.frames[0].label = "1"
        #expect(!album.page.contains("id=\"ui-whole\""))
        album.frames[0].label = "1 → 4"
        #expect(!album.page.contains("id=\"ui-whole\""))
    }

    @Test func theFirstFrameIsDrawnWithoutTheScript() {
        var album = SampleAlbum().album
        album.first = 2
        let drawing = Drawing(album)
        let page = album.page
        for edge in drawing.edges.indices {
            guard let path = drawing.path(of: edge, in: 2) else { continue }
            #expect(page.contains("d=\"\(path.data)\""))
        }
        #expect(page.contains(">2 → 3: 5 changes, mapped, 1 loss accepted</p>"))
        // A frame that does not exist is not shown.
        album.first = 9
        #expect(album.page.contains(">9 changes, mapped, 1 loss accepted</p>"))
    }

    /// It is right on one machine only, and a page can be opened on another.
    @Test func anAbsolutePathIsText() {
        for file in ["/home/x/Trips.yaml", "//host/x", ""] {
            #expect(Picture.Source(file: file, line: 3).address == nil)
        }
        var album = SampleAlbum().album
        album.frames[0].picture.cards[0].source = Picture.Source(file: "/home/x/Trips.yaml", line: 3)
        album.frames.removeLast(2)
        #expect(album.page.contains("<span class=\"source\">/home/x/Trips.yaml:3</span>"))
        #expect(!album.page.contains("href=\"./home") && !album.page.contains(".//"))
    }

    @Test func addressesOfFilesAreRelativePaths() {
        #expect(Picture.Source(file: "Schemas/Trips/Trips.yaml", line: 12).address == "./Schemas/Trips/Trips.yaml")
        #expect(Picture.Source(file: "javascript:alert(1)").address == "./javascript%3Aalert%281%29")
        #expect(Picture.Source(file: "host/ü?#").address == "./host/%C3%BC%3F%23")
    }
}
