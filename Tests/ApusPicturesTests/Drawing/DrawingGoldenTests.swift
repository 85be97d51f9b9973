import ApusPictures
import Foundation
import Testing

/// The markup of a small album, word for word, without the style and the script.
///
/// `APUS_RECORD=1 swift test --filter DrawingGoldenTests` writes the files again, and fails.
struct DrawingGoldenTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Goldens")

    @Test(arguments: [0, 1, 2]) func aFrameIsTheRecordedFile(frame: Int) throws {
        let text = SampleAlbum().album.svg(of: frame)
        try check(PageParts(text).markup, "journeys-\(frame).svg")
    }

    @Test func thePageIsTheRecordedFile() throws {
        try check(PageParts(SampleAlbum().album.page).markup, "journeys.html")
    }

    @Test func equalAlbumsHaveEqualPages() {
        #expect(SampleAlbum().album.page == SampleAlbum().album.page)
    }

    private func check(_ text: String, _ name: String) throws {
        let file = Self.folder.appending(path: name)
        guard ProcessInfo.processInfo.environment["APUS_RECORD"] == nil else {
            try Data(text.utf8).write(to: file)
            Issue.record("recorded \(name): look at the change, then run again without APUS_RECORD")
            return
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "APUS_RECORD=1 records \(name)")
    }
}
