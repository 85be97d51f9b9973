import ApusImport
package import ApusSchema
package import Foundation

/// Core Data models with their versions, imported once: those of this project, and those of public apps on machines that
/// have them beside the project.
package enum CorpusModels {
    package struct Model: Sendable {
        package let path: String
        /// Whether it is part of the project, so that every run takes it.
        package let isOwn: Bool
        package let versions: [(name: String, schema: Schema)]
    }

    private static let root: URL = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of the models that are part of the project.
    private static let own: URL = root.appending(path: "Tests/Corpora").standardizedFileURL

    /// The folder of the models of public apps.
    package static let shared: URL = root.appending(path: "../shared/corpora").standardizedFileURL

    /// Whether there are models of public apps.
    package static let hasShared: Bool = {
        let isPresent = FileManager.default.fileExists(atPath: shared.path)
        if !isPresent { print("only the project's own Core Data models are tested: ../shared/corpora does not exist") }
        return isPresent
    }()

    /// The paths of all models, with those of the project first.
    package static let paths: [String] = (bundles(in: own) + (hasShared ? bundles(in: shared) : [])).map(\.path)

    /// All models that have a version. Some record the order of their versions only in their commits, so the order is the
    /// best guess.
    package static let all: [Model] =
        models(in: own, isOwn: true) + (hasShared ? models(in: shared, isOwn: false) : [])

    private static func models(in folder: URL, isOwn: Bool) -> [Model] {
        bundles(in: folder).compactMap { item, path in
            // A bundle's name need not be one that a model can have.
            let order = CoreDataImport.order(ofVersionsIn: path).confirmed
            let model = try? CoreDataImport.read(path, model: "M", order: order)
            return model.map { Model(path: item, isOwn: isOwn, versions: $0.versions.map { ($0.name, $0.schema) }) }
        }
    }

    private static func bundles(in folder: URL) -> [(item: String, path: String)] {
        let items = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return items.filter { item in
            item.hasSuffix(".xcdatamodeld") || (item.hasSuffix(".xcdatamodel") && !item.contains(".xcdatamodeld/"))
        }.sorted().map { ($0, folder.appending(path: $0).path) }
    }
}
