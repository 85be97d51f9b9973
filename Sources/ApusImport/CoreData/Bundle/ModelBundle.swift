import ApusDiagnostics
import ApusSchema
import Foundation

/// The files in an `.xcdatamodeld` or a single `.xcdatamodel`, not parsed.
struct ModelBundle {
    /// The file of a version.
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

    /// The bundle's path, as it was given.
    let path: String

    /// The bundle's name without its extension.
    let name: String

    /// The model's name: the bundle's, even if the path is that of a version in it.
    var modelName: String {
        let folder = URL(filePath: path).absoluteURL.deletingLastPathComponent()
        return folder.pathExtension == Self.bundleExtension ? folder.deletingPathExtension().lastPathComponent : name
    }

    /// The names of all versions, including those without a readable file.
    private(set) var names: [String] = []

    /// The versions that have a file.
    private(set) var sources: [Source] = []

    /// The names of the versions without a readable file, of those that are read.
    private(set) var unreadable: [String] = []

    /// The name of the version that the app uses.
    private(set) var current: String?

    /// The findings.
    private(set) var findings = DiagnosticCollector()

    /// The versions whose files are read; `nil` for all.
    let only: [String]?

    /// Reads a bundle's files.
    init(path: String, only: [String]? = nil) {
        self.path = path
        self.only = only
        let url = URL(filePath: path).standardizedFileURL
        name = url.deletingPathExtension().lastPathComponent
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            findings.error("no such file or folder", at: SourceLocation(file: path))
            return
        }
        switch url.pathExtension {
        case Self.bundleExtension where isFolder.boolValue:
            readBundle()
        case Self.versionExtension where isFolder.boolValue:
            readVersion(name, at: path)
        default:
            findings.error(
                "not a Core Data model",
                at: SourceLocation(file: path),
                help: ["expected an '.\(Self.bundleExtension)' or '.\(Self.versionExtension)' folder"]
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
                // Hidden files, such as `.DS_Store`, belong to the file system.
                findings.warning(
                    "'\(item)' is not part of a model and is ignored",
                    about: Topic("'\(item)'"),
                    at: SourceLocation(file: path)
                )
            }
        }
        if names.isEmpty, !findings.hasErrors {
            let missing = current.map { ": '\($0).\(Self.versionExtension)', its current one, is not in the folder" }
            findings.error(
                "the model has no version\(missing ?? "")",
                at: SourceLocation(file: path),
                help: missing == nil ? [] : ["take the whole bundle from version control, or from the app's project"]
            )
        }
    }

    private mutating func readVersion(_ version: String, at folder: String) {
        names.append(version)
        if only?.contains(version) == false { return }
        let file = "\(folder)/contents"
        guard FileManager.default.fileExists(atPath: file) else { return unreadable.append(version) }
        guard let bytes = read(file) else { return }
        sources.append(Source(name: version, file: file, bytes: bytes))
    }

    /// The error about the versions without a readable file.
    ///
    /// - Parameter order: The order of the others.
    /// - Returns: The finding; `nil` if all versions can be read.
    func findingAboutUnreadable(besides order: VersionOrder) -> Diagnostic? {
        if unreadable.isEmpty { return nil }
        let names = unreadable.map(VersionName.init).sorted(by: VersionName.isOrdered).map { "'\($0.text)'" }
        let rest = order.names.filter { !unreadable.contains($0) }
        let option: String? =
            order.doubt == nil && !order.wasInDoubt && order.basis != .given
            ? rest.first.map { "--versions \("\($0)..".shellQuoted)" }
            : rest.isEmpty ? nil : "--order \(rest.map(\.shellQuoted).joined(separator: " "))"
        return .error(
            names.count == 1
                ? "the version \(names[0]) has no file 'contents'"
                : "\(names.count) versions have no file 'contents': \(names.joined(separator: ", "))",
            at: SourceLocation(file: path),
            notes: ["Xcode before version 4 wrote binary files, 'elements' and 'layout', which only Xcode can read"],
            help: ["open \(names.count == 1 ? "it" : "them") in Xcode and save again"]
                + (option.map {
                    ["or, if no store of \(names.count == 1 ? "it" : "them") is left, import the others: \($0)"]
                } ?? [])
        )
    }

    private mutating func readCurrent(at file: String) {
        guard let bytes = read(file) else { return }
        // Without it the order is in doubt, which is reported then. A single version is the current one.
        guard let name = Self.currentVersion(in: bytes, file: file) else {
            findings.warning(
                "the file does not contain the current version",
                at: SourceLocation(file: file),
                help: ["expected a property list with the key '\(Self.currentKey)'"]
            )
            return
        }
        current = (name as NSString).deletingPathExtension
    }

    private static let currentKey = "_XCCurrentVersionName"

    /// The greatest size of the file with the current version, in bytes. Xcode writes some 250.
    private static let currentSizeLimit = 1 << 16

    /// Returns the file name of the current version in a property list. Foundation's readers trap at damaged ones.
    private static func currentVersion(in bytes: Data, file: String) -> String? {
        guard bytes.count <= currentSizeLimit else { return nil }
        if let list = BinaryPropertyList(bytes) {
            guard let value = list.value(of: currentKey, in: list.object(list.root)),
                case .string(let name)? = list.object(value)
            else { return nil }
            return name
        }
        guard let root = try? MarkupReader.read(bytes, file: file), root.name == "plist",
            let entries = root.children.first?.children,
            let key = entries.firstIndex(where: { $0.name == "key" && $0.text == currentKey }), key + 1 < entries.count,
            entries[key + 1].name == "string"
        else { return nil }
        return entries[key + 1].text
    }

    private mutating func contents(of folder: String) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            findings.error(
                "cannot read the folder: \(error.localizedDescription)",
                at: SourceLocation(file: folder)
            )
            return []
        }
    }

    private mutating func read(_ file: String) -> Data? {
        do {
            return try Data(contentsOf: URL(filePath: file))
        } catch {
            findings.error("cannot read the file: \(error.localizedDescription)", at: SourceLocation(file: file))
            return nil
        }
    }
}
