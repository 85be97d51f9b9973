import Foundation

/// The `contents` of a model, with the given XML inside, each element on a line of its own from line 3 on.
func modelXML(_ lines: String...) -> String {
    modelXML(lines)
}

func modelXML(_ lines: [String]) -> String {
    let head: [String] = [
        #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#,
        #"<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="1">"#,
    ]
    return (head + lines + ["</model>"]).joined(separator: "\n")
}

/// An entity `Trip` with the given XML inside, each element on a line of its own from line 4 on.
func tripXML(_ lines: String...) -> String {
    modelXML([#"<entity name="Trip" syncable="YES" codeGenerationType="class">"#] + lines + ["</entity>"])
}

/// A bundle in a folder of its own, which goes when the test ends.
final class TemporaryBundle {
    let folder: URL
    let path: String

    /// Writes a bundle.
    ///
    /// - Parameters:
    ///   - name: The bundle's name with extension.
    ///   - versions: The `contents` of the versions by their names; without a file where `nil`.
    ///   - current: The current version's name, without extension.
    /// - Throws: The errors of the file system.
    init(_ name: String = "Trips.xcdatamodeld", versions: [String: String?], current: String? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "ApusImportTests-\(UUID().uuidString)")
        let bundle: URL = folder.appending(path: name)
        path = bundle.path
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        for (name, contents) in versions {
            let version: URL = bundle.appending(path: "\(name).xcdatamodel")
            try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
            if let contents { try write(contents, to: version.appending(path: "contents")) }
        }
        if let current {
            let plist: String = """
                <?xml version="1.0" encoding="UTF-8"?>
                <plist version="1.0"><dict>
                <key>_XCCurrentVersionName</key><string>\(current).xcdatamodel</string>
                </dict></plist>
                """
            try write(plist, to: bundle.appending(path: ".xccurrentversion"))
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes one more file into the bundle.
    func write(_ text: String, to file: URL) throws {
        try Data(text.utf8).write(to: file)
    }
}
