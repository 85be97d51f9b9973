import Foundation

@testable import ApusImport

/// Models of public apps, which lie beside the project on some machines.
enum Corpora {
    static let path: String = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "../shared/corpora").standardizedFileURL.path

    static var exists: Bool {
        let isThere: Bool = FileManager.default.fileExists(atPath: path)
        return isThere
    }

    /// The paths of all models.
    static func models() -> [String] {
        let items: [String] = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return items.filter { item in
            item.hasSuffix(".xcdatamodeld") || (item.hasSuffix(".xcdatamodel") && !item.contains(".xcdatamodeld/"))
        }.sorted().map { "\(path)/\($0)" }
    }

    /// Imports a model. Some models say their order only in their history of commits, so the best guess stands for it.
    static func read(_ path: String) throws -> ImportedModel {
        try CoreDataImport.read(path, order: CoreDataImport.order(ofVersionsIn: path).names)
    }
}
