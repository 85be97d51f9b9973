import ApusTestSupport
import Foundation

@testable import ApusImport

/// Models of public apps, which are beside the project on some machines.
enum Corpora {
    static let path: String = CorpusModels.shared.path

    static let exists: Bool = CorpusModels.hasShared

    /// Imports a model. Some models record their order only in their commits, so the order is the best guess.
    static func read(_ path: String) throws -> ImportedModel {
        try CoreDataImport.read(path, order: CoreDataImport.order(ofVersionsIn: path).confirmed)
    }
}
