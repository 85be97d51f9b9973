import ApusImport
package import ApusSchema
import Foundation

/// The models, imported once.
package enum CorpusModels {
    package struct Model: Sendable {
        package let path: String
        package let versions: [(name: String, schema: Schema)]
    }

    private static let folder: URL = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "../shared/corpora").standardizedFileURL

    package static let exist: Bool = {
        let found: Bool = FileManager.default.fileExists(atPath: folder.path)
        if !found { print("skipped: the laws on the models of public apps, because ../shared/corpora is not there") }
        return found
    }()

    /// Some say their order only in their history of commits, so the best guess stands for it; some have no version at all.
    package static let all: [Model] = {
        let items: [String] = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return items.filter { item in
            item.hasSuffix(".xcdatamodeld") || (item.hasSuffix(".xcdatamodel") && !item.contains(".xcdatamodeld/"))
        }.sorted().compactMap { item in
            let path: String = folder.appending(path: item).path
            // A bundle's name need not be one that a model can have.
            let order: [String] = CoreDataImport.order(ofVersionsIn: path).names
            let model: ImportedModel? = try? CoreDataImport.read(path, model: "M", order: order)
            return model.map { Model(path: item, versions: $0.versions.map { ($0.name, $0.schema) }) }
        }
    }()
}
