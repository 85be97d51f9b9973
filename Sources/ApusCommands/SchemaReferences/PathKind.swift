import Foundation

/// What a path appears to be, before any file is read.
enum PathKind: Equatable {
    /// A model file.
    case modelFile
    /// A folder.
    case folder
    /// A Core Data model.
    case coreData
    /// Any other file, which may be a store.
    case other
    /// A pipe, a socket or a device.
    case device
    /// Nothing exists at the path.
    case nothing

    /// Classifies a path on disk.
    init(_ path: String) {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        self.init(name: path, exists: exists, isFolder: isFolder.boolValue)
        guard self == .other else { return }
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let isFile = try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
        if isFile == false { self = .device }
    }

    /// Classifies a path by its name and by what exists there.
    init(name: String, exists: Bool, isFolder: Bool) {
        let parts = name.split(separator: "/")
        let isCoreData = parts.contains { $0.hasSuffix(".xcdatamodel") || $0.hasSuffix(".xcdatamodeld") }
        if isCoreData {
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
