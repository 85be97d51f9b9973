import ApusSchema
import Foundation

@testable import ApusImport

/// A change between two versions of a Core Data model, and what Core Data's inferred migration does with it.
struct InferenceCase: CustomStringConvertible {
    let change: String
    /// What Core Data does where an app has no mapping model for it.
    let coreData: String
    /// What Apus does with the rows, beside what the mapping of the import says.
    let apus: String
    let before: String
    let after: String
    /// What a third version has, if the change has one.
    let later: String?

    var description: String { change }

    /// A change with the older and the newer entities, and those of a third version.
    init(_ change: String, coreData: String, apus: String, _ before: String, _ after: String, later: String? = nil) {
        self.change = change
        self.coreData = coreData
        self.apus = apus
        self.before = before
        self.after = after
        self.later = later
    }

    /// The versions, as an import reads them.
    func versions() -> [ImportedModel.Version] {
        let versions = ([before, after] + (later.map { [$0] } ?? [])).enumerated().map { number, text in
            ContentsReader.read(
                Data(Self.contents(text).utf8),
                name: "Trips \(number + 1)",
                file: "contents",
                model: "Trips"
            ).version
        }
        return CoreDataHistory(versions).versions
    }

    private static func contents(_ text: String) -> String {
        #"<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">"# + text + "</model>"
    }

    /// An entity with properties.
    static func entity(_ name: String, _ keys: String = "", _ properties: String...) -> String {
        "<entity name=\"\(name)\" \(keys)>\(properties.joined())</entity>"
    }

    /// An entity `Trip` with properties.
    static func trip(_ properties: String...) -> String { "<entity name=\"Trip\">\(properties.joined())</entity>" }

    static func attribute(_ name: String, _ type: String, _ keys: String = "") -> String {
        "<attribute name=\"\(name)\" attributeType=\"\(type)\" \(keys)/>"
    }

    static func relationship(_ name: String, to destination: String, _ keys: String = "", isToMany: Bool = false)
        -> String
    {
        let count = isToMany ? "toMany=\"YES\"" : "maxCount=\"1\""
        return
            "<relationship name=\"\(name)\" destinationEntity=\"\(destination)\" deletionRule=\"Nullify\" \(count) \(keys)/>"
    }

    static let optional = "optional=\"YES\""
}
