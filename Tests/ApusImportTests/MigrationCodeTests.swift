import ApusDiagnostics
import ApusSchema
import Foundation
import Testing

@testable import ApusImport

/// An app's own migration code is found where it is, and nowhere else.
struct MigrationCodeTests {
    /// A folder that is removed with its files.
    private final class Tree {
        let folder: URL

        init(_ files: [String: String]) throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "apus-tree-\(UUID().uuidString)")
            for (path, text) in files { try write(path, text) }
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func write(_ path: String, _ text: String) throws {
            let url: URL = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: url)
        }

        func code(_ bundle: String = "App/Model/M.xcdatamodeld") -> MigrationCode {
            CoreDataImport.migrationCode(ofBundle: folder.appending(path: bundle).path)
        }
    }

    private static let policy = "import CoreData\n\nclass MyPolicy: NSEntityMigrationPolicy {}\n"

    /// A mapping model from `M 1` to `M 2`, whose entity `A` has a policy.
    private static func mappingModel(policy: String, bundle: String = "M", isRemoval: Bool = false) -> String {
        let destination = isRemoval ? "" : #"<attribute name="destinationname" type="string">A</attribute>"#
        return """
            <database>
                <object type="XDDEVMAPPINGMODEL" id="z1">
                    <attribute name="sourcemodelpath" type="string">\(bundle).xcdatamodeld/M 1.xcdatamodel</attribute>
                    <attribute name="destinationmodelpath" type="string">\(bundle).xcdatamodeld/M 2.xcdatamodel</attribute>
                </object>
                <object type="XDDEVENTITYMAPPING" id="z2">
                    <attribute name="migrationpolicyclassname" type="string">\(policy)</attribute>
                    <attribute name="sourcename" type="string">A</attribute>
                    \(destination)
                </object>
            </database>
            """
    }

    private static let bundle: [String: String] = ["App/Model/M.xcdatamodeld/M 1.xcdatamodel/contents": "<model/>"]

    @Test("Without a checkout or a project, only the bundle's folder is searched")
    func onlyTheFolder() throws {
        let tree = try Tree(
            Self.bundle.merging(["App/Model/A/P.swift": Self.policy, "App/P.swift": Self.policy]) { $1 }
        )
        #expect(tree.code().others.compactMap(\.start?.description) == ["A/P.swift:3"])
    }

    @Test(
        "The outermost project of the next folders is the app, and a checkout is in any case",
        arguments: [
            ("App/App.xcodeproj/project.pbxproj", ["P.swift:3"]), ("Package.swift", ["App/P.swift:3", "Q.m:1"]),
            (".git/HEAD", ["App/P.swift:3", "Q.m:1"]),
        ]
    )
    func root(marker: String, found: [String]) throws {
        let tree = try Tree(
            Self.bundle.merging([
                marker: "", "App/P.swift": Self.policy, "Q.m": "NSMigrationManager *manager = [self manager];",
            ]) { $1 }
        )
        #expect(tree.code().others.compactMap(\.start?.description) == found)
    }

    @Test("Code of others, products of builds, links, comments and large files are left out")
    func leftOut() throws {
        let tree = try Tree(
            Self.bundle.merging([
                "Package.swift": "", "Pods/P.swift": Self.policy, ".build/P.swift": Self.policy,
                "DerivedData/P.swift": Self.policy, "node_modules/a/P.swift": Self.policy,
                "Comment.swift": "// NSMigrationManager\n/* NSMappingModel */\n", "P.h": Self.policy,
                "Large.swift": Self.policy + String(repeating: " ", count: FolderSearch.sizeLimit),
            ]) { $1 }
        )
        let other = try Tree(["Outside/P.swift": Self.policy])
        for (name, target) in [("Link", "Outside"), ("Link.swift", "Outside/P.swift")] {
            try FileManager.default.createSymbolicLink(
                at: tree.folder.appending(path: name),
                withDestinationURL: other.folder.appending(path: target)
            )
        }
        #expect(tree.code().others == [])
    }

    @Test(
        "Each kind of migration code is found",
        arguments: [
            "let manager = NSMigrationManager(sourceModel: a, destinationModel: b)",
            "let m = NSMappingModel(from: nil)",
            "let stage = NSCustomMigrationStage(migratingFrom: a, to: b)", "NSStagedMigrationManager([stage])",
            "enum Plan: SchemaMigrationPlan {", "@interface P : NSEntityMigrationPolicy",
        ]
    )
    func kinds(line: String) throws {
        let tree = try Tree(Self.bundle.merging(["App/Model/x.mm": "\n\(line)\n"]) { $1 })
        #expect(tree.code().others.compactMap(\.start?.description) == ["x.mm:2"])
    }

    @Test("The search ends at its limit, near the bundle first")
    func limit() throws {
        let tree = try Tree(
            Self.bundle.merging(["Package.swift": "", "App/Model/P.swift": Self.policy, "Z/P.swift": Self.policy]) {
                $1
            }
        )
        let path: String = tree.folder.appending(path: "App/Model/M.xcdatamodeld").path
        let search = FolderSearch(aroundBundle: path, fileLimit: 3)
        #expect(search.isIncomplete && search.sources.map(search.shown) == ["App/Model/P.swift"])
        #expect(!FolderSearch(aroundBundle: path).isIncomplete)
    }

    @Test(
        "A policy is tied to the file that declares it, and the file is not listed again",
        arguments: [
            ("App.MyPolicy", "P.swift", policy, "policy App.MyPolicy in App/Model/P.swift:3"),
            (
                "MyPolicy", "P.m", "#import \"P.h\"\n@implementation MyPolicy\n@end\n",
                "policy MyPolicy in App/Model/P.m:2"
            ),
            (
                "MyPolicy", "P.swift", "@objc(MyPolicy)\npublic class Renamed: NSEntityMigrationPolicy {}",
                "policy MyPolicy in App/Model/P.swift:1"
            ),
            ("MyPolicy", "P.swift", "final class MyPolicy: Base {}", "policy MyPolicy in App/Model/P.swift:1"),
            ("MyPolicy", "P.swift", "class MyPolicyTests {}", "policy MyPolicy, whose file was not found"),
        ]
    )
    func policies(name: String, file: String, text: String, expected: String) throws {
        let tree = try Tree(
            Self.bundle.merging([
                "Package.swift": "", "App/Model/\(file)": text,
                "Maps/1 2.xcmappingmodel/xcmapping.xml": Self.mappingModel(policy: name),
                "Maps/Other.xcmappingmodel/xcmapping.xml": Self.mappingModel(policy: name, bundle: "N"),
            ]) { $1 }
        )
        let code: MigrationCode = tree.code()
        #expect(code.mappingModels.count == 1 && code.others == [])
        let schema = Schema(model: "M", entities: [Entity("A", attributes: [Attribute("a", .string)])])
        let model = try MappingModel(path: #require(code.mappingModels.first))
        let (older, newer) = (
            ImportedModel.Version(name: "M 1", schema: schema), ImportedModel.Version(name: "M 2", schema: schema)
        )
        let own: OwnCode? = MappingModelStep(model, through: [older, newer], in: code).newer.ownCode
        #expect(own?.location == "Maps/1 2.xcmappingmodel, \(expected)")
        #expect(own?.work.map(\.path) == [ElementPath("A")])
    }

    @Test("A policy for an entity that is gone, and a second mapping model for the step, are own code, too")
    func removedAndSecond() throws {
        let tree = try Tree(
            Self.bundle.merging([
                "Package.swift": "", "App/Model/P.swift": Self.policy,
                "Maps/a.xcmappingmodel/xcmapping.xml": Self.mappingModel(policy: "MyPolicy", isRemoval: true),
                "Maps/b.xcmappingmodel/xcmapping.xml": Self.mappingModel(policy: "Second"),
                "Maps/c.xcmappingmodel/xcmapping.xml": "<database>",
                // Of another app in the same checkout.
                "Other/M.xcdatamodeld/M 1.xcdatamodel/contents": "<model/>",
                "Other/d.xcmappingmodel/xcmapping.xml": Self.mappingModel(policy: "Theirs"),
            ]) { $1 }
        )
        let code: MigrationCode = tree.code()
        #expect(code.mappingModels.map { code.name(of: $0) } == ["Maps/a.xcmappingmodel", "Maps/b.xcmappingmodel"])
        #expect(code.findings.map { $0.location?.file } == ["Maps/c.xcmappingmodel"])
        let schema = Schema(model: "M", entities: [Entity("A", attributes: [Attribute("a", .string)])])
        let (older, newer) = (
            ImportedModel.Version(name: "M 1", schema: schema), ImportedModel.Version(name: "M 2", schema: schema)
        )
        let own = try code.mappingModels.reduce(newer) { version, path in
            MappingModelStep(try MappingModel(path: path), through: [older, version], in: code).newer
        }.ownCode
        #expect(own?.work.map(\.path) == [ElementPath("A"), ElementPath("A")])
        #expect(own?.location.contains("policy MyPolicy in App/Model/P.swift:3") == true)
        #expect(own?.location.contains("policy Second") == true)
    }

    @Test("A copy of a bundle and a link to it have the mapping models of the bundle")
    func copies() throws {
        let versions = ["M 1", "M 2"].map { "M.xcdatamodeld/\($0).xcdatamodel/contents" }
        var files: [String: String] = ["Package.swift": ""]
        for path in ["App", "Copy", "App/Deep"].flatMap({ folder in versions.map { "\(folder)/\($0)" } }) {
            files[path] = "<model/>"
        }
        files["App/a.xcmappingmodel/xcmapping.xml"] = Self.mappingModel(policy: "P")
        let tree = try Tree(files)
        let link = try Tree(["x.txt": ""])
        try FileManager.default.createSymbolicLink(
            at: link.folder.appending(path: "Other.xcdatamodeld"),
            withDestinationURL: tree.folder.appending(path: "App/M.xcdatamodeld")
        )
        let linked = CoreDataImport.migrationCode(ofBundle: link.folder.appending(path: "Other.xcdatamodeld").path)
        for code in [tree.code("App/M.xcdatamodeld"), tree.code("Copy/M.xcdatamodeld"), linked] {
            #expect(code.mappingModels.map { code.name(of: $0) } == ["App/a.xcmappingmodel"])
        }
        // Another app's has other entities.
        let schema = Schema(model: "M", entities: [Entity("B", attributes: [Attribute("a", .string)])])
        let model = ImportedModel(
            model: "M",
            versions: ["M 1", "M 2"].map { ImportedModel.Version(name: $0, schema: schema) },
            diagnostics: []
        )
        let code = tree.code("Copy/M.xcdatamodeld")
        let followed = model.following(try code.mappingModels.map { try MappingModel(path: $0) }, in: code)
        #expect(followed.mappingModels == [] && followed.versions[1].ownCode == nil)
        #expect(followed.diagnostics.map(\.message).first?.contains("the model has no entity 'A'") == true)
    }

    @Test("Of a mapping model that cannot be read, no stage accepts a loss")
    func unreadable() throws {
        let tree = try Tree(
            Self.bundle.merging([
                "App/Model/M 1-M 2.xcmappingmodel/xcmapping.xml": "<database>",
                "App/Model/other.xcmappingmodel/other.xml": "",
            ]) { $1 }
        )
        let code = tree.code()
        #expect(code.unreadable.map { code.name(of: $0) } == ["M 1-M 2.xcmappingmodel", "other.xcmappingmodel"])
        let model = ImportedModel(
            model: "M",
            versions: ["M 1", "M 2", "M 3"].map { ImportedModel.Version(name: $0, schema: Schema(model: "M")) },
            diagnostics: []
        )
        let followed = model.following([], in: code)
        let losses = [ElementPath("A")]
        #expect(
            followed.code(keeping: losses, to: 1)?.location
                == "M 1-M 2.xcmappingmodel (cannot be read), other.xcmappingmodel (cannot be read)"
        )
        #expect(followed.code(keeping: losses, to: 2)?.location == "other.xcmappingmodel (cannot be read)")
    }

    @Test("What no store keeps is not to be written")
    func transient() {
        var (cache, derived) = (Attribute("cache", .string), Attribute("derived", .string))
        cache.isTransient = true
        derived.derivation = .keyPath(["a"])
        let schema = Schema(
            model: "M",
            entities: [
                Entity("Base", attributes: [Attribute("a", .string)]),
                Entity("A", parent: "Base", attributes: [cache, derived, Attribute("b", .string)]),
            ]
        )
        let model = MappingModel(
            source: "1",
            destination: "2",
            MappingModel.EntityMapping(
                source: "A",
                destination: "A",
                policy: nil,
                values: ["a", "b", "cache", "derived", "other"].map { ($0, .other("f")) }
            )
        )
        let (older, newer) = (
            ImportedModel.Version(name: "1", schema: schema), ImportedModel.Version(name: "2", schema: schema)
        )
        let work: [String]? = MappingModelStep(model, through: [older, newer]).newer.ownCode?.work.map {
            $0.path?.description ?? ""
        }
        #expect(work == ["A.a", "A.b"])
    }
}
