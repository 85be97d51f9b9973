import Foundation

/// The search for an app's migration code around its bundle: mapping models and source files.
///
/// It covers the git checkout that contains the bundle. Without one, it covers the app's folder: the outermost of the
/// bundle's next folders that has a project or a package. Folders that are not the app's own are left out, links are not
/// followed, and the number of files is limited; those near the bundle come first.
struct FolderSearch {
    /// The folder that is searched.
    let root: URL
    /// The mapping models, by path.
    private(set) var mappingModels: [String] = []
    /// The source files, by path.
    private(set) var sources: [String] = []
    /// Whether there are more files than the search looks at.
    private(set) var isIncomplete = false

    /// The folders of the bundles with models, as lists of names, by the bundles' names.
    private var bundles: [String: [[Substring]]] = [:]

    private var count = 0
    private let fileLimit: Int

    /// The maximum size of a source file, in bytes.
    static let sizeLimit = 1 << 20

    /// How far above the bundle's folder a project may be.
    private static let levels = 3

    /// Folders with code of others, and with products of builds.
    private static let foreignFolders: Set<String> = [
        ".build", ".git", "build", "Carthage", "DerivedData", "node_modules", "Pods", "vendor",
    ]

    /// Searches the folders around a bundle.
    ///
    /// - Parameters:
    ///   - path: The bundle's path.
    ///   - fileLimit: The maximum number of files and folders.
    init(aroundBundle path: String, fileLimit: Int = 20_000) {
        self.fileLimit = fileLimit
        let bundle = URL(filePath: path).standardizedFileURL
        let target = bundle.resolvingSymlinksInPath().deletingLastPathComponent()
        root = Self.root(above: target)
        search(from: target, to: root)
        // The app may have only a link to its model.
        let start = bundle.deletingLastPathComponent().resolvingSymlinksInPath()
        let other = Self.root(above: start)
        if !"\(other.path)/".hasPrefix("\(root.path)/") { search(from: start, to: other) }
        mappingModels = Set(mappingModels).sorted()
        sources = Set(sources).sorted()
    }

    /// Searches a folder, then those above it.
    private mutating func search(from start: URL, to root: URL) {
        var folder = start
        var known: String?
        while true {
            search(folder, except: known)
            guard folder.path != root.path, !isIncomplete else { break }
            known = folder.path
            folder = folder.deletingLastPathComponent()
        }
    }

    /// Returns a path for messages and files: relative to the searched folder.
    func shown(_ path: String) -> String {
        let prefix = root.path == "/" ? "/" : root.path + "/"
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    }

    private static func root(above start: URL) -> URL {
        var (folder, app): (URL, URL) = (start, start)
        for level in 0... {
            let names: [String] = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            if names.contains(".git") { return folder }
            let isProject = names.contains { name in
                name == "Package.swift" || name.hasSuffix(".xcodeproj") || name.hasSuffix(".xcworkspace")
            }
            if isProject, level <= levels { app = folder }
            let parent: URL = folder.deletingLastPathComponent()
            if parent.path == folder.path { break }
            folder = parent
        }
        return app
    }

    /// Whether no other bundle of the same name is nearer to a mapping model: several apps may be in one checkout.
    ///
    /// - Parameters:
    ///   - bundle: The bundle's path, without links.
    ///   - mappingModel: The mapping model's path.
    /// - Returns: `false` if another one is.
    func isNearest(_ bundle: String, to mappingModel: String) -> Bool {
        let path = mappingModel.split(separator: "/")
        func shared(_ other: [Substring]) -> Int { zip(other, path).prefix { $0 == $1 }.count }
        let own = bundle.split(separator: "/")
        let others = own.last.flatMap { bundles[String($0)] } ?? []
        return !others.contains { shared($0) > shared(own) }
    }

    private mutating func search(_ folder: URL, except known: String?) {
        let items = FileManager.default.enumerator(
            at: folder,
            includingPropertiesForKeys: [.isRegularFileKey, .fileSizeKey],
            options: [.skipsHiddenFiles]
        )
        guard let items else { return }
        for case let item as URL in items {
            count += 1
            guard count <= fileLimit else {
                isIncomplete = true
                return
            }
            let name: String = item.lastPathComponent
            if item.path == known || Self.foreignFolders.contains(name) {
                items.skipDescendants()
                continue
            }
            switch item.pathExtension {
            case "xcmappingmodel":
                items.skipDescendants()
                mappingModels.append(item.path)
            case ModelBundle.bundleExtension:
                items.skipDescendants()
                bundles[name, default: []].append(item.path.split(separator: "/"))
            case ModelBundle.versionExtension, "xcassets", "xcodeproj", "lproj":
                items.skipDescendants()
            case "swift", "m", "mm":
                let values = try? item.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
                if values?.isRegularFile == true, (values?.fileSize ?? .max) <= Self.sizeLimit {
                    sources.append(item.path)
                }
            default: break
            }
        }
    }
}
