import ApusDiagnostics
import ApusFiles
import ApusYAML
package import Foundation

extension Project {
    /// Writes the folder of generated classes to `apus.yaml`, unless the file has one. Comments and layout are kept.
    ///
    /// - Parameter output: The folder.
    /// - Returns: The file as messages show it and the folder as it was written, or `nil` if nothing was written
    ///   because the folder is not in the project or several models would share it.
    /// - Throws: `DiagnosticsError` if the file cannot be read or written.
    package func remember(output: URL) throws -> (file: String, output: String)? {
        var findings = DiagnosticCollector()
        let root: String = folder.standardizedFileURL.plainPath + "/"
        let path: String = output.standardizedFileURL.plainPath
        let file: URL = folder.appending(path: ProjectFile.name)
        guard settings.output == nil, path.hasPrefix(root), path.count > root.count,
            disk.contents(of: schemas, into: &findings).count(where: { disk.kind(of: $0) == .folder }) == 1,
            let source = disk.read(file, into: &findings)
        else { return nil }
        let relative = String(path.dropFirst(root.count))
        guard let text = source.addingOutput(relative) else { return nil }
        try disk.write(text, to: file)
        return (disk.shown(file), relative)
    }
}

extension SourceFile {
    /// The text of an `apus.yaml` with the folder added, or `nil` if adding a line or an entry is not enough.
    fileprivate func addingOutput(_ output: String) -> String? {
        var expected: ProjectFile? = ProjectFile.read(self).project
        expected?.output = output
        let isPlain = ScalarStyle.canBePlain(output, inFlow: true) && !ScalarStyle.hasSpecialMeaning(output)
        let entry = "output: \(isPlain ? output : ScalarStyle.quoted(output))"
        var lines: [String] = text.components(separatedBy: "\n")
        if let index = lines.firstIndex(where: { $0.hasPrefix("codegen:") }) {
            if let bracket = lines[index].firstIndex(of: "{") {
                lines[index].insert(contentsOf: " \(entry),", at: lines[index].index(after: bracket))
            } else {
                let next: String = index + 1 < lines.count ? lines[index + 1] : ""
                let indentation: Substring = next.prefix { $0 == " " }
                lines.insert((indentation.isEmpty ? "  " : indentation) + entry, at: index + 1)
            }
        } else {
            if lines.last == "" { lines.removeLast() }
            lines += ["codegen:", "  \(entry)", ""]
        }
        let text = lines.joined(separator: "\n")
        // The text is only used if it reads back as intended.
        return ProjectFile.read(SourceFile(path: path, text: text)).project == expected ? text : nil
    }
}
