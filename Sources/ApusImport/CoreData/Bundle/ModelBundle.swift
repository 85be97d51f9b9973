import ApusDiagnostics
import Foundation

/// What lies in an `.xcdatamodeld` or a lone `.xcdatamodel`: the files, not read further.
struct ModelBundle {
    /// One version's file.
    struct Source {
        /// The version's name.
        let name: String
        /// The file's path.
        let file: String
        /// The file's content.
        let bytes: Data
    }

    static let bundleExtension: String = "xcdatamodeld"
    static let versionExtension: String = "xcdatamodel"
    static let currentFile: String = ".xccurrentversion"

    /// The bundle's path, as it was named.
    let path: String

    /// The bundle's name without extension.
    let name: String

    /// The model's name: the bundle's, also where only a version in it was named.
    var modelName: String {
        let folder: URL = URL(filePath: path).absoluteURL.deletingLastPathComponent()
        return folder.pathExtension == Self.bundleExtension ? folder.deletingPathExtension().lastPathComponent : name
    }

    /// The names of all versions, those without a readable file too.
    private(set) var names: [String] = []

    /// The versions that have a file.
    private(set) var sources: [Source] = []

    /// The name of the version that the app uses.
    private(set) var current: String?

    /// What was found wrong.
    private(set) var findings = DiagnosticCollector()

    /// The versions whose files are read; all where it is `nil`.
    private let only: [String]?

    /// Reads a bundle's files.
    init(path: String, only: [String]? = nil) {
        self.path = path
        self.only = only
        let url = URL(filePath: path).standardizedFileURL
        name = url.deletingPathExtension().lastPathComponent
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            findings.error("there is no such file or folder", at: SourceLocation(file: path))
            return
        }
        switch url.pathExtension {
        case Self.bundleExtension where isFolder.boolValue:
            readBundle()
        case Self.versionExtension where isFolder.boolValue:
            readVersion(name, at: path)
        default:
            findings.error(
                "this is no Core Data model",
                at: SourceLocation(file: path),
                help: ["give an '.\(Self.bundleExtension)' or an '.\(Self.versionExtension)' folder"]
            )
        }
    }

    private mutating func readBundle() {
        for item in contents(of: path) {
            if (item as NSString).pathExtension == Self.versionExtension {
                readVersion((item as NSString).deletingPathExtension, at: "\(path)/\(item)")
            } else if item == Self.currentFile {
                readCurrent(at: "\(path)/\(item)")
            } else if !item.hasPrefix(".") {
                // Hidden files are a file system's, such as `.DS_Store`.
                findings.warning("'\(item)' is no part of a model and is left out", at: SourceLocation(file: path))
            }
        }
        if names.isEmpty, !findings.hasErrors {
            findings.error("the model has no version", at: SourceLocation(file: path))
        }
    }

    private mutating func readVersion(_ version: String, at folder: String) {
        names.append(version)
        if only?.contains(version) == false { return }
        let file: String = "\(folder)/contents"
        guard FileManager.default.fileExists(atPath: file) else {
            findings.error(
                "the version '\(version)' has no file 'contents'",
                at: SourceLocation(file: folder),
                help: [
                    "versions of Xcode before 4 wrote binary files: open the model in Xcode and save it again",
                    "where no store of it is left, begin with a later version: '--versions FROM..'",
                ]
            )
            return
        }
        guard let bytes = read(file) else { return }
        sources.append(Source(name: version, file: file, bytes: bytes))
    }

    private mutating func readCurrent(at file: String) {
        guard let bytes = read(file) else { return }
        // Without it the order is in doubt, which says so; a lone version is the current one.
        guard let entry = try? PropertyListDecoder().decode(CurrentVersion.self, from: bytes) else {
            findings.warning(
                "the file does not name the current version",
                at: SourceLocation(file: file),
                help: ["expected a property list with the key '_XCCurrentVersionName'"]
            )
            return
        }
        current = (entry.name as NSString).deletingPathExtension
    }

    private mutating func contents(of folder: String) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            findings.error(
                "the folder cannot be read: \(error.localizedDescription)",
                at: SourceLocation(file: folder)
            )
            return []
        }
    }

    private mutating func read(_ file: String) -> Data? {
        do {
            return try Data(contentsOf: URL(filePath: file))
        } catch {
            findings.error("the file cannot be read: \(error.localizedDescription)", at: SourceLocation(file: file))
            return nil
        }
    }

    private struct CurrentVersion: Decodable {
        let name: String

        private enum CodingKeys: String, CodingKey {
            case name = "_XCCurrentVersionName"
        }
    }
}
