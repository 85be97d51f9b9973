import ApusPictures
import ApusReports
import ApusStore
import ArgumentParser

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what stores hold, and which stages are pending; without a store, what the project has.",
        discussion: """
            Nothing is written. Pending stages are shown only inside a project. Folders are searched for stores; other \
            files are skipped. If a store cannot be read, the others are still shown, and the command ends with 4.

            EXAMPLES
              apus status               the models, their versions and stages
              apus status app.sqlite
              apus status stores/ backups/
              apus status '/srv/**/*.sqlite' --format json
              apus status stores/ --format html > status.html
            """
    )

    @OptionGroup var options: ProjectOptions

    @Argument(help: StoreArguments.help, completion: .file())
    var stores: [String] = []

    @Option(
        name: .long,
        help: "The output format: text, json (one array with an object per model of each store), markdown or html."
    )
    var format: ReportFormat = .text

    @OptionGroup var globals: GlobalOptions

    func run() throws {
        if stores.isEmpty { return try describeProject() }
        let pending = try PendingStages(options)
        try StoreReading(stores: stores, whole: whole).forEach { path in
            let statuses: [StoreStatus] =
                try options.model.map { [try StoreStatus(of: storeURL(path), model: $0)] }
                ?? StoreStatus.all(of: storeURL(path))
            return statuses.map { StatusRecord(path, $0, pending) }
        }
    }

    /// Prints the results of all stores at once; `nil` for text, which is printed store by store.
    private var whole: (([StatusRecord]) throws -> Void)? {
        switch format {
        case .text: nil
        case .json: { try Console.printJSON($0) }
        case .markdown: { Console.print($0.sheet.markdown) }
        case .html: { try PageOutput.show(SheetPage(title: "Stores", $0.sheet).text, named: "status") }
        }
    }

    private func describeProject() throws {
        let models = try options.loadAll().map { loaded in try failing { try ProjectStatus(loaded) } }
        switch format {
        case .text: Console.print(models.map(\.text).joined(separator: "\n\n"))
        case .json: try Console.printJSON(models)
        case .markdown: Console.print(models.sheet.markdown)
        case .html: try PageOutput.show(SheetPage(title: "Status", models.sheet).text, named: "status")
        }
    }
}
