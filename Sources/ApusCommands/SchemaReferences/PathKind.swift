import Foundation

/// What a path seems to lead to, before anything is read.
enum PathKind: Equatable {
    /// A file of a model.
    case modelFile
    /// A folder.
    case folder
    /// A model of Core Data's.
    case coreData
    /// A file, which may be a store.
    case other
    /// A pipe, a socket or a device.
    case device
    /// Nothing.
    case nothing

    /// Looks at a path on disk.
    init(_ path: String) {
        var isFolder: ObjCBool = false
        let exists: Bool = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        self.init(name: path, exists: exists, isFolder: isFolder.boolValue)
        guard self == .other else { return }
        let url: URL = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let isFile: Bool? = try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
        if isFile == false { self = .device }
    }

    /// Judges by the name and by what is there.
    init(name: String, exists: Bool, isFolder: Bool) {
        let parts: [Substring] = name.split(separator: "/")
        let hasModelOfCoreData: Bool = parts.contains { $0.hasSuffix(".xcdatamodel") || $0.hasSuffix(".xcdatamodeld") }
        if hasModelOfCoreData {
            self = .coreData
        } else if isFolder {
            self = .folder
        } else if exists, name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
            self = .modelFile
        } else {
            self = exists ? .other : .nothing
        }
    }
}
