import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusPictures
import ApusProject
import ArgumentParser
import Foundation

/// The output format of a picture.
enum PictureFormat: String, ExpressibleByArgument, CaseIterable {
    case html
    case svg
    case mermaid
    case dot
    case dbml

    /// The format of a file, by its extension.
    init?(file: String) {
        switch URL(fileURLWithPath: file).pathExtension.lowercased() {
        case "html", "htm": self = .html
        case "svg": self = .svg
        case "mmd", "mermaid": self = .mermaid
        case "dot", "gv": self = .dot
        case "dbml": self = .dbml
        default: return nil
        }
    }

    /// The album as a page, or its first picture.
    func text(of album: Album) -> String {
        switch self {
        case .html: album.page
        case .svg: album.svg(of: 0)
        case .mermaid: album.frames[0].picture.mermaid
        case .dot: album.frames[0].picture.dot
        case .dbml: album.frames[0].picture.dbml
        }
    }
}

/// The options that say where a picture goes.
struct PictureOptions: ParsableArguments {
    @Option(
        name: .long,
        help: "The file to write: .html, .svg, .mmd, .dot, .gv or .dbml. A file with such a name is replaced.",
        completion: .file()
    )
    var output: String?

    @Flag(name: .long, help: "Open the page in a browser.")
    var open: Bool = false

    /// The format that the output's name says.
    var format: PictureFormat? { output.flatMap { PictureFormat(file: $0) } }

    /// Rejects an output whose name says no format if no option does.
    func validate(_ format: PictureFormat?) throws {
        if let output, format == nil, self.format == nil {
            throw ValidationError("the name '\(output)' has no known extension: choose the format with --format")
        }
        if open, (format ?? self.format ?? .html) != .html { throw ValidationError("--open is for html") }
    }

    /// Writes a picture to its file; a page on a terminal to a new one; everything else to standard output.
    func write(_ text: String, as format: PictureFormat, of model: String) throws {
        if open, !Console.isTerminal {
            throw CommandFailure.invalid("--open needs a terminal", help: "use --output, and open the file")
        }
        if let output {
            try failing { try replace(output, text, as: format) }
            if open { PageOutput.open(URL(fileURLWithPath: output)) }
            return
        }
        guard format == .html else { return Console.printSource(text) }
        try PageOutput.show(text, named: model, opening: open)
    }

    /// Writes a file beside its path, then renames it. A file is replaced only if its name says that it is a picture of this format: a
    /// store, or a model, is not lost to a mistyped path. Its permissions stay.
    private func replace(_ path: String, _ text: String, as format: PictureFormat) throws {
        let manager = FileManager.default
        let type = (try? manager.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
        guard type == .typeRegular, PictureFormat(file: path) == format else {
            return try NewFiles.write([(path: "", text: text)], to: path)
        }
        do {
            try PageOutput.replace(path, with: text)
        } catch {
            throw DiagnosticsError(
                .error(
                    "the output cannot be written: \(error.fileReason)",
                    at: SourceLocation(file: path),
                    help: ["check the folder's permissions"]
                )
            )
        }
    }
}

extension Album {
    /// Selects cards by the names that the user typed.
    ///
    /// - Parameters:
    ///   - names: The names; empty for all cards.
    ///   - command: The command that shows all names.
    /// - Returns: The album.
    /// - Throws: `CommandFailure` if a name is not in any of the pictures.
    func selecting(_ names: [String], for command: String) throws -> Album {
        let known = self.names
        for name in names where !known.contains(name) {
            throw CommandFailure.invalid(
                "there is no entity, enum or composite '\(name)'",
                help: NearMiss.suggestion(for: name, among: known).map { "did you mean '\($0)'?" }
                    ?? "'\(command)' has all of them"
            )
        }
        return selecting(names)
    }
}

extension Album.Sources {
    /// What a command knows of the files.
    init(_ locations: ElementLocations, _ loaded: LoadedModel?) {
        let mappings = Dictionary((loaded?.model.files.mappings ?? []).map { ($0.path, $0.text) }) { first, _ in first }
        self.init(locating: { locations.found($0, $1) }, mapping: { mappings[$0] })
    }
}
