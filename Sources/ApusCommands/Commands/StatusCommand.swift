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
            """
    )

    @OptionGroup var options: ProjectOptions

    @Argument(help: StoreArguments.help, completion: .file())
    var stores: [String] = []

    @Option(name: .long, help: "The output format: text, or json (one array with an object per model of each store).")
    var format: OutputFormat = .text

    @OptionGroup var globals: GlobalOptions

    func run() throws {
        if stores.isEmpty { return try describeProject() }
        let pending = try PendingStages(options)
        try StoreReading(stores: stores, format: format).forEach { path in
            let statuses: [StoreStatus] =
                try options.model.map { [try StoreStatus(of: storeURL(path), model: $0)] }
                ?? StoreStatus.all(of: storeURL(path))
            return statuses.map { StatusRecord(path, $0, pending) }
        }
    }

    private func describeProject() throws {
        let models = try options.loadAll().map { loaded in try failing { try ProjectStatus(loaded) } }
        if format == .json { return try Console.printJSON(models) }
        Console.print(models.map(\.text).joined(separator: "\n\n"))
    }
}
