import ApusDiagnostics
import ApusFiles
import ApusImport
import ApusTestSupport
import Foundation

extension FuzzTarget {
    /// The `contents` of an `.xcdatamodel`: what is imported is written as YAML and read back, and what is exported is
    /// imported again.
    static let xml: FuzzTarget = .text("xml", usualRuns: 200, tokens: xmlTokens) {
        try xmlSeeds()
    } check: { text in
        let path = ScratchFolder.url.appending(path: "T.xcdatamodel").path
        let model: ImportedModel
        do { model = try imported(text, at: path) } catch let error as DiagnosticsError {
            return try requireSound(error.diagnostics, in: text, of: path)
        }
        try requireSound(model.diagnostics, in: text, of: path)
        for version in model.versions {
            let written = ModelFile.write(version.schema)
            let read = ModelFile.read([SourceFile(path: "T.yaml", text: written)])
            try require(
                read.schema == version.schema,
                "an import is written and read back: \(read.diagnostics)\n\(written)"
            )
            let export = CoreDataExport(version.schema)
            guard export.diagnostics.isEmpty, let contents = export.files.first?.text else { continue }
            let again = try imported(contents, at: path).versions.first?.schema
            try require(again == version.schema, "an export is imported again: \(contents)")
        }
    }

    private static func imported(_ contents: String, at path: String) throws -> ImportedModel {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(contents.utf8).write(to: URL(filePath: path).appending(path: "contents"))
        return try CoreDataImport.read(path, model: "T")
    }

    /// The models beside the tests, and exports of random ones.
    private static func xmlSeeds() throws -> [String] {
        let corpora = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Corpora")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: corpora.path).sorted()
        let models = try paths.filter { $0.hasSuffix("/contents") }.map {
            try String(contentsOf: corpora.appending(path: $0), encoding: .utf8)
        }
        return models
            + (UInt64(0)..<20).compactMap { CoreDataExport(SchemaGenerator.schema(seed: $0)).files.first?.text }
    }

    private static let xmlTokens: [String] = [
        "<", ">", "/>", "</", "=\"\"", "\"", "&amp;", "&#0;", "&#x202E;", "&lt;", "<!--", "-->", "<![CDATA[", "]]>",
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?>", "<!DOCTYPE model [<!ENTITY a \"b\">]>", "\u{0}", "\u{FEFF}",
        "<entity name=\"A\"/>", "<attribute name=\"a\" attributeType=\"Integer 16\"/>", "<userInfo>", "</entity>",
        "<entry key=\"a\" value=\"b\"/>", " optional=\"YES\"", " transient=\"YES\"", " parentEntity=\"A\"",
        " toMany=\"YES\"", " ordered=\"YES\"", " maxCount=\"1\"", " minCount=\"-1\"", " inverseName=\"a\"",
        " destinationEntity=\"A\"", " defaultValueString=\"1e999\"", " elementID=\"b\"", " renamingIdentifier=\"b\"",
        " defaultDateTimeInterval=\"nan\"", " predicateString=\"a == 1\"", " attributeType=\"Composite\"",
        " attributeType=\"Transformable\"", " derivationExpression=\"now()\"", " derived=\"YES\"",
        " isAbstract=\"YES\"",
        " regularExpressionString=\"[\"", " minValueString=\"9\"", " maxValueString=\"-9\"",
    ]
}
