import ApusDiagnostics
import ApusReports
import ArgumentParser

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain the code of a change or a finding: what happens to the data, and what to do.",
        discussion: """
            The same texts are in Documentation/Changes.md.

            EXAMPLES
              apus explain AP202   explain a code, with an example
              apus explain         list all codes
            """
    )

    @Argument(
        help: "The code, such as AP202; all codes are listed without it.",
        completion: .list(Page.all.map(\.code))
    )
    var code: String?

    @Option(name: .long, help: "The output format: text or json.")
    var format: OutputFormat = .text

    @OptionGroup var globals: GlobalOptions

    func run() throws {
        guard let code else {
            if format == .json { return try Console.printJSON(Page.all) }
            Pager.start()
            return Console.print(Page.all.map { "\($0.code)  \($0.title)" }.joined(separator: "\n"))
        }
        guard let page = Page.all.first(where: { $0.code == code.uppercased() }) else {
            let nearest = NearMiss.suggestion(for: code.uppercased(), among: Page.all.map(\.code))
            throw CommandFailure.invalid(
                "there is no code '\(code)'",
                help: nearest.map { "did you mean '\($0)'?" } ?? "'apus explain' lists all codes"
            )
        }
        if format == .json { return try Console.printJSON(page) }
        Pager.start()
        Console.print([Self.text(of: page.markdown), page.url].compactMap { $0 }.joined(separator: "\n"))
    }

    /// The explanation of a code; `nil` if there is none.
    static func text(ofCode code: String) -> String? {
        Page.all.first { $0.code == code }.map { text(of: $0.markdown) }
    }

    /// What is left of Markdown on a terminal: headings and examples without their marks.
    private static func text(of markdown: String) -> String {
        var isExample = false
        let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> String? in
            if line.hasPrefix("```") {
                isExample.toggle()
                return nil
            }
            if isExample { return line.isEmpty ? "" : "    \(line)" }
            return line.hasPrefix("## ") ? String(line.dropFirst(3)) : String(line).replacing("**", with: "")
        }
        return lines.joined(separator: "\n")
    }

    /// A page of the catalogue.
    private struct Page: Encodable {
        let code: String
        let title: String
        let markdown: String
        /// The page about it on the documentation's site.
        let url: String?

        init(code: String, title: String, markdown: String) {
            self.code = code
            self.title = title
            self.markdown = markdown
            url = CodePage.address(of: code)
        }

        static let all: [Page] =
            ChangeCatalogue.pages.map { Page(code: $0.code, title: $0.title, markdown: $0.markdown) }
            + ChangeCatalogue.planning.map { Page(code: $0.code, title: $0.title, markdown: $0.markdown) }
    }
}
